"""A stage run that is interrupted, failed or replayed loses nothing and repeats nothing."""

import asyncio
from collections import Counter
from decimal import Decimal

import pytest
from attrs import evolve

from questfoundry.app.run.models import PhaseProviders
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import (
    ConversationError,
    InputError,
    NoAnswerError,
    RefusedError,
    UnreachableError,
)
from questfoundry.domain.events import ToolCallFinished
from questfoundry.domain.remedy import ResumeRun, RetryLast
from questfoundry.domain.run.record import RunStatus
from questfoundry.testing import ScriptedAuthor
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, calls, says
from tests.support.small_story import SCRIPTS, made_until, story_workshop
from tests.support.stage_runs import VISION, Ask, Workshop, one_provider
from tests.support.tools import LookupTool

IDEA = Ask(said="A noir mystery")
SCRIPT: list[Reply] = [
    calls("lookup", {"query": "noir"}),
    says("A drowned city."),
    says("The brief."),
    calls("submit_dream", {**VISION, "genre": "a / b"}),
    calls("submit_dream", {"genre": "mystery"}),
]


async def test_the_result_has_the_brief_and_the_discussion() -> None:
    """A program shows its author what was said, and what the artifact was made from."""
    workshop = Workshop()
    asked = evolve(IDEA, research_tools=[LookupTool()])
    result = await workshop.run(ScriptedChatProvider(SCRIPT), asked)
    assert result.brief == "The brief."
    roles = [each.role.value for each in result.discussion]
    assert roles == ["user", "assistant", "tool_result", "assistant"]
    assert result.discussion[-1].content == "A drowned city."

    silent = ScriptedChatProvider([])
    providers = evolve(one_provider(silent), recording="dream-1")
    replayed = await workshop.run_stage(providers).execute("dream", Ask())
    assert (replayed.brief, replayed.discussion) == (result.brief, result.discussion)


class Server:
    """A stateless server that answers by the request and counts its answers."""

    def __init__(self) -> None:
        self.answered: Counter[str] = Counter()
        self.down_at: int | None = None

    def provider(self) -> ScriptedChatProvider:
        return ScriptedChatProvider([self._answer] * 20)

    def _answer(self, request: ChatRequest) -> ChatResponse:
        if self.down_at == sum(self.answered.values()):
            self.down_at = None
            raise UnreachableError("The server is gone.")
        self.answered[repr(request)] += 1
        return SCRIPT[self._place(request)]

    @staticmethod
    def _place(request: ChatRequest) -> int:
        if request.tool_choice == "none":
            return 2
        if request.tool_choice == "required":
            return 4 if len(request.messages) > 2 else 3
        return 1 if len(request.messages) > 2 else 0


@pytest.mark.parametrize("call", range(5))
async def test_a_run_interrupted_at_any_call_goes_on_where_it_stopped(call: int) -> None:
    """A crash must neither change the artifact nor cost a second payment. (STG-4.1)"""
    server, workshop, tool = Server(), Workshop(), LookupTool()
    server.down_at = call
    request = evolve(IDEA, research_tools=[tool])
    with pytest.raises(UnreachableError):
        await workshop.run(server.provider(), request)
    assert workshop.store.runs.list()[0].status is RunStatus.INTERRUPTED

    result = await workshop.run(server.provider(), Ask(resume="dream-1", research_tools=[tool]))

    stored = {**VISION, "type": "dream", "version": 1, "content_notes": ""}
    assert result.artifact.model_dump(mode="json") == stored
    assert set(server.answered.values()) == {1}
    assert len(tool.asked) == 1
    assert result.llm_calls == 5
    assert result.ledger.cost == Decimal(result.tokens_used) / 100
    assert workshop.store.runs.list()[0].status is RunStatus.COMPLETED


async def test_a_cancelled_run_can_be_resumed() -> None:
    """A run stopped with Ctrl-C must not lose its paid answers. (STG-4.1)"""
    workshop = Workshop()

    def cancelled(_: ChatRequest) -> ChatResponse:
        raise asyncio.CancelledError

    _, run = workshop.scripted([says("A city."), cancelled])
    with pytest.raises(asyncio.CancelledError):
        await run.execute("dream", IDEA)
    provider = await workshop.run_script(
        [says("The brief."), calls("submit_dream", VISION)], Ask(resume="dream-1")
    )

    assert len(provider.requests) == 2


