// The first visit: lays Companion out in this browser, then opens it. Later its worker answers before this page comes.
const german = navigator.language.startsWith("de");
document.documentElement.lang = german ? "de" : "en";
const words = german
  ? {
    comes: "Companion wird eingerichtet: einmal etwa 26 MB. Danach geht es auch offline.",
    failed: "Das hat nicht geklappt. Bist du online? Lade die Seite neu.",
    missing: "Dieser Browser kann Companion nicht ausführen. Nimm einen neueren, oder ein normales Fenster statt eines privaten.",
  }
  : {
    comes: "Setting up Companion: about 26 MB, once. After that it also works offline.",
    failed: "That didn't work. Are you online? Reload the page.",
    missing: "This browser can't run Companion. Use a newer one, or a normal window instead of a private one.",
  };
const say = (what) => { document.getElementById("state").textContent = words[what]; };
const workers = navigator.serviceWorker;
const root = new URL(".", document.currentScript.src); // also where a host shows this for an address that it lacks

async function begin() {
  if (!workers || !window.WebAssembly || !window.DecompressionStream) return say("missing");
  say("comes");
  try {
    await workers.register(new URL("worker.js", root), { scope: root.pathname });
    await workers.ready;
    if (!workers.controller)
      await new Promise((done) => workers.addEventListener("controllerchange", done, { once: true }));
    location.reload();
  } catch (error) {
    console.error(error);
    say("failed");
  }
}

begin();
