"""The chat of the web interface, with a scripted model."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from lxml import html

from questfoundry.domain.errors import UnreachableError
from questfoundry.domain.run.result import RunResult
from questfoundry.domain.run.spec import DELEGATED, RunMode
from questfoundry.testing.scripted import ScriptedChatProvider, says
from tests.support.desk import Desk, at_desk, texts
from tests.support.studio import WIDE, launches

OWN = "own"
LAUNCH = launches("Find a name for the quay.", agent_mode="single")
NAME, ANSWER = says("Fallow Quay."), says("I would call it Fallow Quay.")


def model(*replies: Any) -> ScriptedChatProvider:
    return ScriptedChatProvider(replies, traits=WIDE)


async def rest(desk: Desk, number: str = "1") -> None:
    talk = await desk.views.open_chat(number)
    async with asyncio.timeout(20):
        while talk.is_busy:
            await talk.changes.wait()


async def asked(desk: Desk) -> httpx.Response:
    """Return the page once it waits for the author."""
    talk = await desk.views.open_chat("1")
    async with asyncio.timeout(20):
        while talk.approval.request is None:
            await talk.changes.wait()
    return await desk.get("/chat/1")


def said(answer: httpx.Response) -> list[str]:
    return texts(answer, "//*[contains(@class, 'message')]")


async def test_a_message_is_answered_and_stands_there_ever_after(tmp_path):
    """Another server must show the same conversation. (DSK-10.1)"""
    async with at_desk(tmp_path, models=model(says("It is <b>dark</b>."))) as desk:
        answer = await desk.post("/chat", {"message": "How is it <i>there</i>?"})
        assert answer.headers["location"] == "/chat/1"
        told = (await desk.get("/chat/1/live")).text
        assert "event: now" in told
        assert told.endswith("event: over\ndata: \n\n")
        await rest(desk)
        shown = said(await desk.get("/chat/1"))
        assert shown == ["You How is it <i>there</i>?", "Studio It is <b>dark</b>."]
        assert "How is it <i>there</i>?" in texts(await desk.get("/chat"), "//main//li/a")
    async with at_desk(tmp_path, models=model(says("Still."), says("Yes."))) as desk:
        assert said(await desk.get("/chat/1")) == shown
        for count, message in ((4, "And now?"), (6, "Now, too?")):
            await desk.post("/chat/1", {"message": message})
            await rest(desk)
            assert len(said(await desk.get("/chat/1"))) == count
        for pages in ("2", "x", "9999"):
            assert len(said(await desk.get(f"/chat/1?pages={pages}"))) == 6


async def test_a_run_waits_for_approval_and_its_card_says_what_came_of_it(tmp_path):
    """A run costs money, so it waits for consent, and its card shows the result."""
    async with at_desk(tmp_path, models=model(LAUNCH, NAME, ANSWER)) as desk:
        await desk.post("/chat", {"message": "What is it called?"})
        shown = await asked(desk)
        assert "Find a name for the quay." in texts(shown, "//*[contains(@class, 'approval')]")[0]
        form = {"do": "change", "task": "Find a name for the harbour.", "agent": OWN}
        assert (await desk.post("/chat/1/answer", form)).status_code == 303
        assert "Run: Find a name for the harbour." in (await desk.get("/chat/1/live")).text
        await rest(desk)
        for _ in range(2):  # The card is the same after a reload.
            [card] = texts(await desk.get("/chat/1"), "//article")
            assert card.startswith("Run: Find a name for the harbour. complete")
            assert "Fallow Quay." in card
            assert ANSWER.text in said(await desk.get("/chat/1"))[-1]
        assert (await desk.post("/chat/1/answer", form)).status_code == 400


async def test_a_run_is_approved_with_others_than_it_was_wanted(tmp_path):
    """A mistake in a changed run keeps the request open."""
    unread = WIDE.model_copy(
        update={"capabilities": WIDE.capabilities.model_copy(update={"comprehension": False})}
    )
    spoken = ScriptedChatProvider([LAUNCH, *[says("Fallow Quay.")] * 9], traits=unread)
    async with at_desk(tmp_path, models=spoken) as desk:
        await desk.post("/chat", {"message": "What is it called?"})
        shown = html.fromstring((await asked(desk)).text)
        one, other = agents = shown.xpath("//input[@name='agent']/@value")
        assert shown.xpath("//input[@name='agent'][@checked]/@value") == [one]
        form = {"do": "change", "task": "Name the harbour.", "context": "It has silted up."}
        for wrong in (
            {},
            {"agent": "nobody"},
            {"agent": agents, "execute_after_planning": "yes"},
            {"agent": other, "budget": "much"},
            {"agent": other, "task": ""},
            {"agent": other, "rounds": "9"},
            {"agent": other, "timeout": "soon"},
        ):
            assert (await desk.post("/chat/1/answer", {**form, **wrong})).status_code == 400
        right = {**form, "agent": agents, "planning_mode": "yes", "budget": "90000tokens"}
        right |= {"rounds": "3", "timeout": "600", "prompt": ["Be brief.", ""]}
        right["prompt_agent"] = agents
        assert (await desk.post("/chat/1/answer", right)).status_code == 303
        await rest(desk)
        [run] = desk.views.project.container.workspace().run_descriptions()
        result = RunResult.model_validate(run["result"])
        assert {each.agent for each in result.candidates} == {*agents}
        [launched] = desk.views.project.container.store().runs.list(task=DELEGATED)
        spec = launched.inputs.spec
        assert (spec.mode, spec.context) == (RunMode.PLAN, "It has silted up.")
        assert str(spec.budget) == "90,000 tokens"
        limits = spec.coordination_overrides
        assert (limits.max_rounds, limits.timeout) == (3, 600)
        assert spec.agent_system_prompts == {one: "Be brief."}


async def test_an_unknown_command_is_answered_with_the_list(tmp_path):
    """A mistyped command must cost nothing, in a new chat and in an old one."""
    spoken = model(says("It is dark."))
    async with at_desk(tmp_path, models=spoken) as desk:
        for address in ("/chat", "/chat", "/chat/1"):
            refused = await desk.post(address, {"message": "/findings"})
            assert refused.status_code == 400
            assert "/coordinate TASK" in refused.text
            await desk.post("/chat", {"message": "/pin No dogs die."})
        assert spoken.requests == []
        await desk.post("/chat/1", {"message": "How is it there?"})
        await rest(desk)
        assert "No dogs die." in spoken.requests[0].messages[0].content


async def test_what_is_declined_is_not_launched(tmp_path):
    """A declined run must not start, even if the author gives a reason."""
    async with at_desk(tmp_path, models=model(LAUNCH)) as desk:
        await desk.post("/chat", {"message": "What is it called?"})
        await asked(desk)
        await desk.post("/chat/1/answer", {"do": "decline", "reason": "Later."})
        await rest(desk)
        shown = await desk.get("/chat/1")
        assert texts(shown, "//article") == []
        assert desk.views.project.container.workspace().run_descriptions() == []


async def test_what_is_said_meanwhile_waits_and_what_works_is_stopped(tmp_path):
    """A message sent during an answer must wait, and a stop keeps what was answered."""
    async with at_desk(tmp_path, models=model(LAUNCH, says("Two."))) as desk:
        await desk.post("/chat", {"message": "One?"})
        await asked(desk)
        await desk.post("/chat/1", {"message": "Two?"})
        assert "You (queued)Two?" in said(await desk.get("/chat/1"))
        await desk.post("/chat/1/stop")
        await rest(desk)
        assert said(await desk.get("/chat/1"))[-2:] == ["You Two?", "Studio Two."]


async def test_what_was_cut_off_goes_on_when_its_author_says_so(tmp_path):
    """After a crash, the author decides about continuing, and no answer is paid for twice."""
    async with at_desk(tmp_path, models=model(LAUNCH)) as desk:
        await desk.post("/chat", {"message": "What is it called?"})
        await asked(desk)
    async with at_desk(tmp_path, models=model(NAME, ANSWER)) as desk:
        shown = await desk.get("/chat/1")
        assert texts(shown, "//h2") == ["Interrupted"]
        await desk.post("/chat/1/continue")
        await asked(desk)
        await desk.post("/chat/1/answer", {"do": "approve"})
        await rest(desk)
        assert ANSWER.text in said(await desk.get("/chat/1"))[-1]


async def test_a_draft_is_chosen_on_the_page(tmp_path):
    """The author has the last vote on the page, too. (STU-5.5)"""
    async with at_desk(tmp_path, models=model(LAUNCH, NAME, ANSWER)) as desk:
        await desk.post("/chat", {"message": "What is it called?"})
        await asked(desk)
        await desk.post("/chat/1/answer", {"do": "approve"})
        await rest(desk)
        assert "Use own's draft" in texts(await desk.get("/chat/1"), "//button")
        chosen = await desk.post("/chat/1/choose", {"run": "1", "agent": OWN})
        assert chosen.headers["location"] == "/chat/1"
        [run] = desk.views.project.container.workspace().run_descriptions()
        assert run["result"]["decided_by"] == "author"
        wrong = await desk.post("/chat/1/choose", {"run": "1", "agent": "dan"})
        assert wrong.status_code == 400


async def test_a_problem_is_told_and_the_talk_goes_on(tmp_path):
    """A failed call must not end the conversation."""
    problem = UnreachableError("The server is gone.")
    async with at_desk(tmp_path, models=model(problem, says("Again here."))) as desk:
        await desk.post("/chat", {"message": "Hello?"})
        await rest(desk)
        assert "The server is gone." in (await desk.get("/chat/1")).text
        await desk.post("/chat/1/continue")
        await rest(desk)
        assert "Again here." in said(await desk.get("/chat/1"))[-1]


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/chat", {}),
        ("/chat/9", {"message": "Hello."}),
        ("/chat/9/stop", {}),
        ("/chat/9/answer", {"do": "approve"}),
    ],
)
async def test_what_is_no_message_or_no_session_is_said(tmp_path: Path, path, form):
    """A wrong address or an empty message must give an error, not a new session. (DSK-10.1)"""
    async with at_desk(tmp_path, models=model()) as desk:
        assert (await desk.post(path, form)).status_code == 400


async def test_a_desk_is_closed_while_a_message_waits(tmp_path):
    """Closing the server must not hang while a message waits, and the messages must survive."""
    async with at_desk(tmp_path, models=model(LAUNCH)) as desk:
        await desk.post("/chat", {"message": "One?"})
        await asked(desk)
        async with asyncio.timeout(20):
            await desk.post("/chat/1", {"message": "Two?"})
            await desk.views.close()
    async with at_desk(tmp_path, models=model()) as desk:
        assert texts(await desk.get("/chat/1"), "//*[@aria-labelledby='interrupted']/p") == [
            "One?",
            "Two?",
        ]
