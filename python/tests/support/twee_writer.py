"""A Twee 3 writer that shares nothing with the program: any names, any labels, flags."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

from questfoundry.domain.story.passage import Choice, Structure

Notation = Callable[[Choice], str]

_PLAIN = re.compile(r"[\w ]+")


def arrow(choice: Choice) -> str:
    return f"[[{choice.label}->{choice.target}]{_setter(choice)}]"


def arrow_back(choice: Choice) -> str:
    return f"[[{choice.target}<-{choice.label}]{_setter(choice)}]"


def bar(choice: Choice) -> str:
    return f"[[{choice.label}|{choice.target}]{_setter(choice)}]"


def macro(choice: Choice) -> str:
    sets = "".join(f"<<set {flag} to true>>" for flag in sorted(choice.grants))
    return f"<<link {_string(choice.label)} {_string(choice.target)}>>{sets}<</link>>"


NOTATIONS: Sequence[Notation] = (arrow, arrow_back, bar, macro)


def write(structure: Structure, notations: Sequence[Notation]) -> str:
    """The story; each choice in its notation where that can hold its words, else as a macro."""
    data = json.dumps({"ifid": "X", "format": "SugarCube", "start": structure.start}, indent=1)
    parts = [f":: StoryData\n{data}\n"]
    written = dict(zip((choice.id for choice in structure.choices), notations, strict=True))
    for passage in structure.passages:
        name = re.sub(r"([][{}\\])", r"\\\1", passage.id)
        parts.append(f":: {name} [tag]\nIt rains.\n")
        for choice in structure.choices:
            if choice.source == passage.id:
                safe = _PLAIN.fullmatch(choice.label) and _PLAIN.fullmatch(choice.target)
                parts.append(_guarded(choice, (written[choice.id] if safe else macro)(choice)))
    return "\n".join(parts)


def _guarded(choice: Choice, link: str) -> str:
    wanted = [*sorted(choice.requires), *(f"not {flag}" for flag in sorted(choice.forbids))]
    return f"<<if {' and '.join(wanted)}>>{link}<</if>>" if wanted else link


def _setter(choice: Choice) -> str:
    sets = ", ".join(f"{flag} to true" for flag in sorted(choice.grants))
    return f"[{sets}]" if sets else ""


def _string(text: str) -> str:
    return json.dumps(text).replace("<", "\\u003c")
