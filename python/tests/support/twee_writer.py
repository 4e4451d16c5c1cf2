"""A Twee 3 writer that shares no code with the program, for any names, labels and flags."""

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
    """Return the story; a choice with unsafe words becomes a macro."""
    data = json.dumps({"ifid": "X", "format": "SugarCube", "start": structure.start}, indent=1)
    parts = [f":: StoryData\n{data}\n"]
    links: dict[str, list[str]] = {passage.id: [] for passage in structure.passages}
    for choice, notation in zip(structure.choices, notations, strict=True):
        safe = _PLAIN.fullmatch(choice.label) and _PLAIN.fullmatch(choice.target)
        links[choice.source].append(_guarded(choice, (notation if safe else macro)(choice)))
    for passage in structure.passages:
        name = re.sub(r"([][{}\\])", r"\\\1", passage.id)
        parts.append("\n".join([f":: {name} [tag]", "It rains.", *links[passage.id], ""]))
    return "\n".join(parts)


def _guarded(choice: Choice, link: str) -> str:
    wanted = [*sorted(choice.requires), *(f"not {flag}" for flag in sorted(choice.forbids))]
    return f"<<if {' and '.join(wanted)}>>{link}<</if>>" if wanted else link


def _setter(choice: Choice) -> str:
    sets = ", ".join(f"{flag} to true" for flag in sorted(choice.grants))
    return f"[{sets}]" if sets else ""


def _string(text: str) -> str:
    return json.dumps(text).replace("<", "\\u003c")
