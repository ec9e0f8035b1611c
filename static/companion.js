import "./vendor/htmx.min.js";
import "./vendor/idiomorph-ext.min.js";
import "./js/zone.js";

// What HTML cannot say.
const body = document.body;
const byId = (id) => document.getElementById(id);
const refusal = byId("refusal");

const QUIET = 12000; // then a stream is dead
const POLL = 2000; // while it fails
const FIRST_RETRY = 500;
const LONGEST_RETRY = 15000;
const PATIENCE = 120000;
const TICK = 120; // a held button counts on from the third
const DOUBLE = 350; // and
const NEAR = 40; // of double taps
const BROKEN = 502;
const CALM = 2000; // after a touch
const MINUTE = 60000;

// An update leaves what somebody has opened, typed or chosen, unless that form was sent, or the table says of the field
// something else now than before. A live update leaves what a refusal offers, too.
let sentForm = null;
let isLive = false;
const isFocused = (node) => node === document.activeElement && node.localName !== "button";
const isLeft = (name, node) =>
  name === "tabindex" || (name === "open" && node.id) ||
  (name === "value" && (isFocused(node) || (node.localName === "textarea" && !sentForm?.contains(node))));
const said = (field) => [field.name, field.defaultValue, field.defaultChecked, field.querySelector("option[selected]")?.value].join();
const stays = (node, now) =>
  node.matches?.("input:not([type=hidden], [type=file]), select") && node.localName === now.localName &&
  !sentForm?.contains(node) && said(node) === said(now);

// Several forms may have theirs side by side: each keeps its own.
const isOpOf = (node, now) => node.name === "op" && now.name === "op" && node.getAttribute("form") === now.getAttribute("form");

// What comes takes over what is there, before it is compared with that.
function takeOver(node, now) {
  if ("checked" in node) now.checked = node.checked;
  if (node.localName === "select" && ![...now.options].some(({ value }) => value === node.value)) return;
  if (node.localName === "input") now.setAttribute("value", now.defaultValue); // or Idiomorph empties it
  now.value = node.value;
}

Object.assign(Idiomorph.defaults.callbacks, {
  beforeAttributeUpdated: (name, node) => !isLeft(name, node),
  beforeNodeMorphed: (node, now) => {
    if (isLive && node.id === "offer") return false;
    if (isOpOf(node, now)) return false; // a tap has its id until it counts
    if (!isLive && node === marked) marked = null; // what was refused gives way
    else if (stays(node, now)) takeOver(node, now);
    return true;
  },
});

// At "moved" blocks fetch themselves; without a stream, the page asks.
const stream = body.dataset.stream;
let source, heardAt, retryTimer;
let retryIn = FIRST_RETRY;
let latest = 0; // move that the stream told of
const refresh = () => htmx.trigger(body, "moved");

// What a stream tells, on the page that has it and on those it is passed on to.
const news = {
  beat: alive,
  version: hear,
  moved(seq) {
    latest = Number(seq);
    alive();
    refresh();
  },
  failing: () => body.classList.add("offline"),
};

function open() {
  source?.close();
  heardAt = Date.now();
  source = new EventSource(stream);
  for (const event of ["beat", "version", "moved"])
    source.addEventListener(event, ({ data }) => {
      news[event](data);
      tell(event, data);
    });
  source.onerror = failing;
}

function alive() {
  heardAt = toldAt = Date.now();
  retryIn = FIRST_RETRY;
  body.classList.remove("offline");
}

function failing() {
  source?.close();
  source = null;
  news.failing();
  tell("failing");
  clearTimeout(retryTimer);
  retryTimer = setTimeout(open, retryIn * (1 + Math.random()));
  retryIn = Math.min(2 * retryIn, LONGEST_RETRY);
}

