"""Export a story as JSON, in a format that pydantic models define field by field.

The published schema ``docs/reference/story.schema.json`` is generated from these models. After a
change, run ``python -m questfoundry.infra.export.story_document docs/reference/story.schema.json``.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from attrs import asdict
from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import GenerateJsonSchema

from questfoundry.domain.protocols.exporter import ExportedFile, StoryExporter
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.size import Size
from questfoundry.infra.export.text import file_name, paragraphs

FORMAT = "questfoundry-story"
VERSION = 2  # the format version; increased when an older program would misread or refuse new files
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
    """A conditional paragraph, shown only to players who have the flag that it requires."""

    text: str
    """The text, with the same marks as any other paragraph."""
    requires: str
    """The id of the flag that must be set."""


class PassagePart(_Part):
    """A piece of the story that the player reads in one go."""

    id: str
    title: str
    prose: tuple[str | InsertPart, ...]
    """The paragraphs, as plain text with two marks: words between asterisks, as in *so*, are
    emphasised, and a paragraph of three asterisks, * * *, is a break between scenes."""
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

    It is open if all flags in ``requires`` are set and none in ``forbids``. A passage offers its
    choices in the order of the file.
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
    """The text shown in place of the choice while it is closed; if empty, nothing is shown."""
    requires: tuple[str, ...] = ()
    """The ids of the flags that must all be set."""
    forbids: tuple[str, ...] = ()
    """The ids of the flags that must all be unset."""
    grants: tuple[str, ...] = ()
    """The ids of the flags that the choice sets permanently."""


class CluePart(_Part):
    """A fact that players can discover; its id is also the flag of players who know the fact."""

    id: str
    question: str
    """The question of the story that the clue belongs to."""
    text: str
    answers: bool
    """The role of the clue: true for the answer itself, false for a step towards the answer."""


class PublicationPart(_Part):
    """Facts about the publication, as plain text; fields are empty where the author gave none."""

    author: str = ""
    credits: str = ""
    """The names of other contributors."""
    licence: str = ""
    description: str = ""
    date: str = ""
    """The date of publication: a year, a month or a day, such as 2026-11-23."""


class StoryDocument(_Part):
    """A whole interactive story: its passages and the choices that join them."""

    format: Literal["questfoundry-story"]
    version: Literal[1, 2]
    """The version of the format; a program should refuse versions that it does not know. Version 1
    had no conditional paragraphs and no marks."""
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
    passages: tuple[PassagePart, ...]
    choices: tuple[ChoicePart, ...]


class JsonExporter(StoryExporter):
    """An exporter that writes the complete story, without loss, into one JSON file."""

    format = "json"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Return the JSON file; ``?`` replaces lone surrogates, which UTF-8 cannot encode."""
        data = _document(edition).model_dump(mode="json")
        text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
        return (ExportedFile(file_name(edition, ".json"), text.encode(errors="replace")),)


def _document(edition: Edition) -> StoryDocument:
    structure = edition.structure
    return StoryDocument(
        format=FORMAT,
        version=VERSION,
        ifid=edition.ifid,
        title=edition.title,
        language=edition.language,
        hook=edition.hook,
        vision=VisionPart(**edition.vision.to_values()),
        publication=PublicationPart.model_validate(edition.publication),
        start=structure.start,
        flags=dict(sorted(edition.flags.items())),
        clues=tuple(map(CluePart.model_validate, edition.clues)),
        passages=tuple(_passage(edition, passage) for passage in structure.passages),
        choices=tuple(ChoicePart(**choice_data(choice)) for choice in structure.choices),
    )


def choice_data(choice: Choice) -> dict[str, Any]:
    """Return ``choice`` as JSON values with sorted flags, without ``clears`` and ``moves``."""
    data = asdict(choice, value_serializer=_sort_flags)
    del data["clears"], data["moves"]
    return data


def _sort_flags(_: object, __: object, value: object) -> object:
    return sorted(value) if isinstance(value, frozenset) else value


def _passage(edition: Edition, passage: Passage) -> PassagePart:
    return PassagePart(
        id=passage.id,
        title=passage.title,
        prose=tuple(
            InsertPart(text=each.text, requires=each.flag) if each.flag else each.text
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
