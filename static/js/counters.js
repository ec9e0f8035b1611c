// Numbers that are counted.
import { body } from "./page.js";
import { slidIn } from "./slid.js";

const TICK = 120; // ms; a held button counts on from the third

// A tapped number is typed anew; scrolling leaves it.
addEventListener("click", ({ target }) => target.type === "number" && target.select());
addEventListener("wheel", ({ target }) => target.type === "number" && target.blur());

// The pad of larger numbers closes after a pick, by a tap beside it and by Escape; its own button closes it anyway.
const shut = () => {
  const pad = document.querySelector(".pad[open]");
  if (pad) pad.open = false;
  return pad;
};
addEventListener("click", ({ target }) => target.closest(".pad summary") || shut());
addEventListener("keydown", ({ key }) => key === "Escape" && shut()?.firstElementChild.focus());

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
    const reset = () => body.matches(".keeping") || form.reset();
    if (by) htmx.ajax("POST", form.action, { source: button, values: { by } }).then(reset);
  }, { once: true });
});
