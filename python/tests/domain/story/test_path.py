"""Tests for the delayed effects of a path that shows at several beats."""

import pytest

from questfoundry.domain.story.dilemma import DelayedEffectPlan, Residue

FELT = DelayedEffectPlan(
    beat="beat::a",
    residue=Residue.LIGHT,
    text="Ilk coughs.",
    other_beats=("beat::b", "beat::c", "beat::d"),
    other_texts=("The rail is empty.", ""),
)


@pytest.mark.parametrize(
    ("beats", "seen"),
    [
        (["beat::x", "beat::a"], "Ilk coughs."),
        (["beat::b"], "The rail is empty."),
        (["beat::c"], "Ilk coughs."),
        (["beat::d"], "Ilk coughs."),
        (["beat::x"], ""),
        ([], ""),
    ],
)
def test_each_moment_shows_its_own_or_what_all_show(beats: list[str], seen: str) -> None:
    """Each writer must see the effect that is planned for that passage."""
    assert FELT.describe_in(beats) == seen


def test_more_than_there_are_moments_is_left() -> None:
    """Extra descriptions without a beat must not appear in another passage."""
    alone = DelayedEffectPlan(
        beat="beat::a", residue=Residue.LIGHT, text="Ilk coughs.", other_texts=("No.",)
    )
    assert alone.describe_in(["beat::a"]) == "Ilk coughs."
