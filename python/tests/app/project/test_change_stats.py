"""Stats are added, reworded and removed in the plan, each time as one step that can be undone."""

from collections.abc import Callable

import pytest
from attrs import evolve

from questfoundry.app.project.change_stats import ChangeStatsUseCase, StatWords
from questfoundry.app.project.current_versions import UndoUseCase
from questfoundry.app.project.patch import PatchArtifactUseCase
from questfoundry.domain.errors import InputError
from tests.support.finished import finished

TRUST = StatWords(
    name="Ilk's trust", question="Does Ilk trust you?", high="Ilk trusts you.", low="Ilk lies."
)


@pytest.fixture
async def patch_and_stats() -> tuple[PatchArtifactUseCase, ChangeStatsUseCase]:
    shop = (await finished()).workshop
    patch = PatchArtifactUseCase(
        registry=shop.registry, store=shop.store, prompts=shop.prompts, clock=shop.clock
    )
    stats = ChangeStatsUseCase(
        registry=shop.registry, store=shop.store, patch=patch, undo=UndoUseCase(store=shop.store)
    )
    return patch, stats


def lows(stats: ChangeStatsUseCase) -> list[str]:
    return [each.stat.low for each in stats.list_stats()]


async def test_each_change_of_stats_is_undone_in_turn(patch_and_stats):
    """A wrong word must not stay only because it is in the plan."""
    _, stats = patch_and_stats
    changes: list[Callable[[], None]] = [
        lambda: stats.add(TRUST),
        lambda: stats.change(TRUST.name, evolve(TRUST, low="Ilk hides the key.")),
        lambda: stats.remove(TRUST.name),
    ]
    seen = [lows(stats)]
    for change in changes:
        change()
        seen.append(lows(stats))
    assert seen == [[], ["Ilk lies."], ["Ilk hides the key."], []]
    for before in reversed(seen[:-1]):
        assert stats.can_undo()
        stats.undo()
        assert lows(stats) == before
    assert not stats.can_undo()
    with pytest.raises(InputError, match="no change of stats"):
        stats.undo()


async def test_another_change_of_the_plan_is_not_undone(patch_and_stats):
    """Undo on the page of stats must not take back what the author changed elsewhere."""
    patch, stats = patch_and_stats
    stats.add(TRUST)
    patch.execute("seed", {"setup.0.summary": "Mara hears the bell below the water."})
    assert not stats.can_undo()
    assert lows(stats) == ["Ilk lies."]


async def test_a_stat_that_is_gone_is_named(patch_and_stats):
    """Two open pages may change the same stat."""
    _, stats = patch_and_stats
    for change in (lambda: stats.remove("Faith"), lambda: stats.change("Faith", TRUST)):
        with pytest.raises(InputError, match="no stat 'Faith' any more"):
            change()
