// Companion's server in a browser: this service worker runs the app, answers all pages, and keeps the database.
//
// The build writes four constants before this: VERSION, FILES, which maps each file of the site to its SHA-256, SIZE, the
// bytes of them all, and PAGE, what the first page has before its script and after it.
// Requests are answered one after the other. What a request has written is saved before its answer goes out: a browser
// may stop a worker at any moment, and a tap that was answered must be there afterwards.
importScripts("python/pyodide.js", "python/pyodide.asm.js");

const ROOT = new URL("./", location).href; // whatever path the site is served at
const CACHE = `companion-${VERSION} ${ROOT}`; // another copy may lie on the same host
const DATA = "/data";
const SAVED = ["companion.db", "secret_key", "cookies.json"];
const STARTED = "started"; // is answered once the app is there
const KEPT = "kept.db";
const BEAT = 5000; // ms between two signs of life on a stream
const LONGEST = 240000; // ms until a stream ends, and the page opens another: browsers stop what takes five minutes
const OPENING = 10000; // ms that a browser may take to open a database: Safari has left it without an answer
const UNSEEN = 1000; // ms that a start may take until a page says that it does
const MOST = 2 ** 25; // bytes of a form that Python is told of: more than it takes, so that it says so in words
const encoder = new TextEncoder();

// The site's files

const nameOf = (url) => url.slice(ROOT.length).split(/[?#]/)[0];

// `count` hears how many bytes have come: what `integrity` checks comes only as a whole, so this checks by itself.
async function fetchFile(name, count = () => {}) {
  const answer = await network(new URL(name, ROOT), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const counting = new TransformStream({
    transform(piece, control) {
      count(piece.length);
      control.enqueue(piece);
    },
  });
  const file = new Response(answer.body?.pipeThrough(counting), { headers: answer.headers });
  if ((await digest(file.clone())) !== FILES[name]) throw new Error(`${name} is of another version`);
  return file;
}

// Each file is what the build has hashed: a host that is half updated installs nothing.
async function install() {
  const cache = await caches.open(CACHE);
  let loaded = 0, told = 0;
  const count = (more) => {
    loaded += more;
    if (loaded - told < SIZE / 100) return;
    told = loaded;
    tellPages({ loaded: loaded / SIZE });
  };
  for (const name of Object.keys(FILES)) {
    const known = await caches.match(new URL(name, ROOT), { ignoreSearch: true });
    const same = known && (await digest(known.clone())) === FILES[name];
    await cache.put(new URL(name, ROOT), same ? known : await fetchFile(name, count));
  }
}

async function tellPages(what) {
  for (const page of await clients.matchAll({ includeUncontrolled: true })) page.postMessage(what);
}

async function digest(answer) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.arrayBuffer()));
  return btoa(String.fromCharCode(...hash));
}

async function file(name) {
  const cache = await caches.open(CACHE);
  return (await cache.match(new URL(name, ROOT))) ?? fetchFile(name);
}

// What runs Python fetches its parts itself, which a worker's own `fetch` would ask the host for.
const network = self.fetch.bind(self);
self.fetch = (asked, how) => {
  const name = nameOf(new URL(asked.url ?? asked, location).href);
  return name in FILES ? file(name) : network(asked, how);
};

