const { story, words, ui } = JSON.parse(document.getElementById("edition").textContent);
const passages = passagesOf(story);
const endingNames = new Map(story.endings.map((ending) => [ending.id, ending.name]));
const root = document.documentElement;
const main = document.getElementById("story");
const menu = document.getElementById("menu");

/* What is kept between visits. */

const SHELF = `questfoundry:${story.ifid}`;
const texts = (value) => (Array.isArray(value) ? value.filter((id) => typeof id === "string") : []);

function stored() {
  try {
    return JSON.parse(localStorage.getItem(SHELF)) || {};
  } catch {
    // A browser may forbid storage, and what is stored may be broken: the story plays all the same.
    return {};
  }
}

/** What an earlier visit left, or a fresh start; `choices` is null before the story is begun. */
function recall() {
  const old = stored();
  return {
    choices: Array.isArray(old.choices) ? texts(old.choices) : null,
    endings: texts(old.endings).filter((id) => endingNames.has(id)),
    theme: ["light", "dark"].includes(old.theme) ? old.theme : "auto",
    size: old.size >= 80 && old.size <= 200 ? Number(old.size) : 100,
    shortcuts: old.shortcuts !== false,
  };
}

/** Keep it, with the endings that another tab found meanwhile. */
function keep() {
  addEndings(stored().endings);
  try {
    localStorage.setItem(SHELF, JSON.stringify(kept));
  } catch {
    // See recall.
  }
}

const kept = recall();

function addEndings(found) {
  for (const id of texts(found)) {
    if (endingNames.has(id) && !kept.endings.includes(id)) kept.endings.push(id);
  }
}

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

function paragraph({ spans }) {
  if (!spans.length) return element("hr", { class: "scene-break" });
  const words = spans.map(({ text, emphasized }) => (emphasized ? element("em", {}, text) : text));
  return element("p", { dir: "auto" }, ...words);
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
  page.append(heading(here), ...here.paragraphs.map(paragraph));
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
  clues.disabled = !reading || !story.clues.length;
  clues.textContent = `${words.clues} (${known().length})`;
  for (const needs of ["[data-open=transcript]", "[data-open=restart]", "[data-do=saveGame]"]) {
    menu.querySelector(needs).disabled = !kept.choices;
  }
}

/* Moving through the story. */

/** To where those choices lead; a step of the browser's history, unless one leads there. */
function goTo(choices, { isStep = true } = {}) {
  closeDialogs();
  const before = known().length;
  now = play(story.start, passages, choices);
  kept.choices = now.taken.map((choice) => choice.id);
  if (isStep) history.pushState({ choices: kept.choices }, "");
  const { ending } = now.here;
  if (ending) addEndings([ending]);
  keep();
  show(passagePage());
  scrollTo(0, 0);
  main.querySelector("h1").focus({ preventScroll: true });
  const learnt = known().length - before;
  document.getElementById("announcer").textContent = announcement(ending, learnt);
}

function announcement(ending, learnt) {
  const ended = ending && {
    name: endingNames.get(ending),
    found: kept.endings.length,
    all: story.endings.length,
  };
  return [
    now.here.chapter,
    learnt > 0 ? filled(words.announce_clues, { count: learnt }) : "",
    ended
      ? filled(words.announce_ending, ended)
      : filled(words.announce_choices, { count: now.open.length }),
  ]
    .filter(Boolean)
    .join(". ");
}

const actions = {
  begin: () => goTo([]),
  restart: () => goTo([]),
  continue: () => goTo(kept.choices),
  back: () => goTo(kept.choices.slice(0, -1)),
  save: saveTranscript,
  saveGame,
  loadGame,
};

addEventListener("popstate", ({ state }) => {
  if (state && state.choices) goTo(state.choices, { isStep: false });
  else show(titlePage());
});

/* A game in a file, for another device or another day. */

function saved(content, type, name) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  element("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

function saveGame() {
  const { choices, endings } = kept;
  const game = JSON.stringify({ ifid: story.ifid, choices, endings });
  saved(game, "application/json", `${story.name}.save.json`);
}

function loadGame() {
  const chooser = element("input", { type: "file", accept: ".json,application/json" });
  chooser.addEventListener("change", async () => {
    let game = {};
    try {
      game = JSON.parse(await chooser.files[0].text()) || {};
    } catch {
      // It is told below, as for the game of another story.
    }
    const line = document.getElementById("load-problem");
    line.hidden = game.ifid === story.ifid;
    if (!line.hidden) return;
    addEndings(game.endings);
    goTo(texts(game.choices));
  });
  chooser.click();
}

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

const fillings = { clues: fillClues, transcript: fillTranscript, endings: fillEndings };

function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}

function openDialog(id) {
  closeDialogs();
  if (fillings[id]) fillings[id]();
  const dialog = document.getElementById(id);
  dialog.showModal();
  dialog.scrollTo(0, 0);
}

/* Settings. */

function applySettings() {
  root.dataset.theme = kept.theme;
  root.style.fontSize = `${kept.size}%`;
  menu.querySelector(`[name=theme][value=${kept.theme}]`).checked = true;
  menu.querySelector("[name=size]").value = kept.size;
  menu.querySelector("[name=shortcuts]").checked = kept.shortcuts;
}

function changeSettings() {
  kept.theme = menu.querySelector("[name=theme]:checked").value;
  kept.size = Number(menu.querySelector("[name=size]").value);
  kept.shortcuts = menu.querySelector("[name=shortcuts]").checked;
  applySettings();
  keep();
}

/* What the player does. */

document.addEventListener("click", ({ target }) => {
  const pressed = target.closest("button, dialog");
  if (!pressed) return;
  const { qfChoice, do: action, open } = pressed.dataset;
  if (qfChoice) goTo([...kept.choices, qfChoice]);
  else if (action) actions[action]();
  else if (open) openDialog(open);
  else if (pressed === target && pressed.matches("dialog")) pressed.close(); // beside its sheet
});

const keys = {
  k: ".bar [data-open=clues]",
  u: ".bar [data-do=back]",
  t: "#menu [data-open=transcript]",
  e: "#menu [data-open=endings]",
  m: ".bar [data-open=menu]",
  "?": "#menu [data-open=help]",
};

document.addEventListener("keydown", (event) => {
  const held = event.ctrlKey || event.altKey || event.metaKey || event.repeat;
  if (held || !kept.shortcuts || document.querySelector("dialog[open]")) return;
  const choice = /^[1-9]$/.test(event.key) && main.querySelectorAll("[data-qf-choice]")[event.key - 1];
  const pressed = choice || document.querySelector(keys[event.key.toLowerCase()] || "#none");
  if (!pressed) return;
  event.preventDefault();
  pressed.click();
});

menu.querySelector(".sheet").addEventListener("input", changeSettings);

document.title = story.title;
document.querySelector("[data-of=clues]").hidden = !story.clues.length;
document.querySelector(".bar-title").textContent = story.title;
applySettings();
show(titlePage());
