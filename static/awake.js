// What browsers allow by https alone: the screen stays awake at a table, and a worker keeps the static files.
import "./js/wake_lock.js";

navigator.serviceWorker?.register("/worker.js").catch(() => {}); // refused where the certificate is not trusted
