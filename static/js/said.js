// What is said stays until a touch.
import { body, byId, refusal } from "./page.js";

for (const touch of ["pointerdown", "keydown"])
  body.addEventListener(touch, (event) => {
    if (event.repeat && event.target.type === "submit") event.preventDefault();
    refusal.replaceChildren();
    byId("did")?.replaceChildren();
  });
