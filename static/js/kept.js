// A move without an answer is kept and sent again. A look is not: what one wished to see then, one may not wish later.
import { body, formOf, pulse, refusal, say } from "./page.js";
import { refresh } from "./stream.js";
import { lose, renew } from "./taps.js";
import { giveBack, takeUnsent } from "./typed.js";
import { count } from "./version.js";

const PATIENCE = 120000; // then one is told that it waits
const LONGEST_WAIT = 15000;

const kept = new Map(); // taps, each with its request
let nextTry; // the timer
let resent; // what sends the first of them

export const hasFile = (elt) => formOf(elt)?.querySelector("[type=file]");

export function keep(request) {
  const { verb, elt, taken } = request;
  if (verb === "get") return missed(request);
  if (hasFile(elt)) {
    giveBack(request);
    return say("failed");
  }
  const tap = elt.tap ?? { form: formOf(elt), since: Date.now(), wait: 250, taken };
  tap.wait = Math.min(2 * tap.wait, LONGEST_WAIT);
  if (Date.now() - tap.since > PATIENCE) say("waiting");
  if (!kept.has(tap)) count(1);
  lose(request);
  body.classList.toggle("keeping", kept.set(tap, request).size);
  sendFirst(tap.wait);
}

function missed({ elt, triggeringEvent: tap }) {
  setTimeout(refresh, 1000);
  if (!tap?.isTrusted) return; // the page asked by itself
  pulse(elt);
  body.classList.add("offline");
}

// One after the other, in the order of the taps: what was typed first never comes after its correction.
function sendFirst(wait = 0) {
  clearTimeout(nextTry);
  nextTry = setTimeout(() => {
    if (resent?.isConnected || !kept.size) return;
    const [
      [tap, { path, formData, target }]
    ] = kept;
    resent = body.appendChild(document.createElement("i"));
    resent.tap = tap;
    const source = resent;
    const place = target.isConnected ? target : "#main";
    htmx.ajax("POST", path, { source, target: place, values: formData }).finally(() => source.remove());
  }, wait);
}
addEventListener("online", () => sendFirst());
addEventListener("beforeunload", (event) => kept.size && event.preventDefault()); // another page forgets them

// A tap waits for those before it. It shows that somebody is there, so that the first is tried at once.
body.addEventListener("htmx:beforeRequest", (event) => {
  const request = event.detail.requestConfig;
  const { verb, elt } = request;
  if (verb === "get" || elt.tap || !kept.size || hasFile(elt)) return;
  event.preventDefault();
  request.taken = takeUnsent(elt, formOf(elt));
  keep(request);
  sendFirst();
});

export function answered({ elt, parameters }, status) {
  renew(parameters.op);
  if (!kept.delete(elt.tap)) return;
  elt.remove();
  count(-1);
  body.classList.toggle("keeping", kept.size);
  if (status < 400) refusal.replaceChildren();
  sendFirst();
}