// By plain http a browser has six connections to a host, and a stream keeps one: the seventh page never loaded. So
// a hidden page has no stream, and of those that are seen at one table one leads: it has the stream, and passes on
// what it hears. Web Locks would elect it, but by plain http there are none. The lease names the page that leads,
// and holds only while that page is heard: one that a killed browser left behind costs a question without an
// answer, whatever the clock says. Two that lead for a moment do no harm; the one without the lease then follows.
const LEAD = 1000; // how often the page that leads says so
const LOST = 3000; // after so long without a word from it another page leads
const ANSWER = 500; // how long a page that comes waits for an answer
const me = String(Math.random());
const lease = `leads ${stream}`;
const canShare = stream && hasChannelAndStorage();
let channel; // to the other pages of this browser, while this one is seen
let leads = false;
let patience; // the timer after which this page leads

// Old browsers lack the channel, and blocked storage throws: such pages have no stream, but ask every 2 s.
function hasChannelAndStorage() {
  try {
    localStorage.setItem("shares", "1");
    return "BroadcastChannel" in window;
  } catch {
    return false;
  }
}

const hasLease = () => localStorage.getItem(lease) === me;
const tell = (event, data) => channel?.postMessage([event, data]);
const tellState = () => tell(body.classList.contains("offline") ? "failing" : "leads");

function joinPages() {
  leavePages();
  if (!canShare || document.hidden) return;
  channel = new BroadcastChannel(lease);
  channel.onmessage = hearPage;
  if (!localStorage.getItem(lease)) return lead();
  tell("who leads?");
  follow(ANSWER);
}

function lead() {
  leads = true;
  localStorage.setItem(lease, me);
  tellState();
  open();
}

function follow(wait = LOST + Math.random() * ANSWER) {
  clearTimeout(patience);
  patience = setTimeout(lead, wait);
}

function leavePages() {
  if (leads && hasLease()) {
    localStorage.removeItem(lease);
    tell("left");
  }
  leads = false;
  source?.close();
  source = null;
  clearTimeout(retryTimer);
  clearTimeout(patience);
  channel?.close();
  channel = null;
}

// Only a page that leads says anything but the question.
function hearPage({ data: [event, data] }) {
  if (event === "who leads?") {
    if (!leads) return;
    tell("moved", latest);
    tellState();
  } else if (leads) {
    if (!hasLease()) joinPages();
  } else {
    follow(event === "left" ? Math.random() * ANSWER : undefined); // not all of them at once
    news[event]?.(data);
  }
}

// A page that was frozen finds that another one leads by now.
function goOnLeading() {
  if (hasLease()) tellState();
  else joinPages();
}

function wake() {
  joinPages();
  if (!document.hidden) refresh();
}

if (stream) {
  addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("offline", () => (leads ? failing : news.failing)());
  addEventListener("pagehide", leavePages);
  addEventListener("pageshow", (event) => event.persisted && wake());
  setInterval(() => leads && goOnLeading(), LEAD);
  setInterval(() => {
    if (source && Math.abs(Date.now() - heardAt) > QUIET) failing(); // also when the clock was set
    if (!canShare) body.classList.toggle("offline", Math.abs(Date.now() - toldAt) > QUIET);
    if (!document.hidden && (!canShare || body.classList.contains("offline"))) refresh();
  }, POLL);
  joinPages();
}

// A page of another version reloads once nobody would notice: no tap, no typed word and no unread sentence is lost.
const { version } = body.dataset;
const unsent = new Set(); // fields with something typed or chosen
let newest;
let toldAt = Date.now();
let underway = 0; // requests
let isPressed = false;
let busyUntil = 0;

function hear(told) {
  if (!told) return; // a proxy's own answer
  newest = told;
  toldAt = Date.now();
}

const busyFor = (time) => { busyUntil = Math.max(busyUntil, performance.now() + time); };
// A reload would stop a page that is on its way.
const leave = (event) => event.defaultPrevented || busyFor(LONGEST_RETRY);
addEventListener("submit", leave);
addEventListener("click", (event) => event.target.closest("a") && leave(event));
addEventListener("input", ({ target }) => unsent.add(target));
for (const touch of ["pointerdown", "pointerup", "pointercancel", "keydown", "wheel", "touchmove"])
  addEventListener(touch, ({ type }) => {
    if (type.startsWith("pointer")) isPressed = type === "pointerdown";
    busyFor(CALM);
  }, { capture: true, passive: true });

