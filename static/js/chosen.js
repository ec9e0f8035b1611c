// What was chosen and not sent yet, as an address that names its turn, is there again when the bar leads back to it.
import { body } from "./page.js";

function remember() {
  const { pathname, search } = location;
  try {
    sessionStorage.setItem(pathname, /[?&]turn=/.test(search) ? search : "");
  } catch {
    // Nothing can be remembered: one chooses anew.
  }
}
remember();
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
