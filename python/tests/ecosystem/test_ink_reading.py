"""Tests of reading ink: inkjs compiles and plays stories, and our findings must agree."""

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import define, field, frozen

from questfoundry.app.structure.check import CheckResult, check_foreign
from questfoundry.composition.registries.formats import read_foreign_story
from questfoundry.domain.checks.foreign import build_playable
from questfoundry.domain.checks.law import Law
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.foreign.story import ForeignStory, link_id
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.infra.foreign.ink.reader import InkReader
from tests.support.checkout import ROOT
from tests.support.ecosystem import run_node
from tests.support.ink_stories import drawn_ink


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


pytestmark = pytest.mark.ecosystem

STORIES = Path(__file__).parent / "ink_stories"

SHIPPED = sorted((ROOT / "examples").glob("*/exports/*.ink"))

DRAWN = 30


def walked(sources: list[str], *, plays: int, turns: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run_node(
        "walk_ink.mjs", {"sources": sources, "plays": plays, "turns": turns}
    )
    return found


def read(compiled: str) -> ForeignStory:
    return InkReader().read([SourceFile("story.ink.json", compiled.encode())])


def agreement(played: dict[str, Any]) -> tuple[Agreement, CheckResult]:
    """Return how far the plays agree with the model of the story, and the checked findings."""
    found = Agreement(read(played["json"]))
    for play in played["plays"]:
        found.hold(play)
    return found, check_foreign(found.story)


def false_errors(found: Agreement, checked: CheckResult) -> list[str]:
    """Return the reported errors that the plays disprove."""
    met = {Law.REACHED: found.met, Law.ENDINGS: found.met, Law.OPENS: found.taken}
    return [
        each.item.problem
        for each in checked.errors
        if each.item.place in met.get(Law(each.item.rule), ())
    ]


def test_players_of_ink_meet_what_is_said() -> None:
    """The model must agree with the real program. (FMT-13.2)"""
    files = sorted(STORIES.glob("*.ink"))
    sources = [each.read_text(encoding="utf-8") for each in files]
    for file, played in zip(files, walked(sources, plays=120, turns=30), strict=True):
        found, checked = agreement(played)
        assert (file.name, found.contradictions) == (file.name, [])
        assert false_errors(found, checked) == []
        assert not any(each.can_jump for each in found.story.unmodelled)
        stuck = {each.item.place for each in checked.errors if each.item.rule == Law.STUCK}
        stopped = any(play[-1]["errors"] for play in played["plays"])
        assert bool(stuck) is stopped, file.name


def test_no_error_is_false_in_drawn_ink() -> None:
    """No play may disprove an error in random ink. (FMT-13.6)"""
    draw = random.Random(96)
    turns = 0
    for played in walked([drawn_ink(draw) for _ in range(DRAWN)], plays=25, turns=20):
        found, checked = agreement(played)
        assert found.contradictions == []
        assert false_errors(found, checked) == []
        turns += found.turns
    assert turns > DRAWN * 25


def test_what_was_shipped_as_ink_is_judged_as_the_story_is() -> None:
    """A story must not gain or lose faults by being exported and imported.

    A stat with more than ``MAX_VALUES`` values counts as unknown, so findings about it are doubted.
    """
    assert SHIPPED
    sources = [each.read_text(encoding="utf-8") for each in SHIPPED]
    for file, played in zip(SHIPPED, walked(sources, plays=20, turns=60), strict=True):
        found, checked = agreement(played)
        own = check_foreign(read_foreign_story([file.with_suffix(".json")]))
        counters = re.findall(r"^VAR (\w+) = 0\b", file.read_text(encoding="utf-8"), re.MULTILINE)
        doubts = {each.item.cause.what for each in checked.doubted}
        assert found.contradictions == []
        assert not checked.errors
        assert all(any(repr(name) in doubt for name in counters) for doubt in doubts)
        assert own.is_sound
        assert (checked.title, checked.endings) == (own.title, own.endings)
        links = {link_id(each.id): each.label for each in checked.structure.choices if each.label}
        labels = [" ".join(each.label.split()) for each in own.structure.choices if each.label]
        assert sorted(links.values()) == sorted(labels)
