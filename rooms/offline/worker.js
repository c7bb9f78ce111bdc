// The worker that runs the rules of the games: the same Python code as on the site, in a WebAssembly interpreter. The page sends
// requests as JSON and gets answers as JSON (rooms/offline/console.py).

const { version } = __CONFIG__; // the page must have the same one
const COMPILED = "kifu-compiled"; // the cache of the archive with compiled modules
let answer = null;

/** Starts the interpreter with the archive of the rules. */
async function start({ python, rules, language, files, home }) {
  const [{ loadPyodide }, stored] = await Promise.all([import(`${python}pyodide.mjs`), compiledArchive(rules)]);
  const py = await loadPyodide({ indexURL: python });
  const archive = stored ?? (await (await fetchFile(rules)).arrayBuffer());
  py.unpackArchive(archive, "zip", { extractDir: "/bundle" });
  py.globals.set("settings", JSON.stringify({ language, files, home }));
  answer = py.runPython(`
import json, random, sys
from pathlib import Path
sys.path.insert(0, "/bundle")
from rooms.offline.console import Console
_settings = json.loads(settings)
_console = Console(
    Path("/bundle"), _settings["language"], _settings["files"], random.SystemRandom(), _settings["home"]
)
_console.call
`);
  if (!stored) setTimeout(() => storeCompiled(py, rules), 2000);
}

async function fetchFile(url) {
  const found = await fetch(url);
  if (!found.ok) throw new Error(`${url}: ${found.status}`);
  return found;
}

async function compiledArchive(rules) {
  const found = await (await caches.open(COMPILED)).match(rules);
  return found ? found.arrayBuffer() : null;
}

/** Stores the archive with its modules compiled, which halves the time of the next start. Of other versions none stays. */
async function storeCompiled(py, rules) {
  py.runPython(`
import compileall, io, zipfile
compileall.compile_dir("/bundle", quiet=2, invalidation_mode=compileall.py_compile.PycInvalidationMode.UNCHECKED_HASH)
with zipfile.ZipFile("/compiled.zip", "w") as _archive:
    for _path in Path("/bundle").rglob("*"):
        if _path.is_file() and "cache" not in _path.parts:
            _archive.write(_path, str(_path.relative_to("/bundle")))
`);
  const data = py.FS.readFile("/compiled.zip");
  py.FS.unlink("/compiled.zip");
  const cache = await caches.open(COMPILED);
  for (const request of await cache.keys()) await cache.delete(request);
  await cache.put(rules, new Response(data, { headers: { "Content-Type": "application/zip" } }));
}

addEventListener("message", async ({ data: { id, start: config, request } }) => {
  try {
    if (config) {
      if (config.version !== version) throw new Error("The page and its worker have different versions.");
      await start(config);
      postMessage({ id, answer: "{}" });
    } else {
      postMessage({ id, answer: answer(request) });
    }
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
