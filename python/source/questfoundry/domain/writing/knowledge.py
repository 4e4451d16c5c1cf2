"""What players know of a story's questions where they come to a passage, and what they learn."""

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
    """Something to know, and the question that it belongs to; ``name`` is how an insert asks.

    Of what is learnt in a passage, some who come there have ``heard`` it already.
    """

    name: str
    question: str
    text: str
    heard: bool = False


@frozen(kw_only=True)
class Knowledge:
    """What is known of the clues by those who come to a passage, before they read it.

    ``known`` are those that all know, ``learnt`` the others that it teaches, ``some`` those
    that some know, ``unknown`` the rest.
    """

    known: tuple[BriefedClue, ...] = ()
    some: tuple[BriefedClue, ...] = ()
    unknown: tuple[BriefedClue, ...] = ()
    learnt: tuple[BriefedClue, ...] = ()


def find_knowledge(story: Story) -> Mapping[str, Knowledge]:
    """By passage, of each that some way leads to; empty where the story has no clues."""
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
    """Whoever reads what teaches a clue holds its flag, so no insert there can ask for it."""

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
    """The structure in which the choices out of a passage grant what it teaches, not those in."""
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
