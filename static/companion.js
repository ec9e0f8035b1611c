// What HTML cannot say: one live stream a page, taps that are never lost, a clock that ticks.
const body = document.body, stream = body.dataset.stream;
const QUIET = 12000, POLL = 2000, LONGEST = 15000, DOUBLE = 350, NEAR = 40;
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) => // what is being typed and what was opened stay
  !(name === "value" && node === document.activeElement && node.localName !== "button") && !(name === "open" && node.id);
let sent = false; // a live update leaves what is chosen and not sent; the answer to what was sent does not
const chosen = (node, now) => !(sent && node.name) && node.name === now.name && node.value === now.value && node.defaultChecked === now.defaultChecked;
Idiomorph.defaults.callbacks.beforeNodeMorphed = (node, now) => {
  if ("checked" in node && chosen(node, now)) now.checked = node.checked;
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
  if (document.hidden) return;
  heard = Date.now();
  source = new EventSource(stream);
  source.addEventListener("moved", ({ data }) => { latest = Number(data); alive(); moved(); });
  source.addEventListener("beat", alive);
  source.onerror = failing;
}
const wake = () => { if (document.hidden) close(); else { open(); moved(); } };
if (stream) {
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  for (const [name, react] of [["online", wake], ["offline", failing], ["pagehide", close]]) addEventListener(name, react);
  setInterval(() => {
    if (document.hidden) return;
    if (source && Date.now() - heard > QUIET) failing();
    if (body.classList.contains("offline")) moved();
  }, POLL);
  open();
}

// Taps: each on a counter is one of its own; any other twice in a moment at one place is one, whatever lies there
// by then; one that the network swallowed is sent again as the same tap.
const tries = new Map();
let finger = { x: 0, y: 0, at: 0 }, last = { x: 0, y: 0, at: -DOUBLE };
addEventListener("pointerdown", ({ pageX: x, pageY: y, timeStamp: at }) => { finger = { x, y, at }; });
body.addEventListener("htmx:configRequest", (event) => {
  const { verb, elt, parameters } = event.detail;
  if (verb === "get" || parameters.again) return;
  if (elt.closest(".taps")) return void (parameters.op = crypto.getRandomValues(new Uint32Array(3)).join(""));
  const at = finger.at > last.at ? finger.at : performance.now(); // a key, or a click that no finger made
  const near = Math.hypot(finger.x - last.x, finger.y - last.y) < NEAR;
  if (near && at - last.at < DOUBLE) event.preventDefault(); else last = { ...finger, at };
});
body.addEventListener("htmx:sendError", ({ detail: { requestConfig: { verb, path, parameters, target } } }) => {
  if (verb === "get") { setTimeout(moved, 1000); return; }
  body.classList.add("offline");
  const values = { ...Object.fromEntries(parameters.entries?.() ?? Object.entries(parameters)), again: 1 };
  tries.set(values.op, (tries.get(values.op) ?? 0) + 1);
  setTimeout(() => {
    const sender = body.appendChild(document.createElement("i")); // of its own, so that no other tap is in its way
    htmx.ajax("POST", path, { source: sender, target: target.isConnected ? target : "#main", values }).catch(() => {}).finally(() => sender.remove());
  }, 500 * tries.get(values.op));
});

// htmx rejects a promise that nobody holds for every request the network swallowed.
addEventListener("unhandledrejection", (event) => { if (event.reason === undefined) event.preventDefault(); });
// Not shown: an answer overtaken by a later one, one to what a block no longer asks, and one that is not ours.
body.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig: { elt, path, verb }, target, xhr }, detail }) => {
  const seq = Number(xhr.getResponseHeader("Seq")), old = seq && seq < Number(target.dataset?.seq);
  const asks = (url) => url?.replace(/[?&](since|have)=[^&]*/g, "");
  const left = elt === target && asks(path) !== asks(elt.getAttribute("hx-get"));
  sent = verb !== "get";
  if (old || left || (xhr.status >= 400 && !xhr.getResponseHeader("HX-Retarget"))) detail.shouldSwap = false;
});
const behind = () => Number(document.querySelector("[data-seq]")?.dataset.seq) < latest; // while it was on its way
body.addEventListener("htmx:afterSettle", () => behind() && moved());

// A name of an earlier evening fills the next empty line; a refusal stays until the next touch.
body.addEventListener("click", ({ target }) => {
  const name = target.closest("[data-fill]")?.dataset.fill;
  const lines = [...document.querySelectorAll("input[name$='-name']")].filter((line) => line.offsetParent);
  const line = name && !lines.some(({ value }) => value === name) && lines.find(({ value }) => !value);
  if (line) line.value = name;
});
for (const touch of ["pointerdown", "keydown"]) body.addEventListener(touch, () => document.getElementById("refusal").replaceChildren());

// Clocks go on between two answers of the server.
setInterval(() => {
  for (const clock of document.querySelectorAll("[data-running]")) {
    if (clock.told !== clock.dataset.running) clock.from = Date.now() - 1000 * (clock.told = clock.dataset.running);
    const seconds = Math.floor((Date.now() - clock.from) / 1000);
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}, 1000);
