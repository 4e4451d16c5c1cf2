"""Measure the words that the author has written today, from the versions of FILL."""

from collections.abc import Iterator, Mapping
from datetime import datetime, time, tzinfo
from typing import Any

from attrs import frozen

from questfoundry.app.store import ProjectStore
from questfoundry.domain.artifacts.version import EDIT, VersionStep
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.domain.story.goal import GoalProgress, WritingGoal
from questfoundry.domain.story.player_texts import FILL
from questfoundry.domain.story.prose import count_words


@frozen(kw_only=True)
class MeasureGoalUseCase:
    """A use case that compares the author's words with the author's ``goal``.

    The day begins at midnight in ``zone``; ``None`` is the time zone of this machine.
    """

    _store: ProjectStore
    _clock: Clock
    _goal: WritingGoal
    _zone: tzinfo | None = None

    def execute(self) -> GoalProgress:
        """Return the progress; edits that were undone do not count, and nor do a model's words."""
        artifacts = self._store.artifacts
        current = artifacts.current(FILL)
        if current is None:
            return GoalProgress(goal=self._goal, today=0, words=0)
        steps = artifacts.list_steps(FILL, since=self._find_midnight())
        counts = {current.version: _count(current.data)}
        today = 0
        for last, before in _list_sittings(current.version, {each.version: each for each in steps}):
            for number in {last, before} - counts.keys() - {0}:
                found = artifacts.find(FILL, number)
                counts[number] = _count(found.data) if found else 0
            today += counts[last] - counts.get(before, 0)
        return GoalProgress(goal=self._goal, today=today, words=counts[current.version])

    def _find_midnight(self) -> datetime:
        now = self._clock.now().astimezone(self._zone)
        return datetime.combine(now.date(), time(), now.tzinfo)


def _list_sittings(current: int, steps: Mapping[int, VersionStep]) -> Iterator[tuple[int, int]]:
    """Yield the last version of each row of edits, and the version before its first, or 0.

    The rows are on the path of replaced versions from ``current`` back to the first of ``steps``.
    """
    number = current
    while number in steps:
        last = number
        while number in steps and steps[number].origin == EDIT:
            number = steps[number].replaces or 0
        if number == last:  # a version of a model
            number = steps[number].replaces or 0
        else:
            yield last, number


def _count(data: Mapping[str, Any]) -> int:
    return sum(count_words(each["prose"]) for each in data["passages"].values())
