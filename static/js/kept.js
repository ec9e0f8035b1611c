// A move without an answer is kept and sent again. A look is not: what one wished to see then, one may not wish later.
import { body, formOf, pulse, refusal, say } from "./page.js";
import { refresh } from "./stream.js";
import { newOp } from "./taps.js";
import { giveBack } from "./typed.js";
import { count } from "./version.js";

const PATIENCE = 120000; // then one is told that it waits
const LONGEST_WAIT = 15000;

const kept = new Set();

export function keep(request) {
  const { verb, elt } = request;
  if (verb === "get") return missed(request);
  const form = formOf(elt);
  if (form?.querySelector("[type=file]")) {
    giveBack(request);
    return say("failed");
  }
  const tap = elt.tap ?? { form, since: Date.now(), wait: 250, taken: request.taken };
  tap.wait = Math.min(2 * tap.wait, LONGEST_WAIT);
  if (Date.now() - tap.since > PATIENCE) say("waiting");
  if (!kept.has(tap)) count(1);
  body.classList.toggle("keeping", kept.add(tap).size);
  setTimeout(sendAgain, tap.wait, tap, request);
}

function missed({ elt, triggeringEvent: tap }) {
  setTimeout(refresh, 1000);
  if (!tap?.isTrusted) return; // the page asked by itself
  pulse(elt);
  body.classList.add("offline");
}

// One after the other, in the order of the taps: what was typed first never comes after its correction.
function sendAgain(tap, request) {
  if (tap !== kept.values().next().value) return setTimeout(sendAgain, 250, tap, request);
  const { path, formData, target } = request;
  const source = body.appendChild(document.createElement("i"));
  source.tap = tap;
  const place = target.isConnected ? target : "#main";
  htmx.ajax("POST", path, { source, target: place, values: formData }).finally(() => source.remove());
}

export function answered({ elt, parameters }, status) {
  document.querySelector(`[name=op][value="${parameters.op}"]`)?.setAttribute("value", newOp());
  if (!kept.delete(elt.tap)) return;
  count(-1);
  body.classList.toggle("keeping", kept.size);
  if (status < 400) refusal.replaceChildren();
}
