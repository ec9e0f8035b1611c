// What was chosen and not sent yet, as an address that names its turn, is there again when the bar leads back to it.
import { body, byId } from "./page.js";

function remember() {
  const { pathname, search } = location;
  try {
    sessionStorage.setItem(pathname, /[?&]turn=/.test(search) ? search : "");
  } catch {
    // Nothing can be remembered: one chooses anew.
  }
}
remember();

// A result that is told line by line is told to whoever was there: a page that came whole shows it all at once.
const skip = byId("skip");
if (skip) skip.checked = true;
body.addEventListener("htmx:replacedInHistory", remember);

addEventListener("click", ({ target }) => {
  const link = target.closest?.("#nav a");
  if (!link || link.pathname === location.pathname) return;
  try {
    link.search ||= sessionStorage.getItem(link.pathname) ?? "";
  } catch {
    // As above.
  }
}, { capture: true });
