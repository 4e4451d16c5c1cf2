"""Define dilemmas, and their paths: explored answers with consequences and delayed effects."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import cached_property
from itertools import zip_longest

from attrs import field, frozen

from questfoundry.domain.field_types import Artifact
from questfoundry.domain.former_names import former_names
from questfoundry.domain.story.entity import Effect


class Weight(StrEnum):
    """The weight of a dilemma, which decides whether its paths rejoin.

    The paths of a ``SOFT`` dilemma rejoin. The paths of a ``HARD`` dilemma never rejoin, or only at
    the end of the chapter.
    """

    HARD = "hard"
    SOFT = "soft"


@frozen(kw_only=True)
class Answer:
    """One of the two answers to a dilemma."""

    id: str
    text: str
    benefit: str


@former_names(explored="explored_answers", under="parent_path")
@frozen(kw_only=True)
class Course:
    """The decision of the stage SEED on how the story branches at a dilemma.

    ``explored_answers``: the ids of the answers that get a path, the default answer first.
    ``order``: the position of the dilemma among all dilemmas, from 1.
    ``parent_path``: the id of the only path on which the dilemma comes up; empty if every player
      decides the dilemma.
    """

    explored_answers: tuple[str, ...]
    weight: Weight
    order: int
    parent_path: str = ""


@former_names(shadows="unexplored_answers")
@frozen(kw_only=True)
class Dilemma:
    """A question with exactly two compelling answers.

    ``anchors``: the ids of the entities that the question is about.
    ``default``: the answer that the story takes if the player does nothing.
    ``course``: how the story branches at the dilemma; ``None``
      until SEED decides.
    """

    id: str
    question: str
    why_it_matters: str
    default: Answer
    alternative: Answer
    anchors: tuple[str, ...]
    course: Course | None = None

    @property
    def answers(self) -> tuple[Answer, Answer]:
        """The two answers to the dilemma, the default answer first."""
        return self.default, self.alternative

    @property
    def unexplored_answers(self) -> tuple[Answer, ...]:
        """The answers that no path of the story explores; prose may still hint at them."""
        explored = self.course.explored_answers if self.course else ()
        return tuple(answer for answer in self.answers if answer.id not in explored)


class Residue(StrEnum):
    """The strength of the signs of a path in a later passage, after the dilemma's paths rejoin.

    ``HEAVY``: the passage has a variant for each path of the dilemma.
    ``LIGHT``: only players who took the path read an
      additional paragraph.
    ``COSMETIC``: all players read the same hint.
    """

    HEAVY = "heavy"
    LIGHT = "light"
    COSMETIC = "cosmetic"


@frozen(kw_only=True)
class DelayedEffectPlan:
    """The plan of a delayed effect: the beats that show a trace of a path taken earlier.

    ``beat``: the id of the beat that shows the effect; the player decides something before it.
    ``text``: one sentence on the trace that this beat shows.
    ``other_beats``: the ids of beats that show the effect to players who cannot reach ``beat``.
    ``other_texts``: one sentence for each of ``other_beats``, in their order. If a text is missing
      or empty, ``text`` applies.
    """

    beat: str
    residue: Residue
    text: str
    other_beats: tuple[str, ...] = ()
    other_texts: tuple[str, ...] = ()

    @property
    def beats(self) -> tuple[str, ...]:
        """The ids of all beats that show the effect; each player meets one of these beats."""
        return (self.beat, *self.other_beats)

    def describe_in(self, beats: Collection[str]) -> str:
        """Return the text for a passage with the beat ids ``beats``; empty without the effect."""
        elsewhere = zip_longest(
            self.other_beats, self.other_texts[: len(self.other_beats)], fillvalue=self.text
        )
        texts = {self.beat: self.text, **dict(elsewhere)}
        return next((texts[each] or self.text for each in self.beats if each in beats), "")


@frozen(kw_only=True)
class Consequence:
    """A fact that becomes true when a path is taken; the flag ``flag`` records the fact.

    ``effect`` says how the fact changes the entity with the id ``entity``, for example that the
    character is gone.
    """

    id: str
    text: str
    flag: str
    effect: Effect = Effect.NONE
    entity: str = ""


@former_names(felt="delayed_effect", seen_in="describe_in")
@frozen(kw_only=True)
class Path:
    """An answer to a dilemma that the story explores, with the consequences of the answer.

    ``delayed_effect`` is ``None`` if the path never rejoins the other path. ``moves`` says by how
    much the path raises or lowers each stat, by stat id.
    """

    id: str
    dilemma: str
    answer: str
    summary: str
    consequences: tuple[Consequence, ...]
    delayed_effect: DelayedEffectPlan | None = None
    moves: Mapping[str, int] = field(factory=dict[str, int], hash=False)

    @property
    def effects(self) -> tuple[tuple[Effect, str], ...]:
        """The typed effects of the path, each with the id of the entity that the effect changes."""
        return tuple(
            (each.effect, each.entity)
            for each in self.consequences
            if each.effect is not Effect.NONE
        )

    @cached_property
    def flags(self) -> frozenset[str]:
        """The flags that taking the path sets."""
        return frozenset(consequence.flag for consequence in self.consequences)

    def describe_in(self, beats: Collection[str]) -> str:
        """Return the text about the path for a passage with the beats ``beats`` (ids).

        If one of these beats shows the path's delayed effect, the result is the text of the effect.
        Otherwise it is the text of all consequences.
        """
        text = self.delayed_effect.describe_in(beats) if self.delayed_effect else ""
        return text or " ".join(consequence.text for consequence in self.consequences)


class Trace(Artifact):
    """A sign, in a passage, of a path that was taken earlier, and the strength of the sign."""

    path: str
    residue: Residue
