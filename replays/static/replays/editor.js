// The editor of a log: CodeMirror over the form's text box, with line numbers, marks, and corrections as buttons.

/** The words of a log in text: tags, comments and notes. */
const TOKENS = /^\s*(\[\w+)(?=\s)|(?<=^|\s)(#.*)$|(\{[^}"]*\})/g;
const CLASSES = ["c-tag", "c-cm", "c-note"];
const WORD = /^[^\s;,"\]]+/;

/** The characters of a document that a mark is about; an empty place is widened to a word. */
function rangeOf(doc, { line: number, column, length }) {
  const line = doc.line(Math.min(Math.max(number, 1), doc.lines));
  const from = Math.min(line.from + column - 1, line.to);
  const word = length || (WORD.exec(line.text.slice(from - line.from)) ?? [""])[0].length;
  return { line, from, to: Math.min(from + word, line.to) };
}

/** Decorations and gutter of the marks of a check; they move with the text until the next check. */
function openMarks(cm, onFix) {
  const setMarks = cm.StateEffect.define();
  const gutterClass = (name) => new (class extends cm.GutterMarker { elementClass = name; })();
  const gutters = { err: gutterClass("is-err"), warn: gutterClass("is-warn") };

  class FixButton extends cm.WidgetType {
    constructor(mark) {
      super();
      this.mark = mark;
    }
    eq(other) {
      return other.mark.fix === this.mark.fix && other.mark.label === this.mark.label;
    }
    toDOM() {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "ed-fix", textContent: this.mark.label, title: this.mark.message, tabIndex: -1 });
      button.addEventListener("click", () => onFix(this.mark.fix));
      return button;
    }
    ignoreEvent() {
      return true;
    }
  }

  const draw = (doc, marks) => {
    const drawn = [];
    const lines = new Map();
    for (const mark of marks) {
      const { line, from, to } = rangeOf(doc, mark);
      if (lines.get(line.from) !== "err") lines.set(line.from, mark.tone);
      const attributes = { title: mark.message };
      if (to > from) drawn.push(cm.Decoration.mark({ class: mark.tone === "err" ? "sq" : "sq sq-w", attributes }).range(from, to));
      if (mark.fix) drawn.push(cm.Decoration.widget({ widget: new FixButton(mark), side: 1 }).range(line.to));
    }
    const onLines = [...lines].map(([at, tone]) => cm.Decoration.line({ class: `is-${tone}` }).range(at));
    return {
      marks,
      drawn: cm.Decoration.set([...drawn, ...onLines], true),
      gutter: cm.RangeSet.of([...lines].map(([at, tone]) => gutters[tone].range(at)), true),
    };
  };
  const field = cm.StateField.define({
    create: (state) => draw(state.doc, []),
    update(value, change) {
      for (const effect of change.effects) if (effect.is(setMarks)) return draw(change.state.doc, effect.value);
      if (!change.docChanged) return value;
      return { marks: value.marks, drawn: value.drawn.map(change.changes), gutter: value.gutter.map(change.changes) };
    },
    provide: (self) => [
      cm.EditorView.decorations.from(self, ({ drawn }) => drawn),
      cm.gutterLineClass.from(self, ({ gutter }) => gutter),
    ],
  });
  return { field, setMarks };
}

/** Colours tags, comments and notes of a text log; a JSON log has none. */
function colours(cm) {
  const decorator = new cm.MatchDecorator({
    regexp: TOKENS,
    decorate(add, from, to, match) {
      const index = match.slice(1).findIndex(Boolean);
      const start = from + match[0].indexOf(match[index + 1]);
      add(start, start + match[index + 1].length, cm.Decoration.mark({ class: CLASSES[index] }));
    },
  });
  return cm.ViewPlugin.fromClass(
    class {
      constructor(view) {
        this.decorations = decorator.createDeco(view);
      }
      update(change) {
        this.decorations = decorator.updateDeco(change, this.decorations);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

/** Replaces a selection without the browser: Chromium would copy its style to the new text, which our content policy refuses. */
function replaceSelection(event, view) {
  const isPlain = event.inputType === "insertText" && event.data !== null && event.cancelable && !event.isComposing;
  if (!isPlain || view.state.selection.main.empty) return false;
  event.preventDefault();
  view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
  return true;
}

/** Replaces the text box by an editor; returns its functions. `on.change`, `on.move` and `on.fix` are called by it. */
export function openEditor(cm, box, on) {
  const marks = openMarks(cm, on.fix);
  const lineOf = (state) => state.doc.lineAt(state.selection.main.head).number;
  const fixHere = (view) => {
    const found = view.state.field(marks.field).marks.find(({ line, fix }) => fix && line === lineOf(view.state));
    if (found) on.fix(found.fix);
    return Boolean(found);
  };
  const nextProblem = (step) => (view) => {
    const lines = [...new Set(view.state.field(marks.field).marks.map(({ line }) => line))].sort((a, b) => step * (a - b));
    const line = lines.find((number) => step * (number - lineOf(view.state)) > 0) ?? lines[0];
    if (line) goTo(line, 1);
    return true;
  };
  const extensions = [
    cm.lineNumbers(), cm.highlightActiveLine(), cm.highlightActiveLineGutter(), cm.history(), cm.EditorView.lineWrapping,
    cm.EditorView.domEventHandlers({ beforeinput: replaceSelection }), cm.placeholder(box.placeholder), marks.field, colours(cm),
    cm.EditorView.contentAttributes.of({ "aria-label": box.labels[0].textContent, "aria-describedby": "upload-help", id: "upload-editor", tabindex: "0" }),
    cm.EditorView.updateListener.of((update) => {
      if (update.docChanged) box.value = update.state.doc.toString();
      if (update.docChanged) on.change();
      else if (update.selectionSet) on.move();
    }),
    cm.keymap.of([
      { key: "F8", run: nextProblem(1), shift: nextProblem(-1) }, { key: "Mod-.", run: fixHere },
      ...cm.defaultKeymap, ...cm.historyKeymap,
    ]),
  ];
  const view = new cm.EditorView({ doc: box.value, extensions });
  const hadFocus = document.activeElement === box;
  const { selectionStart } = box;
  box.hidden = true;
  box.after(view.dom);
  box.labels[0].htmlFor = "upload-editor";
  if (hadFocus) view.focus();
  if (hadFocus) view.dispatch({ selection: { anchor: Math.min(selectionStart, view.state.doc.length) } });

  function goTo(line, column) {
    const at = rangeOf(view.state.doc, { line, column, length: 1 }).from;
    view.dispatch({ selection: { anchor: at }, effects: cm.EditorView.scrollIntoView(at, { y: "center" }) });
    view.focus();
  }
  /** Replaces what differs only, so that the cursor and the marks of other lines stay where they are. */
  function setText(text) {
    const old = view.state.doc.toString();
    const most = Math.min(old.length, text.length);
    let start = 0;
    while (start < most && old[start] === text[start]) start += 1;
    let same = 0;
    while (same < most - start && old[old.length - 1 - same] === text[text.length - 1 - same]) same += 1;
    view.dispatch({ changes: { from: start, to: old.length - same, insert: text.slice(start, text.length - same) } });
  }
  return {
    focus: () => view.focus(),
    goTo,
    line: () => lineOf(view.state),
    setText,
    setMarks: (list) => view.dispatch({ effects: marks.setMarks.of(list) }),
  };
}

/** The same functions over the text box itself, until the editor is loaded or if it can't be. */
export function plainBox(box, on) {
  box.addEventListener("input", on.change);
  box.addEventListener("keyup", on.move);
  box.addEventListener("click", on.move);
  const startOf = (line) => box.value.split("\n").slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  return {
    focus: () => box.focus(),
    goTo(line, column) {
      box.focus();
      box.setSelectionRange(startOf(line) + column - 1, startOf(line) + column - 1);
    },
    line: () => box.value.slice(0, box.selectionStart).split("\n").length,
    setText(text) {
      box.value = text;
      on.change();
    },
    setMarks() {},
  };
}
