// What a page does where no server is: `deploy/lite/worker.js` answers it, in this browser.
import "./js/wake_lock.js";

const BEAT = 15000; // a browser stops a worker of which nobody has wanted anything for 30 s
const WEEK = 7 * 86400000;
const READ = 3000; // ms after which somebody has seen a line: a tap that leads away at once leaves it for the next time
const BEGINS = 300; // ms until a file comes that the page has asked for
const LETTING_GO = 3000; // ms that a worker may take to say that it has: one that was stopped starts first
const { serviceWorker: workers, storage } = navigator;
const shown = (id) => document.getElementById(id) ?? {};

const beats = setInterval(() => document.hidden || workers.controller?.postMessage("beat"), BEAT);

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

let saving; // WebKit drops a page that is on its way when a file begins to come: the tap on its link waits

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link?.href.startsWith(location.origin) || event.defaultPrevented) return;
  if (link.matches("[download]"))
    saving = save(link).then(() => new Promise((done) => setTimeout(done, BEGINS))).finally(() => { saving = null; });
  else if (saving) saving.then(() => location.assign(link.href));
  else return;
  event.preventDefault();
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
  button.onclick = async () => {
    button.disabled = true;
    clearInterval(beats); // Chromium starts the old one again if it hears a word while it ends, and keeps it for minutes
    const gone = new Promise((done) => workers.addEventListener("message", done, { once: true }));
    registration.active?.postMessage("let go"); // what it tells other pages would keep it
    await Promise.race([gone, new Promise((done) => setTimeout(done, LETTING_GO))]);
    registration.waiting?.postMessage("take over");
  };
  workers.addEventListener("controllerchange", () => location.reload());
  registration.addEventListener("updatefound", watch);
  watch();
  offer();
}

offerRenewal();
