// The service worker of the pages that record games. It stores one version of the page for recording without a connection, with
// exactly the files of this version. Other pages are never stored: they can contain secrets.

const CONFIG = __CONFIG__;
const OWN = `kifu-offline-${CONFIG.language}-`; // a cache for each version of the page
const PYTHON = `kifu-python-${CONFIG.language}-`; // and one for each version of the interpreter
const here = (url) => new URL(url, location.href).href;
const known = new Set([...CONFIG.own, ...CONFIG.interpreter].map(here));
const page = here(CONFIG.page);

async function add(cache, url, mode) {
  const answer = await fetch(url, { cache: mode, credentials: "omit" });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  await cache.put(url, answer);
}

/** Stores everything, or nothing: a version without one of its files is not used. */
async function install() {
  const own = await caches.open(OWN + CONFIG.version);
  try {
    await Promise.all(CONFIG.own.map((url) => add(own, url, "no-cache")));
    const text = await (await own.match(CONFIG.page)).text();
    if (!text.includes(`data-version="${CONFIG.version}"`)) throw new Error("The page has another version.");
  } catch (error) {
    await caches.delete(OWN + CONFIG.version);
    throw error;
  }
  const python = await caches.open(PYTHON + CONFIG.python);
  for (const url of CONFIG.interpreter) if (!(await python.match(url))) await add(python, url, "default");
}

/** Removes other versions. This runs only when no page uses them any more. */
async function activate() {
  for (const name of await caches.keys()) {
    const isOld = name.startsWith(OWN) && name !== OWN + CONFIG.version;
    const isOldPython = name.startsWith(PYTHON) && name !== PYTHON + CONFIG.python;
    if (isOld || isOldPython) await caches.delete(name);
  }
  await clients.claim();
}

async function stored(url) {
  const own = await caches.open(OWN + CONFIG.version);
  return (await own.match(url)) ?? (await (await caches.open(PYTHON + CONFIG.python)).match(url));
}

/** Returns a file of the page. Other pages get theirs from the site. */
async function file(event) {
  const client = event.clientId ? await clients.get(event.clientId) : null;
  const isOwn = !client || new URL(client.url).pathname.startsWith(new URL(page).pathname);
  return (isOwn && (await stored(event.request.url))) || fetch(event.request);
}

async function navigated(request) {
  try {
    return await fetch(request);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // the network failed
    return Response.redirect(page);
  }
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = request.url.split("#")[0];
  if (request.mode === "navigate" && url === page) event.respondWith(stored(page).then((found) => found ?? fetch(request)));
  else if (request.mode === "navigate") event.respondWith(navigated(request));
  else if (known.has(url)) event.respondWith(file(event));
});
