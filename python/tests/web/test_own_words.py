"""An author who writes every word has briefs on the desk, and accepts changes one by one."""

import asyncio
from pathlib import Path

from questfoundry.domain.artifacts.version import AGENT
from questfoundry.testing import ScriptedChatProvider, says
from tests.support.desk import Desk, at_desk, texts

PASSAGE = "/passage/setup-1"


def choose_mode(folder: Path, mode: str) -> None:
    settings = folder / "project.yaml"
    settings.write_text(f"{settings.read_text()}\nprose: {mode}\n")


async def finish(desk: Desk) -> None:
    async with asyncio.timeout(20):
        async for _ in desk.views.task.changes():
            pass


async def test_the_desk_briefs_the_author(project: Path) -> None:
    """A passage shows its brief beside the text, the overview how far the author is."""
    choose_mode(project, "mine")
    async with at_desk(project) as desk:
        for page in (PASSAGE, f"{PASSAGE}/edit"):
            shown = await desk.get(page)
            headings = texts(shown, "//details[@class='brief']/h3")
            assert {"Length", "What happens", "Where it stops"} <= {*headings}
        assert "You have written" in (await desk.get("/")).text
        assert texts(await desk.get(PASSAGE), "//textarea[@id='note']") == []
        patch, title = desk.views.project.container.patch(), "passages.passage::setup-1.title"
        await desk.views.do(lambda: patch.execute("grow", {title: "Bells Below"}, origin=AGENT))
        assert "Not yet written by you: title “Bells Below”." in (await desk.get("/findings")).text
        refused = await desk.post(f"{PASSAGE}/drafts", {"note": "shorter", "number": "1"})
        assert refused.status_code == 303
        await finish(desk)
        assert "You write this story" in desk.views.task.problem


async def test_the_desk_accepts_single_changes(project: Path) -> None:
    """Of a draft with two changes, the author accepts the second and keeps the rest.

    OWN-3.1
    """
    choose_mode(project, "polish")
    model = ScriptedChatProvider([says("It was older.\n\nRain fell.\n\nIt was new.")] * 3)
    async with at_desk(project, models=model) as desk:
        patch = desk.views.project.container.patch()
        old = {"passages.passage::setup-1.prose": "It was old.\n\nRain fell.\n\nIt was gone."}
        await desk.views.do(lambda: patch.execute("fill", old))
        assert texts(await desk.get(PASSAGE), "//form[contains(@class, 'rewrite')]//button") == [
            "Make drafts"
        ]
        await desk.post(f"{PASSAGE}/drafts", {"note": "correct", "number": "1"})
        await finish(desk)
        shown = await desk.get(f"{PASSAGE}/drafts")
        assert texts(shown, "//details//h3") == ["Change 1", "Change 2"]
        change = {"draft": "take-1", "change": "2"}
        assert (await desk.post(f"{PASSAGE}/drafts/choose", change)).status_code == 303
        story = await desk.views.do(desk.views.story)
        assert story.prose["passage::setup-1"] == "It was old.\n\nRain fell.\n\nIt was new."
        assert texts(await desk.get(f"{PASSAGE}/drafts"), "//details//h3") == ["Change 1"]
        assert (await desk.post(f"{PASSAGE}/drafts/choose", change)).status_code == 400
