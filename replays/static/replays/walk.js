// Going through a game: which step is shown, what leads to another one, and play. The same on the site's page, in somebody
// else's page and in a file. Each of them draws in its own way: `draw(frame, how)`.

import { openPreview } from "./preview.js";
import { openTeller } from "./tell.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** A walk through `frames`, at step `now`. `more` gives the frames after those that were sent, and whether there are any. */
export function openWalk(root, frames, now, draw, more) {
  const walk = {
    root,
    frames,
    now,
    draw,
    more,
    timer: 0,
    tell: openTeller(root),
    speed: root.querySelector("#speed"),
    play: root.querySelector('[data-go="play"]'),
    preview: null,
  };
  walk.preview = openPreview(root, (step) => !walk.timer && draw(frames[step ?? walk.now], { isPreview: true }));
  document.addEventListener("visibilitychange", () => document.hidden && pause(walk));
  return walk;
}

/** Whether there are steps after those that were sent. */
export const hasMore = ({ more }) => Boolean(more?.isThere());

/** The last step that was sent. */
export const lastStep = (walk) => walk.frames.length - 1;

/** Shows a step, or the nearest there is, and says what happened at it. */
export async function show(walk, step) {
  if (step > lastStep(walk) && hasMore(walk)) await walk.more(step);
  const goal = Math.min(Math.max(step, 0), lastStep(walk));
  const glide = Math.abs(goal - walk.now) === 1 && !calm.matches;
  const isSame = goal === walk.now;
  walk.now = goal;
  walk.preview.forget();
  walk.draw(walk.frames[goal], { glide });
  if (!isSame) tellStep(walk);
}

function tellStep(walk) {
  const { step, said, changed = [], judged = [] } = walk.frames[walk.now];
  const marks = judged.map((mark) => `${mark.title}. ${mark.words}`);
  const lines = [said, ...changed, ...marks].map((words) => words.replace(/[^.!?]$/, "$&."));
  const number = document.activeElement?.type === "range" ? "" : `${step}. `; // a slider says its number itself
  walk.tell(number + lines.join(" "), walk.timer ? Number(walk.speed.value) : 0);
}

const sectionStarts = ({ frames }) => frames.filter((f, i) => i > 0 && f.section !== frames[i - 1].section).map((f) => f.step);
const marked = ({ frames }, sorts) =>
  frames.filter(({ judged = [] }) => judged.some((mark) => !sorts || sorts.includes(mark.sort))).map((frame) => frame.step);
const before = (steps, now) => steps.filter((step) => step < now).pop();
const after = (steps, now) => steps.find((step) => step > now);

/** Where each way leads from the step that is shown. */
export const goals = {
  first: () => 0,
  back: ({ now }) => now - 1,
  forward: ({ now }) => now + 1,
  last: lastStep,
  "section-back": (walk) => before(sectionStarts(walk), walk.now) ?? 0,
  "section-forward": (walk) => after(sectionStarts(walk), walk.now) ?? lastStep(walk),
  "marked-back": (walk) => before(marked(walk), walk.now) ?? walk.now,
  "marked-forward": (walk) => after(marked(walk), walk.now) ?? walk.now,
  mistake: (walk) => after(marked(walk, ["wrong", "rule"]), walk.now) ?? walk.now,
};

/** Does what a control or key names, if it is about going; says whether it was. */
export function go(walk, name) {
  const { speed } = walk;
  if (name === "play") togglePlay(walk);
  else if (name === "faster") speed.selectedIndex = Math.min(speed.selectedIndex + 1, speed.length - 1);
  else if (name === "slower") speed.selectedIndex = Math.max(speed.selectedIndex - 1, 0);
  else if (goals[name]) {
    pause(walk);
    const goal = goals[name](walk);
    if (name === "mistake" && goal === walk.now) walk.tell(walk.root.dataset.noMistake ?? "");
    show(walk, goal);
  } else return false;
  if (name === "faster" || name === "slower") walk.tell(speed.selectedOptions[0].textContent);
  return true;
}

/** Stops the play. */
export function pause(walk) {
  const wasPlaying = walk.timer !== 0;
  clearTimeout(walk.timer);
  walk.timer = 0;
  name(walk.play, "play");
  walk.root.removeAttribute("data-playing");
  if (wasPlaying) tellStep(walk); // what was too fast to be said is not said, but where it stopped is
}

async function tick(walk) {
  await show(walk, walk.now + 1);
  if (!walk.timer) return; // stopped while it waited
  if (walk.now === lastStep(walk) && !hasMore(walk)) pause(walk);
  else walk.timer = setTimeout(tick, Number(walk.speed.value), walk);
}

function togglePlay(walk) {
  if (walk.timer) return pause(walk);
  if (walk.now === lastStep(walk) && !hasMore(walk)) show(walk, 0);
  name(walk.play, "pause");
  walk.root.setAttribute("data-playing", "");
  walk.timer = setTimeout(tick, Math.min(500, Number(walk.speed.value)), walk);
}

function name(play, what) {
  const words = play.dataset[what];
  play.setAttribute("aria-label", words);
  play.title = words;
}
