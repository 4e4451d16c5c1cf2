"""The clues that players know when they come to a passage, and those that they learn there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from attrs import evolve

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.clues import find_clues_by_passage
from questfoundry.domain.writing.fact import BriefedFact, FactKind, Facts, Scope
from questfoundry.domain.writing.may_must import Arrival, find_arrivals


def find_clue_facts(story: Story) -> Mapping[str, Facts]:
    """Return the clues at each reachable passage, or nothing if the story has no clues.

    The scope of a fact says who knows the clue before reading the passage. A lesson of the passage
    is known to some players or to none.
    """
    if not story.clues:
        return {}
    taught = find_clues_by_passage(story.existing_structure, story)
    found = find_arrivals(_grant_clues_on_leaving(story.existing_structure, story, taught))
    return {
        passage: tuple(_brief_clues(story, arrival, taught.get(passage, frozenset())))
        for passage, arrival in found.items()
    }


def _brief_clues(story: Story, arrival: Arrival, taught: AbstractSet[str]) -> Iterator[BriefedFact]:
    """Yield the clues on ``arrival`` at a passage, which are lessons if the passage teaches them.

    Every reader of a passage that teaches a clue holds its flag there, so conditional text for that
    clue is impossible.
    """
    for clue in story.clues:
        is_known, is_possible = clue.id in arrival.must, clue.id in arrival.may
        yield BriefedFact(
            kind=FactKind.LESSON if clue.id in taught and not is_known else FactKind.CLUE,
            scope=Scope.ALL if is_known else Scope.SOME if is_possible else Scope.NONE,
            texts=(clue.text,),
            flag=slug_of(clue.id),
            question=clue.question,
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
