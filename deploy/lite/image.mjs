// Starts the app and writes an image of Python's memory then, from which a browser goes on: a fifth of a start's work.
// What the image holds need not be loaded again: its compiled modules are removed from the folder.
// node image.mjs PYODIDE FOLDER IMAGE
import nodeCrypto from "node:crypto";
import { readFileSync, readdirSync, unlinkSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, folder, image] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
process.on("uncaughtException", (error) => { // else the whole runtime is printed, which is one line
  console.error(String(error.message ?? error).slice(-2000));
  process.exit(1);
});

// Two builds give the same image: no time, time zone, chance, language or path of this machine comes into it. Nothing
// secret does, either: whoever has the site has the image, and each browser draws what it keeps secret when it starts.
let now = Date.UTC(2025, 0), drawn = 1;
Date.now = () => now++;
performance.now = () => now++;
Math.random = () => (drawn = drawn * 16807 % 2147483647) / 2147483647;
nodeCrypto.randomFillSync = (bytes) => bytes.forEach((_, at) => { bytes[at] = 256 * Math.random(); });
process.argv = ["node", "image.mjs"];
process.env.TZ = "UTC";
if (globalThis.navigator) Object.defineProperty(navigator, "language", { value: "en" }); // since Node 21

const env = { PYTHONHASHSEED: "0", HOME: "/home/pyodide" };
const python = await loadPyodide({ indexURL: pyodide, _makeSnapshot: true, env });
layOut("");
const loaded = python.runPython(`
import gc
import sys
from pathlib import Path

sys.path.insert(0, "/app")
sys.dont_write_bytecode = True
from companion import create_app
from companion.alone.bridge import Bridge
from companion.web.assets import prewarm

bridge = Bridge(create_app(Path("/data"), ALONE=True, STATIC_CACHE=Path("/app/made/static")))
prewarm.load_ahead()
for page in ("", "djinn/new"):  # what every page needs is loaded by the first one that is drawn
    bridge.answer("GET", f"http://localhost/{page}", [])
bridge.sleep()
gc.collect()
paths = [getattr(module, "__file__", None) or "" for module in sys.modules.values()]
"\\n".join(path for path in paths if path.startswith("/app/") and path.endswith(".pyc"))
`);
for (const path of loaded.split("\n")) unlinkSync(folder + path.slice("/app".length));
writeFileSync(image, python.makeMemorySnapshot());

function layOut(inner) {
  python.FS.mkdirTree(`/app${inner}`);
  for (const found of readdirSync(folder + inner, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${inner}/${found.name}`;
    if (found.isDirectory()) layOut(path);
    else python.FS.writeFile(`/app${path}`, readFileSync(folder + path));
  }
}
