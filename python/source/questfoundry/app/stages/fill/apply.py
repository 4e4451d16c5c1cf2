"""Between the artifact of FILL and the story: the voice, the prose and its facts."""

from __future__ import annotations

from attrs import evolve

from questfoundry.domain.artifacts.fill import FillArtifact, FillVoice, PassageProse
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact, Voice


def apply_fill(story: Story, fill: FillArtifact) -> Story:
    """The story with its voice and prose.

    Prose of passages that the structure no longer has is left out: a story that was woven
    anew can be looked at before it is written anew.
    """
    known = {passage.id for passage in story.settled_structure.passages}
    prose = {name: each for name, each in fill.passages.items() if name in known}
    return evolve(
        story,
        voice=voice_of(fill.voice),
        prose={name: each.prose for name, each in prose.items()},
        facts=tuple(fact for name, each in prose.items() for fact in facts_in(name, each)),
    )


def facts_in(name: str, passage: PassageProse) -> tuple[Fact, ...]:
    """What the prose of a passage made true."""
    return tuple(Fact(entity=each.entity, text=each.fact, passage=name) for each in passage.facts)


def voice_of(voice: FillVoice) -> Voice:
    """The voice as the story has it."""
    return Voice(**voice.model_dump())
