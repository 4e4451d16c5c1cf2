"""Name the parts of a story in words, for texts that quote the ids of these parts."""

import re
from collections.abc import Mapping
from itertools import chain
from textwrap import shorten

from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story

_QUOTED_ID = re.compile(r"'([a-z_]+::[\w-]+)'")
_LONGEST = 100
QUOTES = "\"'“”‘’«»„"  # noqa: RUF001  all marks that open or close a quotation


def list_names(story: Story) -> Mapping[str, str]:
    """Return the name, title, label or meaning of each part of ``story``, by its id.

    Parts without words are left out. A path has the text of its answer.
    """
    answers = {each.id: each.text for dilemma in story.dilemmas for each in dilemma.answers}
    structure = story.structure
    asked = _list_conditions(structure) if structure else ()
    names = {
        **{each.id: each.name for each in story.entities},
        **{each.id: each.name for each in story.endings},
        **{each.id: each.name for each in story.stats},
        **{each.id: each.question for each in story.dilemmas},
        **answers,
        **{path.id: answers.get(path.answer, "") for path in story.paths},
        **{each.id: each.title for each in story.chapters},
        **{each.id: each.summary for each in story.beats},
        **{flag: story.describe_condition(flag) for flag in (*story.flags, *asked)},
        **({each.id: each.title for each in structure.passages} if structure else {}),
        **({each.id: each.label for each in structure.choices} if structure else {}),
    }
    return {identifier: name for identifier, name in names.items() if name}


def _list_conditions(structure: Structure) -> set[str]:
    texts = (each.conditional_flags for each in structure.passages)
    return {*chain(*(each.requires | each.forbids for each in structure.choices), *texts)}


def insert_names(text: str, names: Mapping[str, str]) -> str:
    """Replace each quoted id in ``text`` by its name in quotation marks; keep unknown ids.

    If the name is a sentence that the text also states after a colon, the sentence is stated only
    once: "'clue::x' is not known: The well is dry." becomes "“The well is dry” is not known."
    """
    for name in map(names.get, _QUOTED_ID.findall(text)):
        if name and name.endswith("."):
            text = text.replace(f": {name}", ".")

    def replace_id(found: re.Match[str]) -> str:
        name = names.get(found[1], "").strip(QUOTES).removesuffix(".")
        return f"“{shorten(name, _LONGEST, placeholder=' …')}”" if name else found[0]

    return _QUOTED_ID.sub(replace_id, text)
