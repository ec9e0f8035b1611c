// A second tap means what lay under the finger before. If an update has slid something else there, such as "Pause"
// where "Done" was, that takes no tap for a moment, and pulses so that one sees it. What was there already takes each
// tap: a counter, a box that is ticked and unticked. So does everything for who taps elsewhere, has scrolled, or uses
// keys.
import { scrolledAt } from "./page.js";

export const MOMENT = 700;
const REACH = 24; // pixels from the last touch
const SAID = ["href", "hx-get", "hx-post", "formaction", "name", "value"]; // what an element says of what it does
const TAPPABLE = "a, button, label, summary, [hx-get]:not([hx-trigger]), [hx-post]:not(form, input)";
let touch; // the last one: where, when, and what lies round it, by name
let updatedAt = -Infinity;

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

// Once its owner has scrolled, the page lies under the finger as wished.
function forgetIfScrolled() {
  if (scrolledAt > touch?.at) touch = null;
}

function touched({ clientX: x, clientY: y, timeStamp: at }) {
  forgetIfScrolled();
  const isAgain = touch && Math.hypot(x - touch.x, y - touch.y) <= REACH;
  if (!isAgain) touch = null; // what lies here has not slid, whatever came to the place of the touch before
  touch = { x, y, at, around: around(x, y, isAgain ? updatedAt : -Infinity) };
}

addEventListener("pointerdown", touched, true);

export function beforeUpdate() {
  forgetIfScrolled();
  if (touch) touch.around = around(touch.x, touch.y, updatedAt);
  updatedAt = performance.now();
}

// Finds the control that has just slid under the touch, if this is part of one.
export function slidIn(target) {
  const control = touch && target.closest(TAPPABLE);
  const there = control && around(touch.x, touch.y, updatedAt).get(describe(control).name);
  return there && performance.now() - there.since < MOMENT ? control : null;
}
