// What the upload page uses of CodeMirror. Nothing else is bundled.
export { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
export { EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
export {
  Decoration, EditorView, GutterMarker, MatchDecorator, ViewPlugin, WidgetType, gutterLineClass, highlightActiveLine,
  highlightActiveLineGutter, keymap, lineNumbers, placeholder,
} from "@codemirror/view";
