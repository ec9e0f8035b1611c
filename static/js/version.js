// A page of another version reloads once nobody would notice: no tap, no typed word and no unread sentence is lost.
import { body, refusal } from "./page.js";
import { isTyped } from "./typed.js";

const SILENT = 12000; // then the server may be gone
const CALM = 2000; // after a touch
const LEAVING = 15000; // how long another page may take to come
const MINUTE = 60000;

const { version } = body.dataset;
let newest;
let toldAt = Date.now();
let underway = 0; // requests, and taps that are kept
let isPressed = false;
let busyUntil = 0;

export function hear(version) {
  if (!version) return; // a proxy's own answer
  newest = version;
  hearAgain();
}

export function hearAgain() {
  toldAt = Date.now();
}

export const isSilent = () => Math.abs(Date.now() - toldAt) > SILENT; // also when the clock was set

// Counts what is on its way: 1 more, or one less.
export function count(more) {
  underway += more;
}

const busyFor = (time) => { busyUntil = Math.max(busyUntil, performance.now() + time); };
// A reload would stop a page that is on its way.
const leave = (event) => event.defaultPrevented || busyFor(LEAVING);
addEventListener("submit", leave);
addEventListener("click", (event) => event.target.closest("a") && leave(event));
for (const touch of ["pointerdown", "pointerup", "pointercancel", "keydown", "wheel", "touchmove"])
  addEventListener(touch, ({ type }) => {
    if (type.startsWith("pointer")) isPressed = type === "pointerdown";
    busyFor(CALM);
  }, { capture: true, passive: true });

const isCalm = () =>
  !underway && !isPressed && !document.hidden && performance.now() > busyUntil &&
  !isSilent() && // else a reload loses the page
  !refusal.textContent.trim() && !document.querySelector("#offer > *") && !isTyped();

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
