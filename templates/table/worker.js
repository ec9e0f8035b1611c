// Keeps the static files, whose addresses change with what is in them, and a page to show where Companion is out of
// reach. Nothing else is kept, so nothing can be old; what a phone sends never comes through here.
const name = {{ name | tojson }};
const files = {{ kept | tojson }};
const offline = files.at(-1);

const begin = async () => {
  const kept = await caches.open(name);
  await kept.addAll(files);
  await skipWaiting();
};

const takeOver = async () => {
  const own = /^[0-9a-f]{10}$/; // Companion without a server may lie on the same host, and keeps its own
  for (const other of await caches.keys()) if (own.test(other) && other !== name) await caches.delete(other);
  await registration.navigationPreload?.enable();
  await clients.claim();
};

const file = async (request) => (await caches.match(request)) ?? fetch(request);

const page = async (event) => {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return caches.match(offline);
  }
};

addEventListener("install", (event) => event.waitUntil(begin()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const [address] = request.url.slice(location.origin.length).split("#"); // a picture is asked for with its name
  if (files.slice(0, -1).includes(address)) event.respondWith(file(request));
  else if (request.mode === "navigate" && request.method === "GET") event.respondWith(page(event));
});