// A request takes along its field or its form; they come back if it is refused.
function takeUnsent(elt, form) {
  const alone = elt.matches("input, select, textarea");
  const taken = [...unsent].filter((field) => field === elt || (!alone && form && field.form === form));
  for (const field of taken) unsent.delete(field);
  return taken;
}

function giveBack({ taken }) {
  for (const field of taken) unsent.add(field);
}

const isCalm = () =>
  !underway && !kept.size && !isPressed && !document.hidden && performance.now() > busyUntil &&
  Date.now() - toldAt < QUIET && // else the server may be gone, and a reload loses the page
  !refusal.textContent.trim() && !document.querySelector("#offer > *") &&
  ![...unsent].some((field) => field.isConnected && field.value);

// While two versions answer at one address, a reload may bring the old page again: once for each is enough.
function claimReload() {
  const key = `reloaded for ${newest}`;
  try {
    const first = !sessionStorage.getItem(key);
    sessionStorage.setItem(key, 1);
    return first;
  } catch {
    return performance.now() > MINUTE; // nothing can be remembered
  }
}

const renewal = version && setInterval(() => {
  if (!newest || newest === version || !isCalm() || !claimReload()) return;
  clearInterval(renewal);
  location.reload();
}, 500);

// A second tap means what lay under the finger before. If an update has slid something else there, such as "Pause"
// where "Done" was, that takes no tap for a moment, and pulses so that one sees it. What was there already takes each
// tap: a counter, a box that is ticked and unticked. So does everything for who taps elsewhere, has scrolled, or uses
// keys.
const MOMENT = 700;
const REACH = 24; // pixels from the last touch
const SAID = ["href", "hx-get", "hx-post", "formaction", "name", "value"]; // what an element says of what it does
const TAPPABLE = "a, button, label, summary, [hx-get]:not([hx-trigger]), [hx-post]:not(form, input)";
let touch; // the last one: where, and what lay round it, by name
let updatedAt = -Infinity;
let updatedScroll; // how far the page was scrolled then

// Says which control it is, so that its next self is known whatever a morph made it of.
function describe(control) {
  const field = control.control ?? control; // that of a label
  const own = SAID.map((what) => field.getAttribute(what)).join();
  return {
    name: control.id || `${field.form?.getAttribute("id")} ${own}`,
    does: `${field.form?.getAttribute("action")} ${own}`,
    says: control.getAttribute("aria-label") ?? control.textContent.trim(),
  };
}

// Finds what can be tapped round a place, each with since when it is there. No control is smaller than the steps.
function around(x, y, sinceIfNew) {
  const controls = new Set();
  for (let right = -REACH; right <= REACH; right += REACH / 2)
    for (let down = -REACH; down <= REACH; down += REACH / 2)
      controls.add(document.elementFromPoint(x + right, y + down)?.closest(TAPPABLE));
  const found = new Map();
  for (const now of [...controls].filter(Boolean).map(describe)) {
    const before = touch?.around.get(now.name);
    const isSame = before && (before.does === now.does || (now.says && before.says === now.says));
    found.set(now.name, { ...now, since: isSame ? before.since : sinceIfNew });
  }
  return found;
}

function touched({ clientX: x, clientY: y }) {
  const isAgain = touch && Math.hypot(x - touch.x, y - touch.y) <= REACH && scrollY === updatedScroll;
  touch = { x, y, around: around(x, y, isAgain ? updatedAt : -Infinity) };
}

function beforeUpdate() {
  if (touch) touch.around = around(touch.x, touch.y, updatedAt);
  updatedAt = performance.now();
  requestAnimationFrame(() => { updatedScroll = scrollY; }); // by then the page itself has scrolled to what was done
}

// Finds the control that has just slid under the touch, if this is part of one.
function slidIn(target) {
  const control = touch && target.closest(TAPPABLE);
  const there = control && around(touch.x, touch.y, updatedAt).get(describe(control).name);
  return there && performance.now() - there.since < MOMENT ? control : null;
}

const pulse = (element) => element.animate({ opacity: [1, .2, 1, .2, 1] }, MOMENT);

