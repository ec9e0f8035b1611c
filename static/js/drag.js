// A drag marches, as two taps do. One whose first look never came is forgotten with the next touch.
import { body } from "./page.js";
import { finger } from "./taps.js";

let march;
addEventListener("pointerdown", () => body.removeEventListener("htmx:afterSettle", march), true);

addEventListener("pointerup", ({ clientX: x, clientY: y }) => {
  const token = finger.target?.closest(".token");
  const seat = () => document.elementFromPoint(x, y)?.closest(".ring a");
  if (!token || !seat() || seat() === token) return;
  march = () => seat()?.closest(".go") && htmx.trigger(seat(), "click");
  if (token.matches(".chosen")) return march();
  htmx.trigger(token, "click");
  body.addEventListener("htmx:afterSettle", march, { once: true });
});
