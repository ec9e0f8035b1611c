// The page, and what all modules say and do on it.
export const body = document.body;
export const byId = (id) => document.getElementById(id);
export const refusal = byId("refusal"); // the line in which each page says why a tap was refused
export const formOf = (elt) => elt.tap?.form ?? elt.closest("form"); // `tap` is set on what sends a kept tap again

export let scrolledAt = 0; // by its owner: the page scrolls, too, to what was done
for (const way of ["wheel", "pointercancel"]) addEventListener(way, (event) => { scrolledAt = event.timeStamp; }, true);

export function say(what) {
  refusal.textContent = refusal.dataset[what];
}

export function focus(element) {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

export const pulse = (element, time = 700) => element.animate({ opacity: [1, .2, 1, .2, 1] }, time);
