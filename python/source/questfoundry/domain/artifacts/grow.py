"""Define the artifact of the stage GROW: the passage graph, with its labels and titles."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field
from pydantic.json_schema import SkipJsonSchema

from questfoundry.domain.field_types import (
    Artifact,
    Ids,
    Line,
    Name,
    Sentence,
    Some,
    SomeById,
    SomeIds,
    Sparse,
    reject_duplicates,
)
from questfoundry.domain.story.beat import HOUR
from questfoundry.domain.story.dilemma import Trace

Label = Annotated[str, Field(min_length=1, max_length=120)]


class SceneTime(Artifact):
    """The time of a beat: ``day`` counts from 1; ``memory`` if the beat tells of the past."""

    day: Annotated[int, Field(ge=1, le=36_500)]
    hour: Annotated[int, Field(ge=0, le=23)]
    minute: Annotated[int, Field(ge=0, le=59)] = 0
    when: Line
    memory: bool = False

    @property
    def time(self) -> int:
        """The time in minutes since midnight at the start of day 1."""
        return (24 * (self.day - 1) + self.hour) * HOUR + self.minute


class GrowScenes(Artifact):
    """The times of the beats that all playthroughs share, by beat id, as a model submits them."""

    scenes: SomeById[SceneTime]


class GrowMinorChoices(Artifact):
    """The base class of answers about minor choices, which decide no dilemma."""


class HubTopic(Artifact):
    """A topic of a hub, with a beat and a passage; ``clue`` is the clue that it teaches, if any."""

    label: Label
    summary: Sentence
    entities: Ids = ()
    leaves: Line
    clue: str = ""


Leans = Annotated[tuple[str, ...], Field(max_length=2), AfterValidator(reject_duplicates)]
"""The ends of stats to which an option moves the player, such as "ilks-trust-up"."""

Costs = Annotated[
    tuple[str, ...], Field(min_length=1, max_length=2), AfterValidator(reject_duplicates)
]
"""The ends of stats to which a setback moves the player."""


class LeaningTopic(HubTopic):
    """A topic of a hub in a story with stats."""

    leans: Leans


class HubPlan(Artifact):
    """A hub: a passage in which players explore topics.

    ``first``: the number (from 1) of the topic that players must explore before they can leave, or
      0.
    ``leave``: the label of the choice that leaves the hub; empty if the passage ends in a decision.
    """

    passage: str
    topics: Some[HubTopic]
    leave: Annotated[str, Field(max_length=120)] = ""
    first: Annotated[int, Field(ge=0, le=9)] = 0


class GrowHubs(GrowMinorChoices):
    """The hubs (passages to explore) and their topics, as a model submits them."""

    hubs: Some[HubPlan]


class LeaningHub(HubPlan):
    """A hub in a story with stats."""

    topics: Some[LeaningTopic]


class GrowLeaningHubs(GrowHubs):
    """The hubs and their topics, as a model submits them for a story with stats."""

    hubs: Some[LeaningHub]


class SceneTurn(LeaningTopic):
    """An approach in a played scene; ``again`` is its form for players who take it once more."""

    again: LeaningTopic


class PlayedScene(Artifact):
    """A passage that is played in a few turns, such as a bargain, with an attempt at the end.

    ``stat``: the slug of the stat that the turns move, and that decides the attempt.
    ``leave``: the label of the choice that leaves the scene without the attempt.
    """

    passage: str
    stat: str
    turns: Some[SceneTurn]
    leave: Label


class GrowPlayed(GrowMinorChoices):
    """The played scenes, as a model submits them; empty if the author wants no such scene."""

    played: tuple[PlayedScene, ...]


class ActOption(Artifact):
    """An option of a minor choice; ``leaves`` is a fact that is true after the player chose it."""

    label: Label
    leaves: Line


class PassageAct(Artifact):
    """A minor choice for a passage that has only one exit in the plan."""

    options: Some[ActOption]


class GrowActs(GrowMinorChoices):
    """The minor choices for a group of passages with one exit each, by passage id."""

    acts: Annotated[Mapping[str, PassageAct], Field(min_length=1)]


class LeaningOption(ActOption):
    """An option of a minor choice in a story with stats."""

    leans: Leans


class LeaningAct(PassageAct):
    """A minor choice in a story with stats.

    ``answered``: whether the next passage shows at once which option the player took.
    """

    answered: bool
    options: Some[LeaningOption]


class GrowLeaningActs(GrowActs):
    """The minor choices for a group of passages in a story with stats, by passage id."""

    acts: Annotated[Mapping[str, LeaningAct], Field(min_length=1)]


class DareOption(ActOption):
    """An option that is open only with the flag ``needs``; other players may read ``closed``."""

    needs: str
    closed: Annotated[str, Field(max_length=120)] = ""


class GrowDares(GrowMinorChoices):
    """The options that only players with a certain flag have, by passage id or choice id."""

    dares: SomeById[DareOption]


class Gate(DareOption):
    """A gated choice with its place ``at``: the id of a passage, or of a choice at a fork."""

    at: str


class AttemptOutcome(Artifact):
    """One outcome of an attempt: a passage with one beat, and a fact that is true afterwards."""

    title: Name
    summary: Sentence
    entities: Ids = ()
    leaves: Line


class Setback(AttemptOutcome):
    """The outcome of a failed attempt; ``costs`` name stats that it raises or lowers (as leans)."""

    costs: Costs


class AttemptOption(Artifact):
    """An option of the passage ``at`` that succeeds only at the end ``succeeds`` of a stat."""

    at: str
    label: Label
    succeeds: str
    success: AttemptOutcome
    setback: Setback


class ThirdAnswer(Gate):
    """A gated option at a dilemma that gives neither of its answers, with an ending of its own.

    ``at`` is the id of a choice at the fork of the dilemma.

    ``title``, ``summary``: the passage in which the player carries out the third answer.
    ``location``: the id of the place of this passage and of the ending; ``None`` is the place of
      the fork.
    ``ending``, ``closes``: the name of the ending, and its last moment.
    """

    title: Name
    summary: Sentence
    location: str | None = None
    entities: Ids = ()
    ending: Name
    closes: Sentence


class GrowGates(GrowMinorChoices):
    """The options that only some players have, or that succeed only for some players."""

    gates: tuple[Gate, ...]
    attempts: tuple[AttemptOption, ...]
    thirds: Annotated[tuple[ThirdAnswer, ...], Field(max_length=1)]


class GrowPlainGates(GrowGates):
    """Gates in a story where neither an attempt nor a third answer is requested."""

    attempts: SkipJsonSchema[tuple[AttemptOption, ...]] = ()
    thirds: SkipJsonSchema[tuple[ThirdAnswer, ...]] = ()


class RecalledMarks(Artifact):
    """The flags of earlier minor choices for which a passage has an extra paragraph."""

    marks: Ids


class GrowRecalls(GrowMinorChoices):
    """The flags of minor choices that each passage of a group recalls, by passage id."""

    recalls: SomeById[RecalledMarks]


class PassageTitle(Artifact):
    """The title of a passage, as a model proposes it."""

    title: Name


class GrowTitles(Artifact):
    """The titles of a group of passages, by passage id, as a model submits them."""

    titles: SomeById[PassageTitle]


class ChoiceLabel(Artifact):
    """The label of a choice: an action in a few words."""

    label: Label


class GrowLabels(Artifact):
    """The labels of a group of choices, by choice id, as a model submits them."""

    labels: SomeById[ChoiceLabel]


class EndingName(Artifact):
    """The name of an ending."""

    name: Name


class GrowCover(Artifact):
    """The title, the ``hook`` (teaser) and the label of single exits of an unfinished story."""

    title: Name
    hook: Sentence
    onward: Name


class GrowEndings(Artifact):
    """The names of the endings, by ending id, for a story that already has a title."""

    endings: SomeById[EndingName]


class GrowFrame(GrowCover):
    """The title, ``hook``, label of single exits and names of endings of a complete story."""

    endings: SomeById[EndingName]


class AddedBeat(Sparse):
    """A beat that the plan lacks: for a topic of a hub, or added by an author by hand.

    ``decides``: the id of the dilemma that the beat decides by a third answer, if any.
    ``ending``: the id of the ending that the beat closes, if any.
    ``weight``: the dramatic weight from 1 to 4; ``None`` for the usual weight.
    """

    summary: Sentence
    location: str
    entities: Ids = ()
    clue: str | None = None
    decides: str | None = None
    ending: str | None = None
    weight: Annotated[int, Field(ge=1, le=4)] | None = None


class FlagText(Artifact):
    """The meaning of the flag of a minor choice, in one sentence."""

    text: Sentence


class WovenChoice(Sparse):
    """A choice in the passage graph: an exit of a passage.

    ``label``: the text of the choice; ``None`` for the label that all single exits share.
    ``closed``: the text shown while the choice is closed; if ``None``, it is hidden.
    ``takes``: the id of the path that the choice commits to, or ``None``.
    ``moves``: by how much the choice raises or lowers each stat, by stat id.
    """

    id: str
    to: str
    label: Label | None = None
    closed: Label | None = None
    takes: str | None = None
    requires: Ids = ()
    forbids: Ids = ()
    grants: Ids = ()
    moves: dict[str, int] = Field(default_factory=dict)


class WovenPassage(Sparse):
    """A passage in the passage graph, with its beats and its exits.

    ``hub``: the id of the hub passage to which this passage belongs as a topic, or ``None``.
    ``recalls``: the flags for which the passage has a paragraph that only players with the flag
      read.
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
    """The whole passage graph, with the beats that the plan lacks and the meaning of each flag."""

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
