"""Reads the JSON that this program exports; its form is ``story_document``."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen
from pydantic import ValidationError

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile, StoryReader
from questfoundry.domain.story.foreign import ForeignStory, Spot
from questfoundry.domain.story.passage import Choice, Passage, Structure, Trace
from questfoundry.infra.export.story_document import (
    FORMAT,
    VERSION,
    ChoicePart,
    PassagePart,
    StoryDocument,
)
from questfoundry.infra.reading.source_text import text_of

_SHOWN_FAULTS = 5
_ITEM = 2
"""How many brackets are open before an item of a list at the top."""
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|(?P<opens>[\[{])|(?P<closes>[\]}])|\n')


class JsonStoryReader(StoryReader):
    """One file is one story."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """``.json``."""
        return (".json",)

    def read(self, files: Sequence[SourceFile]) -> ForeignStory:
        """See the class."""
        if len(files) != 1:
            raise InputError(
                f"{', '.join(repr(file.name) for file in files)}: a story in JSON is one file. "
                "Name the one to read."
            )
        text = text_of(files[0])
        document = _document(text, files[0].name)
        passages, choices = document.passages, document.choices
        ids = {"passages": [each.id for each in passages], "choices": [each.id for each in choices]}
        spots: dict[str, Spot] = {}
        for part in _parts(text):
            spots.setdefault(ids[part.kind][part.place], Spot(files[0].name, part.line))
        return ForeignStory(
            title=document.title,
            structure=Structure(
                start=document.start,
                passages=tuple(_passage(part) for part in passages),
                choices=tuple(_choice(part) for part in choices),
            ),
            words={part.id: sum(len(each.split()) for each in part.prose) for part in passages},
            spots=spots,
        )


def _document(text: str, name: str) -> StoryDocument:
    data = _json(text, name)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InputError(
            f"{name!r} is JSON, but no story: its 'format' is not {FORMAT!r}. "
            "Give a file that was shipped as JSON."
        )
    version = data.get("version")
    if isinstance(version, int) and version > VERSION:
        raise InputError(
            f"{name!r} is of version {version} of its format, and this program reads "
            f"{VERSION}. Update QuestFoundry."
        )
    try:
        return StoryDocument.model_validate(data)
    except ValidationError as problem:
        raise InputError(_told(problem, name)) from None


def _json(text: str, name: str) -> Any:
    mend = "Ship the story again, or mend the file there."
    try:
        return json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as problem:
        where = f"{name!r}, line {problem.lineno}, column {problem.colno}"
        raise InputError(f"{where}: {problem.msg}, so this is no JSON. {mend}") from None
    except (ValueError, RecursionError) as problem:
        raise InputError(f"{name!r} cannot be read as JSON: {problem}. {mend}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(data := dict(pairs)) < len(pairs):
        doubled = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"one object has the key {doubled!r} twice")
    return data


def _told(problem: ValidationError, name: str) -> str:
    faults = problem.errors(include_url=False, include_input=False)
    shown = "".join(
        f"\n    {_path(fault['loc'])}: {fault['msg']}" for fault in faults[:_SHOWN_FAULTS]
    )
    more = len(faults) - _SHOWN_FAULTS
    rest = f"\n    and {more} more" if more > 0 else ""
    return f"{name!r} does not keep to the format of stories:{shown}{rest}\nMend it there."


def _path(location: tuple[str | int, ...]) -> str:
    """The place as JSONPath: ``$.passages[3].title``."""
    return "$" + "".join(f"[{at}]" if isinstance(at, int) else f".{at}" for at in location)


@frozen
class _Part:
    """Where a passage or a choice begins: in which list, as which of its items, in which line."""

    kind: str
    place: int
    line: int


def _parts(text: str) -> Iterator[_Part]:
    """The items of the lists at the top.

    The text is JSON, so strings and brackets are all that must be told apart.
    """
    line, depth, key, place = 1, 0, "", 0
    for token in _TOKEN.finditer(text):
        if token["opens"]:
            if depth == _ITEM and token["opens"] == "{":
                yield _Part(key, place, line)
                place += 1
            depth += 1
        elif token["closes"]:
            depth -= 1
        elif token[0] == "\n":
            line += 1
        elif depth == 1:
            key, place = json.loads(token[0]), 0


def _passage(part: PassagePart) -> Passage:
    return Passage(
        id=part.id,
        beats=part.beats,
        title=part.title,
        ending=part.ending.id if part.ending else "",
        remembers=tuple(Trace(path=each.path, residue=each.residue) for each in part.remembers),
    )


def _choice(part: ChoicePart) -> Choice:
    return Choice(
        id=part.id,
        source=part.source,
        target=part.target,
        label=part.label,
        takes=part.takes,
        requires=part.requires,
        forbids=part.forbids,
        grants=part.grants,
    )
