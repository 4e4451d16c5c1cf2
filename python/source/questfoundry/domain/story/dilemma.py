"""Define dilemmas: the dramatic questions of a story, and how the story branches at them."""

from enum import StrEnum

from attrs import frozen

from questfoundry.domain.former_names import former_names


class Weight(StrEnum):
    """The weight of a dilemma, which decides how far its paths divide the story.

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
