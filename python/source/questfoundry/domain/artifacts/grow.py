"""Define the artifact of GROW: the passage graph, with the labels and titles from a model.

Code builds the graph, and a model names its parts. The artifact holds the whole structure, so that
an author can edit it: passages in story order, each with its outgoing choices.
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
    """The time of a beat on the story's clock, and its wording in the story.

    ``day``: the day of the story, counted from 1.
    ``when``: the wording, such as "late that night".
    ``memory``: whether the beat tells of an earlier time.
    """

    day: Annotated[int, Field(ge=1, le=36_500)]
    hour: Annotated[int, Field(ge=0, le=23)]
    minute: Annotated[int, Field(ge=0, le=59)] = 0
    when: Line
    memory: bool = False

    @property
    def time(self) -> int:
        """The time in minutes since midnight at the start of the first day."""
        return (24 * (self.day - 1) + self.hour) * HOUR + self.minute


class GrowScenes(Artifact):
    """The first section: the time of every beat that all playthroughs share.

    Adjacent beats with the same place and hour form one scene.
    """

    scenes: SomeById[SceneTime]


class GrowMinorChoices(Artifact):
    """The base of the sections about minor choices.

    A minor choice is an action of the player that decides no dilemma.
    """


class HubTopic(Artifact):
    """A topic of a hub (a passage to explore): something to look at or ask about.

    Each topic has its own beat and passage. ``clue`` is a clue of the plan that the topic teaches,
    too; it is empty if there is no such clue.
    """

    label: Label
    summary: Sentence
    entities: Ids = ()
    leaves: Line
    clue: str = ""


class HubPlan(Artifact):
    """A hub: a passage in which players explore topics.

    ``first``: the number (from 1) of the topic that players must explore before they can leave; 0
    if there is no such topic.
    ``leave``: the label of the choice that leaves the hub; empty if the passage ends in a decision.
    """

    passage: str
    topics: Some[HubTopic]
    leave: Annotated[str, Field(max_length=120)] = ""
    first: Annotated[int, Field(ge=0, le=9)] = 0


class GrowHubs(GrowMinorChoices):
    """The second section: the hubs and their topics."""

    hubs: Some[HubPlan]


class ActOption(Artifact):
    """An option of a minor choice.

    ``leaves`` is the fact about the story that holds after the option was chosen.
    """

    label: Label
    leaves: Line


class PassageAct(Artifact):
    """A minor choice that is added to a passage; in the plan, the passage has a single exit."""

    options: Some[ActOption]


class GrowActs(GrowMinorChoices):
    """The section of minor choices for a group of passages.

    In the plan, each of these passages has a single exit.
    """

    acts: SomeById[PassageAct]


class DareOption(ActOption):
    """An option that is open only to players who have the flag ``needs``.

    Other players read the text ``closed`` instead, if there is one.
    """

    needs: str
    closed: Annotated[str, Field(max_length=120)] = ""


class GrowDares(GrowMinorChoices):
    """The section of options that need a flag.

    ``dares`` holds each option under the id of its passage or choice.
    """

    dares: SomeById[DareOption]


class RecalledMarks(Artifact):
    """The flags of earlier minor choices for which a passage has conditional text."""

    marks: SomeIds


class GrowRecalls(GrowMinorChoices):
    """The section of callbacks (references to earlier minor choices) for a group of passages."""

    recalls: SomeById[RecalledMarks]


class PassageTitle(Artifact):
    """The title of a passage, as a model proposes it."""

    title: Name


class GrowTitles(Artifact):
    """The section of titles for a group of passages."""

    titles: SomeById[PassageTitle]


class ChoiceLabel(Artifact):
    """The label of a choice: an action in a few words."""

    label: Label


class GrowLabels(Artifact):
    """The section of choice labels for a group of decisions."""

    labels: SomeById[ChoiceLabel]


class EndingName(Artifact):
    """The name of an ending."""

    name: Name


class GrowCover(Artifact):
    """The last section of an unfinished story.

    It holds the title, the first line, and the label of choices that are a passage's only exit.
    """

    title: Name
    hook: Sentence
    onward: Name


class GrowEndings(Artifact):
    """The last section of a story that already has a title: the names of its endings."""

    endings: SomeById[EndingName]


class GrowFrame(GrowCover):
    """The last section of a complete story.

    It holds the title, the first line, the label of choices that are a passage's only exit, and the
    names of the endings.
    """

    endings: SomeById[EndingName]


class AddedBeat(Sparse):
    """A beat that the plan lacks: a topic of a hub, or one that an author adds by hand.

    ``clue`` is a clue of the plan that the beat teaches.
    """

    summary: Sentence
    location: str
    entities: Ids = ()
    clue: str | None = None


class Trace(Artifact):
    """A reference in a passage to a path that was taken earlier, and the strength of the reference.

    With heavy residue, the passage exists for this path only. With light residue, players of the
    path read a conditional text. With cosmetic residue, all players read a hint.
    """

    path: str
    residue: Residue


class FlagText(Artifact):
    """The sentence that says what a flag of a minor choice means."""

    text: Sentence


class WovenChoice(Sparse):
    """An exit of a passage.

    ``label``: the text of the choice; ``None`` for the label that all single exits share.
    ``closed``: the text shown while the choice is not available; if it is ``None``, the choice is
    hidden then.
    ``takes``: the path that the choice commits to, or ``None``.
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
    """A passage with its beats and its exits.

    ``ending``: the ending that the passage concludes, or ``None``.
    ``hub``: the hub passage to which the passage belongs as a topic, or ``None``.
    ``recalls``: the flags for which the passage has conditional text.
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
    """The whole passage graph of a story.

    ``onward``: the label of a choice that has no label of its own.
    ``beats``: the beats that the plan lacks, by id.
    ``marks``: the facts behind the flags of minor choices, by flag.
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
