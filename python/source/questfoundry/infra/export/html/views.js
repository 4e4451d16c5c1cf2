let now = play(story.start, passages, kept.choices || []);

/* Building the page. Text of the story enters it as text only. */

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** An element with text of the story, which decides about its own direction. */
function told(name, text, attributes = {}) {
  return element(name, { dir: "auto", ...attributes }, text);
}

/** An element with words of the player. */
function said(name, text, attributes = {}) {
  return element(name, { ...ui, ...attributes }, text);
}

function button(label, attributes) {
  return said("button", label, { type: "button", ...attributes });
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function endingsCount() {
  const values = { found: kept.endings.length, all: story.endings.length };
  return filled(words.endings_count, values);
}

/* The three views. */

function titlePage() {
  const page = element("section", { class: "title-page" });
  // The title says all that a screen reader needs.
  if (story.cover) page.append(element("img", { src: story.cover, alt: "", class: "cover" }));
  page.append(told("h1", story.title, { tabindex: "-1" }));
  if (story.author) page.append(told("p", story.author, { class: "author" }));
  if (story.hook) page.append(told("p", story.hook, { class: "hook" }));
  const buttons = kept.choices
    ? [
        button(words.continue, { class: "chief", "data-do": "continue" }),
        button(words.begin_again, { "data-open": "restart" }),
      ]
    : [button(words.begin, { class: "chief", "data-do": "begin" })];
  page.append(element("div", { class: "actions" }, ...buttons));
  if (kept.endings.length) page.append(said("p", endingsCount(), { class: "small" }));
  if (story.notes) {
    const title = said("h2", words.content_notes, { class: "small" });
    page.append(element("section", {}, title, told("p", story.notes, { class: "small" })));
  }
  if (story.imprint) page.append(told("p", story.imprint, { class: "small" }));
  return page;
}

function paragraph({ spans, media }) {
  if (media) return mediaPart(media);
  if (!spans.length) return element("hr", { class: "scene-break" });
  return element("p", { dir: "auto" }, ...spans.map(spanPart));
}

function spanPart({ text, emphasized, strong, address, stat }) {
  let part = stat ? String(valueOf(stat, now.flags)) : text;
  if (emphasized) part = element("em", {}, part);
  if (strong) part = element("strong", {}, part);
  const link = { href: address, target: "_blank", rel: "noopener noreferrer" };
  return address ? element("a", link, part) : part;
}

function mediaPart({ name, alt, width, sound }) {
  const src = story.assets[name];
  const part = sound
    ? element("audio", { src, controls: "", title: alt, "aria-label": alt })
    : element("img", { src, alt });
  if (width) part.style.width = `${width}%`;
  return element("p", { class: "media" }, part);
}

function heading(passage) {
  return passage.title
    ? told("h1", passage.title, { tabindex: "-1" })
    : said("h1", words.passage, { tabindex: "-1", class: "unseen" });
}

function passagePage() {
  const { here, seen } = now;
  const page = element("article", { class: "passage", "data-qf-passage": here.id });
  if (here.chapter) page.append(told("p", here.chapter, { class: "chapter" }));
  const moved = changes().map((line) => told("p", line, { class: "moved" }));
  page.append(heading(here), ...moved, ...here.paragraphs.map(paragraph));
  if (here.ending) {
    page.append(endingPart(here.ending));
  } else if (seen.length) {
    const list = element("ol", { class: "choices" }, ...seen.map(choiceItem));
    page.append(element("nav", { "aria-label": words.choices }, list));
  }
  return page;
}

/** One that is closed can be reached and read like the others, but not taken. */
function choiceItem(choice) {
  const [text, state] = now.open.includes(choice)
    ? [choice.label, { "data-qf-choice": choice.id }]
    : [choice.closed, { "data-qf-closed": choice.id, "aria-disabled": "true" }];
  return element("li", {}, element("button", { type: "button", ...state }, told("span", text)));
}

function endingPart(id) {
  return element(
    "section",
    { class: "ending", "data-qf-ending": id },
    said("p", words.the_end, { class: "small" }),
    told("h2", endingNames.get(id)),
    said("p", endingsCount(), { class: "small" }),
    element(
      "div",
      { class: "actions" },
      button(words.begin_again, { class: "chief", "data-do": "restart" }),
      button(words.back, { "data-do": "back" }),
      button(words.transcript, { "data-open": "transcript" }),
    ),
  );
}

function show(page) {
  main.replaceChildren(page);
  const reading = page.matches(".passage");
  root.dataset.view = reading ? "passage" : "title";
  document.querySelector(".bar [data-do=back]").disabled = !reading || !now.taken.length;
  const clues = document.querySelector(".bar [data-open=clues]");
  clues.disabled = !reading || !(story.clues.length + stats.length);
  const sentences = stats.filter((stat) => sentenceOf(stat, now.flags));
  clues.textContent = `${words.clues} (${known().length + sentences.length})`;
  for (const needs of ["[data-open=transcript]", "[data-open=restart]", "[data-do^=save]"]) {
    for (const each of document.querySelectorAll(`dialog ${needs}`)) each.disabled = !kept.choices;
  }
}
