"""The words that an author wrote today, against a goal, by a clock of the test."""

from datetime import UTC, datetime, timedelta, timezone
from types import SimpleNamespace
from typing import Any

import pytest

from questfoundry.app.structure.writing_goal import MeasureGoalUseCase
from questfoundry.domain.artifacts.version import EDIT
from questfoundry.domain.story.goal import WritingGoal
from questfoundry.testing.memory import InMemoryArtifactRepository
from questfoundry.testing.scripted import ManualClock

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
GOAL = WritingGoal(daily=100, words=1_000)
Store = Any


@pytest.fixture
def store() -> Store:
    return SimpleNamespace(artifacts=InMemoryArtifactRepository())


def write(store: Store, words: int, *, at: datetime = NOON, origin: str = EDIT) -> None:
    passages = {"passage::a": {"prose": "word " * words}}
    store.artifacts.add("fill", {"passages": passages}, made_from={}, origin=origin, created_at=at)


def today(store: Store, **more: Any) -> int:
    clock = ManualClock(NOON + timedelta(hours=1))
    measured = MeasureGoalUseCase(store=store, clock=clock, goal=GOAL, **{"zone": UTC, **more})
    return measured.execute().today


def test_only_words_since_midnight_count(store: Store) -> None:
    """Yesterday's words are done, and a day begins where the author lives. (DSK-2.1)"""
    assert today(store) == 0
    write(store, 50, at=NOON - timedelta(hours=13))
    assert today(store) == 0
    for words in (60, 75, 70):
        write(store, words)
    assert today(store) == 20
    assert today(store, zone=timezone(timedelta(hours=2))) == 70


def test_words_of_a_model_and_undone_edits_do_not_count(store: Store) -> None:
    """A model's chapter is not the author's day, and nor is what was thrown away. (DSK-2.1)"""
    write(store, 10)
    write(store, 500, origin="fill-1")
    write(store, 520)
    assert today(store) == 30
    store.artifacts.make_current("fill", 2)
    assert today(store) == 10
    write(store, 490)
    assert today(store) == 0
