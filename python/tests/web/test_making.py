"""Making the story in the web interface, with a scripted model."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree
from typing import Any

from lxml import html

from questfoundry.domain.artifacts.version import EDIT
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.events import ModelCallRetried
from questfoundry.domain.ids import slug_of
from questfoundry.domain.protocols.provider import TextSink
from tests.support.desk import Desk, at_desk, texts
from tests.support.novelist import Novelist


class Halting(Novelist):
    """A model that answers a number of requests, and the others once ``goes_on`` is set."""

    def __init__(self, answers: int) -> None:
        super().__init__()
        self.left = answers
        self.halted = asyncio.Event()
        self.goes_on = asyncio.Event()

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        if self.left:
            self.left -= 1
        else:
            self.halted.set()
            await self.goes_on.wait()
        return await super().complete(request, on_text)


async def make_stale(desk: Desk) -> None:
    """Change all titles and remove the prose, so that every passage must be written."""
    patch, structure = (
        desk.views.project.container.patch(),
        await desk.views.do(desk.views.structure),
    )
    changes = {
        f"passages.{each.id}.title": f"Anew {number}"
        for number, each in enumerate(structure.passages)
    }
    store = desk.views.project.container.store()

    def change() -> None:
        patch.execute("grow", changes)
        current = store.artifacts.current("fill")
        assert current
        data, now = {**current.data, "passages": {}}, datetime(2020, 1, 1, tzinfo=UTC)
        with store.replace_file("fill", data):
            store.add_changed(current, data, origin=EDIT, created_at=now)

    await desk.views.do(change)


async def halted(model: Halting) -> None:
    """Wait until the model halts and all earlier answers are stored."""
    async with asyncio.timeout(20):
        await model.halted.wait()
        for _ in range(100):
            await asyncio.sleep(0)


async def over(desk: Desk) -> None:
    async with asyncio.timeout(20):
        async for _ in desk.views.task.changes():
            pass


async def start(desk: Desk, **form: Any) -> None:
    assert (await desk.post("/run", form)).status_code == 303


async def test_what_has_to_be_made_is_made(project):
    """The author sees cost and progress, and cannot start a second run. (DSK-7.1)"""
    model = Novelist()
    async with at_desk(project, models=model) as desk:
        await make_stale(desk)
        assert "13 new passages" in " ".join(texts(await desk.get("/run"), "//ol//h3"))
        assert "tokens" in " ".join(texts(await desk.get("/run"), "//ol//h3"))
        await start(desk)
        assert "Generating the story" in (await desk.get("/run")).text
        assert (await desk.post("/run")).status_code == 400
        await over(desk)
        assert desk.views.task.problem == ""
        assert "Finished: FILL" in (await desk.get("/run")).text
        told = (await desk.get("/live")).text
        assert "event: progress" in told
        assert told.endswith("event: over\ndata: \n\n")
    assert "Anew 0" in model.titles


async def test_the_estimate_of_a_new_passage_is_what_it_takes(project):
    """An author does not start what looks as dear as the whole story. (DSK-7.1)"""
    scene = {"label": "Go", "to": "new", "then": "passage::the-drowned-ledger-shared-1"}
    scene |= {"summary": "You go down.", "location": "location::sunken-bank"}
    async with at_desk(project, models=Novelist()) as desk:
        for title, about in (("The Stairs", "about 3 calls"), ("The Cellar", "3 calls")):
            address = "/passage/the-last-air-default-tail-1/choices"
            fields = {**scene, "title": title, "label": title}
            assert (await desk.post(address, fields)).status_code == 303
            shown = await desk.get("/run")
            assert about in texts(shown, "//li[h3[starts-with(., 'FILL')]]/h3")[0]
            assert texts(shown, "//li/details/ul/li") == [f"{title} Write it yourself"]
            await start(desk)
            await over(desk)
            runs = desk.views.project.container.runs()
            [*_, last] = sorted(await desk.views.do(runs.list), key=lambda each: each.run.id)
            assert last.ledger.calls == 3


async def test_the_author_keeps_or_regenerates_what_may_not_fit(project):
    """The author judges each passage whose request has changed."""
    model, first, last = Novelist(), "passage::setup-1", "passage::the-drowned-ledger-shared-1"
    async with at_desk(project, models=model) as desk:
        before = await desk.views.do(lambda: desk.views.story().prose)
        change = {f"passages.{each}.title": f"Anew {each}" for each in (first, last)}
        patch = desk.views.project.container.patch()
        await desk.views.do(lambda: patch.execute("grow", change))
        shown = await desk.get("/run")
        assert len(texts(shown, "//section[@aria-labelledby='judge']//h3")) == 2
        await start(desk)
        await over(desk)
        assert desk.views.task.outcome is not None
        assert "Some are listed below" in desk.views.task.outcome.text
        compared = await desk.get("/passage/setup-1/request")
        assert "Bell" in "".join(texts(compared, "//section//del"))
        assert texts(compared, "//section/h2") == ["Title"]
        assert "Compare requests" in (await desk.get("/passage/setup-1")).text
        kept = await desk.post("/passage/setup-1/keep")
        assert kept.headers["location"] == "/run#judge"
        assert "Compare requests" not in (await desk.get("/passage/setup-1")).text
        assert "still fits" in (await desk.get("/passage/setup-1/request")).text

        form = await desk.post("/passage/the-drowned-ledger-shared-1/regenerate")
        assert form.status_code == 303
        await over(desk)
        assert (desk.views.task.problem, model.titles) == ("", [f"Anew {last}"])
        now = await desk.views.do(lambda: desk.views.story().prose)
        assert {each for each in now if now[each] != before[each]} == {last}
        assert "judge" not in (await desk.get("/run")).text


async def test_a_budget_ends_it_and_nothing_is_lost(project):
    """A reached budget must keep all paid answers for the next run."""
    async with at_desk(project, models=Novelist()) as desk:
        await make_stale(desk)
        await start(desk, budget="1tokens")
        await over(desk)
        assert desk.views.task.problem
        await start(desk)
        await over(desk)
        assert desk.views.task.problem == ""


async def test_it_is_stopped_and_goes_on(project):
    """Stopping must keep the paid answers, and the next run must continue with them."""
    model = Halting(1)
    async with at_desk(project, models=model) as desk:
        await make_stale(desk)
        await start(desk)
        await halted(model)
        stopping = asyncio.create_task(desk.post("/stop"))
        model.goes_on.set()
        assert (await stopping).status_code == 303
        assert "Stopped" in desk.views.task.problem
        await start(desk)
        await over(desk)
        assert desk.views.task.problem == ""


async def test_a_desk_that_died_is_started_anew_and_asks_nothing_twice(project, tmp_path):
    """A crash must not make the author pay twice. (DSK-8.4)"""
    dying, heir = Halting(2), Novelist()
    async with at_desk(project, models=dying) as desk:
        await make_stale(desk)
        await start(desk)
        await halted(dying)
        left = Path(copytree(project, tmp_path / "left"))
        answered = {repr(each) for each in dying.requests}
        dying.goes_on.set()
    async with at_desk(left, models=heir) as desk:
        assert "resume" in (await desk.get("/run")).text
        await start(desk)
        await over(desk)
        assert desk.views.task.problem == ""
    assert len(answered) == 2
    assert answered.isdisjoint(map(repr, heir.requests))


async def test_the_author_is_asked_after_a_stage(project):
    """The author can check each stage before the next one costs money."""
    async with at_desk(project, models=Novelist()) as desk:
        await make_stale(desk)
        await start(desk, review="yes")
        async with asyncio.timeout(20):
            async for _ in desk.views.task.changes():
                if desk.views.task.pending_review:
                    break
        assert "is finished. Continue?" in (await desk.get("/run")).text
        assert (await desk.post("/run/decide", {"do": "accept"})).status_code == 303
        await over(desk)
        assert desk.views.task.problem == ""
        assert (await desk.post("/run/decide", {"do": "accept"})).status_code == 400


async def test_a_passage_is_written_anew_and_compared(project):
    """The author compares old and new text, and can return to the old one. (DSK-7.6)"""
    async with at_desk(project, models=Novelist()) as desk:
        before = (await desk.views.do(desk.views.story)).prose["passage::setup-1"]
        patch = desk.views.project.container.patch()
        old = {"passages.passage::setup-1.prose": "It was old."}
        await desk.views.do(lambda: patch.execute("fill", old))
        await desk.post("/passage/setup-1/rewrite", {"note": "shorter"})
        await over(desk)
        assert desk.views.task.outcome.address == "/passage/setup-1/compare"
        compared = await desk.get("/passage/setup-1/compare")
        assert "It" in "".join(texts(compared, "//del"))
        assert texts(compared, "//ins")
        await desk.post("/passage/setup-1/edit", {"undo": "yes"})
        now = (await desk.views.do(desk.views.story)).prose["passage::setup-1"]
        assert now == "It was old."
        assert before != now


async def test_takes_stand_beside_each_other_and_one_is_chosen(project):
    """The author chooses between drafts of a passage, and nothing changes before the choice."""
    async with at_desk(project, models=Novelist()) as desk:
        patch = desk.views.project.container.patch()
        old = {"passages.passage::setup-1.prose": "It was old."}
        await desk.views.do(lambda: patch.execute("fill", old))
        await desk.post("/passage/setup-1/drafts", {"note": "shorter", "number": "2"})
        await over(desk)
        assert desk.views.task.outcome.address == "/passage/setup-1/drafts"
        shown = await desk.get("/passage/setup-1/drafts")
        assert len(texts(shown, "//section")) == 2
        assert "It" in "".join(texts(shown, "//del"))
        assert (await desk.views.do(desk.views.story)).prose["passage::setup-1"] == "It was old."
        assert "2 drafts" in (await desk.get("/passage/setup-1")).text

        choose = "/passage/setup-1/drafts/choose"
        structure = await desk.views.do(desk.views.structure)
        other = next(
            slug_of(each.id) for each in structure.passages if each.id != "passage::setup-1"
        )
        assert (await desk.get(f"/passage/{other}/drafts")).status_code == 200
        for path, take in (
            (f"/passage/{other}/drafts/choose", "take-1"),
            (choose, "take-9"),
            (choose, ""),
        ):
            assert (await desk.post(path, {"draft": take})).status_code == 400
        assert (await desk.post(choose, {"draft": "take-2"})).status_code == 303
        assert (await desk.views.do(desk.views.story)).prose["passage::setup-1"] != "It was old."
        assert "This is the current text." in (await desk.get("/passage/setup-1/drafts")).text

        await make_stale(desk)
        assert texts(await desk.get("/passage/setup-1/drafts"), "//section//button") == []
        assert (await desk.post(choose, {"draft": "take-1"})).status_code == 400


async def test_what_is_stale_can_be_kept(project):
    """The author can decide that a change needs no new prose."""
    async with at_desk(project) as desk:
        patch = desk.views.project.container.patch()
        await desk.views.do(lambda: patch.execute("dream", {"tone": "dry"}))
        stale = " ".join(texts(await desk.get("/run"), "//ol//h3"))
        assert "BRAINSTORM no change" not in stale
        assert (await desk.post("/run/keep")).status_code == 303
        assert "BRAINSTORM no change" in " ".join(texts(await desk.get("/run"), "//ol//h3"))


async def test_a_talk_meanwhile_is_not_told_as_what_is_made(project):
    """Events of a chat are no progress of the run. (DSK-7.1)"""
    model = Halting(2)
    async with at_desk(project, models=model) as desk:
        await make_stale(desk)
        await start(desk)
        await halted(model)
        before = [*desk.views.task.screen.lines]
        told = ModelCallRetried(model="a/b", attempt=1, wait=1, problem="The server is busy.")
        desk.views.project.container.events().emit(told)
        assert [*desk.views.task.screen.lines] == before
        model.goes_on.set()
        await over(desk)
        assert len(desk.views.task.screen.lines) > len(before)


async def test_a_stage_is_made_anew_with_a_remark(project):
    """A note must improve a finished stage, and the author then updates the later stages."""
    model = Novelist()
    async with at_desk(project, models=model) as desk:
        await make_stale(desk)
        await start(desk)
        await over(desk)
        before = await desk.get("/run")
        stages = html.fromstring(before.text).xpath("//select[@name='stage']/option/@value")
        assert stages == ["dream", "brainstorm", "seed", "grow", "fill"]
        for wrong in ({}, {"stage": "fill"}, {"stage": "ship", "note": "x"}, {"note": "x"}):
            assert (await desk.post("/run/regenerate", wrong)).status_code == 400
        form = {"stage": "fill", "note": "In the past tense."}
        assert (await desk.post("/run/regenerate", form)).status_code == 303
        await over(desk)
        assert desk.views.task.problem == ""
        assert "In the past tense." in str(model.requests)
        assert "Regenerated FILL" in (await desk.get("/run")).text
