"""The clues that players know when they come to a passage, and those that they learn there."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from attrs import evolve, frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.clues import find_clues_by_passage
from questfoundry.domain.writing.may_must import Arrival, find_arrivals


@frozen(kw_only=True)
class BriefedClue:
    """A clue, the question that it helps to answer, and its ``name`` for conditional text.

    For a clue that a passage teaches, ``heard`` says that some players know it already.
    """

    name: str
    question: str
    text: str
    heard: bool = False


@frozen(kw_only=True)
class Knowledge:
    """The clues of a story, grouped by who knows them before reading a passage.

    All players know the ``known`` clues, some players those in ``some``, and no player the
    ``unknown`` ones. The passage teaches the ``learnt`` clues.
    """

    known: tuple[BriefedClue, ...] = ()
    some: tuple[BriefedClue, ...] = ()
    unknown: tuple[BriefedClue, ...] = ()
    learnt: tuple[BriefedClue, ...] = ()


def find_knowledge(story: Story) -> Mapping[str, Knowledge]:
    """Return the knowledge at each reachable passage, or nothing if the story has no clues."""
    if not story.clues:
        return {}
    taught = find_clues_by_passage(story.existing_structure, story)
    found = find_arrivals(_grant_clues_on_leaving(story.existing_structure, story, taught))
    clues = {
        each.id: BriefedClue(name=slug_of(each.id), question=each.question, text=each.text)
        for each in story.clues
    }
    return {
        passage: _build_knowledge(clues, arrival, taught.get(passage, frozenset()))
        for passage, arrival in found.items()
    }


def _build_knowledge(
    clues: Mapping[str, BriefedClue], arrival: Arrival, taught_here: frozenset[str]
) -> Knowledge:
    """Group the clues by who knows them on ``arrival``.

    Every reader of a passage that teaches a clue holds its flag there, so conditional text for that
    clue is impossible, and the clue is not in ``some``.
    """

    def select(ids: AbstractSet[str]) -> tuple[BriefedClue, ...]:
        return tuple(clue for each, clue in clues.items() if each in ids)

    return Knowledge(
        known=select(arrival.must),
        some=select(arrival.may - arrival.must - taught_here),
        unknown=select(clues.keys() - arrival.may - taught_here),
        learnt=tuple(
            evolve(clues[each], heard=each in arrival.may)
            for each in clues
            if each in taught_here - arrival.must
        ),
    )


def _grant_clues_on_leaving(
    structure: Structure, story: Story, clues_by_passage: Mapping[str, frozenset[str]]
) -> Structure:
    """Return a structure in which the choices out of a teaching passage grant its clues.

    In the original structure the choices into the passage grant them.
    """
    clues = frozenset(clue.id for clue in story.clues)
    return evolve(
        structure,
        choices=tuple(
            evolve(
                choice,
                grants=choice.grants - clues | clues_by_passage.get(choice.source, frozenset()),
            )
            for choice in structure.choices
        ),
    )
