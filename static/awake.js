// What browsers allow by https alone: the screen stays awake at a table, and a worker keeps the static files.
const stayAwake = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {}); // an empty battery

if (document.body.dataset.stream) {
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}
document.getElementById(navigator.wakeLock ? "awake" : "asleep")?.removeAttribute("hidden");
navigator.serviceWorker?.register("/worker.js").catch(() => {}); // refused where the certificate is not trusted
