/* The transcript, what one knows, and the endings. */

/** What was read and chosen, in order: each text, how it looks, and its mark in a text file. */
function transcript() {
  return now.met.flatMap((passage, place) => {
    const choice = now.taken[place];
    return [
      { name: "h3", text: passage.chapter, look: "chapter", mark: "# " },
      { name: "h3", text: passage.title },
      ...passage.paragraphs.map(({ spans }) => ({
        name: "p",
        text: spans.length ? spans.map((span) => spanText(span, place)).join("") : "* * *",
      })),
      { name: "p", text: choice && choice.label, look: "taken", mark: "> " },
      { name: "p", text: endingNames.get(passage.ending), look: "last", mark: "* " },
    ].filter(({ text }) => text);
  });
}

/** The words of a span, or the number of its stat when the player read the passage. */
function spanText({ text, stat }, place) {
  if (!stat) return text;
  const taken = kept.choices.slice(0, place);
  return String(valueOf(stat, play(story.start, passages, taken).flags));
}

function fillTranscript() {
  const pieces = transcript().map(({ name, text, look }) => told(name, text, look && { class: look }));
  document.getElementById("transcript-text").replaceChildren(...pieces);
}

function saveTranscript() {
  const parts = transcript().map(({ text, mark = "" }) => mark + text);
  const content = [story.title, ...parts].join("\n\n") + "\n";
  saved(content, "text/plain", `${story.name}.txt`);
}

/** The clues that the player has, in the order of the story. */
function known() {
  return story.clues.filter(({ id }) => now.flags.has(id));
}

/** The sentence of the end to which a stat leans; none at 0. */
function sentenceOf({ id, high, low }, flags) {
  const value = valueOf(id, flags);
  return value > 0 ? high : value < 0 ? low : "";
}

function signed(number) {
  return number < 0 ? `\u2212${-number}` : `+${number}`;
}

/** The steps of stats by the last choice, for readers who want numbers. */
function changes() {
  if (!kept.numbers) return [];
  const step = (id) => valueOf(id, now.flags) - valueOf(id, now.before);
  return stats.filter(({ id }) => step(id)).map(({ id, name }) => `${name} ${signed(step(id))}`);
}

/** The lines about a stat in the list of what one knows. */
function statLines(stat) {
  const value = valueOf(stat.id, now.flags);
  const number = kept.numbers ? `${stat.name}: ${value && signed(value)}` : "";
  return [sentenceOf(stat, now.flags), number].filter(Boolean);
}

/** By question; one of which nothing is known yet would give away that it comes up. */
function fillClues() {
  const lists = new Map(known().map(({ question }) => [question, element("ul", {})]));
  for (const { question, text } of known()) lists.get(question).append(told("li", text));
  for (const stat of stats) {
    const items = statLines(stat).map((line) => told("li", line));
    if (items.length) lists.set(stat.question, element("ul", {}, ...items));
  }
  const parts = [...lists].flatMap(([question, list]) => [told("h3", question), list]);
  document
    .getElementById("clues-list")
    .replaceChildren(...(parts.length ? parts : [said("p", words.no_clues)]));
}

function fillEndings() {
  const items = story.endings.map((ending) =>
    kept.endings.includes(ending.id)
      ? told("li", ending.name)
      : element("li", { class: "missing" }, said("span", words.not_found)),
  );
  document.getElementById("endings-list").replaceChildren(...items);
}
