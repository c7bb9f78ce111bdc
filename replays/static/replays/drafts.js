// The draft of a log, stored only in this browser until it is uploaded.

const PREFIX = "draft:";

/** Calls a function of the storage; without storage (blocked, full) there is no draft. */
function attempt(use) {
  try {
    return use(window.localStorage);
  } catch {
    return null;
  }
}

/** Returns functions for the draft with a name; an empty name means that nothing is stored. */
export function openDraft(name) {
  const key = PREFIX + name;
  const has = Boolean(name);
  return {
    read: () => (has && attempt((storage) => storage.getItem(key))) || "",
    /** Stores a text, or deletes the draft if it is empty; returns whether there is a draft now. */
    write(text) {
      if (!has) return false;
      return attempt((storage) => {
        if (text.trim()) storage.setItem(key, text);
        else storage.removeItem(key);
        return Boolean(text.trim());
      }) ?? false;
    },
  };
}
