"""The JSON of a story: what its files hold, field by field.

This is the one place that knows the format; the published schema,
``docs/reference/story.schema.json``, is made from it. Rewrite that after a change:
``python -m questfoundry.infra.export.story_document docs/reference/story.schema.json``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import GenerateJsonSchema

from questfoundry.domain.story.path import Residue
from questfoundry.domain.story.size import Size

FORMAT = "questfoundry-story"
VERSION = 2
"""Counts up when a file of the new form would be misread, or refused, by the old program."""

_UUID = "^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$"


class _Part(BaseModel):
    """Closed and frozen; the docstrings of fields are their descriptions in the schema."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class VisionPart(_Part):
    """What kind of story it is."""

    genre: str
    subgenre: str
    tone: str
    themes: tuple[str, ...]
    audience: str
    scope: str
    """How far the story reaches, in words."""
    size: Size
    style: str
    creative_vision: str
    content_notes: str
    """What a player may want to be warned of; empty where there is nothing."""


class EndingPart(_Part):
    """One way in which the story can end; several passages may have it."""

    id: str
    name: str


class TracePart(_Part):
    """A path taken earlier that a passage remembers."""

    path: str
    residue: Residue
    """How much: heavy, told for this path only; light, in an insert; cosmetic, a hint."""


class InsertPart(_Part):
    """A paragraph that only some players read."""

    text: str
    """As any other paragraph."""
    requires: str
    """The flag that must be set."""


class PassagePart(_Part):
    """A piece of the story that is read at once."""

    id: str
    title: str
    prose: tuple[str | InsertPart, ...]
    """The paragraphs, as plain text but for two marks: words between asterisks, as in *so*, are
    emphasized, and a paragraph of three asterisks, * * *, parts two scenes."""
    ending: EndingPart | None = None
    """The ending that the story has here; where there is one, no choice follows."""
    beats: tuple[str, ...] = ()
    """The ids of the story moments that the passage tells of."""
    chapter: str = ""
    """The title of the chapter that begins here, if one does."""
    hub: str = ""
    """The id of the passage in which one looks around, where this is a topic of it."""
    remembers: tuple[TracePart, ...] = ()


class ChoicePart(_Part):
    """A way from one passage to another, open when all it requires is set and nothing it forbids.

    A passage offers its choices in the order of the file.
    """

    id: str
    source: str
    """The id of the passage that offers it."""
    target: str
    """The id of the passage that it leads to."""
    label: str
    """What the player chooses, as plain text."""
    takes: str = ""
    """The id of the path that it commits to, empty where it only leads on."""
    closed: str = ""
    """What the player reads in its place while it is not open; where empty, nothing."""
    requires: tuple[str, ...] = ()
    """The flags that must all be set."""
    forbids: tuple[str, ...] = ()
    """The flags of which none may be set."""
    grants: tuple[str, ...] = ()
    """The flags that taking it sets, for good."""


class CluePart(_Part):
    """Something that players can come to know; its id is the flag of those who do."""

    id: str
    question: str
    """The question of the story that it belongs to."""
    text: str
    answers: bool
    """Whether it answers the question; else it is a step towards it."""


class PublicationPart(_Part):
    """What the author says about the story, as plain text; empty where nothing is said."""

    author: str = ""
    credits: str = ""
    """Who else had a part in it."""
    licence: str = ""
    description: str = ""
    date: str = ""
    """When it was published: a year, a month or a day, as 2026-11-23."""


class StoryDocument(_Part):
    """A whole interactive story: passages, and the choices that join them."""

    format: Literal["questfoundry-story"]
    version: Literal[1, 2]
    """The version of the format; a program should refuse one that it does not know. Before 2
    there were no inserts and no marks."""
    ifid: str = Field(pattern=_UUID)
    """The story's id for life, an upper-case UUID (Treaty of Babel)."""
    title: str
    language: str
    """A BCP 47 tag."""
    hook: str
    """The line that draws a player in."""
    vision: VisionPart
    publication: PublicationPart = PublicationPart()
    start: str
    """The id of the passage that is read first."""
    flags: dict[str, str]
    """What each state flag means, by its id. All are unset at the start."""
    clues: tuple[CluePart, ...] = ()
    """In the order in which a list of what one knows shows them."""
    passages: tuple[PassagePart, ...]
    choices: tuple[ChoicePart, ...]


def schema_text() -> str:
    """The JSON Schema of the format, as it is published."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:questfoundry:story:{VERSION}",
        **StoryDocument.model_json_schema(schema_generator=_WithoutFieldTitles),
    }
    return json.dumps(schema, indent=2) + "\n"


class _WithoutFieldTitles(GenerateJsonSchema):
    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002
        """A title would only say the field's name again."""
        return False


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(schema_text(), encoding="utf-8")
