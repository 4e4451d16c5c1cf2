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
        text: spans.length ? spans.map(({ text }) => text).join("") : "* * *",
      })),
      { name: "p", text: choice && choice.label, look: "taken", mark: "> " },
      { name: "p", text: endingNames.get(passage.ending), look: "last", mark: "* " },
    ].filter(({ text }) => text);
  });
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

/** By question; one of which nothing is known yet would give away that it comes up. */
function fillClues() {
  const lists = new Map(known().map(({ question }) => [question, element("ul", {})]));
  for (const { question, text } of known()) lists.get(question).append(told("li", text));
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
