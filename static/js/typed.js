// What somebody has typed or chosen and not sent yet.
const unsent = new Set(); // fields
const sent = new WeakSet(); // and not touched since
addEventListener("input", ({ target }) => unsent.add(target));
for (const touch of ["input", "focusin"]) addEventListener(touch, ({ target }) => sent.delete(target));

// A request takes along its field or its form; they come back if it is refused.
export function takeUnsent(elt, form) {
  const alone = elt.matches("input, select, textarea");
  const taken = [...unsent].filter((field) => field === elt || (!alone && form && field.form === form));
  for (const field of taken) {
    unsent.delete(field);
    sent.add(field);
  }
  return taken;
}

export function giveBack({ taken }) {
  for (const field of taken) {
    unsent.add(field);
    sent.delete(field);
  }
}

export const isSent = (field) => sent.has(field);
export const isTyped = () => [...unsent].some((field) => field.isConnected && field.value);