async def test_a_failed_serialize_is_attempted_afresh_on_the_same_discussion() -> None:
    """A failure in Serialize must not cost a new discussion."""
    workshop = Workshop()
    bad = calls("submit_dream", {**VISION, "genre": "a / b"})
    _, run = workshop.scripted([says("A city."), says("The brief."), bad, bad, bad])
    with pytest.raises(ConversationError):
        await run.execute("dream", IDEA)
    assert workshop.store.runs.list()[0].status is RunStatus.FAILED

    provider, again = workshop.scripted([calls("submit_dream", VISION)])
    result = await again.execute("dream", Ask(resume="dream-1"))

    assert len(provider.requests) == 1
    assert "The brief." in provider.requests[0].messages[-1].content
    assert result.llm_calls == 6


async def test_the_author_is_asked_only_for_lines_that_were_not_typed() -> None:
    """Authors must not have to type their lines again after a crash."""
    workshop, tool = Workshop(), LookupTool()
    first = ScriptedAuthor(["An underwater one."])
    _, run = workshop.scripted([SCRIPT[0], says("Which mystery?"), UnreachableError("Gone.")])
    with pytest.raises(UnreachableError):
        await run.execute(
            "dream", evolve(IDEA, interactive=True, author=first, research_tools=[tool])
        )

    second = ScriptedAuthor(["/done"])
    provider = await workshop.run_script(
        [says("I see."), says("Brief."), calls("submit_dream", VISION)],
        Ask(resume="dream-1", author=second, research_tools=[tool]),
    )

    assert (first.asked, second.asked, len(tool.asked)) == (1, 1, 1)
    assert "An underwater one." in provider.requests[0].messages[-1].content


async def test_lines_that_were_typed_count_where_nobody_is_there_any_more() -> None:
    """A run resumed without an author must still use the lines typed before."""
    workshop = Workshop()
    author = ScriptedAuthor(["An underwater one.", "And cold."])
    replies = [SCRIPT[0], says("Which mystery?"), says("Why?"), UnreachableError("Gone.")]
    _, run = workshop.scripted(replies)
    with pytest.raises(UnreachableError):
        await run.execute(
            "dream", evolve(IDEA, interactive=True, author=author, research_tools=[LookupTool()])
        )
    provider = await workshop.run_script(
        [says("I see."), says("Brief."), calls("submit_dream", VISION)],
        Ask(resume="dream-1", research_tools=[LookupTool()]),
    )
    said = str(provider.requests[-2].messages)
    assert "An underwater one." in said
    assert "And cold." in said


async def test_the_idea_can_be_the_first_line_of_the_author() -> None:
    """An author in conversation can start by typing the idea."""
    workshop = Workshop()
    author = ScriptedAuthor(["A drowned city", "/done"])
    provider = await workshop.run_script(
        [says("Hm."), says("Brief."), calls("submit_dream", VISION)],
        Ask(interactive=True, author=author),
    )

    assert "A drowned city" in provider.requests[0].messages[-1].content


async def test_a_run_cut_off_after_its_artifact_was_stored_stores_no_second_one() -> None:
    """A crash right after storing must not create a duplicate version."""
    workshop = Workshop()
    await workshop.run_script([says("A."), says("B."), calls("submit_dream", VISION)], IDEA)
    (stored,) = workshop.store.runs.list()
    workshop.store.runs.save(evolve(stored, status=RunStatus.RUNNING))

    provider, again = workshop.scripted([])
    result = await again.execute("dream", Ask(resume="dream-1"))

    assert provider.requests == []
    assert result.version.version == 1
    assert len(workshop.store.artifacts.versions("dream")) == 1


async def test_a_complete_or_unknown_run_is_not_resumed() -> None:
    """Resuming a finished or mistyped run needs a clear error."""
    workshop = Workshop()
    _, run = workshop.scripted([says("A."), says("B."), calls("submit_dream", VISION)])
    await run.execute("dream", IDEA)

    with pytest.raises(InputError, match="complete"):
        await run.execute("dream", Ask(resume="dream-1"))
    with pytest.raises(InputError, match="dream-1"):
        await run.execute("dream", Ask(resume="dream-9"))


