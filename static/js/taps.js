// Each tap on a counter counts; elsewhere two at one place in a moment are one: a finger that bounces, or an impatient
// one, would end two turns. The place is that on the page, which may have scrolled in between.
import { body, formOf, pulse } from "./page.js";
import { unmark } from "./refused.js";
import { MOMENT, slidIn } from "./slid.js";

const DOUBLE = 350; // ms, and
const NEAR = 40; // pixels between the two of a double tap

export let finger = { pageX: 0, pageY: 0 }; // where it was put down last
let lastTap = { at: 0 };
let tapped;
addEventListener("pointerdown", (event) => {
  finger = event;
}, true);

const newOp = () => crypto.getRandomValues(new Uint32Array(3)).join("");
const lost = new Map(); // by op: what was chosen in taps that got no answer

// What somebody has chosen, without what the page adds by itself.
function chosenIn(elt, formData) {
  const sent = new URLSearchParams(formData);
  for (const { name, type } of formOf(elt)?.elements ?? [])
    if (type === "hidden") sent.delete(name);
  return `${sent}`;
}

export function lose({ elt, parameters: { op }, formData }) {
  if (!lost.has(op)) lost.set(op, chosenIn(elt, formData));
}

// The next tap of a form is another one; says its op.
export function renew(op) {
  const next = newOp();
  lost.delete(op);
  document.querySelector(`[name=op][value="${op}"]`)?.setAttribute("value", next);
  return next;
}

const isDouble = () => {
  const { pageX: x, pageY: y, timeStamp } = finger;
  const at = timeStamp > lastTap.at ? timeStamp : performance.now();
  const isNear = timeStamp && Math.hypot(x - lastTap.x, y - lastTap.y) < NEAR; // keys without any touch lie nowhere
  const double = isNear && at - lastTap.at < DOUBLE;
  if (!double) lastTap = { x, y, at };
  return double;
};
body.addEventListener("htmx:configRequest", (event) => {
  const { verb, elt, parameters, formData, triggeringEvent: tap } = event.detail;
  if (verb === "get" || elt.tap) return;
  unmark();
  parameters.seen &&= elt.closest("[data-seq]")?.dataset.seq ?? parameters.seen;
  if (elt.closest(".taps")) parameters.op = newOp();
  else if (tap?.type !== "input" && isDouble()) event.preventDefault();
  else if (lost.has(parameters.op) && lost.get(parameters.op) !== chosenIn(elt, formData))
    parameters.op = renew(parameters.op); // the same again is the same tap, another choice another one
});
addEventListener("click", (event) => {
  const { target, detail } = event;
  const isNew = tapped !== (tapped = target);
  const slid = detail && event.isTrusted && slidIn(target);
  if (slid) pulse(slid, MOMENT);
  else if (!detail || !target.by && (!(isNew && detail > 1) || target.closest(".taps"))) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
