"""What is seen of a path later, where it is felt at several moments."""

from __future__ import annotations

import pytest

from questfoundry.domain.story.path import FeltLater, Residue

FELT = FeltLater(
    beat="beat::a",
    how=Residue.LIGHT,
    seen="Ilk coughs.",
    also=("beat::b", "beat::c", "beat::d"),
    also_seen=("The rail is empty.", ""),
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
    """SED-8.5."""
    assert FELT.seen_in(beats) == seen


def test_more_than_there_are_moments_is_left() -> None:
    """SED-8.5."""
    alone = FeltLater(beat="beat::a", how=Residue.LIGHT, seen="Ilk coughs.", also_seen=("No.",))
    assert alone.seen_in(["beat::a"]) == "Ilk coughs."
