// What this device stores until the site has it: drafts of games, and copies of tables that were opened with a connection.

const NAME = "kifu-house";
let opening = null;

function open() {
  opening ??= new Promise((done, fail) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("drafts", { keyPath: "id" });
      request.result.createObjectStore("copies", { keyPath: "code" });
    };
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  return opening;
}

/** Runs `use(store)` in a transaction, and returns the result of its last request once everything is on the disk. */
async function run(name, mode, use) {
  const database = await open();
  return new Promise((done, fail) => {
    const transaction = database.transaction(name, mode, { durability: "strict" });
    const request = use(transaction.objectStore(name));
    transaction.oncomplete = () => done(request?.result);
    transaction.onerror = transaction.onabort = () => fail(transaction.error);
  });
}

export const allDrafts = () => run("drafts", "readonly", (store) => store.getAll());
export const draftWith = (id) => run("drafts", "readonly", (store) => store.get(id));
export const removeDraft = (id) => run("drafts", "readwrite", (store) => store.delete(id));

/** Returns what is stored about a draft besides its game, which a window that records it never changes. */
const noted = ({ queued = null, answer = null, url, visibility }) => ({ queued, answer, url, visibility });

/** Stores a draft if the stored one still has the version that it follows. Returns whether it did. */
export async function putDraft(draft, version) {
  let isStored = true;
  await run("drafts", "readwrite", (store) => {
    const request = store.get(draft.id);
    request.onsuccess = () => {
      const found = request.result;
      isStored = version === null ? !found : found?.version === version;
      if (isStored) store.put(found ? { ...draft, ...noted(found) } : draft);
    };
    return request;
  });
  return isStored;
}

/** Changes what is stored about a draft besides its game: whether it is to be sent, and the site's answer. With a version, only
 * while the draft has it. */
export async function noteDraft(id, changes, version = null) {
  await run("drafts", "readwrite", (store) => {
    const request = store.get(id);
    request.onsuccess = () => {
      const found = request.result;
      if (found && (version === null || found.version === version)) store.put({ ...found, ...changes });
    };
    return request;
  });
}

export const putCopy = (copy) => run("copies", "readwrite", (store) => store.put(copy));
export const copyOf = (code) => run("copies", "readonly", (store) => store.get(code));
export const removeCopy = (code) => run("copies", "readwrite", (store) => store.delete(code));
