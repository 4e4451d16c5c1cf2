"""DREAM: turn the author's idea into a vision that keeps the facts of the brief."""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.stages.descriptions import DreamDescription
from questfoundry.app.stages.section import Rules, Section, SectionFlow, request_section
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.stages.summary import summarize_vision
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.version import Summary
from questfoundry.domain.errors import UsageError
from questfoundry.domain.fault import Fault
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.unmet_request import UnmetKind
from questfoundry.domain.story.shape import shape_of
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import DreamArtifact
from questfoundry.domain.text.names.stated_names import find_names, has_capitalised_nouns, has_name
from questfoundry.domain.text.tone import split_tone

_SENTENCE = re.compile(r"[.;!?]\s|\n")

_SIZE = re.compile(rf"\b({'|'.join(Size)})\b", re.IGNORECASE)

_SIZE_WORD = re.compile(r"\bsize\b", re.IGNORECASE)

_COMPARISON = re.compile(
    r"\b(?:audience|readers?|fans?|likes?|inspired|reminiscent|manner|tradition|spirit|way of"
    r"|genre|tone|style)\b",
    re.IGNORECASE,
)

_IN_A_SENTENCE = re.compile(r"\b(?!(?:and|or|against|versus|vs)\b)[a-z]+\s$")


def find_size(brief: str) -> Size | None:
    """Return the only size that the sentences of ``brief`` about the size name, or ``None``."""
    about_size = (each for each in _SENTENCE.split(brief) if _SIZE_WORD.search(each))
    found = {size.lower() for each in about_size for size in _SIZE.findall(each)}
    return Size(found.pop()) if len(found) == 1 else None


def find_settled_names(brief: str) -> tuple[str, ...]:
    """Return the names in ``brief`` of people and places of the story.

    Only a name after a word in lower case counts, because headings and themes have capitals, too.
    Sentences that compare the story with other works are left out. The result is empty in a
    language in which all nouns have capitals.
    """
    if has_capitalised_nouns(brief):
        return ()
    sentences = (each for each in _SENTENCE.split(brief) if not _COMPARISON.search(each))
    return tuple(
        dict.fromkeys(
            each.name
            for sentence in sentences
            for each in find_names(sentence)
            if _IN_A_SENTENCE.search(sentence[: each.start])
        )
    )


def list_missing_names(brief: str, text: str) -> tuple[str, ...]:
    """Return the names in ``brief`` without a word in ``text``."""
    return tuple(
        name
        for name in find_settled_names(brief)
        if not any(has_name(text, word) for word in name.split())
    )


@frozen
class DreamRules(Rules):
    """The rules of DREAM that compare the vision with the brief."""

    stage = "dream"

    def check_names(self, brief: str, vision: DreamArtifact) -> Sequence[Fault]:
        """Return a fault if ``vision`` lacks names that ``brief`` gives."""
        names = list_missing_names(brief, "\n".join(map(str, vision.to_values().values())))
        if not names:
            return ()
        return (self.make_fault("names", "creative_vision", names=", ".join(names)),)


class DreamStage(DreamDescription, ArtifactStage):
    """The first stage, DREAM; it needs only the author's idea."""

    artifact = DreamArtifact

    def sections(
        self, story: Story, inputs: StageInputs, traits: ModelTraits | None
    ) -> SectionFlow:
        """Yield the section for the vision; a chosen size or shape limits the possible sizes."""
        del story, traits
        sizes = (inputs.size,) if inputs.size else tuple(shape_of(inputs.shape).sizes)
        pins = {"size": tuple(map(str, sizes))} if len(sizes) < len(Size) else {}
        return (
            yield from request_section(
                Section(
                    name=self.name, model=DreamArtifact, in_brief=True, manifest=Manifest(pins=pins)
                )
            )
        )

    def follow_brief(
        self, section: Section[Any], brief: str, prompts: PromptRepository
    ) -> Section[Any]:
        """Return ``section`` with the size and the names that ``brief`` settles.

        The size becomes the only one allowed. Names that the vision lacks are reported once.
        """
        rules = DreamRules(prompts=prompts)
        size, pins = find_size(brief), section.manifest.pins
        if size and size in pins.get("size", tuple(Size)):
            pins = {**pins, "size": (size.value,)}
        return evolve(
            section,
            manifest=evolve(section.manifest, pins=pins),
            check=partial(rules.check_names, brief),
            soft_rules=frozenset({f"{rules.stage}.names"}),
        )

    def apply(self, story: Story, artifact: Artifact) -> Story:
        """Return ``story`` with the vision."""
        if not isinstance(artifact, DreamArtifact):
            raise UsageError(f"DREAM cannot apply a {type(artifact).__name__}.")
        return evolve(story, vision=artifact, size=artifact.size)

    def unmet(
        self, story: Story, inputs: StageInputs, *, reads: bool
    ) -> Iterable[tuple[UnmetKind, str]]:
        """Return the idea's notes about form and tone if the model follows no notes."""
        del story
        notes = () if reads else split_tone(inputs.idea).notes
        return [(UnmetKind.WISH, "; ".join(notes))] if notes else []

    def build_summary(self, story: Story, artifact: Artifact) -> Summary:
        """Return the summary of the vision."""
        del artifact
        return summarize_vision(story)
