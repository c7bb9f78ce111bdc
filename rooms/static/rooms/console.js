// Calls the rules, which run in a worker.

let worker = null;
let started = null;
let number = 0;
const waiting = new Map();

function post(message) {
  const id = ++number;
  return new Promise((done, fail) => {
    waiting.set(id, { done, fail });
    worker.postMessage({ id, ...message });
  });
}

/** Starts the worker once. Returns a promise that fails if the rules can't run. */
export function startRules(config) {
  if (started) return started;
  worker = new Worker(config.worker, { type: "module" });
  worker.addEventListener("message", ({ data: { id, answer, error } }) => {
    const { done, fail } = waiting.get(id);
    waiting.delete(id);
    if (error) fail(new Error(error));
    else done(JSON.parse(answer));
  });
  worker.addEventListener("error", ({ message }) => {
    for (const { fail } of waiting.values()) fail(new Error(message));
    waiting.clear();
  });
  const { version, python, rules, language, files, page } = config;
  started = post({ start: { version, python, rules, language, files, home: page } });
  return started;
}

/** Asks the rules; the answer is data. */
export async function ask(request) {
  await started;
  return post({ request: JSON.stringify(request) });
}
