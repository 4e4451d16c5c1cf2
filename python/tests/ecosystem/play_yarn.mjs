// Plays the Yarn stories of a JSON list on standard input with YarnBound: the given routes, which
// are lists of places among the open options, or every route. Of each playthrough come in each node the lines that were shown, those of closed
// choices apart, the options on offer, and the one taken.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const YarnBound = createRequire(import.meta.url)("yarn-bound");

function passage(runner) {
  const lines = [];
  const closed = [];
  const node = (result) => result.metadata.title;
  while (node(runner.currentResult) === "Start") runner.advance();
  for (;;) {
    const result = runner.currentResult;
    if (result.options) {
      const open = result.options.flatMap((each, place) => (each.isAvailable ? [place] : []));
      const offered = open.map((place) => result.options[place].text);
      return { lines, closed, offered, open, taken: null };
    }
    if (result.text) (result.hashtags.includes("closed") ? closed : lines).push(result.text);
    if (result.isDialogueEnd) return { lines, closed, offered: [], open: [], taken: null };
    runner.advance();
  }
}

// Plays along the route, then takes first options; ``onward`` gets the routes of the other options.
function playthrough(dialogue, route, onward) {
  const runner = new YarnBound({ dialogue, startAt: "Start" });
  const steps = [];
  const taken = [];
  for (;;) {
    const here = passage(runner);
    if (here.offered.length === 0) return [...steps, here];
    const place = route[steps.length] ?? 0;
    if (steps.length >= route.length) {
      for (let other = 1; other < here.offered.length; other++) onward.push([...taken, other]);
    }
    taken.push(place);
    steps.push({ ...here, taken: place });
    runner.advance(here.open[place]);
  }
}

function playthroughs(dialogue) {
  const waiting = [[]];
  const found = [];
  for (const route of waiting) found.push(playthrough(dialogue, route, waiting));
  return found;
}

const stories = JSON.parse(readFileSync(0, "utf-8"));
const played = stories.map(({ source, routes }) =>
  routes ? routes.map((each) => playthrough(source, each, [])) : playthroughs(source),
);
process.stdout.write(JSON.stringify(played));
