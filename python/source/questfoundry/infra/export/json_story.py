"""Export the story as JSON for programs, in the form that ``story_document`` defines."""

import json
from collections.abc import Sequence
from typing import Any

from attrs import asdict

from questfoundry.domain.protocols.exporter import ExportedFile, StoryExporter
from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.infra.export.story_document import (
    FORMAT,
    VERSION,
    ChoicePart,
    CluePart,
    EndingPart,
    InsertPart,
    PassagePart,
    PublicationPart,
    StoryDocument,
    TracePart,
    VisionPart,
)
from questfoundry.infra.export.text import file_name, paragraphs


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
        publication=PublicationPart(
            author=edition.publication.author,
            credits=edition.publication.credits,
            licence=edition.publication.licence,
            description=edition.publication.description,
            date=edition.publication.date,
        ),
        start=structure.start,
        flags=dict(sorted(edition.flags.items())),
        clues=tuple(
            CluePart(id=each.id, question=each.question, text=each.text, answers=each.answers)
            for each in edition.clues
        ),
        passages=tuple(_passage(edition, passage) for passage in structure.passages),
        choices=tuple(ChoicePart(**choice_data(choice)) for choice in structure.choices),
    )


def choice_data(choice: Choice) -> dict[str, Any]:
    """Return a choice as JSON values with sorted flags, without ``clears`` of imported stories."""
    data = asdict(choice, value_serializer=_sorted)
    del data["clears"]
    return data


def _sorted(_: object, __: object, value: object) -> object:
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
