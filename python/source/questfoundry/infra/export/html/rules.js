/** Whether a player who has those flags can take the choice. */
function isOpen(choice, flags) {
  return (
    choice.requires.every((flag) => flags.has(flag)) &&
    !choice.forbids.some((flag) => flags.has(flag))
  );
}

/** Whether it is closed for a player who has those flags, and was not taken if it can be only once. */
function isClosed(choice, flags) {
  const done = choice.forbids.some((flag) => flags.has(flag) && choice.grants.includes(flag));
  return !isOpen(choice, flags) && !done;
}

/**
 * Whether a player reads why it is closed. Choices with one label and one text are copies, one option
 * for players: the last of them shows the text, if all are closed.
 */
function isToldClosed(choice, choices, flags) {
  if (!choice.closed) return false;
  const copies = choices.filter(
    (each) => each.label === choice.label && each.closed === choice.closed,
  );
  return choice === copies[copies.length - 1] && copies.every((each) => isClosed(each, flags));
}

/** The paragraphs of a passage that a player who has those flags reads. */
function readWith(passage, flags) {
  return passage.paragraphs.filter(({ flag }) => !flag || flags.has(flag));
}

/** The number of a stat, for a player who has those flags. A level is a flag: see docs/story-model.md. */
function valueOf(stat, flags) {
  const level = stat.replace("stat::", "level::");
  let value = 0;
  while (flags.has(`${level}-up-${value + 1}`)) value += 1;
  while (flags.has(`${level}-down-${1 - value}`)) value -= 1;
  return value;
}

/** Raises or lowers a stat, step by step: a step adds the next level, or removes the last one. */
function moveStat(stat, steps, flags) {
  const level = stat.replace("stat::", "level::");
  for (let left = Math.abs(steps); left; left -= 1) {
    const value = valueOf(stat, flags);
    const [side, size] = steps > 0 ? ["up", value + 1] : ["down", 1 - value];
    const other = side === "up" ? "down" : "up";
    if (size > 0) flags.add(`${level}-${side}-${size}`);
    else flags.delete(`${level}-${other}-${1 - size}`);
  }
}

/** The passages of a story by their ids, each with the choices that it offers. */
function passagesOf(story) {
  const passages = new Map(story.passages.map((each) => [each.id, { ...each, choices: [] }]));
  for (const choice of story.choices) {
    const { ending, choices } = passages.get(choice.source);
    if (!ending) choices.push(choice);
  }
  return passages;
}

/**
 * The story after some choices, by their ids: the passages met, the choices taken, the flags
 * held now and before the last choice, and the choices that are seen now. It stops before the first one that
 * is not open, so that the choices of an older edition lead as far as they still can.
 */
function play(start, passages, wanted) {
  const flags = new Set();
  let before = new Set();
  const met = [];
  const taken = [];

  function meet(id) {
    const passage = passages.get(id);
    met.push({ ...passage, paragraphs: readWith(passage, flags) });
  }

  meet(start);
  for (const id of wanted) {
    const choice = met[met.length - 1].choices.find((each) => each.id === id);
    if (!choice || !isOpen(choice, flags)) break;
    taken.push(choice);
    before = new Set(flags);
    choice.grants.forEach((flag) => flags.add(flag));
    for (const [stat, steps] of Object.entries(choice.moves || {})) moveStat(stat, steps, flags);
    meet(choice.target);
  }
  const here = met[met.length - 1];
  const open = here.choices.filter((each) => isOpen(each, flags));
  const seen = here.choices.filter(
    (each) => isOpen(each, flags) || isToldClosed(each, here.choices, flags),
  );
  return { met, taken, flags, before, here, open, seen };
}
