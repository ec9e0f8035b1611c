// What shows before Companion does: the first visit lays it out in this browser; later its worker may take long to start.
const german = navigator.language.startsWith("de");
const words = german
  ? {
    comes: "Companion wird eingerichtet: einmal etwa 31 MB. Danach geht es auch offline.",
    blocked: "Der Browser darf hier nichts speichern. Erlaube Cookies und Websitedaten für diese Seite und lade sie neu.",
    failed: "Das hat nicht geklappt. Bist du online? Lade die Seite neu.",
    insecure: "Companion läuft nur über https. Öffne die Adresse mit https:// davor.",
    missing: "Dieser Browser kann Companion nicht ausführen. Nimm einen neueren, oder ein normales Fenster statt eines privaten.",
    starts: "Companion startet. Das dauert ein paar Sekunden.",
  }
  : {
    comes: "Setting up Companion: about 31 MB, once. After that it also works offline.",
    blocked: "This browser may not save anything here. Allow cookies and site data for this page, then reload it.",
    failed: "That didn't work. Are you online? Reload the page.",
    insecure: "Companion only runs over https. Open the address with https:// in front.",
    missing: "This browser can't run Companion. Use a newer one, or a normal window instead of a private one.",
    starts: "Companion is starting. This takes a few seconds.",
  };
const workers = navigator.serviceWorker;
const root = new URL(".", document.currentScript.src); // also where a host shows this for an address that it lacks
const CLAIM = 3000; // ms in which a worker takes the page over; a reload by Shift has one that never does
const REFUSED = { NotSupportedError: "missing", SecurityError: "blocked" };

function say(what, { isOver = false } = {}) {
  document.documentElement.lang = german ? "de" : "en";
  document.getElementById("state").textContent = words[what];
  document.getElementById("loaded").hidden = isOver;
}

async function begin() {
  if (!isSecureContext) return say("insecure", { isOver: true });
  if (!workers || !window.WebAssembly || !window.DecompressionStream) return say("missing", { isOver: true });
  if (workers.controller) return waitUntilStarted();
  say("comes");
  workers.onmessage = ({ data }) => { document.getElementById("loaded").value = data.loaded; };
  try {
    const registration = await workers.register(new URL("worker.js", root), { scope: root.pathname });
    await Promise.race([workers.ready, failureOf(registration.installing)]);
    const claimed = new Promise((done) => workers.addEventListener("controllerchange", done, { once: true }));
    if (!workers.controller) await Promise.race([claimed, new Promise((done) => setTimeout(done, CLAIM))]);
    location.reload();
  } catch (error) {
    console.error(error);
    say(REFUSED[error.name] ?? "failed", { isOver: true });
    addEventListener("online", () => location.reload()); // what has come is kept
  }
}

// A worker whose files have not all come is dropped, and `ready` waits for another.
function failureOf(worker) {
  return new Promise((_, fail) => worker?.addEventListener("statechange", () => {
    if (worker.state === "redundant") fail(new Error("Not all files have come."));
  }));
}

async function waitUntilStarted() {
  say("starts");
  const answer = await fetch(new URL("started", root)).catch(() => ({ ok: true })); // killed: a reload starts it again
  if (answer.ok) location.reload();
  else document.documentElement.innerHTML = await answer.text();
}

if (!window.companionBegan) begin(); // a page may name this script at several addresses
window.companionBegan = true;
