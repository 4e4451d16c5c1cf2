"""Define dilemmas: the dramatic questions of a story, and how SEED lets them branch."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

from questfoundry.domain.former_names import former_names


class Weight(StrEnum):
    """The weight of a dilemma, which says what its paths do.

    The paths of a soft dilemma rejoin. A hard dilemma splits the story, or closes a chapter.
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
    """SEED's decision on how a dilemma branches.

    ``explored_answers``: the ids of the answers that get a path, the default first.
    ``order``: the position of the dilemma among all dilemmas, from 1.
    ``parent_path``: the path of another dilemma on which alone this one comes up. It is empty if
    every player decides this dilemma.
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
    ``course``: how the dilemma branches; ``None`` until SEED decides it.
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
        """Both answers, the default first."""
        return self.default, self.alternative

    @property
    def unexplored_answers(self) -> tuple[Answer, ...]:
        """The answers that no path explores; prose may still hint at them."""
        explored = self.course.explored_answers if self.course else ()
        return tuple(answer for answer in self.answers if answer.id not in explored)
