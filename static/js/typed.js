// What somebody has typed or chosen and not sent yet.
const unsent = new Set(); // fields
addEventListener("input", ({ target }) => unsent.add(target));

// A request takes along its field or its form; they come back if it is refused.
export function takeUnsent(elt, form) {
  const alone = elt.matches("input, select, textarea");
  const taken = [...unsent].filter((field) => field === elt || (!alone && form && field.form === form));
  for (const field of taken) unsent.delete(field);
  return taken;
}

export function giveBack({ taken }) {
  for (const field of taken) unsent.add(field);
}

export const isTyped = () => [...unsent].some((field) => field.isConnected && field.value);
