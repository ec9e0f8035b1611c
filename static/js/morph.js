// What comes is morphed into what is there. It leaves what somebody has opened, typed or chosen, unless that form was
// sent, or the table says something else of the field now than before. A live update leaves what a refusal offers, and
// the answer to what was chosen.
import { isAtFault } from "./refused.js";
import { isSent } from "./typed.js";

let sentForm = null;
let isLive = false;

// Says, before a swap, which form it answers (all of the page, or none), and whether it is a live update.
export function answering(form, live) {
  sentForm = form;
  isLive = live;
}

// What Enter has sent stays focused, and is the table's from then on: an undo, or the next sheet, writes over it.
const isBeingTyped = (node) => node === document.activeElement && node.localName !== "button" && !isSent(node);
const isLeft = (name, node) =>
  name === "tabindex" || (name === "open" && node.id) ||
  (name === "value" && (isBeingTyped(node) || (node.localName === "textarea" && !sentForm?.contains(node))));
const chosen = (field) => field.querySelector("option[selected]")?.value;
const told = (field) => [field.name, field.defaultValue, field.defaultChecked, chosen(field)].join();
const stays = (node, now) =>
  node.matches?.("input:not([type=hidden], [type=file]), select") && node.localName === now.localName &&
  !sentForm?.contains(node) && told(node) === told(now);

// What comes takes over what is there, before it is compared with that.
function takeOver(node, now) {
  if (/checkbox|radio/.test(node.type)) {
    now.checked = node.checked;
    return;
  }
  if (node.localName === "select" && ![...now.options].some(({ value }) => value === node.value)) return;
  if (node.localName === "input") now.setAttribute("value", now.defaultValue); // or Idiomorph empties it
  now.value = node.value;
}

Object.assign(Idiomorph.defaults.callbacks, {
  beforeAttributeUpdated: (name, node) => !isLeft(name, node),
  beforeNodeMorphed: (node, now) => {
    if (isLive && (node.id === "offer" || node.id === "priced")) return false;
    if (node.name === "op" && now.name === "op") return false; // a tap has its id until it counts
    if (!isLive && isAtFault(node)) return true;
    if (stays(node, now)) takeOver(node, now);
    return true;
  },
});
