"""What players know of a story's questions where they come to a passage, and what they learn."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from attrs import evolve, frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.clues import find_clues_by_passage
from questfoundry.domain.writing.may_must import Arrival, arrivals


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


def knowledge_in(story: Story) -> Mapping[str, Knowledge]:
    """By passage, of each that some way leads to; empty where the story has no clues."""
    if not story.clues:
        return {}
    here = find_clues_by_passage(story.existing_structure, story)
    found = arrivals(_granted_behind(story.existing_structure, story, here))
    told = {
        each.id: BriefedClue(name=slug_of(each.id), question=each.question, text=each.text)
        for each in story.clues
    }
    return {
        passage: _knowledge(told, arrival, here.get(passage, frozenset()))
        for passage, arrival in found.items()
    }


def _knowledge(told: Mapping[str, BriefedClue], before: Arrival, here: frozenset[str]) -> Knowledge:
    """Whoever reads what teaches a clue holds its flag, so no insert there can ask for it."""

    def briefed(clues: AbstractSet[str]) -> tuple[BriefedClue, ...]:
        return tuple(clue for each, clue in told.items() if each in clues)

    return Knowledge(
        known=briefed(before.must),
        some=briefed(before.may - before.must - here),
        unknown=briefed(told.keys() - before.may - here),
        learnt=tuple(
            evolve(told[each], heard=each in before.may)
            for each in told
            if each in here - before.must
        ),
    )


def _granted_behind(
    structure: Structure, story: Story, here: Mapping[str, frozenset[str]]
) -> Structure:
    """The structure in which the choices out of a passage grant what it teaches, not those in."""
    clues = frozenset(clue.id for clue in story.clues)
    return evolve(
        structure,
        choices=tuple(
            evolve(choice, grants=choice.grants - clues | here.get(choice.source, frozenset()))
            for choice in structure.choices
        ),
    )
