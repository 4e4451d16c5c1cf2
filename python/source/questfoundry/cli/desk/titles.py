"""Titles and labels in place of the ids that findings quote."""

from __future__ import annotations

import re

from questfoundry.domain.story.passage import Structure

_QUOTED = re.compile(r"'([a-z_]+::[\w-]+)'")


def insert_titles(text: str, structure: Structure | None) -> str:
    """Return ``text`` with the title or label in place of each quoted id that has one."""
    if structure is None:
        return text
    names = {each.id: each.title for each in structure.passages}
    names |= {each.id: each.label for each in structure.choices}

    def replace_id(found: re.Match[str]) -> str:
        name = names.get(found[1])
        return f"“{name}”" if name else found[0]

    return _QUOTED.sub(replace_id, text)
