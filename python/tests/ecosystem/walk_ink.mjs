// Compiles each ink story of a JSON list on standard input with inkjs, and plays it at random.
// Of each story come the compiled JSON and its plays: in each turn the choices on offer, the one
// that was taken, and the errors by which ink stopped.
import { readFileSync } from "node:fs";
import { Compiler, CompilerOptions, Story } from "inkjs/full";

let seed = 1;
function random(below) {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return Math.floor(((seed >> 8) / 0x800000) * below);
}

function compiled(source) {
  const said = [];
  const options = new CompilerOptions(null, [], false, (message) => said.push(message));
  return { json: new Compiler(source, options).Compile().ToJson(), said };
}

function play(json, turns) {
  const story = new Story(json);
  const errors = [];
  story.onError = (message) => errors.push(message);
  story.allowExternalFunctionFallbacks = true;
  story.state.storySeed = random(100);
  const played = [];
  for (let turn = 0; turn < turns; turn++) {
    while (story.canContinue) story.Continue();
    const offered = story.currentChoices.map((choice) => choice.text);
    const taken = offered.length ? random(offered.length) : null;
    played.push({ offered, taken, errors: [...errors] });
    if (taken === null) break;
    story.ChooseChoiceIndex(taken);
  }
  return played;
}

const { sources, plays, turns } = JSON.parse(readFileSync(0, "utf-8"));
const found = sources.map((source) => {
  const { json, said } = compiled(source);
  return { json, said, plays: Array.from({ length: plays }, () => play(json, turns)) };
});
process.stdout.write(JSON.stringify(found));
