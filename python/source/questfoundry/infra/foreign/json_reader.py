"""Read stories in QuestFoundry's own JSON; compiled ink is passed on to the ink reader."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile, StoryReader
from questfoundry.domain.story.dilemma import Trace
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.prose import ProseParagraph
from questfoundry.domain.story.source_text import FilePlace
from questfoundry.domain.story.stat import Level
from questfoundry.domain.text.validation import describe_error
from questfoundry.infra.export.story_document import (
    FORMAT,
    VERSION,
    ChoicePart,
    PassagePart,
    StoryDocument,
)
from questfoundry.infra.foreign.ink.compiled import is_compiled
from questfoundry.infra.foreign.ink.reader import InkReader
from questfoundry.infra.foreign.twee_passages import decode_text, parse_json

_SHOWN_FAULTS = 5
_ADVICE = "Export the story again, or correct the file there."
_ITEM_DEPTH = 2  # the number of open brackets before an item of a top-level list
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|(?P<opens>[\[{])|(?P<closes>[\]}])|\n')


class JsonStoryReader(StoryReader):
    """A reader of stories in JSON, with one story in one file."""

    suffixes = (".json",)

    def read(self, files: Sequence[SourceFile]) -> ForeignStory:
        """Return the story in ``files``; raise ``InputError`` unless they are one valid file."""
        if any(is_compiled(decode_text(each)) for each in files):
            return InkReader().read(files)
        if len(files) != 1:
            raise InputError(
                f"{', '.join(repr(file.name) for file in files)}: a story in JSON is one file. "
                "Name the one to read."
            )
        text, name = decode_text(files[0]), files[0].name
        document = _parse_document(text, name)
        places: dict[str, FilePlace] = {}
        lines = _item_lines(text)
        for key, parts in (("passages", document.passages), ("choices", document.choices)):
            for identifier, line in zip((part.id for part in parts), lines[key], strict=True):
                places.setdefault(identifier, FilePlace(name, line))
        return ForeignStory(
            title=document.title,
            structure=Structure(
                start=document.start,
                passages=tuple(_build_passage(part) for part in document.passages),
                choices=tuple(_build_choice(part, name) for part in document.choices),
            ),
            words={
                part.id: sum(
                    ProseParagraph(each if isinstance(each, str) else each.text).word_count
                    for each in part.prose
                )
                for part in document.passages
            },
            places=places,
        )


def _parse_document(text: str, name: str) -> StoryDocument:
    data = parse_json(text, name, _ADVICE, _reject_duplicate_keys)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InputError(
            f"{name!r} is JSON, but no story: its 'format' is not {FORMAT!r}. "
            "Give a story that was exported as JSON, or the output of an ink compiler."
        )
    version = data.get("version")
    if isinstance(version, int) and version > VERSION:
        raise InputError(
            f"{name!r} uses version {version} of its format, and this program reads versions up to "
            f"{VERSION}. Update QuestFoundry."
        )
    try:
        return StoryDocument.model_validate(data)
    except ValidationError as problem:
        raise InputError(_describe_faults(problem, name)) from None


def _reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(data := dict(pairs)) < len(pairs):
        doubled = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"one object has the key {doubled!r} twice")
    return data


def _describe_faults(problem: ValidationError, name: str) -> str:
    faults = problem.errors(include_url=False)
    shown = "".join(
        f"\n    {_json_path(fault['loc'])}: {describe_error(fault)}"
        for fault in faults[:_SHOWN_FAULTS]
    )
    more = len(faults) - _SHOWN_FAULTS
    rest = f"\n    and {more} more" if more > 0 else ""
    return f"{name!r} does not follow the story format:{shown}{rest}\nCorrect the file there."


def _json_path(location: tuple[str | int, ...]) -> str:
    return "$" + "".join(f"[{at}]" if isinstance(at, int) else f".{at}" for at in location)


def _item_lines(text: str) -> Mapping[str, Sequence[int]]:
    lines: dict[str, list[int]] = defaultdict(list)
    line, depth, key = 1, 0, ""
    for token in _TOKEN.finditer(text):
        if token["opens"]:
            if depth == _ITEM_DEPTH and token["opens"] == "{":
                lines[key].append(line)
            depth += 1
        elif token["closes"]:
            depth -= 1
        elif token[0] == "\n":
            line += 1
        elif depth == 1:
            key = json.loads(token[0])
    return lines


def _build_choice(part: ChoicePart, file: str) -> Choice:
    """Return the choice in ``part``; numbers replace the conditions that say the same as flags."""
    flags = [each for each in part.requires if isinstance(each, str)]
    if len(part.requires) - len(flags) != len(part.levels):
        raise InputError(
            f"{file!r}: the choice {part.id!r} has {len(part.requires) - len(flags)} conditions on "
            f"stats in `requires`, but {len(part.levels)} in `levels`. {_ADVICE}"
        )
    data = part.model_dump(exclude={"levels"})
    data["requires"] = [*flags, *(each.id for each in _list_levels(part, is_required=True))]
    data["forbids"] = [*part.forbids, *(each.id for each in _list_levels(part, is_required=False))]
    return Choice(**data)


def _list_levels(part: ChoicePart, *, is_required: bool) -> Iterator[Level]:
    """Yield the levels that the choice requires, or those that it forbids."""
    for each in part.levels:
        if each.at_least is not None and (each.at_least > 0) is is_required:
            yield Level(each.stat, each.at_least if is_required else each.at_least - 1)
        if each.at_most is not None and (each.at_most < 0) is is_required:
            yield Level(each.stat, each.at_most if is_required else each.at_most + 1)


def _build_passage(part: PassagePart) -> Passage:
    return Passage(
        id=part.id,
        beats=part.beats,
        title=part.title,
        ending=part.ending.id if part.ending else "",
        remembers=tuple(Trace(**each.model_dump()) for each in part.remembers),
        hub=part.hub,
    )
