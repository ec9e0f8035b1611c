// What HTML cannot say: one live stream a page, taps that are never lost, a clock that ticks.
const body = document.body, stream = body.dataset.stream;
const QUIET = 12000, POLL = 2000, LONGEST = 15000, DOUBLE = 350, NEAR = 40;
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) => // what is being typed and what was opened stay
  !(name === "value" && node === document.activeElement && node.localName !== "button") && !(name === "open" && node.id);
let sent = null; // what is chosen in a form stays until that form is sent
Idiomorph.defaults.callbacks.beforeNodeMorphed = (node, now) => {
  const same = "checked" in node && ["name", "value", "defaultChecked"].every((what) => node[what] === now[what]);
  if (same && !sent?.contains(node)) now.checked = node.checked;
  return !now.dataset?.same; // this phone has that part already
};

// The stream: the server says "moved", the page's blocks fetch themselves.
let source = null, heard = 0, wait = 500, retry = 0, latest = 0;
const moved = () => htmx.trigger(body, "moved");
const close = () => { source?.close(); source = null; clearTimeout(retry); };
const failing = () => {
  close();
  body.classList.add("offline");
  retry = setTimeout(open, wait * (1 + Math.random()));
  wait = Math.min(2 * wait, LONGEST);
};
const alive = () => { heard = Date.now(); wait = 500; body.classList.remove("offline"); };
function open() {
  close();
  heard = Date.now();
  source = new EventSource(stream);
  source.addEventListener("moved", ({ data }) => { latest = Number(data); alive(); moved(); });
  source.addEventListener("beat", alive);
  source.onerror = failing;
}
const wake = () => { if (document.hidden) close(); else { open(); moved(); } };
if (stream) {
  const weather = { visibilitychange: wake, online: wake, offline: failing, pagehide: close };
  for (const [name, react] of Object.entries(weather)) addEventListener(name, react);
  addEventListener("pageshow", (event) => event.persisted && wake());
  setInterval(() => {
    if (source && Date.now() - heard > QUIET) failing();
    if (!document.hidden && body.classList.contains("offline")) moved();
  }, POLL);
  open();
}

// Taps: each on a counter is one of its own; any other twice in a moment at one place is one, whatever lies there
// by then; one that the network swallowed is sent again as the same tap.
let finger = { x: 0, y: 0, at: 0 }, last = { x: 0, y: 0, at: -DOUBLE };
addEventListener("pointerdown", ({ pageX: x, pageY: y, timeStamp: at }) => { finger = { x, y, at }; });
body.addEventListener("htmx:configRequest", (event) => {
  const { verb, elt, parameters } = event.detail;
  if (verb === "get" || parameters.again) return;
  if (elt.closest(".taps")) return void (parameters.op = crypto.getRandomValues(new Uint32Array(3)).join(""));
  const at = finger.at > last.at ? finger.at : performance.now(); // a key, or a click that no finger made
  const moment = at - last.at < DOUBLE, place = Math.hypot(finger.x - last.x, finger.y - last.y) < NEAR;
  if (moment && place) event.preventDefault(); else last = { ...finger, at };
});
body.addEventListener("htmx:sendError", ({ detail: { requestConfig: { verb, path, parameters, target } } }) => {
  if (verb === "get") { setTimeout(moved, 1000); return; }
  body.classList.add("offline");
  const values = Object.fromEntries(parameters.entries?.() ?? Object.entries(parameters));
  values.again = Number(values.again ?? 0) + 1;
  setTimeout(() => {
    const sender = body.appendChild(document.createElement("i")); // of its own, so that no other tap is in its way
    htmx.ajax("POST", path, { source: sender, target: target.isConnected ? target : "#main", values }).catch(() => {}).finally(() => sender.remove());
  }, 500 * values.again);
});

// For every request that the network swallowed htmx rejects a promise that nobody holds.
addEventListener("unhandledrejection", (event) => event.reason ?? event.preventDefault());
// Not shown: an answer overtaken by a later one, one to what a block no longer asks, and one that is not ours.
body.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig: { elt, path, verb }, target, xhr }, detail }) => {
  const seq = Number(xhr.getResponseHeader("Seq")), old = seq && seq < Number(target.dataset?.seq);
  const asks = (url) => url?.replace(/[?&](since|have)=[^&]*/g, "");
  const left = elt === target && asks(path) !== asks(elt.getAttribute("hx-get"));
  sent = verb === "get" ? null : elt.closest("form") ?? body;
  if (old || left || (xhr.status >= 400 && !xhr.getResponseHeader("HX-Retarget"))) detail.shouldSwap = false;
});
body.addEventListener("htmx:afterSettle", () => document.querySelector("[data-seq]")?.dataset.seq < latest && moved());

// A name of an earlier evening fills the next empty line; a refusal stays until the next touch.
body.addEventListener("click", ({ target: { dataset: { fill } } }) => {
  const lines = [...document.querySelectorAll("input[name$='-name']")].filter((line) => line.offsetParent);
  if (fill && !lines.some(({ value }) => value === fill)) lines.find(({ value }) => !value)?.setRangeText(fill);
});
for (const touch of ["pointerdown", "keydown"]) body.addEventListener(touch, () => document.getElementById("refusal").replaceChildren());

// A picture to share becomes one that every messenger takes.
document.addEventListener("load", ({ target: img }) => {
  if (!img.matches?.("[download] > img[src$=svg]")) return;
  const canvas = Object.assign(document.createElement("canvas"), { width: img.naturalWidth, height: img.naturalHeight });
  canvas.getContext("2d").drawImage(img, 0, 0);
  Object.assign(img.parentNode, { href: img.src = canvas.toDataURL(), download: img.parentNode.download.replace("svg", "png") });
}, true);

// Clocks go on between two answers of the server.
setInterval(() => document.querySelectorAll("[data-running]").forEach((clock) => {
  if (clock.told !== clock.dataset.running) clock.from = Date.now() - 1000 * (clock.told = clock.dataset.running);
  const seconds = Math.floor((Date.now() - clock.from) / 1000);
  clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}), 1000);
