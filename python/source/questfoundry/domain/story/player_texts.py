"""List the texts of a story that players read, with their places in the artifacts."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from enum import StrEnum
from typing import Any

from attrs import frozen

DREAM, SEED, GROW, FILL = "dream", "seed", "grow", "fill"


class TextKind(StrEnum):
    """The kind of a text that players read."""

    STORY_TITLE = "title of the story"
    HOOK = "teaser"
    DESCRIPTION = "description"
    NOTES = "content notes"
    CHAPTER = "chapter"
    STAT = "stat"
    QUESTION = "question"
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


def list_plan_texts(dream: Mapping[str, Any], seed: Mapping[str, Any]) -> Iterator[PlayerText]:
    """Yield the texts before GROW that players read: content notes, chapters, clues and stats.

    ``dream`` and ``seed`` are the data of the artifacts, and may be empty.
    """
    if notes := dream.get("content_notes"):
        path = ("content_notes",)
        yield PlayerText(stage=DREAM, path=path, kind=TextKind.NOTES, passage="", text=notes)

    def make(kind: TextKind, *path: str | int) -> PlayerText:
        text: Any = seed
        for step in path:
            text = text[step]
        return PlayerText(stage=SEED, path=path, kind=kind, passage="", text=text)

    for number in range(len(seed.get("chapters", ()))):
        yield make(TextKind.CHAPTER, "chapters", number, "title")
    for number, question in enumerate(seed.get("questions", ())):
        yield make(TextKind.QUESTION, "questions", number, "question")
        for place in range(len(question["clues"])):
            yield make(TextKind.CLUE, "questions", number, "clues", place, "text")
    for number in range(len(seed.get("stats", ()))):
        for name in ("name", "question", "high", "low"):
            yield make(TextKind.STAT, "stats", number, name)


def list_player_texts(grow: Mapping[str, Any], fill: Mapping[str, Any]) -> Iterator[PlayerText]:
    """Yield the texts of passages, choices and endings that players read, in story order.

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
        yield from _list_passage_texts(number, passage, fill)


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
    number: int, passage: Mapping[str, Any], fill: Mapping[str, Any]
) -> Iterator[PlayerText]:
    title, at = passage["title"], ("passages", number)

    def make(path: tuple[str | int, ...], kind: TextKind, text: str) -> PlayerText:
        return PlayerText(stage=GROW, path=path, kind=kind, passage=title, text=text)

    yield make((*at, "title"), TextKind.TITLE, title)
    if prose := fill.get("passages", {}).get(passage["id"]):
        yield PlayerText(
            stage=FILL,
            path=("passages", passage["id"], "prose"),
            kind=TextKind.PROSE,
            passage=title,
            text=prose["prose"],
        )
    for place, choice in enumerate(passage.get("choices", ())):
        new = fill.get("labels", {}).get(choice["id"])
        is_corrected = new is not None and new["was"] == choice.get("label")
        if is_corrected:
            yield PlayerText(
                stage=FILL,
                path=("labels", choice["id"], "label"),
                kind=TextKind.LABEL,
                passage=title,
                text=new["label"],
            )
        for name, kind in (("label", TextKind.LABEL), ("closed", TextKind.CLOSED)):
            if choice.get(name) and not (is_corrected and name == "label"):
                yield make((*at, "choices", place, name), kind, choice[name])
