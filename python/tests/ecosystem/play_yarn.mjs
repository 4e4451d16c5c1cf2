// Plays every choice of each Yarn story of a JSON list on standard input with YarnBound.
// Of each story come all playthroughs: in each node the lines that were shown, those of closed
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

function playthroughs(dialogue, taken) {
  const runner = new YarnBound({ dialogue, startAt: "Start" });
  const before = taken.map((place) => {
    const here = passage(runner);
    runner.advance(here.open[place]);
    return { ...here, taken: place };
  });
  const here = passage(runner);
  if (here.offered.length === 0) return [[...before, here]];
  return here.offered.flatMap((_, place) => playthroughs(dialogue, [...taken, place]));
}

const sources = JSON.parse(readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(sources.map((source) => playthroughs(source, []))));
