// Not shown: what is late, or refuses.
import { body, focus, formOf } from "./page.js";
import { answering } from "./morph.js";
import { beforeUpdate } from "./slid.js";
import { latest, refresh } from "./stream.js";

let home; // where to focus what is gone
const question = (url) => url?.replace(/[?&]since=[^&]*/g, "");
body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { target, xhr, requestConfig: { elt, path, verb } } = detail;
  const seq = Number(xhr.getResponseHeader("Seq"));
  const overtaken = seq && seq < Number(target.dataset?.seq);
  const notAsked = elt === target && question(path) !== question(elt.getAttribute("hx-get"));
  if (overtaken || notAsked || xhr.status >= 400) detail.shouldSwap = false;
  answering(verb === "get" ? null : formOf(elt) ?? body, elt === target);
  if (!detail.shouldSwap) return;
  beforeUpdate();
  if (!elt.isConnected) target.append(elt); // to inherit
  home ??= document.activeElement.closest("section, main, header");
});
export const catchUp = () => document.querySelector("[data-seq]")?.dataset.seq < latest && refresh();

// What was held may have moved into what is folded: the browser lets go of it with its next frame.
const isLost = (held) => held === body || held.checkVisibility?.() === false;

export function refocus() {
  const heading = home?.isConnected && home.querySelector("h1, h2");
  if (home && isLost(document.activeElement)) focus(heading || document.querySelector("main h1"));
  home = null;
}
body.addEventListener("htmx:afterSettle", () => {
  refocus();
  catchUp();
});
// A swallowed request rejects.
addEventListener("unhandledrejection", (event) => event.reason ?? event.preventDefault());
