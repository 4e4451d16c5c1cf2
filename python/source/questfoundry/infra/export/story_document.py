"""Export a story as JSON, in a format that pydantic models define field by field.

The published schema ``docs/reference/story.schema.json`` is generated from these models. After a
change, run ``python -m questfoundry.infra.export.story_document docs/reference/story.schema.json``.
"""

import json
import sys
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from attrs import asdict
from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import GenerateJsonSchema

from questfoundry.domain.protocols.exporter import ExportedFile, StoryExporter
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.domain.story.prose import ProseParagraph
from questfoundry.domain.story.prose_markup import ESCAPED_MARK
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.stat import ranges_of, read_level
from questfoundry.infra.export.stat_conditions import (
    LevelPart,
    MarkedStructure,
    StatCondition,
    add_marks,
    build_level,
    is_missing,
    split_ranges,
)
from questfoundry.infra.export.text import file_name, paragraphs
from questfoundry.infra.export.variables import list_stats

FORMAT = "questfoundry-story"
VERSION: Literal[4] = 4
"""The format version; increased when an older program would misread or refuse new files."""
_UUID = "^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$"


class _Part(BaseModel):
    model_config = ConfigDict(
        extra="forbid", frozen=True, use_attribute_docstrings=True, from_attributes=True
    )


class VisionPart(_Part):
    """The genre, tone, audience, scope and style of the story."""

    genre: str
    subgenre: str
    tone: str
    themes: tuple[str, ...]
    audience: str
    scope: str
    """The scope of the story, in words."""
    size: Size
    style: str
    creative_vision: str
    content_notes: str
    """Warnings about content for players; may be empty."""


class EndingPart(_Part):
    """An ending of the story; several passages may lead to the same ending."""

    id: str
    name: str


class TracePart(_Part):
    """A reference in a passage to a path that the player took earlier."""

    path: str
    residue: Residue
    """The strength: heavy, prose written for this path only; light, a conditional paragraph;
    cosmetic, a hint."""


class InsertPart(_Part):
    """A conditional paragraph, shown only while its condition is true."""

    text: str
    """The text, with the same marks as any other paragraph."""
    requires: str | StatCondition
    """The id of the flag that must be set, or a condition on the flags that count a stat."""
    level: LevelPart | None = Field(default=None, exclude_if=is_missing)
    """The same condition on a stat as numbers; missing if a flag is required."""


class PassagePart(_Part):
    """A piece of the story that the player reads in one go."""

    id: str
    title: str
    prose: tuple[str | InsertPart, ...]
    """The paragraphs, as plain text with marks. Words between asterisks, as in *so*, are
    emphasised, and those between two, as in **so**, are bold. A paragraph of three asterisks,
    * * *, is a break between scenes. [text](https://example.org) is a link. A paragraph
    ![description](assets/name) is a picture or a sound, perhaps with {width=50%} behind it, the
    width in the text. The name of a stat in braces, as in {wins-trust}, is its number. A backslash
    before a mark takes away its meaning."""
    ending: EndingPart | None = None
    """The ending that is reached here, if any; a passage with an ending has no choices."""
    beats: tuple[str, ...] = ()
    """The ids of the beats (story moments) that the passage narrates."""
    chapter: str = ""
    """The title of the chapter that begins here; otherwise empty."""
    hub: str = ""
    """The id of the hub passage, if this passage is one of its topics."""
    remembers: tuple[TracePart, ...] = ()


class ChoicePart(_Part):
    """A choice that leads from one passage to another.

    It is open if everything in ``requires`` is true and no flag in ``forbids`` is set. A passage
    offers its choices in the order of the file. Programs that read numbers use ``levels`` in place
    of the objects in ``requires``; each object says the same as the level at its position.
    """

    id: str
    source: str
    """The id of the passage that offers the choice."""
    target: str
    """The id of the passage that the choice leads to."""
    label: str
    """The text of the choice, as plain text."""
    takes: str = ""
    """The id of the path that the choice commits to; empty if it commits to none."""
    closed: str = ""
    """The text shown in place of the choice while it is closed; if empty, nothing is shown.

    Choices of one passage with the same label and the same text are copies: players see the text
    once, and only while all of the copies are closed.
    """
    requires: tuple[str | StatCondition, ...] = ()
    """The ids of the flags that must all be set, and conditions on flags that count stats."""
    forbids: tuple[str, ...] = ()
    """The ids of the flags that must all be unset."""
    grants: tuple[str, ...] = ()
    """The ids of the flags that the choice sets permanently."""
    levels: tuple[LevelPart, ...] = Field(default=(), exclude_if=is_missing)
    """The conditions on stats in ``requires`` as numbers, in the same order."""
    moves: dict[str, int] = Field(default={}, exclude_if=is_missing)
    """By how much the choice raises or lowers each stat, by the id of the stat."""


