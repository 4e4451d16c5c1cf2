"""Dilemmas: the dramatic questions of a story, and what SEED decides about them."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

from questfoundry.domain.former_names import former_names


class Weight(StrEnum):
    """The weight of a dilemma: hard ones split the story or close a chapter, soft ones rejoin."""

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

    ``explored_answers`` are the ids of the answers that get a path, the default's first. ``order``
    is the position of the dilemma among all, from 1. ``parent_path`` is the only path on which the
    dilemma comes up; it is empty if every player decides it.
    """

    explored_answers: tuple[str, ...]
    weight: Weight
    order: int
    parent_path: str = ""


@former_names(shadows="unexplored_answers")
@frozen(kw_only=True)
class Dilemma:
    """A question with exactly two compelling answers, anchored to entities.

    The story takes ``default`` if the player does nothing. ``course`` is ``None`` until SEED
    decides.
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
