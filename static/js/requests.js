// A request goes out, and its answer is shown.
import { body, byId, formOf, refusal } from "./page.js";
import { answered, hasFile, keep } from "./kept.js";
import { page, show, showOutcome, turnPage } from "./outcome.js";
import { refuse } from "./refused.js";
import { stream } from "./stream.js";
import { catchUp, refocus } from "./swap.js";
import { finger } from "./taps.js";
import { giveBack, takeUnsent } from "./typed.js";
import { count, hear } from "./version.js";

const BROKEN = 502; // from here on nobody has answered
const OVERDUE = 15000; // ms; a line that drops all it is given breaks no connection
const SETTLED = 350; // ms, until the other page stands

const isUnanswered = ({ status }) => !status || status >= BROKEN;

function shown(xhr, request) {
  const { verb, elt, target, triggeringEvent: tap } = request;
  const form = formOf(elt);
  hear(xhr.getResponseHeader("Version"));
  if (xhr.getResponseHeader("Refused")) refusal.innerHTML = xhr.response;
  if (isUnanswered(xhr)) return;
  if (!stream) body.classList.remove("offline"); // else the stream tells
  answered(request, xhr.status);
  if (xhr.status >= 400) {
    giveBack(request);
    return (verb === "post" || form) && refuse(xhr, form);
  }
  if (finger.target) navigator.vibrate?.(xhr.getResponseHeader("Felt"));
  if (verb === "get") {
    if (turnPage()) {
      refusal.replaceChildren(); // of a tap on the page before
      scrollTo(0, 0);
      refocus();
      setTimeout(catchUp, SETTLED);
    }
    const { shows = tap?.type !== "submit" && elt.closest(".ring") && "middle" } = elt.dataset;
    const seen = shows ? byId(shows) : tap?.type === "submit" && target;
    return seen && show(seen);
  }
  showOutcome(xhr.getResponseHeader("Outcome"), form, tap);
}

body.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig: request } }) => {
  const { elt, verb } = request;
  const from = page;
  const dropLate = (event) => {
    if (event.detail.xhr === xhr && from !== page) event.preventDefault();
  };
  request.taken = elt.tap?.taken ?? (verb === "get" ? [] : takeUnsent(elt, formOf(elt)));
  count(1);
  if (!hasFile(elt)) xhr.timeout = OVERDUE;
  if (verb === "get") elt.addEventListener("htmx:beforeOnLoad", dropLate);
  xhr.addEventListener("loadend", () => {
    count(-1);
    elt.removeEventListener("htmx:beforeOnLoad", dropLate);
  });
  xhr.addEventListener("abort", () => giveBack(request)); // another one of the same form takes its place
  for (const end of ["onload", "onerror", "ontimeout"]) {
    const goOn = xhr[end]; // htmx sends at once what waits behind this in its form
    xhr[end] = () => {
      if (isUnanswered(xhr)) keep(request);
      goOn();
    };
  }
  xhr.addEventListener("load", () => shown(xhr, request));
});
