// What HTML cannot say: one live stream a page, taps that are never lost and show what they did, a clock that ticks.
const body = document.body, stream = body.dataset.stream, byId = (id) => document.getElementById(id);
const refusal = byId("refusal") ?? body.appendChild(document.createElement("div")); // where a page says why not
const QUIET = 12000, POLL = 2000, LONGEST = 15000, PATIENCE = 120000, DOUBLE = 350, NEAR = 40, BROKEN = [502, 503, 504];
Object.assign(refusal, { id: "refusal", role: "alert" });
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) => // what is typed, opened and pointed out stays
  !(name === "value" && node === document.activeElement && node.localName !== "button")
  && !(name === "open" && node.id) && name !== "tabindex";
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

// Taps: each on a counter is one of its own; any other twice in a moment at one place is one, whatever lies there by then.
let finger = { x: 0, y: 0, at: 0 }, last = { x: 0, y: 0, at: -DOUBLE };
addEventListener("pointerdown", ({ pageX: x, pageY: y, timeStamp: at }) => { finger = { x, y, at }; });
body.addEventListener("htmx:configRequest", (event) => {
  const { verb, elt, parameters } = event.detail;
  if (verb === "get" || elt.tap) return;
  unmark();
  if (elt.closest(".taps")) return void (parameters.op = crypto.getRandomValues(new Uint32Array(3)).join(""));
  const at = finger.at > last.at ? finger.at : performance.now(); // a key, or a click that no finger made
  const moment = at - last.at < DOUBLE, place = Math.hypot(finger.x - last.x, finger.y - last.y) < NEAR;
  if (moment && place) event.preventDefault(); else last = { ...finger, at };
});

// A tap that a broken connection swallowed, or a server that cannot answer now, is kept and sent again: the very same.
const kept = new Set();
const keep = ({ verb, path, formData, elt, target }) => {
  if (verb === "get") return void setTimeout(moved, 1000);
  const files = [...formData.values()].some((value) => value instanceof File);
  if (files) return void (refusal.textContent = refusal.dataset.failed);
  const tap = elt.tap ?? { form: elt.closest("form"), since: Date.now(), wait: 250 };
  tap.wait = Math.min(2 * tap.wait, LONGEST);
  if (Date.now() - tap.since > PATIENCE) refusal.textContent = refusal.dataset.waiting;
  body.classList.toggle("keeping", kept.add(tap).size);
  setTimeout(() => {
    const sender = body.appendChild(document.createElement("i")); // of its own, so that no other tap is in its way
    sender.tap = tap;
    htmx.ajax("POST", path, { source: sender, target: target.isConnected ? target : "#main", values: formData })
      .catch(() => {}).finally(() => sender.remove());
  }, tap.wait);
};
const answered = ({ elt }, status) => {
  if (!kept.delete(elt.tap)) return;
  body.classList.toggle("keeping", kept.size);
  if (status < 400) refusal.replaceChildren();
};

// What a tap did comes into view between the bars and has focus, unless the thumb is there still, or has gone on.
// Another page begins at its top, and what the old one has asked for does not come any more.
let page = location.pathname, scrolled = 0;
for (const way of ["wheel", "touchmove"])
  addEventListener(way, ({ timeStamp }) => { scrolled = timeStamp; }, { passive: true });
const focus = (it) => {
  if (it.tabIndex < 0) it.tabIndex = -1;
  it.focus({ preventScroll: true });
};
const room = (more = 0) => { // between the bars, for whatever scrolls into view
  const [above, below] = ["top", "nav"].map((id) => (byId(id)?.offsetHeight ?? 0) + 8);
  document.documentElement.style.scrollPaddingBlock = `${above}px ${below + more}px`;
  return innerHeight - above - below;
};
const show = (outcome) => {
  const most = room();
  const card = outcome.closest(".card") ?? outcome;
  if (card.offsetHeight <= most) card.scrollIntoView({ block: "nearest" });
  outcome.scrollIntoView({ block: outcome.offsetHeight > most ? "start" : "nearest" });
  if (outcome.contains(document.activeElement)) return;
  focus(outcome);
  if (!outcome.matches("#did")) byId("did")?.replaceChildren(); // it would be said twice
};
const busy = (form, { timeStamp: since = 0 } = {}) => { // whoever types or looks elsewhere by now is left there
  const typing = document.activeElement.matches("input:not([type=checkbox], [type=radio]), select, textarea");
  return scrolled > since || (typing && !form?.contains(document.activeElement));
};
body.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig } }) => { // by the answer its form may be gone
  const { elt, verb } = requestConfig, from = page;
  const late = (event) => { if (event.detail.xhr === xhr && from !== page) event.preventDefault(); };
  if (verb === "get") elt.addEventListener("htmx:beforeOnLoad", late);
  xhr.addEventListener("loadend", () => elt.removeEventListener("htmx:beforeOnLoad", late));
  xhr.addEventListener("error", () => keep(requestConfig));
  xhr.addEventListener("load", () => shown(xhr, requestConfig));
});
const shown = (xhr, requestConfig) => {
  const { verb, elt, triggeringEvent } = requestConfig, form = elt.tap?.form ?? elt.closest("form");
  if (BROKEN.includes(xhr.status)) return keep(requestConfig);
  answered(requestConfig, xhr.status);
  if (xhr.status >= 400) return (verb === "post" || form) && refuse(xhr, form);
  if (verb === "get") return triggeringEvent?.type === "submit" && show(requestConfig.target);
  const did = xhr.getResponseHeader("Outcome"), left = page !== (page = location.pathname);
  if (did === null) return;
  const outcome = (!left && byId(did)) || document.querySelector("main h1");
  document.documentElement.dataset.outcome = outcome.id || "h1"; // on itself, htmx would drop the taps that wait there
  if (outcome.localName === "h1") { scrollTo(0, 0); focus(outcome); }
  else if (!form?.matches(".taps") && !busy(form, triggeringEvent)) show(outcome);
};

