"""The artifact of GROW: the woven structure, with the labels and titles that a model gave it.

Code builds the passage graph, a model names its parts. The artifact has the whole structure, so
that an author can edit it: passages in story order, each with its outgoing choices.
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
    """The time of a beat on the story's clock, and its wording in the story."""

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
    """The first section: the time of every beat that all playthroughs share.

    Adjacent beats with the same place and hour form one scene.
    """

    scenes: SomeById[SceneTime]


class GrowMinorChoices(Artifact):
    """A section about the player's actions besides the dilemmas."""


class HubTopic(Artifact):
    """A topic of a hub, to look at or ask about, with its own beat and passage.

    ``clue`` is the clue of the plan that the topic also teaches, or empty.
    """

    label: Label
    summary: Sentence
    entities: Ids = ()
    leaves: Line
    clue: str = ""


class HubPlan(Artifact):
    """A passage in which players explore topics.

    ``first`` is the number (from 1) of the topic that comes first, 0 for none. ``leave`` is the
    label of the choice that leaves the hub, empty if the passage ends in a decision.
    """

    passage: str
    topics: Some[HubTopic]
    leave: Annotated[str, Field(max_length=120)] = ""
    first: Annotated[int, Field(ge=0, le=9)] = 0


class GrowHubs(GrowMinorChoices):
    """The second section: the hubs and their topics."""

    hubs: Some[HubPlan]


class ActOption(Artifact):
    """An option of a minor choice, and the fact that it leaves behind."""

    label: Label
    leaves: Line


class PassageAct(Artifact):
    """A minor choice in a passage that has a single exit in the plan."""

    options: Some[ActOption]


class GrowActs(GrowMinorChoices):
    """The minor choices of a few passages that have a single exit; one section per group."""

    acts: SomeById[PassageAct]


class DareOption(ActOption):
    """A gated option for players who have the flag ``needs``; others read ``closed``."""

    needs: str
    closed: Annotated[str, Field(max_length=120)] = ""


class GrowDares(GrowMinorChoices):
    """The gated options, by the id of their passage or choice."""

    dares: SomeById[DareOption]


class RecalledMarks(Artifact):
    """The earlier choice flags for which a passage has conditional text."""

    marks: SomeIds


class GrowRecalls(GrowMinorChoices):
    """The callbacks of a few passages; one section per group."""

    recalls: SomeById[RecalledMarks]


class PassageTitle(Artifact):
    """The title of a passage."""

    title: Name


class GrowTitles(Artifact):
    """The titles of a few passages; one section per group."""

    titles: SomeById[PassageTitle]


class ChoiceLabel(Artifact):
    """The label of a choice: an action in a few words."""

    label: Label


class GrowLabels(Artifact):
    """The labels of a few decisions' choices; one section per group."""

    labels: SomeById[ChoiceLabel]


class EndingName(Artifact):
    """The name of an ending."""

    name: Name


class GrowCover(Artifact):
    """The last section of an unfinished story: its title, first line and single button."""

    title: Name
    hook: Sentence
    onward: Name


class GrowEndings(Artifact):
    """The last section of a story that already has a title: its endings."""

    endings: SomeById[EndingName]


class GrowFrame(GrowCover):
    """The last section of a complete story: title, first line, single button and endings."""

    endings: SomeById[EndingName]


class AddedBeat(Sparse):
    """A beat that the plan lacks: a topic of a hub, or one that an author adds by hand.

    ``clue`` is the clue of the plan that the beat also teaches.
    """

    summary: Sentence
    location: str
    entities: Ids = ()
    clue: str | None = None


class Trace(Artifact):
    """A path taken earlier that a passage refers to.

    Heavy residue: the passage exists for this path only. Light residue: players of the path read a
    conditional text. Cosmetic residue: a hint for all players.
    """

    path: str
    residue: Residue


class FlagText(Artifact):
    """The fact behind the choice flag of a minor choice."""

    text: Sentence


class WovenChoice(Sparse):
    """An exit of a passage; ``takes`` is the path that the choice commits to.

    Without ``label`` the choice has the label of all single exits. ``closed`` is shown instead
    while the choice is not available; without ``closed`` the choice is then hidden.
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
    """A passage with its beats and its exits; ``ending`` is set for a last passage.

    ``hub`` is the passage that a topic belongs to. ``recalls`` are flags with conditional text
    here.
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
    """The whole structure; ``beats`` are those that the plan lacks, ``marks`` the choice flags.

    ``onward`` is the label of a choice that has no label of its own.
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