class CluePart(_Part):
    """A fact that players can discover; its id is also the flag of players who know the fact."""

    id: str
    question: str
    """The question of the story that the clue belongs to."""
    text: str
    answers: bool
    """The role of the clue: true for the answer itself, false for a step towards the answer."""


class StatPart(_Part):
    """A number that choices raise and lower; all stats are 0 at the start."""

    id: str
    name: str
    question: str
    """The question that the stat answers, such as "Does Win trust you?"."""
    high: str
    """The sentence that is true above 0."""
    low: str
    """The sentence that is true below 0."""


class PublicationPart(_Part):
    """Facts about the publication, as plain text; fields are empty where the author gave none."""

    author: str = ""
    credits: str = ""
    """The names of other contributors."""
    licence: str = ""
    description: str = ""
    date: str = ""
    """The date of publication: a year, a month or a day, such as 2026-11-23."""


class AssetPart(_Part):
    """A picture or sound that the prose shows, with its content."""

    name: str
    """The path below ``assets/``, as the prose names it."""
    media_type: str
    """The media type, such as image/png."""
    content: str
    """The content of the file in base64."""


class StoryDocument(_Part):
    """A whole interactive story: its passages and the choices that join them."""

    format: Literal["questfoundry-story"]
    version: Literal[1, 2, 3, 4]
    """The version of the format; a program should refuse versions that it does not know. Version 1
    had no conditional paragraphs and no marks. Version 2 has emphasis and scene breaks only, and
    version 3 also stats. A file whose prose has other marks has version 4."""
    ifid: str = Field(pattern=_UUID)
    """The permanent id of the story, an upper-case UUID (Treaty of Babel)."""
    title: str
    language: str
    """A BCP 47 tag."""
    hook: str
    """The line that makes a reader curious."""
    vision: VisionPart
    publication: PublicationPart = PublicationPart()
    start: str
    """The id of the first passage."""
    flags: dict[str, str]
    """The meaning of each flag, by id. All flags are unset at the start."""
    clues: tuple[CluePart, ...] = ()
    """The clues in the order in which a list of clues shows them."""
    stats: tuple[StatPart, ...] = Field(default=(), exclude_if=is_missing)
    """The stats. Conditions on stats have two forms: as flags, and as numbers."""
    assets: tuple[AssetPart, ...] = Field(default=(), exclude_if=is_missing)
    """The pictures and sounds that the prose shows."""
    passages: tuple[PassagePart, ...]
    choices: tuple[ChoicePart, ...]


