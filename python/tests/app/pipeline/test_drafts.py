"""Authors pay once for each draft of a stage or passage, compare drafts and choose one."""

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.pipeline.drafts import MAX_DRAFTS, DraftsUseCase
from questfoundry.app.pipeline.run_stage import RunStageUseCase
from questfoundry.app.run.open_run import RunOpener
from questfoundry.domain.errors import ConversationError, InputError, UsageError
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.record import RunStatus
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, calls, says
from tests.support.finished import finished
from tests.support.novelist import prose_of
from tests.support.small_story import (
    IDEA,
    brainstorm_script,
    made_until,
    make,
    story_workshop,
    talk,
)
from tests.support.stage_runs import VISION, Workshop, one_provider

INPUTS = StageInputs(idea=IDEA)
PASSAGE = "passage::the-drowned-ledger-default-tail-1"
TONES = ("brooding", "hopeful", "wry")


def dreaming(tone: str) -> list[Reply]:
    return talk("dream", {**VISION, "tone": tone})


class Takes:
    """The drafts of a project in memory, made by scripted models."""

    def __init__(self, workshop: Workshop | None = None) -> None:
        self.workshop = workshop or story_workshop()

    def by(
        self, replies: Sequence[Reply], *, repeats: bool = False
    ) -> tuple[ScriptedChatProvider, DraftsUseCase]:
        traits = ModelTraits(capabilities=Capabilities(repeats=repeats))
        provider = ScriptedChatProvider(replies, traits=traits)
        return provider, self._use_case(self.workshop.opener(one_provider(provider)))

    def _use_case(self, runs: RunOpener) -> DraftsUseCase:
        shop = self.workshop
        shared: dict[str, Any] = {
            "registry": shop.registry,
            "store": shop.store,
            "runs": runs,
            "prompts": shop.prompts,
        }
        return DraftsUseCase(**shared, run_stage=RunStageUseCase(**shared))


async def three(takes: Takes) -> DraftsUseCase:
    _, use_case = takes.by([reply for tone in TONES for reply in dreaming(tone)])
    await use_case.create_stage_drafts("dream", INPUTS, count=3)
    return use_case


async def test_takes_are_kept_beside_what_stands_and_change_nothing() -> None:
    """Authors compare drafts, so making drafts must not change the story."""
    takes = Takes(await made_until("dream"))
    kept = (await three(takes)).list_drafts(stage="dream")

    assert [each.data["tone"] for each in kept] == list(TONES)
    assert [each.number for each in kept] == [1, 2, 3]
    assert [each.counts for each in kept] == [True, False, False]
    assert {each.current["tone"] for each in kept} == {"brooding"}
    assert takes.workshop.current("dream").version == 1

    takes = Takes()
    with pytest.raises(InputError, match="take-3"):
        (await three(takes)).find_draft("take-9")


async def test_the_chosen_one_counts_and_no_model_is_asked() -> None:
    """Choosing a draft is free, because the draft is already paid for. (PIP-14.2)"""
    takes = Takes()
    made = (await three(takes)).list_drafts()
    provider, use_case = takes.by([])

    version = await use_case.choose_draft(made[1].id)

    assert provider.requests == []
    assert (version.stage, version.data["tone"]) == ("dream", "hopeful")
    assert takes.workshop.current("dream").data["tone"] == "hopeful"
    again = await use_case.choose_draft(made[2].id)
    assert (again.version, again.data["tone"]) == (2, "wry")
    assert await use_case.choose_draft(made[2].id) == again

    # A kill after the version was stored leaves the run unfinished.
    runs = takes.workshop.store.runs
    chosen = runs.list(task="dream")
    runs.save(evolve(chosen[-1], status=RunStatus.RUNNING))
    assert await use_case.choose_draft(made[2].id) == again
    assert [each.status for each in runs.list(task="dream")] == [RunStatus.COMPLETED] * len(chosen)


async def test_what_is_asked_for_again_is_there_and_only_the_rest_is_paid() -> None:
    """Asking for one more draft must not pay again for the existing drafts."""
    takes = Takes()
    _, use_case = takes.by([*dreaming("brooding"), *dreaming("hopeful")])
    first = await use_case.create_stage_drafts("dream", INPUTS, count=2)
    provider, use_case = takes.by(dreaming("wry"))

    again = await use_case.create_stage_drafts("dream", INPUTS, count=3)

    assert again[:2] == first
    assert len(provider.requests) == 3
    ended = [run.status for run in takes.workshop.store.runs.list("take")]
    assert ended == [RunStatus.COMPLETED] * 3


