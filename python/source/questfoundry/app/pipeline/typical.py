"""What a stage takes where it was never made: means of whole stories, by their size."""

from __future__ import annotations

from collections.abc import Mapping

from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.journal import Paid
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import Capabilities
from questfoundry.domain.story.size import Size


def _uses(**calls_read_written: tuple[int, int, int]) -> Mapping[str, Usage]:
    return {
        stage: Usage(calls=calls, input_tokens=read, output_tokens=written)
        for stage, (calls, read, written) in calls_read_written.items()
    }


_USES: Mapping[Size, Mapping[str, Usage]] = {
    Size.MICRO: _uses(
        dream=(3, 2_200, 1_100),
        brainstorm=(4, 4_200, 1_600),
        seed=(6, 17_000, 3_600),
        grow=(7, 16_000, 2_700),
        fill=(12, 36_000, 6_300),
    ),
    Size.SHORT: _uses(
        dream=(3, 2_600, 1_300),
        brainstorm=(4, 4_600, 2_000),
        seed=(7, 20_000, 5_400),
        grow=(10, 27_000, 5_600),
        fill=(24, 78_000, 20_000),
    ),
    Size.MEDIUM: _uses(
        dream=(3, 2_700, 1_700),
        brainstorm=(6, 13_000, 6_300),
        seed=(26, 150_000, 20_000),
        grow=(28, 115_000, 15_000),
        fill=(85, 470_000, 75_000),
    ),
    Size.LONG: _uses(
        dream=(3, 2_700, 1_700),
        brainstorm=(8, 18_000, 9_000),
        seed=(80, 450_000, 60_000),
        grow=(85, 390_000, 50_000),
        fill=(290, 1_700_000, 280_000),
    ),
}
"""Micro and short were measured, the others are reckoned from longer requests (decision 0064)."""

_SMALL = _uses(
    dream=(3, 1_500, 350),
    brainstorm=(4, 4_200, 600),
    seed=(10, 13_000, 1_400),
    grow=(11, 1_000, 250),
    fill=(20, 27_700, 3_000),
)
"""Those of a model that does not comprehend texts, whose requests are short."""


def typical_of(model: ModelRef, able: Capabilities, size: Size | None) -> Mapping[str, Paid]:
    """By stage, what a model uses; a story whose size is open is taken for a short one.

    All of a stage is reckoned as the model's that its artifact comes from.
    """
    uses = _USES[size or Size.SHORT] if able.comprehension else _SMALL
    return {
        stage: Paid(scope=stage, model=str(model), usage=use, seconds=0.0)
        for stage, use in uses.items()
    }
