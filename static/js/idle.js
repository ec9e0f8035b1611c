// On a screen in the middle of the table the cursor goes, until it is moved.
import { body, byId } from "./page.js";

const IDLE = 3000;
let idleTimer;

function showCursor() {
  body.classList.remove("idle");
  clearTimeout(idleTimer);
  idleTimer = setTimeout(() => body.classList.add("idle"), IDLE);
}

if (byId("board")) {
  showCursor();
  addEventListener("pointermove", showCursor);
}
