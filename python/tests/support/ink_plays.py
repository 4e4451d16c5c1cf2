"""Plays of ink compared with the story's structure: each turn offers the same choices."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from questfoundry.domain.checks.foreign import build_playable
from questfoundry.domain.story.foreign.story import ForeignStory, link_id
from questfoundry.domain.story.passage import Choice, Structure


@frozen
class Held:
    """A player in the structure: the passage, the flags, and the choices by their links."""

    passage: str
    flags: frozenset[str]
    links: Mapping[str, Sequence[Choice]]
    stays: bool


@define(eq=False)
class Agreement:
    """The result of all plays of a story: contradictions, and certainly visited passages."""

    story: ForeignStory
    contradictions: list[str] = field(factory=list)
    met: set[str] = field(factory=set)
    taken: set[str] = field(factory=set)
    turns: int = 0

    def hold(self, play: Sequence[Mapping[str, Any]]) -> None:
        """Walk the structure beside the play, on every path that chance leaves open."""
        structure = build_playable(self.story.structure)
        players = {(structure.start, frozenset[str]())}
        for number, turn in enumerate(play):
            self.turns += 1
            here = settled(structure, players)
            if any(
                each.can_jump and each.passage in {e.passage for e in here} for each in self._here
            ):
                return
            alike = [each for each in here if self._agrees(structure, each, turn)]
            if not alike:
                self.contradictions.append(f"turn {number}: {turn}, and it is said {here}")
                return
            offered = [_plain(each) for each in turn["offered"]]
            said = offered[turn["taken"]] if turn["taken"] is not None else None
            found = [
                (each, choice)
                for each in alike
                for choices in each.links.values()
                for choice in choices
                if said is not None and _is_said(choice.label, said)
            ]
            if len(alike) == 1:
                self.met.add(alike[0].passage)
                links = {link_id(choice.id) for _, choice in found}
                self.taken |= links if len(links) == 1 else set()
            players = {(to.target, _after(each.flags, to)) for each, to in found}

    @property
    def _here(self) -> Sequence[Any]:
        return self.story.unmodelled

    def _agrees(self, structure: Structure, here: Held, turn: Mapping[str, Any]) -> bool:
        chance = any(
            e.id in self.story.random_choices for each in here.links.values() for e in each
        )
        vague = chance or here.passage in {each.passage for each in self.story.unmodelled}
        offered = {_plain(each) for each in turn["offered"]}
        ended = bool(structure.passage(here.passage).ending)
        if not offered:
            stopped = ended or here.stays or vague
            return stopped and (vague or not here.links) and ended is not bool(turn["errors"])
        said = {choices[0].label for choices in here.links.values()}
        known = all(any(_is_said(label, each) for label in said) for each in offered)
        there = all(any(_is_said(label, each) for each in offered) for label in said)
        return known and (there or vague)


def settled(structure: Structure, players: Iterable[tuple[str, frozenset[str]]]) -> Sequence[Held]:
    found: list[Held] = []
    waiting = list(dict.fromkeys(players))
    for passage, flags in waiting:
        offered = structure.selectable_choices(passage)
        here = [each for each in offered if each.requires <= flags and not each.forbids & flags]
        links: dict[str, list[Choice]] = {}
        for each in here:
            on = (each.target, _after(flags, each))
            if each.label:
                links.setdefault(link_id(each.id), []).append(each)
            elif on not in waiting:
                waiting.append(on)
        found.append(Held(passage, flags, links, all(each.label for each in here)))
    return found


def _after(flags: frozenset[str], choice: Choice) -> frozenset[str]:
    return (flags - choice.clears) | choice.grants


def _plain(said: str) -> str:
    return " ".join(said.split())


def _is_said(label: str, said: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, label.split("…"))), said, re.DOTALL) is not None
