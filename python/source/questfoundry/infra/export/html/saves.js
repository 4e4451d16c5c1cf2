/* Saved games: as many as wanted in this browser, or in a file for another device. */

const SLOTS = `${SHELF}:games`;

/** The games saved in this browser, the newest first; another tab may have saved some, too. */
function savedGames() {
  try {
    const found = JSON.parse(localStorage.getItem(SLOTS));
    return found.filter(isGame);
  } catch {
    // Nothing is saved yet, or see stored.
    return [];
  }
}

function isGame(found) {
  const { choices, when } = found || {};
  return Array.isArray(choices) && !Number.isNaN(new Date(when).getTime()) && Number.isInteger(when);
}

function keepGames(games) {
  try {
    localStorage.setItem(SLOTS, JSON.stringify(games));
  } catch {
    // See keep.
  }
  fillSaves();
}

function saveHere() {
  const { chapter, title } = now.here;
  const name = [chapter, title || words.passage].filter(Boolean).join(" \u2013 ");
  const game = { name, when: Date.now(), choices: kept.choices };
  keepGames([game, ...savedGames()]);
}

/** A game is known by its time. Another tab may have removed it. */
function openSaved(pressed) {
  const game = savedGames().find(({ when }) => String(when) === pressed.dataset.when);
  if (game) goTo(texts(game.choices));
  else fillSaves();
}

function removeSaved(pressed) {
  keepGames(savedGames().filter(({ when }) => String(when) !== pressed.dataset.when));
  document.querySelector("#saves [data-do=saveHere]").focus();
}

function savedItem({ name, when, choices }) {
  const time = new Intl.DateTimeFormat(ui.lang, { dateStyle: "medium", timeStyle: "short" });
  const about = filled(words.save_about, { when: time.format(when), count: choices.length });
  const open = element(
    "button",
    { type: "button", "data-do": "openSaved", "data-when": when },
    told("span", String(name)),
    said("span", about, { class: "small" }),
  );
  const label = filled(words.remove_save, { name });
  const remove = button("\u00d7", { "data-do": "removeSaved", "data-when": when, "aria-label": label });
  return element("li", {}, open, remove);
}

function fillSaves() {
  document.getElementById("load-problem").hidden = true;
  const items = savedGames().map(savedItem);
  document
    .getElementById("saves-list")
    .replaceChildren(...(items.length ? items : [said("li", words.no_saves, { class: "none" })]));
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

/** Has the browser save a text as a file. */
function saved(content, type, name) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  element("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
