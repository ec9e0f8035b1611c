// Starts the app and writes an image of Python's memory then, from which a browser goes on: a fifth of a start's work.
// What the image holds need not be loaded again: its compiled modules are removed from the folder.
// node image.mjs PYODIDE FOLDER IMAGE
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, folder, image] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
process.on("uncaughtException", (error) => { // else the whole runtime is printed, which is one line
  console.error(String(error.message ?? error).slice(-2000));
  process.exit(1);
});
const python = await loadPyodide({ _makeSnapshot: true, env: { PYTHONHASHSEED: "0", HOME: "/home/pyodide" } });
python.FS.mkdirTree("/app");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/app");
python.runPython(`
import gc
import os
import sys
from pathlib import Path

sys.path.insert(0, "/app")
sys.dont_write_bytecode = True
from companion import create_app
from companion.alone.bridge import Bridge
from companion.web.assets import prewarm

bridge = Bridge(create_app(Path("/data"), ALONE=True, STATIC_CACHE=Path("/app/made/static")))
prewarm.load_ahead()
bridge.sleep()
for module in [*sys.modules.values()]:
    path = getattr(module, "__file__", None) or ""
    if path.startswith("/app/") and path.endswith(".pyc"):
        os.unlink(path)
gc.collect()
`);
writeFileSync(image, python.makeMemorySnapshot());