async def test_a_take_that_was_cut_off_goes_on_where_it_was() -> None:
    """A crash in the middle of a draft must not cost its finished calls."""
    takes = Takes()
    _, use_case = takes.by(dreaming("brooding")[:1])
    with pytest.raises(UsageError):
        await use_case.create_stage_drafts("dream", INPUTS, count=2)
    provider, use_case = takes.by([*dreaming("brooding")[1:], *dreaming("wry")])

    made = await use_case.create_stage_drafts("dream", INPUTS, count=2)

    assert [each.data["tone"] for each in made] == ["brooding", "wry"]
    assert len(provider.requests) == 5


async def test_a_take_that_failed_asks_for_new_answers() -> None:
    """Recorded answers that failed would fail again, at every start. (STG-4.9)"""
    takes = Takes()
    bad = [calls("submit_dream", {"genre": "a/b"})] * 3
    _, use_case = takes.by([*dreaming("brooding")[:2], *bad])
    with pytest.raises(ConversationError):
        await use_case.create_stage_drafts("dream", INPUTS, count=1)
    provider, use_case = takes.by(dreaming("brooding")[2:])

    (made,) = await use_case.create_stage_drafts("dream", INPUTS, count=1)

    assert made.data["tone"] == "brooding"
    assert len(provider.requests) == 1
    assert len(takes.workshop.store.runs.list("take")) == 1


@pytest.mark.parametrize(
    ("seed", "repeats", "seeds"),
    [(None, False, [None, None]), (None, True, [0, 1]), (7, False, [7, 8])],
)
async def test_seeds_reach_the_requests_and_stand_with_the_take(seed, repeats, seeds) -> None:
    """Models that repeat themselves need different seeds, or all drafts are equal."""
    takes = Takes()
    script = [*dreaming("brooding"), *dreaming("wry")]
    provider, use_case = takes.by(script, repeats=repeats)
    inputs = INPUTS.model_copy(update={"seed": seed})

    made = await use_case.create_stage_drafts("dream", inputs, count=2)

    assert [each.seed for each in made] == seeds
    assert [request.seed for request in provider.requests][::3] == seeds
    assert [request.seed for request in provider.requests][2::3] == seeds
    silent, use_case = takes.by([])
    await use_case.choose_draft(made[1].id)
    assert silent.requests == []


async def test_a_take_of_what_was_before_is_kept_and_cannot_count() -> None:
    """A draft made from an old plan would not fit the current story."""
    takes = Takes(await made_until("dream"))
    _, use_case = takes.by(brainstorm_script())
    (made,) = await use_case.create_stage_drafts("brainstorm", StageInputs(), count=1)
    assert made.fresh
    await make(takes.workshop, "dream")

    assert not use_case.find_draft(made.id).fresh
    with pytest.raises(InputError, match="take-1"):
        await use_case.choose_draft(made.id)


@pytest.mark.parametrize("takes", [0, MAX_DRAFTS + 1])
async def test_no_more_takes_than_can_be_compared(takes: int) -> None:
    provider, use_case = Takes().by([])
    with pytest.raises(InputError):
        await use_case.create_stage_drafts("dream", INPUTS, count=takes)
    assert provider.requests == []


async def test_a_passage_has_takes_and_the_chosen_one_stands_in_the_story() -> None:
    """Choosing a passage draft must change that passage and no other."""
    takes = Takes((await finished()).workshop)
    script = [each for name in ("One", "Two") for each in (prose_of(name), "", "", "")]
    provider, use_case = takes.by([says(each) for each in script])

    made = await use_case.create_passage_drafts(PASSAGE, "Shorter.", count=2)
    asked, before = len(provider.requests), takes.workshop.current("fill")
    assert [each.data["prose"] for each in made] == [prose_of("One"), prose_of("Two")]
    assert {each.current["prose"] for each in made} == {before.data["passages"][PASSAGE]["prose"]}
    first = await use_case.choose_draft(made[0].id)
    second = await use_case.choose_draft(made[1].id)

    assert len(provider.requests) == asked
    assert first.data["passages"][PASSAGE]["prose"] == prose_of("One")
    assert second.data["passages"][PASSAGE]["prose"] == prose_of("Two")
    assert second.data["passages"].keys() == before.data["passages"].keys()
    assert [each.counts for each in use_case.list_drafts(passage=PASSAGE)] == [False, True]
