// Compiles what lies in a folder by the Python that will run it: modules, then all templates of the app.
// node compile.mjs PYODIDE FOLDER
import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
process.on("uncaughtException", (error) => { // else the whole runtime is printed, which is one line
  console.error(String(error.message ?? error).slice(-2000));
  process.exit(1);
});
const python = await loadPyodide();
python.FS.mkdirTree("/app");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/app");
python.runPython(`
import compileall
import sys
from pathlib import Path
from py_compile import PycInvalidationMode

hashed = PycInvalidationMode.UNCHECKED_HASH  # no time stands in what is built
if not compileall.compile_dir("/app", quiet=1, legacy=True, force=True, invalidation_mode=hashed):
    raise SystemExit("Some modules could not be compiled.")
for path in Path("/app").rglob("*.py"):
    path.unlink()
Path("/app/made").mkdir()
sys.path.insert(0, "/app")
from companion import create_app

app = create_app(Path("/data"), ALONE=True, STATIC_CACHE=Path("/app/made/static"), SECRET_KEY="of nobody")
for name in app.jinja_env.list_templates(extensions=["html", "svg", "js"]):
    app.jinja_env.get_template(name)
`);
