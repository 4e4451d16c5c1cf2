// Compiles each ink story of a JSON list on standard input with inkjs and plays every choice.
// Of each story come what the compiler said, the story's tags, and all playthroughs: in each
// passage the lines that were shown, those of closed choices apart, their tags, the choices on offer, and the one taken.
import { readFileSync } from "node:fs";
import { Compiler, CompilerOptions } from "inkjs/full";

function compiled(source) {
  const said = [];
  const options = new CompilerOptions(null, [], false, (message) => said.push(message));
  let story = null;
  try {
    story = new Compiler(source, options).Compile();
  } catch (error) {
    said.push(String(error));
  }
  return { story, said };
}

function passage(story) {
  const lines = [];
  const closed = [];
  const tags = [];
  while (story.canContinue) {
    const line = story.Continue().replace(/\n$/, "");
    if (line !== "") (story.currentTags.includes("closed") ? closed : lines).push(line);
    tags.push(...story.currentTags);
  }
  return { lines, closed, tags, offered: story.currentChoices.map((choice) => choice.text), taken: null };
}

function playthroughs(story, before) {
  const here = passage(story);
  if (here.offered.length === 0) return [[...before, here]];
  const state = story.state.toJson();
  return here.offered.flatMap((_, taken) => {
    story.state.LoadJson(state);
    story.ChooseChoiceIndex(taken);
    return playthroughs(story, [...before, { ...here, taken }]);
  });
}

const sources = JSON.parse(readFileSync(0, "utf-8"));
const played = sources.map((source) => {
  const { story, said } = compiled(source);
  if (story === null) return { said, tags: [], playthroughs: [] };
  story.onError = (message) => said.push(message);
  return { said, tags: story.globalTags ?? [], playthroughs: playthroughs(story, []) };
});
process.stdout.write(JSON.stringify(played));
