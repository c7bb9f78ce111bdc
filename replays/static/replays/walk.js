// Navigation of a game: the current step, controls and play, for the replay page, embeds and files. Each of them draws
// differently: `draw(frame, options)`.

import { openPreview } from "./preview.js";
import { openAnnouncer } from "./announce.js";

const TURNING = 2.2; // the time at a turning point, in steps
const LINE = 0.15; // the time for each line about what followed
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Returns the navigation of `frames` at step `now`. `more` fetches frames that were not sent. */
export function openWalk(root, frames, now, draw, more) {
  const walk = {
    root,
    frames,
    now,
    draw,
    more,
    timer: 0,
    announce: openAnnouncer(root),
    speed: root.querySelector("#speed"),
    play: root.querySelector('[data-go="play"]'),
    preview: null,
  };
  walk.preview = openPreview(root, (step) => !walk.timer && draw(frames[step ?? walk.now], { isPreview: true }));
  document.addEventListener("visibilitychange", () => document.hidden && pause(walk));
  return walk;
}

/** Returns whether there are steps that were not sent. */
export const hasMore = ({ more }) => Boolean(more?.isThere());

/** Returns the last step that was sent. */
export const lastStep = (walk) => walk.frames.length - 1;

/** Shows a step, or the nearest one, and announces it. A jump is passed to `draw`, so that the user can go back. */
export async function show(walk, step, isJump = false) {
  if (step > lastStep(walk) && hasMore(walk)) await walk.more(step);
  const goal = Math.min(Math.max(step, 0), lastStep(walk));
  const glide = Math.abs(goal - walk.now) === 1 && !calm.matches;
  const isSame = goal === walk.now;
  walk.now = goal;
  walk.preview.forget();
  walk.draw(walk.frames[goal], { glide, isJump: isJump && !isSame });
  if (!isSame) announceStep(walk);
}

function announceStep(walk) {
  const { step, sentence, changed = [], judged = [] } = walk.frames[walk.now];
  const marks = judged.map((mark) => `${mark.title}. ${mark.text}`);
  const lines = [sentence, ...changed, ...marks].map((text) => text.replace(/[^.!?]$/, "$&."));
  const number = document.activeElement?.type === "range" ? "" : `${step}. `; // screen readers announce the value of a slider
  walk.announce(number + lines.join(" "), walk.timer ? Number(walk.speed.value) : 0);
}

const starts = ({ frames }, key) => frames.filter((f, i) => i > 0 && f[key] !== frames[i - 1][key]).map((f) => f.step);
const marked = ({ frames }, sorts) =>
  frames.filter(({ judged = [] }) => judged.some((mark) => !sorts || sorts.includes(mark.sort))).map((frame) => frame.step);
const before = (steps, now) => steps.filter((step) => step < now).pop();
const after = (steps, now) => steps.find((step) => step > now);

/** The step each control leads to. */
export const goals = {
  first: () => 0,
  back: ({ now }) => now - 1,
  forward: ({ now }) => now + 1,
  last: lastStep,
  "section-back": (walk) => before(starts(walk, "section"), walk.now) ?? 0,
  "section-forward": (walk) => after(starts(walk, "section"), walk.now) ?? lastStep(walk),
  "phase-back": (walk) => before(starts(walk, "phase"), walk.now) ?? 0,
  "phase-forward": (walk) => after(starts(walk, "phase"), walk.now) ?? lastStep(walk),
  "marked-back": (walk) => before(marked(walk), walk.now) ?? walk.now,
  "marked-forward": (walk) => after(marked(walk), walk.now) ?? walk.now,
  mistake: (walk) => after(marked(walk, ["wrong", "rule"]), walk.now) ?? walk.now,
};

/** Performs the action of a control or key. Returns whether it is one of navigation. */
export function go(walk, name) {
  const { speed } = walk;
  if (name === "play") togglePlay(walk);
  else if (name === "faster") speed.selectedIndex = Math.min(speed.selectedIndex + 1, speed.length - 1);
  else if (name === "slower") speed.selectedIndex = Math.max(speed.selectedIndex - 1, 0);
  else if (goals[name]) {
    pause(walk);
    const goal = goals[name](walk);
    if (name === "mistake" && goal === walk.now) walk.announce(walk.root.dataset.noMistake ?? "");
    show(walk, goal, !["back", "forward"].includes(name));
  } else return false;
  if (name === "faster" || name === "slower") walk.announce(speed.selectedOptions[0].textContent);
  return true;
}

/** Replaces the frames, by those of another view. */
export function changeFrames(walk, frames, more) {
  walk.frames = frames;
  walk.more = more;
  walk.now = Math.min(walk.now, lastStep(walk));
}

/** Stops the play. */
export function pause(walk) {
  const wasPlaying = walk.timer !== 0;
  clearTimeout(walk.timer);
  walk.timer = 0;
  name(walk.play, "play");
  walk.root.removeAttribute("data-playing");
  if (wasPlaying) announceStep(walk); // the last step is announced even if play was too fast
}

// Play rests at turning points, such as a discovery, and where more has happened.
function rhythm(walk) {
  const { turning, changed = [], judged = [] } = walk.frames[walk.now];
  const share = turning ? TURNING : 1 + LINE * Math.min(changed.length + judged.length, 3);
  return Number(walk.speed.value) * share;
}

async function tick(walk) {
  await show(walk, walk.now + 1);
  if (!walk.timer) return; // stopped while it waited
  if (walk.now === lastStep(walk) && !hasMore(walk)) pause(walk);
  else walk.timer = setTimeout(tick, rhythm(walk), walk);
}

function togglePlay(walk) {
  if (walk.timer) return pause(walk);
  if (walk.now === lastStep(walk) && !hasMore(walk)) show(walk, 0);
  name(walk.play, "pause");
  walk.root.setAttribute("data-playing", "");
  walk.timer = setTimeout(tick, Math.min(500, Number(walk.speed.value)), walk);
}

function name(play, what) {
  const label = play.dataset[what];
  play.setAttribute("aria-label", label);
  play.title = label;
}
