"""Tests of reading ink: inkjs compiles and plays stories, and our findings must agree."""

import random
from pathlib import Path
from typing import Any

import pytest

from questfoundry.app.structure.check import CheckResult, check_foreign
from questfoundry.composition.registries.foreign import read_foreign_story
from questfoundry.domain.checks.law import Law
from questfoundry.domain.protocols import SourceFile
from questfoundry.domain.story.foreign.story import ForeignStory, link_id
from questfoundry.infra.foreign.ink.reader import InkReader
from tests.support.checkout import ROOT
from tests.support.ecosystem import run_node
from tests.support.ink_plays import Agreement
from tests.support.ink_stories import drawn_ink

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
    """A story must not gain or lose faults by being exported and imported."""
    assert SHIPPED
    sources = [each.read_text(encoding="utf-8") for each in SHIPPED]
    for file, played in zip(SHIPPED, walked(sources, plays=20, turns=60), strict=True):
        found, checked = agreement(played)
        own = check_foreign(read_foreign_story([file.with_suffix(".json")]))
        assert found.contradictions == []
        assert checked.is_sound
        assert own.is_sound
        assert (checked.title, checked.endings) == (own.title, own.endings)
        links = {link_id(each.id): each.label for each in checked.structure.choices if each.label}
        labels = [" ".join(each.label.split()) for each in own.structure.choices if each.label]
        assert sorted(links.values()) == sorted(labels)
