"""Estimate the model usage of stages that have never run in a project, by story size."""

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve

from questfoundry.app.phases.material import get_material_limit
from questfoundry.app.writing.full_review import MAX_REVIEW_TOKENS
from questfoundry.domain.chat.exchange import estimate_tokens
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.models.traits import Capabilities, ModelRef
from questfoundry.domain.outline.material_parts import BIBLE, NO_MATERIAL, OUTLINE, Material
from questfoundry.domain.run.modes import PhaseMode, Review
from questfoundry.domain.run.record import PaidUsage
from questfoundry.domain.story.size import Size

_STAGES = ("dream", "brainstorm", "seed", "grow", "fill")
_Counts = tuple[int, int, int]
_COUNTS_BY_SIZE: Mapping[Size, Sequence[_Counts]] = {
    Size.MICRO: (
        *((1, 900, 500), (1, 1_300, 700), (2, 6_700, 2_700)),
        *((4, 7_600, 1_600), (3, 17_300, 6_000)),
    ),
    Size.SHORT: (
        *((1, 900, 700), (1, 1_500, 1_600), (3, 12_500, 5_100)),
        *((6, 22_900, 5_400), (7, 75_100, 19_600)),
    ),
    Size.MEDIUM: (
        *((1, 900, 1_100), (5, 10_800, 4_300), (20, 90_000, 17_200)),
        *((20, 66_000, 12_500), (25, 368_000, 73_500)),
    ),
    Size.LONG: (
        *((1, 900, 1_400), (7, 16_500, 9_000), (65, 300_000, 58_000)),
        *((65, 225_000, 43_000), (85, 1_250_000, 250_000)),
    ),
}
"""Typical calls, input tokens and output tokens of each stage with condensed phases, by story size.

The values are means of stories that a person answered in place of a model. Those for long stories
are extrapolated from medium stories by their number of words.
"""

_ALREADY_FULL: Sequence[_Counts] = ((0, 0, 0), (0, 0, 0))
_MORE_IN_FULL: Mapping[Size, Sequence[_Counts]] = {
    Size.MICRO: ((2, 1_100, 350), (2, 1_900, 700), (2, 3_800, 1_300), *_ALREADY_FULL),
    Size.SHORT: ((2, 1_100, 450), (2, 2_100, 1_000), (2, 6_500, 1_900), *_ALREADY_FULL),
    Size.MEDIUM: ((2, 1_300, 600), (1, 4_500, 800), (1, 7_500, 1_500), *_ALREADY_FULL),
    Size.LONG: ((2, 1_500, 800), (1, 6_000, 1_000), (1, 12_000, 3_000), *_ALREADY_FULL),
}
"""The additional usage if each phase has its own requests, from the same answers."""

_NAME_REQUEST_TOKENS, _NAME_ANSWER_TOKENS = 700, 500
"""The tokens of the request for the names in an outline, without the outline, and of the answer."""

_SMALL_MODEL_COUNTS: Sequence[_Counts] = (
    *((3, 1_500, 350), (4, 4_200, 600), (10, 13_000, 1_400)),
    *((9, 200, 60), (18, 26_900, 2_850)),
)
"""Usage of a model without text comprehension, whose requests are short."""

_PASSAGE_USAGE = Usage(calls=1, input_tokens=4_600, output_tokens=800)
"""The usage for one more passage of a written story, from such requests for short stories."""

_READ_SHARE, _FINDINGS_TOKENS = 0.4, 200
"""The tokens of a reading of the whole story, as a share of those of FILL, and of its answer."""


def estimate_usage(
    model: ModelRef,
    capabilities: Capabilities,
    size: Size | None,
    material: Material = NO_MATERIAL,
    phases: PhaseMode = PhaseMode.FULL,
    *,
    stages: Iterable[str] = _STAGES,
) -> Mapping[str, PaidUsage]:
    """Return the typical usage of ``model`` for each of ``stages``, by stage name.

    Without a ``size``, the story counts as short. ``phases`` says whether each phase has its own
    requests. ``material`` adds its tokens to each request before FILL, and an outline adds one
    request to BRAINSTORM. A stage that was never measured, such as one of a plug-in, counts like
    DREAM.
    """
    if not capabilities.comprehension:
        return _to_paid_calls(_to_usage(_SMALL_MODEL_COUNTS, stages), model)
    usage = _to_usage(_COUNTS_BY_SIZE[size or Size.SHORT], stages)
    if phases is PhaseMode.FULL:
        more = _to_usage(_MORE_IN_FULL[size or Size.SHORT], stages)
        usage = {stage: usage[stage] + more[stage] for stage in usage}
    material_tokens = _count_material_tokens(material, capabilities)
    if "brainstorm" in usage and material.select_folders(OUTLINE):
        usage["brainstorm"] += Usage(
            calls=1, input_tokens=_NAME_REQUEST_TOKENS, output_tokens=_NAME_ANSWER_TOKENS
        )
    for stage in usage.keys() - {"fill"}:
        usage[stage] += Usage(calls=0, input_tokens=material_tokens * usage[stage].calls)
    return _to_paid_calls(usage, model)


def limit_to_passages(
    fill: PaidUsage, passages: int, capabilities: Capabilities, review: Review, phases: PhaseMode
) -> PaidUsage:
    """Return the usage of FILL if it writes only a number of ``passages``; ``fill`` is for all.

    A model without text comprehension writes one passage a call and reads nothing. Others read the
    whole story afterwards, twice if they may also rewrite weak scenes.
    """
    if not capabilities.comprehension:
        return evolve(fill, usage=_multiply(fill.usage, passages / max(1, fill.usage.calls)))
    writes = min(passages, fill.usage.calls) * (2 if review is Review.PASSAGES else 1)
    edits = review in (Review.WHOLE, Review.PASSAGES) and phases is PhaseMode.FULL
    readings = 0 if review is Review.NONE else 2 if edits else 1
    tokens = round(fill.usage.input_tokens * _READ_SHARE)
    reading = Usage(
        calls=-(-tokens // MAX_REVIEW_TOKENS), input_tokens=tokens, output_tokens=_FINDINGS_TOKENS
    )
    return evolve(fill, usage=_multiply(_PASSAGE_USAGE, writes) + _multiply(reading, readings))


def _multiply(usage: Usage, factor: float) -> Usage:
    return Usage(
        calls=round(usage.calls * factor),
        input_tokens=round(usage.input_tokens * factor),
        output_tokens=round(usage.output_tokens * factor),
    )


def _to_usage(counts: Sequence[_Counts], stages: Iterable[str]) -> dict[str, Usage]:
    measured = {
        stage: Usage(calls=calls, input_tokens=read, output_tokens=written)
        for stage, (calls, read, written) in zip(_STAGES, counts, strict=True)
    }
    return {stage: measured.get(stage, measured["dream"]) for stage in stages}


def _count_material_tokens(material: Material, capabilities: Capabilities) -> int:
    text = "\n\n".join(each.text for each in material.select_folders(BIBLE, OUTLINE))
    return min(estimate_tokens(text), get_material_limit(capabilities))


def _to_paid_calls(usage: Mapping[str, Usage], model: ModelRef) -> Mapping[str, PaidUsage]:
    return {
        stage: PaidUsage(scope=stage, model=str(model), usage=use, seconds=0.0)
        for stage, use in usage.items()
    }
