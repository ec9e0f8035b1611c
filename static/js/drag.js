// A drag marches, as two taps do.
import { body } from "./page.js";
import { finger } from "./taps.js";

addEventListener("pointerup", ({ clientX: x, clientY: y }) => {
  const token = finger.target?.closest(".token");
  const seat = () => document.elementFromPoint(x, y)?.closest(".ring a");
  if (!token || !seat() || seat() === token) return;
  const march = () => seat()?.closest(".go") && htmx.trigger(seat(), "click");
  if (token.matches(".chosen")) return march();
  htmx.trigger(token, "click");
  body.addEventListener("htmx:afterSettle", march, { once: true });
});