class JsonExporter(StoryExporter):
    """An exporter that writes the complete story, without loss, into one JSON file."""

    format = "json"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Return the JSON file; ``?`` replaces lone surrogates, which UTF-8 cannot encode."""
        data = _document(edition).model_dump(mode="json", by_alias=True)
        text = _dump(data) + "\n"
        return (ExportedFile(file_name(edition, ".json"), text.encode(errors="replace")),)


def _dump(data: Mapping[str, Any]) -> str:
    """Return ``data`` as JSON text, with each condition on a stat on one line.

    Such conditions are often long, and indented lines would triple the size of the file.
    """
    conditions: list[Any] = []
    mark, whole = "#", json.dumps(data)
    while f'"{mark}' in whole:
        mark += "#"

    def fold(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        conditions.append(value)
        return f"{mark}{len(conditions) - 1}"

    parts = {
        "passages": [
            {**each, "prose": [_fold_requires(part, fold) for part in each["prose"]]}
            for each in data["passages"]
        ],
        "choices": [
            {**each, "requires": [*map(fold, each["requires"])]} for each in data["choices"]
        ],
    }
    text = json.dumps({**data, **parts}, indent=2, ensure_ascii=False)
    before, *others = text.split(f'"{mark}')
    for other in others:
        number, _, after = other.partition('"')
        before += json.dumps(conditions[int(number)], ensure_ascii=False) + after
    return before


def _fold_requires(part: Any, fold: Callable[[Any], Any]) -> Any:
    return {**part, "requires": fold(part["requires"])} if isinstance(part, dict) else part


def _document(edition: Edition) -> StoryDocument:
    stats = list_stats(edition)
    marked = add_marks(edition.structure)
    structure = marked.structure
    flags = {flag: text for flag, text in edition.flags.items() if not read_level(flag)}
    for flag, choice in marked.added.items():
        flags[flag] = f"Chosen: {choice.label or choice.id}"
    return StoryDocument(
        format=FORMAT,
        version=_find_version(edition, has_stats=bool(stats)),
        ifid=edition.ifid,
        title=edition.title,
        language=edition.language,
        hook=edition.hook,
        vision=VisionPart(**edition.vision.to_values()),
        publication=PublicationPart.model_validate(edition.publication),
        start=structure.start,
        flags=dict(sorted(flags.items())),
        clues=tuple(map(CluePart.model_validate, edition.clues)),
        stats=tuple(map(StatPart.model_validate, stats)),
        assets=tuple(
            AssetPart(
                name=each.name,
                media_type=edition.assets[each.name].media_type,
                content=b64encode(edition.assets[each.name].content).decode(),
            )
            for each in edition.media
        ),
        passages=tuple(_passage(edition, passage, marked) for passage in structure.passages),
        choices=tuple(_choice(choice, marked) for choice in structure.choices),
    )


def _find_version(edition: Edition, *, has_stats: bool) -> Literal[2, 3, 4]:
    parts = (each for parts in edition.paragraphs.values() for each in parts)
    if any(_has_new_marks(edition, each) for each in parts):
        return VERSION
    return 3 if has_stats else 2


def _has_new_marks(edition: Edition, paragraph: ProseParagraph) -> bool:
    if paragraph.media or ESCAPED_MARK.search(paragraph.text):
        return True
    spans = edition.spans_of(paragraph.text)
    return any(span.strong or span.address or span.stat for span in spans)


def choice_data(choice: Choice) -> dict[str, Any]:
    """Return ``choice`` as JSON values with sorted flags, without ``clears``."""
    data = asdict(choice, value_serializer=_sort_flags)
    del data["clears"]
    return data


def _choice(choice: Choice, marked: MarkedStructure) -> ChoicePart:
    data = choice_data(choice)
    levels = [*split_ranges(ranges_of(choice.requires, choice.forbids))]
    for key in ("requires", "forbids"):
        data[key] = [flag for flag in data[key] if not read_level(flag)]
    data["requires"] += [marked.condition(each, choice.source) for each in levels]
    return ChoicePart(**data, levels=tuple(map(build_level, levels)))


def _sort_flags(_: object, __: object, value: object) -> object:
    return sorted(value) if isinstance(value, frozenset) else value


def _insert(paragraph: ProseParagraph, passage: str, marked: MarkedStructure) -> InsertPart:
    ranges = ranges_of([paragraph.flag])
    if not ranges:
        return InsertPart(text=paragraph.text, requires=paragraph.flag)
    return InsertPart(
        text=paragraph.text,
        requires=marked.condition(ranges[0], passage),
        level=build_level(ranges[0]),
    )


def _passage(edition: Edition, passage: Passage, marked: MarkedStructure) -> PassagePart:
    return PassagePart(
        id=passage.id,
        title=passage.title,
        prose=tuple(
            _insert(each, passage.id, marked) if each.flag else each.text
            for each in paragraphs(edition, passage.id)
        ),
        ending=EndingPart(id=passage.ending, name=edition.ending_name(passage.ending))
        if passage.ending
        else None,
        beats=passage.beats,
        chapter=edition.chapters.get(passage.id, ""),
        hub=passage.hub,
        remembers=tuple(TracePart(**trace.model_dump()) for trace in passage.remembers),
    )


def schema_text() -> str:
    """Return the published JSON Schema of the format as text."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:questfoundry:story:{VERSION}",
        **StoryDocument.model_json_schema(schema_generator=_WithoutFieldTitles),
    }
    return json.dumps(schema, indent=2) + "\n"


class _WithoutFieldTitles(GenerateJsonSchema):
    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002
        return False


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(schema_text(), encoding="utf-8")
