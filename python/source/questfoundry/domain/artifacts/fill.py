"""The artifact of FILL: the voice, and prose for every passage.

The voice is what a model hands in; prose is asked for as text, passage by passage, and what
it made true of entities is kept beside it.
"""

from __future__ import annotations

import operator
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import AfterValidator, AliasChoices, Field

from questfoundry.domain.artifacts.base import (
    Artifact,
    Description,
    Line,
    Sentence,
    Sparse,
    reject_duplicates,
)
from questfoundry.domain.artifacts.grow import Label
from questfoundry.domain.story.voice import Person, Tense

Phrases = Annotated[tuple[Line, ...], Field(max_length=12), AfterValidator(reject_duplicates)]


class FillVoice(Sparse):
    """How the prose sounds; ``use`` and ``avoid`` are words and turns of phrase."""

    person: Person
    tense: Tense
    diction: Description
    rhythm: Description
    use: Phrases = ()
    avoid: Phrases = ()


FINDINGS = ("findings", "doubts")
"""What the findings about prose are called: now, and in artifacts of the first edition."""


class ProseFact(Sparse):
    """Something that a passage made true, see :class:`~questfoundry.domain.story.voice.Fact`."""

    entity: str
    fact: Sentence
    now: bool = False


class ReadingKind(StrEnum):
    """What a reader of whole playthroughs can stumble over."""

    TIME = "time"
    PLACE = "place"
    KNOWLEDGE = "knowledge"
    CAUSE = "cause"
    VOICE = "voice"
    REPETITION = "repetition"
    QUESTION = "question"
    ENDING = "ending"
    RULE = "rule"
    LABEL = "label"


class ReaderFinding(Sparse):
    """What a reader of a whole playthrough stumbled over in a passage.

    Of what is ``serious`` the reader lost faith in the story; the rest is slight. Where a few words
    are all that is wrong, ``quote`` is these, and ``instead`` is what should stand there.
    """

    kind: ReadingKind
    problem: Sentence
    fix: Sentence
    weight: Literal["serious", "slight"]
    quote: Annotated[str, Field(max_length=600)] = ""
    instead: Annotated[str, Field(max_length=600)] = ""

    @property
    def message(self) -> str:
        """What is wrong, in a sentence that begins with its kind."""
        return f"{self.kind.capitalize()}: {self.problem}"

    @property
    def is_about_prose(self) -> bool:
        """Whether it is in the prose, and not in what a choice is called."""
        return self.kind is not ReadingKind.LABEL

    def apply_fix(self, text: str) -> str:
        """The text with its words exchanged; empty where they do not stand there just once."""
        words = self.quote.strip(), self.instead.strip()
        plain = all(words) and not any(mark in each for each in words for mark in "\n[]")
        return text.replace(*words) if plain and text.count(words[0]) == 1 else ""


class PassageProse(Sparse):
    """A passage as the player reads it.

    ``prose`` is plain text, its paragraphs parted by an empty line. ``findings`` are what the
    checks still said after the last revision, ``reading`` what a reader of the whole did; an
    author who has looked may remove them.
    """

    prose: Annotated[str, Field(min_length=1, max_length=200_000)]
    facts: tuple[ProseFact, ...] = ()
    findings: Annotated[tuple[Sentence, ...], Field(validation_alias=AliasChoices(*FINDINGS))] = ()
    reading: tuple[ReaderFinding, ...] = ()

    @property
    def is_doubtful(self) -> bool:
        """Whether a reader of the whole found something serious in it."""
        return any(each.weight == "serious" for each in self.reading)

    @property
    def problems(self) -> tuple[str, ...]:
        """All that is still said against it, what is serious first."""
        readers = tuple(each.message for each in self.reading)
        return (*readers, *self.findings) if self.is_doubtful else (*self.findings, *readers)


class NewLabel(Artifact):
    """What a choice says since a reader of the whole stumbled over what it ``was`` called."""

    was: Label
    label: Label


class FillArtifact(Artifact):
    """The written story; ``passages`` by id, every passage of the structure.

    ``labels`` are those of choices, by id, that a reader of the whole put right.
    """

    type: Literal["fill"] = "fill"
    version: Literal[1] = 1
    voice: FillVoice
    passages: dict[str, PassageProse]
    labels: dict[str, NewLabel] = Field(default_factory=dict, exclude_if=operator.not_)
