// Reads each story of a JSON list on standard input, {twee, archive}, with the tools of others:
// extwee parses the Twee and, where it is given, the JSON, compiles it for Snowman 1.3.0 and reads that again; twine-utils reads
// the archive. Snowman's program lies in extwee's package, inside of a published story.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { compileTwine2HTML, parseJSON, parseTwee, parseTwine2HTML, StoryFormat } from "extwee";

const require = createRequire(import.meta.url);
// twine-utils can look for Twine's own folder, by a module that has to be compiled. Nobody does here.
const folders = require.resolve("platform-folders");
require.cache[folders] = { id: folders, filename: folders, loaded: true, exports: {} };
const { Story } = require("twine-utils");

const published = new URL("node_modules/extwee/logs/arrays.html", import.meta.url);
const SNOWMAN = readFileSync(published, "utf-8")
  .replace(/<title>[^]*?<\/title>/, "<title>{{STORY_NAME}}</title>")
  .replace(/<tw-storydata[^]*<\/tw-storydata>/, "{{STORY_DATA}}")
  .replace(/<script[^>]* src=[^]*$/, ""); // what the site that it was saved from added

const complaints = [];
console.warn = console.info = (...words) => complaints.push(words.join(" "));

function asTold({ name, IFID, start, passages }) {
  const told = passages.map(({ name, tags, text }) => ({ name, tags, text }));
  return { name, ifid: IFID, start, passages: told };
}

function asImported({ attributes, startPassage, passages }) {
  return {
    name: attributes.name,
    ifid: attributes.ifid,
    start: startPassage.attributes.name,
    passages: passages.map(({ attributes, source }) => ({
      name: attributes.name,
      tags: attributes.tags,
      text: source,
    })),
  };
}

const stories = JSON.parse(readFileSync(0, "utf-8")).map(({ twee, archive, json }) => {
  const format = new StoryFormat("Snowman", "1.3.0");
  format.source = SNOWMAN;
  const parsed = parseTwee(twee);
  const html = compileTwine2HTML(parsed, format);
  return {
    parsed: asTold(parsed),
    style: parsed.storyStylesheet,
    html,
    compiled: asTold(parseTwine2HTML(html)),
    imported: asImported(Story.fromHTML(archive)),
    read: json ? asTold(parseJSON(json)) : null,
  };
});
process.stdout.write(JSON.stringify({ complaints, stories }));
