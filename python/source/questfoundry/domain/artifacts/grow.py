"""The artifact of GROW: the woven structure, with the words that a model gave it.

Code weaves, a model names. The whole structure stands here, so that an author can read and
change it: passages in the order of the story, each with the choices that leave it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from questfoundry.domain.artifacts.base import (
    Artifact,
    Ids,
    Line,
    Name,
    Sentence,
    Some,
    SomeById,
    SomeIds,
    Sparse,
)
from questfoundry.domain.story.beat import HOUR
from questfoundry.domain.story.path import Residue

Label = Annotated[str, Field(min_length=1, max_length=120)]


class SceneTime(Artifact):
    """When a beat is told on the story's clock, and how the story says it."""

    day: Annotated[int, Field(ge=1, le=36_500)]
    hour: Annotated[int, Field(ge=0, le=23)]
    minute: Annotated[int, Field(ge=0, le=59)] = 0
    when: Line
    memory: bool = False

    @property
    def time(self) -> int:
        """The minutes since the first midnight."""
        return (24 * (self.day - 1) + self.hour) * HOUR + self.minute


class GrowScenes(Artifact):
    """The first section: every beat that every arc has, laid out in time.

    Adjacent beats at one place and hour are one scene.
    """

    scenes: SomeById[SceneTime]


class GrowMinorChoices(Artifact):
    """A section that says what players can do."""


class HubTopic(Artifact):
    """Something to look at or ask about: a beat of its own, told in a passage of its own.

    ``clue`` is the one of the plan that it teaches, too; empty where it teaches none.
    """

    label: Label
    summary: Sentence
    entities: Ids = ()
    leaves: Line
    clue: str = ""


class HubPlan(Artifact):
    """A passage in which players look around; ``first`` counts topics from 1, 0 is none.

    ``leave`` is the label of the way on, empty where the passage ends in a decision.
    """

    passage: str
    topics: Some[HubTopic]
    leave: Annotated[str, Field(max_length=120)] = ""
    first: Annotated[int, Field(ge=0, le=9)] = 0


class GrowHubs(GrowMinorChoices):
    """The second section: where one looks around, and what there is."""

    hubs: Some[HubPlan]


class ActOption(Artifact):
    """One way to meet a moment, and what is true of those who took it."""

    label: Label
    leaves: Line


class PassageAct(Artifact):
    """What a player can do where the plan has one way on."""

    options: Some[ActOption]


class GrowActs(GrowMinorChoices):
    """A section for each handful of passages with one way on: what can be done there."""

    acts: SomeById[PassageAct]


class DareOption(ActOption):
    """An option for those who hold the flag that it ``needs``; others read what is ``closed``."""

    needs: str
    closed: Annotated[str, Field(max_length=120)] = ""


class GrowDares(GrowMinorChoices):
    """The options that are not for everybody, by the passage, or the choice, that they stand at."""

    dares: SomeById[DareOption]


class RecalledMarks(Artifact):
    """The marks of long ago that a passage has an insert for."""

    marks: SomeIds


class GrowRecalls(GrowMinorChoices):
    """A section for each handful of passages: what is remembered there."""

    recalls: SomeById[RecalledMarks]


class PassageTitle(Artifact):
    """What stands above a passage."""

    title: Name


class GrowTitles(Artifact):
    """A section for each handful of passages: their titles."""

    titles: SomeById[PassageTitle]


class ChoiceLabel(Artifact):
    """What a player reads on a choice: an action, in a few words."""

    label: Label


class GrowLabels(Artifact):
    """A section for each handful of decisions: what their choices say."""

    labels: SomeById[ChoiceLabel]


class EndingName(Artifact):
    """What an ending is called."""

    name: Name


class GrowCover(Artifact):
    """The last section of a story that pauses: its title, its first line, its only button."""

    title: Name
    hook: Sentence
    onward: Name


class GrowEndings(Artifact):
    """The last section of a story that has its title: its endings."""

    endings: SomeById[EndingName]


class GrowFrame(GrowCover):
    """The last section: what the story is called, its first line, its only button, its endings."""

    endings: SomeById[EndingName]


class AddedBeat(Sparse):
    """A beat that the plan has not: a topic of a hub, or one that an author adds by hand.

    ``clue`` is the one of the plan that it teaches, too.
    """

    summary: Sentence
    location: str
    entities: Ids = ()
    clue: str | None = None


class Trace(Artifact):
    """A path taken earlier that a passage remembers.

    Heavy: the passage is told for this path only. Light: those who took it read an insert.
    Cosmetic: a hint that all read.
    """

    path: str
    residue: Residue


class FlagText(Artifact):
    """What is true of those who took a small decision."""

    text: Sentence


class WovenChoice(Sparse):
    """A way out of a passage; ``takes`` is the path that it commits to.

    Without a label of its own it says what every only way on says. ``closed`` is what players
    read in its place while it is not open; without, they do not see it then.
    """

    id: str
    to: str
    label: Label | None = None
    closed: Label | None = None
    takes: str | None = None
    requires: Ids = ()
    forbids: Ids = ()
    grants: Ids = ()


class WovenPassage(Sparse):
    """A passage with its beats and the choices that leave it; ``ending`` where it is the last.

    ``hub`` is the passage that a topic belongs to. ``recalls`` are flags that have an insert here.
    """

    id: str
    title: Name
    beats: SomeIds
    ending: str | None = None
    hub: str | None = None
    remembers: tuple[Trace, ...] = ()
    recalls: Ids = ()
    choices: tuple[WovenChoice, ...] = ()


class GrowArtifact(Artifact):
    """The whole structure; ``beats`` are those that SEED has not, ``marks`` the flags.

    ``onward`` is what a choice says that has no label of its own.
    """

    type: Literal["grow"] = "grow"
    version: Literal[2] = 2
    title: Name
    hook: Sentence
    onward: Name
    scenes: dict[str, SceneTime]
    endings: SomeById[EndingName]
    beats: dict[str, AddedBeat] = Field(default_factory=dict)
    marks: dict[str, FlagText] = Field(default_factory=dict)
    start: str
    passages: Some[WovenPassage]
