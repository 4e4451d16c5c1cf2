"""The plan estimates a story's costs before anything is made."""

import pytest

from questfoundry import Project
from questfoundry.app.pipeline.plan import PipelinePlan
from questfoundry.app.pipeline.typical_usage import estimate_usage, limit_to_passages
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.traits import Capabilities, ModelRef, ModelTraits
from questfoundry.domain.outline.material_parts import Material, MaterialPage
from questfoundry.domain.run.modes import PhaseMode, Review
from questfoundry.domain.story.size import Size
from questfoundry.testing.scripted import ScriptedChatProvider
from tests.support.finished import finished, plan

SMALL = ModelTraits(capabilities=Capabilities(comprehension=False))


def expected(size: Size | None = None, traits: ModelTraits | None = None) -> PipelinePlan:
    model = ScriptedChatProvider([], traits=traits) if traits else ScriptedChatProvider([])
    return Project.open_in_memory(models=model).plan(size=size)


def test_what_was_never_made_takes_what_is_typical() -> None:
    """A new author needs an estimate before the first run, by size and model."""
    found = expected()

    asking = found.stages[:-1]
    assert all(each.is_typical and each.estimate for each in asking)
    assert not found.stages[-1].estimate
    assert found.estimate.calls == sum(each.estimate.calls for each in asking if each.estimate)
    tokens = [expected(size).estimate.usage.total_tokens for size in Size]
    assert tokens == sorted(tokens)
    assert found.estimate.usage.total_tokens == tokens[1]
    assert expected(traits=SMALL).estimate.usage.total_tokens < tokens[1]


def test_no_key_is_needed_to_know_what_a_model_would_take() -> None:
    """Authors compare prices before they get a key; a mistyped provider is an error."""
    assert Project.open_in_memory(env={"QF_PROVIDER": "openai/gpt-4o"}).plan().estimate.calls

    with pytest.raises(SettingsError, match="nobody"):
        Project.open_in_memory(env={"QF_PROVIDER": "nobody/x"}).plan()


async def test_what_was_made_here_is_known_better() -> None:
    """Measured costs of this project are closer than typical costs; kept stages are free."""
    line = await finished()
    typical = estimate_usage(ModelRef.parse("test/model"), Capabilities(), Size.SHORT)

    found = plan(line, start="grow", typical_usage=typical)

    assert [each.is_typical for each in found.stages if each.estimate] == [True, False]
    assert not plan(line, typical_usage=typical).estimate.calls


@pytest.mark.parametrize("size", list(Size))
def test_every_stage_that_asks_is_known(size: Size) -> None:
    """A stage without typical costs would make the total too low."""
    assert not expected(size).lacks_estimates


def test_what_is_laid_beside_a_story_is_in_each_request_before_the_prose() -> None:
    """Material is sent in many requests, and costs an extra call."""
    ref, able = ModelRef.parse("test/model"), Capabilities(context_window=128_000)
    plain = estimate_usage(ref, able, Size.SHORT)
    page = MaterialPage(name="outline/a.md", text="word " * 800)
    more = estimate_usage(ref, able, Size.SHORT, Material(pages=(page,)))

    assert (
        more["seed"].usage.input_tokens
        == plain["seed"].usage.input_tokens + plain["seed"].usage.calls * 1000
    )
    assert more["brainstorm"].usage.calls == plain["brainstorm"].usage.calls + 1
    assert more["fill"] == plain["fill"]
    small = Capabilities(context_window=128_000, comprehension=False)
    assert estimate_usage(ref, small, None, Material(pages=(page,))) == estimate_usage(
        ref, small, None
    )

    ref = ModelRef.parse("test/model")
    counts = {
        phases: [
            each.usage.calls
            for each in estimate_usage(ref, Capabilities(), Size.MEDIUM, phases=phases).values()
        ]
        for phases in PhaseMode
    }
    assert counts == {PhaseMode.FULL: [3, 6, 21, 20, 25], PhaseMode.CONDENSED: [1, 5, 20, 20, 25]}


@pytest.mark.parametrize(
    ("review", "phases", "calls"),
    [
        (Review.NONE, PhaseMode.FULL, 2),
        (Review.READ, PhaseMode.FULL, 3),
        (Review.WHOLE, PhaseMode.CONDENSED, 3),
        (Review.WHOLE, PhaseMode.FULL, 4),
        (Review.PASSAGES, PhaseMode.FULL, 6),
    ],
)
def test_some_passages_cost_their_share(review: Review, phases: PhaseMode, calls: int) -> None:
    """A model reads the whole story after an update, and a small one writes only."""
    ref = ModelRef.parse("test/model")
    able, small = Capabilities(), SMALL.capabilities
    typical, plain = (estimate_usage(ref, each, Size.SHORT)["fill"] for each in (able, small))

    assert limit_to_passages(typical, 2, able, review, phases).usage.calls == calls
    few = limit_to_passages(plain, 2, small, review, phases).usage
    assert (few.calls, few.total_tokens) == (2, round(plain.usage.total_tokens / 9))


def test_a_stage_that_was_never_measured_counts_like_dream() -> None:
    """A plug-in's stage without an estimate would make the total too low."""
    model = ModelRef.parse("test/model")
    found = estimate_usage(model, Capabilities(), Size.SHORT, stages=("dream", "motto", "fill"))
    assert list(found) == ["dream", "motto", "fill"]
    assert found["motto"].usage == found["dream"].usage != found["fill"].usage
    small = estimate_usage(model, SMALL.capabilities, None, stages=("dream", "motto"))
    assert small["motto"].usage == small["dream"].usage
