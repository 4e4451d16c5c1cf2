"""The minor choices and optional events of earlier passages that a later passage refers to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Self

from attrs import frozen

from questfoundry.domain.ids import kind_of, slug_of
from questfoundry.domain.story.choice_flag import CHOICE_FLAG
from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.briefing import (
    BriefedMinorChoice,
    BriefedMinorChoices,
)
from questfoundry.domain.writing.fact import BriefedFact, FactKind, Facts, Scope
from questfoundry.domain.writing.may_must import Arrival

MAX_OPTIONAL_EVENTS = 16
"""The highest number of optional events that a writer gets; the latest ones count."""


@frozen
class PastChoices:
    """The choice flags that players can get through minor choices and topics.

    ``hub_by_flag`` maps each choice flag to the hub where it is found, or to an empty string if a
    minor choice sets it. The order is that of the story.
    """

    _texts: Mapping[str, str]
    hub_by_flag: Mapping[str, str]

    @classmethod
    def from_story(cls, story: Story) -> Self:
        """Collect the choice flags and the choices that grant them."""
        structure = story.existing_structure
        texts = {each.id: each.text for each in story.choice_flags}
        hubs = {each.id: each.hub for each in structure.passages if each.hub}
        hubs_by_flag = (
            (flag, hubs.get(choice.target, ""))
            for choice in structure.choices
            for flag in sorted(choice.grants & texts.keys())
        )
        return cls(texts, dict(hubs_by_flag))

    def brief_events(self, passage: Passage, arrival: Arrival) -> Facts:
        """Return the latest events that only some players have met on ``arrival``.

        Events that the passage itself answers, and those of its own hub, are left out.
        """
        open_here = arrival.may - arrival.must - passage.callback_flags
        flags = [
            flag
            for flag, hub in self.hub_by_flag.items()
            if flag in open_here and (not hub or hub not in (passage.hub, passage.id))
        ]
        return tuple(
            BriefedFact(
                kind=FactKind.EVENT,
                scope=Scope.SOME,
                texts=(self._texts[flag],),
                flag=slug_of(flag),
            )
            for flag in flags[-MAX_OPTIONAL_EVENTS:]
        )


def find_choices_to_answer(
    story: Story, passage: Passage, arrival: Arrival, recent_passages: Sequence[str]
) -> Iterator[BriefedMinorChoices]:
    """Yield the minor choices that the passage must answer, grouped by passage, nearest first.

    Choices that all players or none have made are left out. Copies of a passage can grant the same
    flag; then the nearest of ``recent_passages`` (nearest last) counts.
    """
    structure = story.existing_structure
    varying = passage.callback_flags & (arrival.may - arrival.must)
    flags = frozenset(flag for flag in varying if kind_of(flag) == CHOICE_FLAG)
    if not flags:
        return
    granting = {each.id: each for flag in flags for each in structure.granting_choices(flag)}
    by_all = not any(
        flags.isdisjoint(each.grants) for each in structure.incoming_choices(passage.id)
    )

    def place_of(choice: Choice) -> str:
        """Return the passage that offers the choice, or an empty string if it leads here."""
        hub = structure.passage(choice.target).hub
        return "" if choice.target == passage.id else hub or choice.source

    def ago(place: str) -> int:
        """Return the distance in passages; places before ``recent_passages`` come last."""
        if not place:
            return 1
        return (
            len(recent_passages) - recent_passages.index(place)
            if place in recent_passages
            else len(recent_passages) + 2
        )

    choices_by_place: dict[str, dict[str, Choice]] = {}
    assigned = set[str]()
    # If several choices grant the same flag, one that leads here has precedence.
    for choice in sorted(
        granting.values(),
        key=lambda each: (
            ago(place_of(each)),
            each.target != passage.id,
            structure.choice_index(each),
        ),
    ):
        for flag in sorted(choice.grants & flags - assigned):
            choices_by_place.setdefault(place_of(choice), {})[flag] = choice
            assigned.add(flag)
    for place, choices in choices_by_place.items():
        yield BriefedMinorChoices(
            title=structure.passage(place).title if place else "",
            ago=ago(place) if ago(place) <= len(recent_passages) else 0,
            looked=any(structure.passage(each.target).hub for each in choices.values()),
            by_all=by_all and not place,
            minor_choices=tuple(
                BriefedMinorChoice(name=slug_of(flag), label=choice.label, left=story.flags[flag])
                for flag, choice in choices.items()
            ),
        )