async function unpacked(name) {
  const { body } = await file(name);
  return new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

// The database, as one record: its files, which version of Companion has written them, and the how manieth save it is

// Nothing can be kept here: a browser may allow workers and no data, or have no room.
class Shut extends Error {}

function opened() {
  return new Promise((done, fail) => {
    const asked = indexedDB.open(`companion ${ROOT}`, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("kept");
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
    setTimeout(fail, OPENING, new Error("The browser opens no database."));
  }).catch((error) => { throw new Shut(error); });
}

let store;
let saves = 0; // the number of the last save that this worker has made or read
let before; // what another version of Companion has kept: a copy of it stays beside the first save of this one

// Runs `work` on what is kept in one transaction, which is on the disk when this resolves.
async function within(mode, work) {
  const begun = () => store.transaction("kept", mode, { durability: "strict" });
  let transaction;
  try {
    store ??= await opened();
    transaction = begun();
  } catch (error) {
    if (error.name !== "InvalidStateError") throw error;
    store = await opened(); // the browser has closed it, as WebKit does where its own process for it has ended
    transaction = begun();
  }
  const ended = new Promise((done, fail) => {
    transaction.oncomplete = done;
    transaction.onabort = () => fail(transaction.error ?? new Stale());
  });
  let result;
  work(transaction.objectStore("kept"), (value) => { result = value; }, transaction);
  await ended;
  return result;
}

// Another worker has saved meanwhile, as the old one and the new one during an update: this one's state is outdated.
class Stale extends Error {}

const load = () => within("readonly", (kept, give) => {
  kept.get("all").onsuccess = ({ target }) => give(target.result);
});

function save() {
  const files = SAVED.filter((name) => python.FS.analyzePath(`${DATA}/${name}`).exists)
    .map((name) => [name, python.FS.readFile(`${DATA}/${name}`)]);
  return within("readwrite", (kept, _, transaction) => {
    kept.get("all").onsuccess = ({ target: { result } }) => {
      if ((result?.saves ?? 0) !== saves) return transaction.abort();
      if (before) kept.put(before, "before");
      kept.put({ files, version: VERSION, saves: saves + 1 }, "all"); // what this throws aborts the transaction, too
    };
  }).then(() => {
    saves += 1;
    before = undefined;
  });
}

function layOut(found) {
  saves = found?.saves ?? 0;
  for (const name of [...SAVED, "companion.db-wal", "companion.db-shm"])
    if (python.FS.analyzePath(`${DATA}/${name}`).exists) python.FS.unlink(`${DATA}/${name}`);
  for (const [name, content] of found?.files ?? []) python.FS.writeFile(`${DATA}/${name}`, content);
}

// The app

let python, bridge, began;
let isReady = false;
const took = {}; // ms of each part of the last start

async function start() {
  const from = performance.now();
  const mark = (part) => { took[part] = Math.round(performance.now() - from); };
  const archive = unpacked("python/app.pack");
  const image = unpacked("python/image.pack"); // Python's memory after the app was made
  const createPyodideModule = _createPyodideModule;
  python = await loadPyodide({ indexURL: `${ROOT}python/`, createPyodideModule, _loadSnapshot: image });
  mark("python");
  untar(await archive, "/app");
  mark("unpacked");
  const found = await load();
  before = found && found.version !== VERSION ? found : undefined;
  python.FS.mkdirTree(DATA);
  layOut(found);
  mark("loaded");
  bridge = python.globals.get("bridge");
  bridge.move(location.host, new URL(ROOT).pathname);
  bridge.wake();
  mark("app");
  if (bridge.has_written()) await save().catch(console.warn); // where no room is left, all can still be read and taken
  isReady = true;
  mark("ready");
}

function untar(archive, folder) {
  const text = (from, length) => new TextDecoder().decode(archive.subarray(from, from + length)).split("\0")[0];
  const made = new Set();
  for (let at = 0; archive[at]; ) {
    const prefix = text(at + 345, 155);
    const path = `${folder}/${prefix ? `${prefix}/` : ""}${text(at, 100)}`;
    const size = parseInt(text(at + 124, 12), 8);
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) python.FS.mkdirTree(parent);
    made.add(parent);
    python.FS.writeFile(path, archive.subarray(at + 512, at + 512 + size), { canOwn: true });
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

// A request, told to the app; if what it has written cannot be saved, it has not happened.
async function answer(request) {
  await (began ??= start());
  const asked = await told(request);
  const [given, stream] = ask(asked);
  if (!bridge.has_written()) return response(given, stream);
  let full;
  try {
    await save();
    return response(given, stream);
  } catch (error) {
    full = !(error instanceof Stale);
    stream.end();
    bridge.sleep();
    layOut(await load());
    bridge.wake.callKwargs({ full });
  }
  const [again, other] = ask(asked); // where the browser's storage is full, the app says so in words
  try {
    if (bridge.has_written() && !full) await save(); // what is written there is a cookie at most
  } finally {
    bridge.sleep();
    bridge.wake();
  }
  return response(again, other);
}

async function told(request) {
  const { method, url, referrer } = request;
  const headers = [...request.headers].filter(([name]) => !["accept-encoding", "if-modified-since"].includes(name));
  headers.push(["accept-language", navigator.languages.join(",")]); // which a worker does not see
  if (referrer) headers.push(["referer", referrer]);
  const body = ["GET", "HEAD"].includes(method) ? new Uint8Array() : await begun(await request.blob());
  return { method, url, headers, body };
}

// A file that somebody chose by mistake may be larger than the memory: of a blob only what is read is there.
const begun = async (blob) => new Uint8Array(await blob.slice(0, MOST).arrayBuffer());

function ask({ method, url, headers, body }) {
  const stream = new News();
  const given = bridge.answer(method, url, python.toPy(headers), python.toPy(body).tobytes(), stream.tell);
  const [status, named, content, close] = given.toJs({ depth: 3 });
  given.destroy();
  stream.close = close;
  return [{ status, headers: named, body: content.slice() }, stream];
}

const streams = new Set(); // which are open

// What a stream tells after its answer has begun.
class News {
  close = undefined;
  early = [];
  tell = (piece) => {
    if (!this.control) this.early.push(piece);
    else if (piece) this.put(piece);
    else this.end();
  };

  put(piece) {
    try {
      this.control.enqueue(encoder.encode(piece));
    } catch {
      this.end(); // the page has gone
    }
  }

  begin(control, first) {
    this.control = control;
    streams.add(this);
    control.enqueue(first);
    this.early.forEach(this.tell);
    this.beat = setInterval(() => this.put(`event: beat\ndata: ${Math.floor(Date.now() / 1000)}\n\n`), BEAT);
    this.last = setTimeout(() => this.end(), LONGEST);
  }

  end() {
    streams.delete(this);
    clearInterval(this.beat);
    clearTimeout(this.last);
    try {
      this.close?.();
    } catch {
      // Its Python has ended.
    }
    this.close = undefined;
    try {
      this.control?.close();
    } catch {
      // It was closed already.
    }
  }
}

const BODILESS = [204, 205, 304];

function response({ status, headers, body }, stream) {
  if (!stream.close) return new Response(BODILESS.includes(status) ? null : body, { status, headers });
  const pieces = new ReadableStream({
    start: (control) => stream.begin(control, body),
    cancel: () => stream.end(),
  });
  return new Response(pieces, { status, headers });
}

const HTML = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" };

// A phone that takes longer to start would show nothing: the first visit's page says what happens, and opens this one.
const starting = () => new Response(PAGE.join(`<script src="${ROOT}start.js"></script>`), { headers: HTML });

async function look(request) {
  const patience = new Promise((done) => setTimeout(done, UNSEEN, true));
  const isLate = await Promise.race([patience, (began ??= start()).catch(() => false)]);
  return isLate ? starting() : inTurn(() => answer(request));
}

// Where Companion does not start at all, a page says why, in words of its own. A newer version may start.
function broken(error) {
  began = undefined; // the next request tries again
  streams.forEach((stream) => stream.end()); // they would hear nothing of the next Python
  console.error(error);
  registration.waiting?.postMessage("take over");
  const why = String(error.message ?? error).trim().split("\n").pop();
  const isShut = error instanceof Shut;
  const [lang, title, text, reload, save] = navigator.language.startsWith("de")
    ? ["de", "Companion startet nicht",
       isShut
         ? "Der Browser kann hier nichts speichern. Erlaube Cookies und Websitedaten, oder mach Platz auf dem Handy."
         : "Deine Daten sind noch da. Lade neu oder starte den Browser neu.",
       "Neu laden", "Alles als Datei speichern"]
    : ["en", "Companion doesn't start",
       isShut
         ? "The browser can't save anything here. Allow cookies and site data, or make room on the phone."
         : "Your data is still there. Reload, or restart the browser.",
       "Reload", "Save everything as a file"];
  const safe = why.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt()};`);
  const page = `<!doctype html><html lang="${lang}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title>
<style>body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 10vh auto 0; padding: 0 1.2rem; }
a { display: block; padding: .7rem 0; } small { overflow-wrap: anywhere; }</style>
<main><h1>${title}</h1><p>${text}</p><a href="">${reload}</a>${isShut ? "" : `<a href="${ROOT}${KEPT}">${save}</a>`}
<p><small>${safe}</small></p></main>`;
  return new Response(page, { status: 503, headers: HTML });
}

// The database as it is kept, also where Python does not start.
async function keptFile() {
  const { files } = (await load()) ?? { files: [] };
  const named = { "Content-Disposition": 'attachment; filename="companion.db"', "Cache-Control": "no-store" };
  return new Response(new Map(files).get("companion.db"), { headers: named });
}

// What the browser tells

let turn = Promise.resolve();
const inTurn = (work) => (turn = turn.then(work).catch(broken));

addEventListener("install", (event) => event.waitUntil(install()));

addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const cacheName of await caches.keys())
    if (cacheName !== CACHE && (await caches.match(`${ROOT}index.html`, { cacheName }))) await caches.delete(cacheName);
  await clients.claim();
})()));

addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(turn.then(() => skipWaiting()));
  else if (event.data === "let go") {
    streams.forEach((stream) => stream.end());
    event.source.postMessage("gone");
  } else if (event.data === "took?") event.source.postMessage(took);
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (!request.url.startsWith(ROOT)) return;
  const name = nameOf(request.url);
  if (name in FILES && name !== "index.html") return event.respondWith(file(name));
  if (name === KEPT) return event.respondWith(keptFile());
  if (name === STARTED) return event.respondWith(inTurn(() => (began ??= start()).then(() => new Response())));
  const isLook = request.mode === "navigate" && request.method === "GET";
  event.respondWith(isLook && !isReady ? look(request) : inTurn(() => answer(request)));
});
