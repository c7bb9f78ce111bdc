// The upload page and the page of a correction: an editor, a check while typing, corrections, and the board at the cursor.

import { openDraft } from "./drafts.js";
import { openEditor, plainBox } from "./editor.js";
import { watchFiles } from "./upload.js";

const CHECK_DELAY = 350, BOARD_DELAY = 120, DRAFT_DELAY = 300, LONGEST = 200_000;

/** Calls a function after a pause in its calls. */
function debounced(run, delay) {
  let timer = 0;
  const call = () => {
    clearTimeout(timer);
    timer = setTimeout(run, delay);
  };
  call.cancel = () => clearTimeout(timer);
  return call;
}

/** Sends the text to be checked. A newer request cancels the one before; after "too many requests" it waits. */
function openChecks(form, box, show) {
  let running = null;
  let blockedUntil = 0;
  return async function check(params) {
    running?.abort();
    const request = (running = new AbortController());
    const wait = blockedUntil - Date.now();
    if (wait > 0) await new Promise((done) => { setTimeout(done, wait); });
    if (request.signal.aborted) return null;
    const body = new URLSearchParams({
      csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value, text: box.value, purpose: form.dataset.purpose ?? "", ...params,
    });
    const text = box.value;
    try {
      const response = await fetch(form.dataset.workbench, { method: "POST", body, signal: request.signal });
      if (response.status === 429) {
        blockedUntil = Date.now() + 1000 * Number(response.headers.get("Retry-After") ?? 5);
        return check(params);
      }
      const answer = response.ok ? await response.json() : null;
      if (answer && running === request && box.value === text) show(answer);
      return answer;
    } catch {
      return null; // cancelled, or the site can't be reached: the next change checks again
    }
  };
}

/** Writes the answer of a check into the page. */
function writeAnswer(form, answer) {
  const put = (name) => {
    const html = answer[name];
    if (html === undefined) return;
    const target = form.querySelector(`[data-${name}]`);
    const hadFocus = target.contains(document.activeElement);
    target.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
    if (hadFocus) (target.querySelector("ol button") ?? target.querySelector("h2")).focus();
  };
  ["bar", "problems", "board"].forEach(put);
  if (answer.state !== undefined) form.dataset.state = answer.state;
}

/** Sends the form without leaving the page until it is accepted, so that the draft is deleted only then. */
async function send(form, status, isSaved) {
  const button = form.querySelector("button[value=keep]");
  const body = new FormData(form, button);
  form.dataset.sent = "yes";
  button.setAttribute("aria-busy", "true");
  status.textContent = form.dataset.sending;
  try {
    const response = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { Accept: "application/json" } });
    const answer = await response.json();
    if (answer.url) {
      isSaved();
      window.location.assign(answer.url);
      return;
    }
    status.textContent = answer.problem;
  } catch {
    status.textContent = form.dataset.failed;
  }
  delete form.dataset.sent;
  button.removeAttribute("aria-busy");
}

