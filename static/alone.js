// What a page does where no server is: `deploy/lite/worker.js` answers it, in this browser.
import "./js/wake_lock.js";

const BEAT = 15000; // a browser stops a worker of which nobody has wanted anything for 30 s
const WEEK = 7 * 86400000;
const READ = 3000; // ms after which somebody has seen a line: a tap that leads away at once leaves it for the next time
const { serviceWorker: workers, storage } = navigator;
const shown = (id) => document.getElementById(id) ?? {};

setInterval(() => document.hidden || workers.controller?.postMessage("beat"), BEAT);

// A link with `download` goes past the worker to a host that has no such file: the page fetches it, and saves it.
async function save(link) {
  const answer = await fetch(link.href).catch(() => null);
  if (!answer?.ok) return location.assign(link.href); // a page that says why there is no file
  const file = URL.createObjectURL(await answer.blob());
  const named = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition"));
  const saving = Object.assign(document.createElement("a"), { href: file, download: named?.[1] ?? link.download });
  saving.click();
  setTimeout(() => URL.revokeObjectURL(file), 60000); // Safari asks first, and reads it then
}

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[download]");
  if (!link?.href.startsWith(location.origin) || event.defaultPrevented) return;
  event.preventDefault();
  save(link);
});

// Browsers ask, or decide by themselves, once somebody has done something here.
addEventListener("click", async () => {
  if (await storage?.persisted?.()) return;
  if (await storage?.persist?.()) return;
  localStorage.refused ??= "0";
  warn();
}, { once: true });

function warn() {
  const line = shown("forgets");
  if (!line.hidden || !("refused" in localStorage) || Date.now() - localStorage.refused < WEEK) return;
  line.hidden = false;
  setTimeout(() => { localStorage.refused = Date.now(); }, READ);
}

warn();

// A new version waits until somebody wants it: it would end what is on its way.
async function offerRenewal() {
  const button = shown("renew");
  const registration = await workers.getRegistration();
  if (!registration || !button.type) return;
  const offer = () => { button.hidden = !registration.waiting; };
  const watch = () => registration.installing?.addEventListener("statechange", offer);
  button.onclick = () => {
    registration.waiting?.postMessage("take over");
    registration.active?.postMessage("let go"); // what it tells other pages would keep it
  };
  workers.addEventListener("controllerchange", () => location.reload());
  registration.addEventListener("updatefound", watch);
  watch();
  offer();
}

offerRenewal();