// Each tap on a counter counts; elsewhere two at one place in a moment are one.
let finger = { pageX: 0, pageY: 0 };
let lastTap = { at: 0 };
let tapped;
addEventListener("pointerdown", (event) => {
  finger = event;
  touched(event);
}, true);

const newOp = () => crypto.getRandomValues(new Uint32Array(3)).join("");
const isDouble = () => {
  const { pageX: x, pageY: y, timeStamp } = finger;
  const at = timeStamp > lastTap.at ? timeStamp : performance.now();
  const double = at - lastTap.at < DOUBLE && Math.hypot(x - lastTap.x, y - lastTap.y) < NEAR;
  if (!double) lastTap = { x, y, at };
  return double;
};
body.addEventListener("htmx:configRequest", (event) => {
  const { verb, elt, parameters, triggeringEvent: tap } = event.detail;
  if (verb === "get" || elt.tap) return;
  unmark();
  parameters.seen &&= elt.closest("[data-seq]")?.dataset.seq ?? parameters.seen;
  if (elt.closest(".taps")) parameters.op = newOp();
  else if (tap?.type !== "input" && isDouble()) event.preventDefault();
});
addEventListener("click", (event) => {
  const { target, detail } = event;
  const isNew = tapped !== (tapped = target);
  const slid = detail && event.isTrusted && slidIn(target);
  if (slid) pulse(slid);
  else if (!detail || !target.by && (!(isNew && detail > 1) || target.closest(".taps"))) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// A move without an answer is kept and sent again. A look is not: what one wished to see then, one may not wish later.
const kept = new Set();
const formOf = (elt) => elt.tap?.form ?? elt.closest("form");

function keep(request) {
  const { verb, elt } = request;
  if (verb === "get") return missed(request);
  const form = formOf(elt);
  if (form?.querySelector("[type=file]")) {
    giveBack(request);
    return say("failed");
  }
  const tap = elt.tap ?? { form, since: Date.now(), wait: 250, taken: request.taken };
  tap.wait = Math.min(2 * tap.wait, LONGEST_RETRY);
  if (Date.now() - tap.since > PATIENCE) say("waiting");
  body.classList.toggle("keeping", kept.add(tap).size);
  setTimeout(sendAgain, tap.wait, tap, request);
}

function missed({ elt, triggeringEvent: tap }) {
  setTimeout(refresh, 1000);
  if (!tap?.isTrusted) return; // the page asked by itself
  pulse(elt);
  body.classList.add("offline");
}

function sendAgain(tap, { path, formData, target }) {
  const source = body.appendChild(document.createElement("i"));
  source.tap = tap;
  target = target.isConnected ? target : "#main";
  htmx.ajax("POST", path, { source, target, values: formData }).finally(() => source.remove());
}

function answered({ elt, parameters }, status) {
  document.querySelector(`[name=op][value="${parameters.op}"]`)?.setAttribute("value", newOp());
  if (!kept.delete(elt.tap)) return;
  body.classList.toggle("keeping", kept.size);
  if (status < 400) refusal.replaceChildren();
}

function say(what) {
  refusal.textContent = refusal.dataset[what];
}

// What a tap did is shown.
let page = location.pathname;
let scrolledAt = 0;
for (const way of ["wheel", "touchmove"]) addEventListener(way, (event) => { scrolledAt = event.timeStamp; });

function focus(element) {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

// The height between the bars.
function room(more = 0) {
  const [above, below] = ["top", "nav"].map((id) => (byId(id)?.offsetHeight ?? 0) + 8);
  document.documentElement.style.scrollPaddingBlock = `${above}px ${below + more}px`;
  return innerHeight - above - below;
}

function show(outcome) {
  const most = room();
  const card = outcome.closest(".card") ?? outcome;
  if (card.offsetHeight <= most) card.scrollIntoView({ block: "nearest" });
  outcome.scrollIntoView({ block: outcome.offsetHeight > most ? "start" : "nearest" });
  if (outcome.contains(document.activeElement)) return;
  focus(outcome);
  if (!outcome.matches("#did")) byId("did")?.replaceChildren();
}

// Who types elsewhere or has scrolled is left there.
function isBusy(form, tap) {
  const typing = document.activeElement.matches(":read-write, select");
  return scrolledAt > (tap?.timeStamp ?? 0) || (typing && !form?.contains(document.activeElement));
}

function showOutcome(id, form, tap) {
  const left = page !== (page = location.pathname);
  if (id === null) return;
  const outcome = (!left && byId(id)) || document.querySelector("main h1");
  if (outcome.localName === "h1") {
    scrollTo(0, 0);
    focus(outcome);
  } else if (!form?.matches(".taps") && !isBusy(form, tap)) show(outcome);
}

function shown(xhr, request) {
  const { verb, elt, target, triggeringEvent: tap } = request;
  const form = formOf(elt);
  hear(xhr.getResponseHeader("Version"));
  if (xhr.getResponseHeader("Refused")) refusal.innerHTML = xhr.response;
  if (xhr.status >= BROKEN) return keep(request);
  if (!stream) body.classList.remove("offline"); // else the stream tells
  answered(request, xhr.status);
  if (xhr.status >= 400) {
    giveBack(request);
    return (verb === "post" || form) && refuse(xhr, form);
  }
  if (finger.target) navigator.vibrate?.(xhr.getResponseHeader("Felt"));
  if (verb === "get") {
    if (page !== (page = location.pathname)) {
      scrollTo(0, 0);
      refocus();
      setTimeout(catchUp, DOUBLE);
    }
    const seen = tap?.type === "submit" ? target : byId(elt.dataset.shows ?? (elt.closest(".ring") && "middle"));
    return seen && show(seen);
  }
  showOutcome(xhr.getResponseHeader("Outcome"), form, tap);
}

body.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig: request } }) => {
  const { elt, verb } = request;
  const from = page;
  const dropLate = (event) => {
    if (event.detail.xhr === xhr && from !== page) event.preventDefault();
  };
  request.taken = elt.tap?.taken ?? (verb === "get" ? [] : takeUnsent(elt, formOf(elt)));
  underway++;
  if (verb === "get") elt.addEventListener("htmx:beforeOnLoad", dropLate);
  xhr.addEventListener("loadend", () => {
    underway--;
    elt.removeEventListener("htmx:beforeOnLoad", dropLate);
  });
  xhr.addEventListener("abort", () => giveBack(request)); // another one of the same form takes its place
  xhr.addEventListener("error", () => keep(request)); // the form may be gone
  xhr.addEventListener("load", () => shown(xhr, request));
});

