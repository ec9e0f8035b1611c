// The screen stays awake at a table, where the browser allows it.
const { wakeLock } = navigator;
// Before iOS 18.4 a page opened from the home screen is granted what does nothing (WebKit's bug 254545). An iPad does
// not say its version; cookieStore came with 18.4, too.
const isInVain = navigator.standalone && !window.cookieStore;
let lock; // what the browser has granted; it takes it back whenever the page is hidden

// On the page that explains all this, one of its answers is shown.
function answer(id) {
  document.querySelectorAll("#answers > *").forEach((each) => { each.hidden = each.id !== id; });
}

// WebKit grants it only in a tap, and to each page anew; others at once. Any may refuse while the battery is low.
async function stayAwake({ type }) {
  if (document.hidden || lock?.released === false) return;
  try {
    lock = await wakeLock.request("screen");
    answer("awake");
  } catch {
    answer(type === "click" ? "refused" : "untried");
  }
}

if (!wakeLock) answer("asleep");
else if (isInVain) answer("in-vain");
else if (document.body.dataset.stream || document.getElementById("answers")) {
  document.addEventListener("visibilitychange", stayAwake);
  addEventListener("click", stayAwake, true);
  stayAwake({});
}
