"""List the texts of a story that players read, with their places in the artifacts."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from enum import StrEnum
from typing import Any

from attrs import frozen

GROW, FILL = "grow", "fill"


class TextKind(StrEnum):
    """The kind of a text that players read."""

    STORY_TITLE = "title of the story"
    HOOK = "teaser"
    DESCRIPTION = "description"
    NOTES = "content notes"
    CHAPTER = "chapter"
    STAT = "stat"
    CLUE = "clue"
    ONWARD = "label of single exits"
    ENDING = "ending"
    TITLE = "title"
    LABEL = "choice"
    CLOSED = "closed choice"
    PROSE = "text"


@frozen(kw_only=True)
class PlayerText:
    """A text that players read; ``path`` leads to it in the data of the artifact ``stage``.

    ``passage``: the title of its passage; empty for a text that belongs to the whole story.
    """

    stage: str
    path: tuple[str | int, ...]
    kind: TextKind
    passage: str
    text: str


def list_player_texts(grow: Mapping[str, Any], fill: Mapping[str, Any]) -> Iterator[PlayerText]:
    """Yield the texts that players read, in the order of the story.

    ``grow`` and ``fill`` are the data of the artifacts; ``fill`` may be empty.
    """
    for name, kind in (
        ("title", TextKind.STORY_TITLE),
        ("hook", TextKind.HOOK),
        ("onward", TextKind.ONWARD),
    ):
        yield PlayerText(stage=GROW, path=(name,), kind=kind, passage="", text=grow[name])
    for identifier, ending in grow["endings"].items():
        path = ("endings", identifier, "name")
        yield PlayerText(
            stage=GROW, path=path, kind=TextKind.ENDING, passage="", text=ending["name"]
        )
    for number, passage in enumerate(grow["passages"]):
        yield from _list_passage_texts(number, passage, fill.get("passages", {}))


def replace_texts(
    data: Mapping[str, Any], texts: Mapping[tuple[str | int, ...], str]
) -> dict[str, Any]:
    """Return a copy of an artifact's ``data`` in which the values at the given paths are new."""
    changed: dict[str, Any] = deepcopy(dict(data))
    for (*steps, last), text in texts.items():
        holder: Any = changed
        for step in steps:
            holder = holder[step]
        holder[last] = text
    return changed


def _list_passage_texts(
    number: int, passage: Mapping[str, Any], written: Mapping[str, Any]
) -> Iterator[PlayerText]:
    title, at = passage["title"], ("passages", number)

    def make(path: tuple[str | int, ...], kind: TextKind, text: str) -> PlayerText:
        return PlayerText(stage=GROW, path=path, kind=kind, passage=title, text=text)

    yield make((*at, "title"), TextKind.TITLE, title)
    if prose := written.get(passage["id"]):
        yield PlayerText(
            stage=FILL,
            path=("passages", passage["id"], "prose"),
            kind=TextKind.PROSE,
            passage=title,
            text=prose["prose"],
        )
    for place, choice in enumerate(passage.get("choices", ())):
        for name, kind in (("label", TextKind.LABEL), ("closed", TextKind.CLOSED)):
            if choice.get(name):
                yield make((*at, "choices", place, name), kind, choice[name])
