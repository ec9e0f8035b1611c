// A refused form stays as it was, with the sentence beside its field.
import { byId, refusal, say } from "./page.js";
import { room } from "./outcome.js";

let marked; // the field at fault

export function refuse(xhr, form) {
  if (!xhr.getResponseHeader("Refused")) say("failed");
  const names = xhr.getResponseHeader("Field")?.split(" ");
  const field = [...form?.elements ?? []].find(({ name }) => names?.includes(name));
  if (!field) return;
  unmark();
  marked = field;
  const fault = Object.assign(document.createElement("small"), {
    id: "fault",
    className: "bad fault",
    textContent: refusal.textContent
  });
  (field.closest("label") ?? form).after(fault);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", fault.id);
  room(refusal.offsetHeight + 24);
  fault.scrollIntoView({ block: "nearest" });
}

export function unmark() {
  byId("fault")?.remove();
  for (const name of ["aria-invalid", "aria-describedby"]) marked?.removeAttribute(name);
}

// An answer to the form puts its own field there.
export function isAtFault(field) {
  if (field !== marked) return false;
  marked = null;
  return true;
}
