const { story, words, ui } = JSON.parse(document.getElementById("edition").textContent);
const passages = passagesOf(story);
const stats = story.stats || [];
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
    numbers: typeof old.numbers === "boolean" ? old.numbers : Boolean(story.numbers),
  };
}

/** Keep it, with the endings that another tab found meanwhile. */
function keep() {
  addEndings(stored().endings);
  store(kept);
}

function store(value) {
  try {
    localStorage.setItem(SHELF, JSON.stringify(value));
  } catch {
    // See stored.
  }
}

const kept = recall();

function addEndings(found) {
  for (const id of texts(found)) {
    if (endingNames.has(id) && !kept.endings.includes(id)) kept.endings.push(id);
  }
}

/** Tabs that write in the same moment do not see each other: who lost an ending puts it back. */
addEventListener("storage", ({ key }) => {
  if (key !== SHELF) return;
  const theirs = stored();
  addEndings(theirs.endings);
  if (texts(theirs.endings).length < kept.endings.length) store({ ...theirs, endings: kept.endings });
});