// A refused form stays as it was, the sentence beside its field.
let marked;

function refuse(xhr, form) {
  if (!xhr.getResponseHeader("Refused")) say("failed");
  const names = xhr.getResponseHeader("Field")?.split(" ");
  const field = [...form?.elements ?? []].find(({ name }) => names?.includes(name));
  if (!field) return;
  unmark();
  marked = field;
  const fault = Object.assign(document.createElement("small"), {
    id: "fault",
    className: "bad fault",
    textContent: refusal.textContent
  });
  (field.closest("label") ?? form).after(fault);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", fault.id);
  room(refusal.offsetHeight + 24);
  fault.scrollIntoView({ block: "nearest" });
}

function unmark() {
  byId("fault")?.remove();
  for (const name of ["aria-invalid", "aria-describedby"]) marked?.removeAttribute(name);
}

// Not shown: what is late, or refuses.
let home; // where to focus what is gone
const question = (url) => url?.replace(/[?&]since=[^&]*/g, "");
body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { target, xhr, requestConfig: { elt, path, verb } } = detail;
  const seq = Number(xhr.getResponseHeader("Seq"));
  const overtaken = seq && seq < Number(target.dataset?.seq);
  const notAsked = elt === target && question(path) !== question(elt.getAttribute("hx-get"));
  if (overtaken || notAsked || xhr.status >= 400) detail.shouldSwap = false;
  sentForm = verb === "get" ? null : formOf(elt) ?? body;
  isLive = elt === target;
  if (!detail.shouldSwap) return;
  beforeUpdate();
  if (!elt.isConnected) target.append(elt); // to inherit
  home ??= document.activeElement.closest("section, main, header");
});
const catchUp = () => document.querySelector("[data-seq]")?.dataset.seq < latest && refresh();

