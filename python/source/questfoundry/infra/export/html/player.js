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
    ...changes().map((line) => line.replace(/\.$/, "")),
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
  saveHere,
  openSaved,
  removeSaved,
  saveGame,
  loadGame,
};

addEventListener("popstate", ({ state }) => {
  if (state && state.choices) goTo(state.choices, { isStep: false });
  else show(titlePage());
});

/* Dialogs. */

const fillings = {
  clues: fillClues,
  transcript: fillTranscript,
  endings: fillEndings,
  saves: fillSaves,
};

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
  if (stats.length) menu.querySelector("[name=numbers]").checked = kept.numbers;
}

function changeSettings() {
  kept.theme = menu.querySelector("[name=theme]:checked").value;
  kept.size = Number(menu.querySelector("[name=size]").value);
  kept.shortcuts = menu.querySelector("[name=shortcuts]").checked;
  if (stats.length) kept.numbers = menu.querySelector("[name=numbers]").checked;
  applySettings();
  keep();
}

/* What the player does. */

document.addEventListener("click", ({ target }) => {
  const pressed = target.closest("button, dialog");
  if (!pressed) return;
  const { qfChoice, do: action, open } = pressed.dataset;
  if (qfChoice) goTo([...kept.choices, qfChoice]);
  else if (action) actions[action](pressed);
  else if (open) openDialog(open);
  else if (pressed === target && pressed.matches("dialog")) pressed.close(); // beside its sheet
});

const keys = {
  k: ".bar [data-open=clues]",
  u: ".bar [data-do=back]",
  t: "#menu [data-open=transcript]",
  e: "#menu [data-open=endings]",
  s: "#menu [data-open=saves]",
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
document.querySelector("[data-of=clues]").hidden = !(story.clues.length + stats.length);
document.querySelector(".bar-title").textContent = story.title;
applySettings();
show(titlePage());
