"""The dramatic questions of a story, and what SEED settles about them."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen


class Weight(StrEnum):
    """A hard dilemma splits the story to its end, or closes its chapter; a soft one rejoins."""

    HARD = "hard"
    SOFT = "soft"


@frozen(kw_only=True)
class Answer:
    """One of a dilemma's two answers."""

    id: str
    text: str
    benefit: str


@frozen(kw_only=True)
class Course:
    """What SEED decides about how a dilemma branches.

    ``explored`` are the ids of the answers that get a path, the default's first;
    ``order`` is the dilemma's place among all, from 1; ``under`` the path on which alone it comes
    up, empty where every player decides it.
    """

    explored_answers: tuple[str, ...]
    weight: Weight
    order: int
    parent_path: str = ""


@frozen(kw_only=True)
class Dilemma:
    """A question with exactly two compelling answers, anchored to entities.

    The story takes ``default`` where the player does nothing else. ``course`` is ``None``
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
        """Both answers, the default first."""
        return self.default, self.alternative

    @property
    def unexplored_answers(self) -> tuple[Answer, ...]:
        """The answers that no path explores; prose may still hint at them."""
        explored = self.course.explored_answers if self.course else ()
        return tuple(answer for answer in self.answers if answer.id not in explored)