function refocus() {
  const heading = home?.isConnected && home.querySelector("h1, h2");
  if (home && document.activeElement === body) focus(heading || document.querySelector("main h1"));
  home = null;
}
body.addEventListener("htmx:afterSettle", () => {
  refocus();
  catchUp();
});
// A swallowed request rejects.
addEventListener("unhandledrejection", (event) => event.reason ?? event.preventDefault());

// A tapped number is typed anew; scrolling leaves it.
addEventListener("click", ({ target }) => target.type === "number" && target.select());
addEventListener("wheel", ({ target }) => target.type === "number" && target.blur());

// A held button counts on in view, and is one tap.
addEventListener("pointerdown", ({ target: button, pointerId, buttons }) => {
  const { form, dataset: { hold } } = button;
  if (!hold || buttons > 1 || slidIn(button)) return;
  const box = form.elements.value;
  const from = box.value;
  let ticks = button.by = 0;
  const timer = setInterval(() => {
    if (++ticks < 3) return;
    box.value = from;
    box.stepUp(button.by += Number(hold));
  }, TICK);
  button.setPointerCapture(pointerId);
  addEventListener("lostpointercapture", () => {
    clearInterval(timer);
    const { by } = button;
    if (by) htmx.ajax("POST", form.action, { source: button, values: { by } }).then(() => form.reset());
  }, { once: true });
});

// A drag marches, as two taps do.
addEventListener("pointerup", ({ clientX: x, clientY: y }) => {
  const token = finger.target?.closest(".token");
  const seat = () => document.elementFromPoint(x, y)?.closest(".ring a");
  if (!token || !seat() || seat() === token) return;
  const march = () => seat()?.closest(".go") && htmx.trigger(seat(), "click");
  if (token.matches(".chosen")) return march();
  htmx.trigger(token, "click");
  body.addEventListener("htmx:afterSettle", march, { once: true });
});

// An earlier name fills the next empty line.
body.addEventListener("click", ({ target: { dataset: { fill, colour } } }) => {
  const lines = [...document.querySelectorAll("[name$=-name]")].filter((line) => line.offsetParent);
  const line = lines.find(({ value }) => !value);
  if (!fill || !line || lines.some(({ value }) => value === fill)) return;
  const select = ({ form, name }) => form[name.replace("name", "colour")];
  const other = lines.find((each) => select(each).value === colour) ?? line;
  if (!other.value) {
    select(other).value = select(line).value;
    select(line).value = colour;
  }
  line.value = fill;
});

// What is said stays until a touch.
for (const touch of ["pointerdown", "keydown"])
  body.addEventListener(touch, (event) => {
    if (event.repeat && event.target.type === "submit") event.preventDefault();
    refusal.replaceChildren();
    byId("did")?.replaceChildren();
  });

// Messengers take no SVG.
document.addEventListener("load", ({ target: img }) => {
  if (!img.matches?.("[download] > img[src$=svg]")) return;
  const canvas = document.createElement("canvas");
  canvas.width = img.naturalWidth;
  canvas.height = img.naturalHeight;
  canvas.getContext("2d").drawImage(img, 0, 0);
  const link = img.parentNode;
  link.href = img.src = canvas.toDataURL();
  link.download = link.download.replace("svg", "png");
}, true);

// Clocks go on. Another turn is known by when it began: two that have both just begun say "0 seconds" alike.
setInterval(() => document.querySelectorAll("[data-running]").forEach((clock) => {
  const { running, since } = clock.dataset;
  const now = Math.floor(Date.now() / 1000);
  if (clock.since !== since) Object.assign(clock, { since, from: now - running });
  const seconds = Math.max(0, now - clock.from);
  clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}), 1000);

// It has started: the page shows by itself what others do. An older browser never comes here.
byId("stale")?.remove();
body.removeAttribute("hx-disable");