function openWorkbench(form) {
  const box = form.querySelector("textarea[name=text]");
  const status = form.querySelector("[data-upload-status]");
  const draft = openDraft(form.dataset.draft ?? "");
  const note = form.querySelector("[data-draft-note]");
  let editor = null;
  let boardLine = 0;
  let isFixing = false;
  let isStale = false; // the text has changed since the last check

  const show = (answer) => {
    if (answer.state !== undefined) isStale = false;
    writeAnswer(form, answer);
    if (answer.marks) editor.setMarks(answer.marks);
    if (answer.summary !== undefined && answer.summary !== status.textContent) status.textContent = answer.summary;
  };
  const request = openChecks(form, box, (answer) => answer.text === undefined && show(answer));
  const checkNow = () => {
    if (isFixing) return;
    boardLine = editor.line();
    if (box.value.length > LONGEST) status.textContent = form.dataset.tooLong;
    else request({ line: boardLine });
  };
  const checkLater = debounced(checkNow, CHECK_DELAY);
  const boardLater = debounced(() => {
    if (isFixing || isStale || editor.line() === boardLine || box.value.length > LONGEST) return;
    boardLine = editor.line();
    request({ line: boardLine, part: "board" });
  }, BOARD_DELAY);
  const storeLater = debounced(() => {
    const isStored = draft.write(box.value);
    if (note) note.hidden = !isStored;
  }, DRAFT_DELAY);
  const fix = async (key) => {
    const before = box.value;
    isFixing = true;
    const answer = await request({ line: editor.line(), fix: key });
    isFixing = false;
    if (answer?.text === undefined || box.value !== before) {
      checkNow();
      return;
    }
    editor.setText(answer.text);
    checkLater.cancel();
    show(answer);
  };
  const on = {
    change() {
      isStale = true;
      boardLater.cancel();
      checkLater();
      storeLater();
    },
    move: boardLater,
    fix,
  };
  editor = plainBox(box, on);

  form.addEventListener("click", (event) => {
    const place = event.target.closest("[data-line]");
    if (!place) return;
    event.preventDefault();
    editor.goTo(Number(place.dataset.line), Number(place.dataset.column));
  });
  form.querySelector("[data-discard]")?.addEventListener("click", () => {
    editor.setText("");
    form.elements.name.value = "";
    draft.write("");
    editor.focus();
  });
  form.addEventListener("submit", (event) => {
    const { name, value } = event.submitter ?? {};
    const hasFile = form.elements.file.files.length > 0;
    if (form.dataset.sent) event.preventDefault();
    else if (name === "fix") {
      event.preventDefault();
      fix(value);
    } else if (value === "keep" && !hasFile && !isStale && form.dataset.state === "errors") {
      event.preventDefault();
      status.textContent = form.dataset.fixFirst;
      form.querySelector("#problems-title").focus();
    } else if (value === "keep" && !form.dataset.purpose) {
      event.preventDefault();
      send(form, status, () => {
        storeLater.cancel();
        draft.write("");
      });
    }
  });
  window.addEventListener("pageshow", () => {
    delete form.dataset.sent;
    form.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
  });
  watchFiles(form, async (files) => {
    const [file] = files;
    const isText = files.length === 1 && file.size <= LONGEST && /\.(txt|json|ndjson|log)$/i.test(file.name);
    if (!isText || (box.value.trim() && !form.dataset.purpose)) return false;
    editor.setText(await file.text());
    form.elements.name.value = file.name;
    return true;
  });

  if (!box.value.trim() && draft.read()) {
    editor.setText(draft.read());
    if (note) note.hidden = false;
  }
  form.querySelectorAll("[data-with-script]").forEach((part) => { part.hidden = false; });
  import(form.dataset.editorScript).then((cm) => {
    editor = openEditor(cm, box, on);
    if (box.value.trim()) checkNow();
    form.dataset.ready = "";
  }).catch(() => {}); // the text box works too
  const fill = (text) => {
    form.elements.name.value = "";
    editor.setText(text);
  };
  return { fill, focus: () => editor.focus(), box };
}

/** Puts an example or a template into the editor without loading the page again, so that chosen files stay. */
function fillIn(choice, bench) {
  let filled = bench.box.defaultValue;
  choice.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { value: text } = bench.box;
    if (text.trim() && text !== filled && !window.confirm(choice.dataset.replace)) return;
    const url = `${choice.getAttribute("action")}?${new URLSearchParams(new FormData(choice, event.submitter))}`;
    const response = await fetch(url).catch(() => null);
    if (!response?.ok) {
      window.location.assign(url);
      return;
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    filled = page.querySelector("textarea[name=text]").value;
    bench.fill(filled);
    bench.focus();
  });
}

const form = document.querySelector("form[data-workbench]");
if (form) {
  const bench = openWorkbench(form);
  document.querySelectorAll("form[data-template]").forEach((choice) => fillIn(choice, bench));
}
