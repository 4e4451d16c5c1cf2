"""Replace the ids in the texts of findings by titles and labels."""

from __future__ import annotations

import re

from questfoundry.domain.story.passage import Structure

_QUOTED = re.compile(r"'([a-z_]+::[\w-]+)'")


def insert_titles(text: str, structure: Structure | None) -> str:
    """Return ``text`` with each quoted id replaced by the passage's title or the choice's label.

    Other ids stay. Without ``structure``, the text is returned unchanged.
    """
    if structure is None:
        return text
    names = {each.id: each.title for each in structure.passages}
    names |= {each.id: each.label for each in structure.choices}

    def replace_id(found: re.Match[str]) -> str:
        name = names.get(found[1])
        return f"“{name}”" if name else found[0]

    return _QUOTED.sub(replace_id, text)
