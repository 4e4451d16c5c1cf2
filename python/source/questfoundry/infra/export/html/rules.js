/** Whether a player who has those flags can take the choice. */
function isOpen(choice, flags) {
  return (
    choice.requires.every((flag) => flags.has(flag)) &&
    !choice.forbids.some((flag) => flags.has(flag))
  );
}

/** The paragraphs of a passage that a player who has those flags reads. */
function readWith(passage, flags) {
  return passage.paragraphs.filter(({ flag }) => !flag || flags.has(flag));
}

/**
 * The story after some choices, by their ids: the passages met, the choices taken, and those
 * that are open now. It stops before the first one that is not open, so that the choices of
 * an older edition lead as far as they still can.
 */
function play(story, wanted) {
  const passages = new Map(story.passages.map((passage) => [passage.id, passage]));
  const flags = new Set();
  const met = [];
  const taken = [];

  function openNow() {
    const here = met[met.length - 1];
    if (here.ending) return [];
    return story.choices.filter((each) => each.source === here.id && isOpen(each, flags));
  }

  function meet(id) {
    const passage = passages.get(id);
    met.push({ ...passage, paragraphs: readWith(passage, flags) });
  }

  meet(story.start);
  for (const id of wanted) {
    const choice = openNow().find((each) => each.id === id);
    if (!choice) break;
    taken.push(choice);
    choice.grants.forEach((flag) => flags.add(flag));
    meet(choice.target);
  }
  return { met, taken, here: met[met.length - 1], open: openNow() };
}
