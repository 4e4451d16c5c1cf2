/** Whether a player who has those flags can take the choice. */
function isOpen(choice, flags) {
  return (
    choice.requires.every((flag) => flags.has(flag)) &&
    !choice.forbids.some((flag) => flags.has(flag))
  );
}

/** Whether a player who has those flags reads why it is closed; one who had it once does not. */
function isToldClosed(choice, flags) {
  const done = choice.forbids.some((flag) => flags.has(flag) && choice.grants.includes(flag));
  return Boolean(choice.closed) && !isOpen(choice, flags) && !done;
}

/** The paragraphs of a passage that a player who has those flags reads. */
function readWith(passage, flags) {
  return passage.paragraphs.filter(({ flag }) => !flag || flags.has(flag));
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
 * held, and the choices that are seen now, open or closed. It stops before the first one that
 * is not open, so that the choices of an older edition lead as far as they still can.
 */
function play(start, passages, wanted) {
  const flags = new Set();
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
    choice.grants.forEach((flag) => flags.add(flag));
    meet(choice.target);
  }
  const here = met[met.length - 1];
  const open = here.choices.filter((each) => isOpen(each, flags));
  const seen = here.choices.filter((each) => isOpen(each, flags) || isToldClosed(each, flags));
  return { met, taken, flags, here, open, seen };
}
