"""Several models make one stage; a vote chooses the artifact, which passes the stage's checks."""

from typing import Any

import pytest

from questfoundry.app.agent import ToolOffer
from questfoundry.app.pipeline.run_stage import RunStageUseCase
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.runs.coordinator import StageTask
from questfoundry.app.runs.cost import RunsUseCase
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.record import RunStatus
from questfoundry.domain.run.result import DraftChoice, ResultStatus
from questfoundry.domain.run.spec import CANDIDATE, RunSpec
from questfoundry.testing.scripted import calls, says
from tests.support.delegated import AgentModel, Bench, judged, until
from tests.support.mortal import Killed
from tests.support.stage_runs import VISION, Workshop

DREAM_CALLS = 3


class Dreamer(AgentModel):
    """A model that makes DREAM's vision in three calls and judges drafts by their tone."""

    def __init__(self, tone: str, *, valid: bool = True) -> None:
        super().__init__(5)
        self.tone, self.valid = tone, valid

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        names = {each.name for each in request.tools}
        if names & {"submit_rubric", "submit_vote"}:
            return await super().complete(request, on_text)
        self.requests.append(request)
        if "submit_dream" in names:
            broken: dict[str, Any] = {} if self.valid else {"genre": "a/b"}
            return calls("submit_dream", {**VISION, "tone": self.tone, **broken})
        return says(f"Let it be {self.tone}.")

    def _usual(self, part: str, request: ChatRequest) -> Any:
        if part == "vote":
            return judged(request, lambda draft: 9 if "wry" in draft else 4)
        return super()._usual(part, request)


def bench(models: dict[str, Dreamer], workshop: Workshop | None = None) -> Bench:
    def stages(bench: Bench) -> StageTask:
        def work(opener: RunOpener) -> RunStageUseCase:
            return RunStageUseCase(
                registry=bench.workshop.registry,
                store=bench.workshop.store,
                runs=opener,
                prompts=bench.workshop.prompts,
            )

        return StageTask(
            registry=bench.workshop.registry,
            work=work,
            inputs=lambda: StageInputs(size="micro"),
            research=ToolOffer,
        )

    return Bench(models, stages=stages, workshop=workshop)


def dreamers(**valid: bool) -> dict[str, Dreamer]:
    tones = {"ann": "brooding", "ben": "wry", "cid": "bright"}
    return {name: Dreamer(tone, valid=valid.get(name, True)) for name, tone in tones.items()}


async def test_the_winner_is_the_artifact_and_was_paid_for_once() -> None:
    """The winner becomes the artifact by replay, so the stage is not paid for twice. (STU-8.1)"""
    place = bench(dreamers())
    result = await place.run("A drowned city.", stage="dream")
    current = place.workshop.current("dream")
    assert (result.status, result.agent) == (ResultStatus.COMPLETE, "ben")
    assert (current.version, current.origin, current.data["tone"]) == (1, "dream-1", "wry")
    assert result.version == 1
    assert [place.workshop.store.artifacts.versions("dream")] == [[current]]
    votes = 1 + 3
    assert place.calls() == 3 * DREAM_CALLS + votes == result.spent.calls
    assert {name: each.calls for name, each in result.by_agent.items()} == dict.fromkeys(
        ("ann", "ben", "cid"), DREAM_CALLS
    )
    assert result.on_vote.calls == votes
    listed = RunsUseCase(store=place.workshop.store, prices=place.runs.prices).list()
    [report] = [each for each in listed if each.run.id == result.run]
    assert report.parts is not None
    assert (report.parts.by_agent, report.parts.on_vote) == (result.by_agent, result.on_vote)
    made = place.workshop.store.runs.list(task="dream")
    assert [(each.status, each.stage_inputs.source) for each in made] == [
        (RunStatus.COMPLETED, "candidate-2")
    ]


async def test_the_author_can_choose_another_artifact() -> None:
    """The author's choice becomes the artifact by replay, and is not paid for again."""
    place = bench(dreamers())
    await place.run("A drowned city.", stage="dream")
    paid = place.calls()
    chosen = await place.executor.choose_draft(DraftChoice(run="1", agent="ann"))
    current = place.workshop.current("dream")
    assert (current.version, current.data["tone"]) == (2, dreamers()["ann"].tone)
    assert (chosen.version, chosen.agent, chosen.run_choice) == (2, "ann", "ben")
    assert place.calls() == paid


async def test_a_candidate_that_breaks_the_gates_is_not_voted_on() -> None:
    """An invalid candidate must neither win the vote nor change the story."""
    place = bench(dreamers(ben=False))
    result = await place.run("A drowned city.", stage="dream")
    assert result.status is ResultStatus.PARTIAL
    assert result.agent in {"ann", "cid"}
    assert "a/b" not in str(place.workshop.current("dream").data)
    assert next(each for each in result.candidates if each.agent == "ben").text == ""
    assert {mark.candidate for vote in result.votes for mark in vote.marks} == {"ann", "cid"}

    place = bench(dreamers(ann=False, ben=False, cid=False))
    result = await place.run("A drowned city.", stage="dream")
    assert result.status is ResultStatus.FAILED
    assert place.workshop.store.artifacts.current("dream") is None


async def test_a_stage_whose_run_is_cancelled_is_not_made() -> None:
    """A cancelled run must not replace the author's artifact."""
    models = dreamers()
    for model in models.values():
        model._waits = ["vote"]
    place = bench(models)
    handle = await place.executor.start(RunSpec.from_dict({"task": "A city.", "stage": "dream"}))
    await until(lambda: bool(models["ann"].asked("vote")))
    handle.cancel()
    result = await handle.result()
    assert (result.status, result.version) == (ResultStatus.CANCELLED, None)
    assert result.answer
    assert result.spent.calls == 3 * DREAM_CALLS + 1
    assert place.workshop.store.artifacts.current("dream") is None


@pytest.mark.parametrize("call", range(3 * DREAM_CALLS + 4))
async def test_killed_at_any_call_it_comes_to_the_same_artifact(call: int) -> None:
    """A crash at any call must neither change the artifact nor cost a second payment."""
    workshop, made = Workshop(), list[int]()
    place = bench(dying(dreamers(), made, call), workshop)
    with pytest.raises(BaseException, match="killed"):
        await place.run("A drowned city.", stage="dream", key="one")
    again = bench(dying(dreamers(), made, None), workshop)
    result = await again.run("A drowned city.", stage="dream", key="one")
    assert len(made) == 3 * DREAM_CALLS + 4 == result.spent.calls
    assert workshop.current("dream").data["tone"] == "wry"
    assert len(workshop.store.runs.list(task=CANDIDATE)) == 3


def dying(models: dict[str, Dreamer], made: list[int], dies: int | None) -> dict[str, Dreamer]:
    for model in models.values():
        complete = model.complete

        async def counted(
            request: ChatRequest, on_text: TextSink | None = None, *, complete: Any = complete
        ) -> ChatResponse:
            if dies is not None and len(made) >= dies:
                raise Killed("killed")
            made.append(1)
            answer: ChatResponse = await complete(request, on_text)
            return answer

        model.complete = counted
    return models
