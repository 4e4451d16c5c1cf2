"""Estimate the model usage of stages that have never run in a project, by story size."""

from collections.abc import Mapping

from questfoundry.app.phases.material import get_material_limit
from questfoundry.domain.chat.tokens import estimate_tokens
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import Capabilities
from questfoundry.domain.outline.material import BIBLE, NO_MATERIAL, OUTLINE, Material
from questfoundry.domain.run.journal import PaidUsage
from questfoundry.domain.story.size import Size


def _usage_by_stage(**calls_read_written: tuple[int, int, int]) -> Mapping[str, Usage]:
    return {
        stage: Usage(calls=calls, input_tokens=read, output_tokens=written)
        for stage, (calls, read, written) in calls_read_written.items()
    }


_USAGE_BY_SIZE: Mapping[Size, Mapping[str, Usage]] = {
    Size.MICRO: _usage_by_stage(
        dream=(1, 900, 500),
        brainstorm=(1, 1_300, 700),
        seed=(2, 6_700, 2_700),
        grow=(4, 7_600, 1_600),
        fill=(3, 17_300, 6_000),
    ),
    Size.SHORT: _usage_by_stage(
        dream=(1, 900, 800),
        brainstorm=(1, 1_400, 1_200),
        seed=(3, 12_100, 5_900),
        grow=(6, 15_600, 3_200),
        fill=(6, 62_000, 17_300),
    ),
    Size.MEDIUM: _usage_by_stage(
        dream=(1, 900, 1_100),
        brainstorm=(5, 10_800, 4_300),
        seed=(20, 90_000, 17_200),
        grow=(20, 66_000, 12_500),
        fill=(25, 368_000, 73_500),
    ),
    Size.LONG: _usage_by_stage(
        dream=(1, 900, 1_400),
        brainstorm=(7, 16_500, 9_000),
        seed=(65, 300_000, 58_000),
        grow=(65, 225_000, 43_000),
        fill=(85, 1_250_000, 250_000),
    ),
}
"""Mean usage of stories answered by hand; long is extrapolated from medium by its words."""

_NAME_REQUEST_TOKENS, _NAME_ANSWER_TOKENS = 700, 500
"""Tokens of the request for an outline's names, without the outline, and of its answer."""

_SMALL_MODEL_USAGE = _usage_by_stage(
    dream=(3, 1_500, 350),
    brainstorm=(4, 4_200, 600),
    seed=(10, 13_000, 1_400),
    grow=(11, 1_000, 250),
    fill=(20, 27_700, 3_000),
)
"""Usage of a model without text comprehension, whose requests are short."""


def estimate_usage(
    model: ModelRef, capabilities: Capabilities, size: Size | None, material: Material = NO_MATERIAL
) -> Mapping[str, PaidUsage]:
    """Return the typical usage of ``model`` for each stage, by stage name.

    Without a ``size``, the story counts as short. ``material`` adds its tokens to each request
    before FILL, and an outline adds one request to BRAINSTORM.
    """
    if not capabilities.comprehension:
        return _to_paid_calls(_SMALL_MODEL_USAGE, model)
    usage = dict(_USAGE_BY_SIZE[size or Size.SHORT])
    material_tokens = _count_material_tokens(material, capabilities)
    if material.select_folders(OUTLINE):
        usage["brainstorm"] += Usage(
            calls=1, input_tokens=_NAME_REQUEST_TOKENS, output_tokens=_NAME_ANSWER_TOKENS
        )
    for stage in usage.keys() - {"fill"}:
        usage[stage] += Usage(calls=0, input_tokens=material_tokens * usage[stage].calls)
    return _to_paid_calls(usage, model)


def _count_material_tokens(material: Material, capabilities: Capabilities) -> int:
    text = "\n\n".join(each.text for each in material.select_folders(BIBLE, OUTLINE))
    return min(estimate_tokens(text), get_material_limit(capabilities))


def _to_paid_calls(usage: Mapping[str, Usage], model: ModelRef) -> Mapping[str, PaidUsage]:
    return {
        stage: PaidUsage(scope=stage, model=str(model), usage=use, seconds=0.0)
        for stage, use in usage.items()
    }
