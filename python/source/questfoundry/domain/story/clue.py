"""Define clues, which are facts that players can learn, and the flags of minor choices."""

from collections.abc import Iterable, Mapping

from attrs import evolve, field, frozen

from questfoundry.domain.former_names import former_names

CHOICE_FLAG = "mark"
"""The first part of a choice flag's id, which gives its kind."""


@frozen(kw_only=True)
class ChoiceFlag:
    """A flag that a choice sets without deciding a dilemma.

    ``text`` says in one sentence what is true of players who hold the flag.
    """

    id: str
    text: str


CLUE = "clue"
"""The first part of a clue's id, which gives its kind."""


@former_names(learnt="teaching_beats", needs="relying_beats", unanswered="open_endings")
@frozen(kw_only=True)
class Clue:
    """A fact that players can learn; ``text`` states the fact in one sentence.

    ``id``: the id of the clue, and of the flag that players hold once they know the fact.
    ``question``: the central question of the story that the fact helps to answer.
    ``answers``: true if the fact is the answer, false if it is a step towards the answer.
    ``teaching_beats``: the ids of the beats that teach the fact.
    ``relying_beats``: the ids of the beats that rely on the player's
      knowledge of the fact.
    ``open_endings``: the ids of the endings that may leave the question open.
    """

    id: str
    question: str
    text: str
    teaching_beats: tuple[str, ...]
    relying_beats: tuple[str, ...] = field(default=())
    answers: bool = True
    open_endings: tuple[str, ...] = field(default=())


def add_topic_clues(clues: Iterable[Clue], topics: Mapping[str, str]) -> tuple[Clue, ...]:
    """Return ``clues`` with the beats in ``topics`` added to the beats that teach each clue.

    ``topics`` maps the id of a beat to the id of the clue that the beat teaches.
    """
    return tuple(
        evolve(
            clue,
            teaching_beats=(
                *clue.teaching_beats,
                *(beat for beat in topics if topics[beat] == clue.id),
            ),
        )
        for clue in clues
    )