async def test_a_recorded_run_replays_without_asking_anyone() -> None:
    """Recordings let tests and demos run offline without costs."""
    workshop, tool = Workshop(), LookupTool()
    request = evolve(
        IDEA, interactive=True, author=ScriptedAuthor(["/done"]), research_tools=[tool]
    )
    _, run = workshop.scripted(SCRIPT)
    recorded = await run.execute("dream", request)

    silent = ScriptedChatProvider([])
    replayed = await workshop.run_stage(
        PhaseProviders(discuss=silent, summarize=silent, serialize=silent, recording="dream-1")
    ).execute("dream", Ask(author=ScriptedAuthor([]), research_tools=[tool]))

    assert replayed.artifact == recorded.artifact
    assert silent.requests == []
    assert len(tool.asked) == 1
    assert (replayed.run, replayed.llm_calls) == ("dream-2", 0)


async def test_without_an_idea_or_with_an_unknown_stage_nothing_begins() -> None:
    """A mistyped stage or a missing idea must not leave an empty run."""
    workshop = Workshop()
    _, run = workshop.scripted([])
    with pytest.raises(InputError, match="needs an idea"):
        await run.execute("dream", Ask(said="  "))

    assert workshop.store.runs.list() == []

    _, run = Workshop().scripted([])
    with pytest.raises(InputError, match="dream"):
        await run.execute("dreams", IDEA)


async def test_the_events_of_a_stage_come_in_order() -> None:
    """Progress displays rely on the order of events. (STG-1.1)"""
    workshop = Workshop()
    await workshop.run_script(SCRIPT, evolve(IDEA, research_tools=[LookupTool()]))

    seen = [name for name in workshop.events.names() if not name.startswith(("llm_", "prompt_"))]
    assert seen == [
        "stage_execute_start",
        "phase_start",
        "tool_call_start",
        "tool_call_result",
        "phase_complete",
        "phase_start",
        "phase_complete",
        "phase_start",
        "validation_start",
        "validation_failed",
        "section_asked_again",
        "validation_start",
        "validation_passed",
        "tool_call_result",
        "phase_complete",
        "stage_complete",
    ]
    *_, handed_in = (each for each in workshop.events.events if isinstance(each, ToolCallFinished))
    assert (handed_in.tool, handed_in.result) == ("submit_dream", "accepted")


async def test_a_replayed_answer_is_shown_like_a_new_one() -> None:
    """An author who resumes a dialogue needs to see the earlier replies."""
    workshop = Workshop()
    _, run = workshop.scripted([says("A drowned city."), UnreachableError("Gone.")])
    with pytest.raises(UnreachableError):
        await run.execute("dream", IDEA)
    shown: list[str] = []
    await workshop.run_script(
        [says("Brief."), calls("submit_dream", VISION)], Ask(resume="dream-1", on_text=shown.append)
    )

    assert "".join(shown) == "A drowned city."


async def test_a_refused_request_costs_no_earlier_answer() -> None:
    """A refused request has no answer, so nothing that was paid for must be requested again."""
    workshop = Workshop()

    def refuse(_: ChatRequest) -> ChatResponse:
        raise RefusedError("No credit is left.")

    _, run = workshop.scripted([says("A city."), refuse])
    with pytest.raises(RefusedError) as caught:
        await run.execute("dream", IDEA)
    assert caught.value.remedies == (ResumeRun("dream", "dream-1"),)

    _, run = workshop.scripted([says("")] * 9)
    with pytest.raises(NoAnswerError) as unusable:
        await run.execute("dream", Ask(resume="dream-1"))
    assert RetryLast("dream", "dream-1") in unusable.value.remedies


@pytest.mark.parametrize("stage", SCRIPTS)
async def test_a_resume_of_a_failed_run_asks_the_model_for_each_answer_that_failed(stage) -> None:
    """Recorded answers that failed would fail again, so the run could never end. (STG-4.9)"""
    before = {"brainstorm": "dream", "seed": "brainstorm", "grow": "seed"}.get(stage)
    base = await made_until(before) if before else story_workshop()
    script = SCRIPTS[stage]()
    for at in range(len(script)):
        workshop = base.copy()
        _, use_case = workshop.scripted([*script[:at], *[says("")] * 9])
        with pytest.raises((ConversationError, NoAnswerError)):
            await use_case.execute(stage, IDEA)
        provider, use_case = workshop.scripted(script[at:])
        await use_case.execute(stage, Ask(resume=f"{stage}-1"))
        assert len(provider.requests) == len(script) - at