// A refused form stays as it was filled in, its field marked, with the sentence beside it.
const refuse = (xhr, form) => {
  if (!xhr.getResponseHeader("HX-Retarget")) refusal.textContent = refusal.dataset.failed;
  const names = xhr.getResponseHeader("Field")?.split(" ") ?? [];
  const found = names.map((name) => form?.elements[name]).find(Boolean);
  const field = found instanceof RadioNodeList ? found[0] : found;
  if (!field) return;
  const fault = Object.assign(document.createElement("small"), { id: "fault", className: "bad fault" });
  fault.textContent = refusal.textContent;
  (field.closest("label") ?? form).after(fault);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", fault.id);
  room(refusal.offsetHeight + 24);
  fault.scrollIntoView({ block: "nearest" });
};
const unmark = () => {
  byId("fault")?.remove();
  for (const field of document.querySelectorAll("[aria-describedby=fault]"))
    for (const name of ["aria-invalid", "aria-describedby"]) field.removeAttribute(name);
};

// A number box is filled in anew when it is tapped, and does not change when the page is scrolled over it.
addEventListener("focusin", ({ target }) => { // what is typed before the timer runs is not selected
  const { type, value } = target;
  if (type === "number") setTimeout(() => target.value === value && target.select());
});
addEventListener("wheel", ({ target }) => target.type === "number" && target.blur(), { passive: true });

// For every request that the network swallowed htmx rejects a promise that nobody holds.
addEventListener("unhandledrejection", (event) => event.reason ?? event.preventDefault());
// Not shown: an answer overtaken by a later one, one to what a block no longer asks, and one that is not ours.
body.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig: { elt, path, verb }, target, xhr }, detail }) => {
  const seq = Number(xhr.getResponseHeader("Seq")), old = seq && seq < Number(target.dataset?.seq);
  const asks = (url) => url?.replace(/[?&](since|have)=[^&]*/g, "");
  const left = elt === target && asks(path) !== asks(elt.getAttribute("hx-get"));
  sent = verb === "get" ? null : elt.tap?.form ?? elt.closest("form") ?? body;
  if (old || left || (xhr.status >= 400 && !xhr.getResponseHeader("HX-Retarget"))) detail.shouldSwap = false;
});
body.addEventListener("htmx:afterSettle", () => document.querySelector("[data-seq]")?.dataset.seq < latest && moved());

// A name of an earlier evening fills the next empty line; what is said stays until the next touch.
body.addEventListener("click", ({ target: { dataset: { fill } } }) => {
  const lines = [...document.querySelectorAll("input[name$='-name']")].filter((line) => line.offsetParent);
  if (fill && !lines.some(({ value }) => value === fill)) lines.find(({ value }) => !value)?.setRangeText(fill);
});
for (const touch of ["pointerdown", "keydown"])
  body.addEventListener(touch, () => { refusal.replaceChildren(); byId("did")?.replaceChildren(); });

// A picture to share becomes one that every messenger takes.
document.addEventListener("load", ({ target: img }) => {
  if (!img.matches?.("[download] > img[src$=svg]")) return;
  const canvas = Object.assign(document.createElement("canvas"), { width: img.naturalWidth, height: img.naturalHeight });
  canvas.getContext("2d").drawImage(img, 0, 0);
  const [link, download] = [img.parentNode, img.parentNode.download.replace("svg", "png")];
  Object.assign(link, { href: img.src = canvas.toDataURL(), download });
}, true);

// Clocks go on between two answers of the server.
setInterval(() => document.querySelectorAll("[data-running]").forEach((clock) => {
  if (clock.told !== clock.dataset.running) clock.from = Date.now() - 1000 * (clock.told = clock.dataset.running);
  const seconds = Math.max(0, Math.floor((Date.now() - clock.from) / 1000));
  clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}), 1000);
