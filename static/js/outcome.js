// What a tap did is shown.
import { byId, focus, scrolledAt } from "./page.js";

export let page = location.pathname; // the one that is shown

// The height between the bars.
export function room(more = 0) {
  const [above, below] = ["top", "nav"].map((id) => (byId(id)?.offsetHeight ?? 0) + 8);
  document.documentElement.style.scrollPaddingBlock = `${above}px ${below + more}px`;
  return innerHeight - above - below;
}

export function show(outcome) {
  for (let fold = outcome.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  const most = room();
  const card = outcome.closest(".card") ?? outcome;
  if (card.offsetHeight <= most) card.scrollIntoView({ block: "nearest" });
  outcome.scrollIntoView({ block: outcome.offsetHeight > most ? "start" : "nearest" });
  if (outcome.contains(document.activeElement)) return;
  focus(outcome);
  if (!outcome.matches("#did")) byId("did")?.replaceChildren();
}

// Who types elsewhere or has scrolled is left there.
function isBusy(form, tap) {
  const typing = document.activeElement.matches(":read-write, select");
  return scrolledAt > (tap?.timeStamp ?? 0) || (typing && !form?.contains(document.activeElement));
}

// Says whether another page has come, and remembers which.
export const turnPage = () => page !== (page = location.pathname);

export function showOutcome(id, form, tap) {
  const left = turnPage();
  if (id === null) return;
  const outcome = (!left && byId(id)) || document.querySelector("main h1");
  if (outcome.localName === "h1") {
    scrollTo(0, 0);
    focus(outcome);
  } else if (!form?.matches(".taps") && !isBusy(form, tap)) show(outcome);
}
