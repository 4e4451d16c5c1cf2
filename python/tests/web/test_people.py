"""Adding and renaming people and places in the web interface."""

from pathlib import Path

from questfoundry.app.project.status import StageState
from tests.support.desk import Desk, at_desk, texts
from tests.web.test_structure import CHOICES, NEW, send, story_at

CLERK = {"kind": "character", "name": "Odo Blythe", "concept": "The clerk of the bank."}


async def states(desk: Desk) -> set[StageState]:
    status = await desk.views.do(desk.views.project.status)
    assert status.differing == ()
    return {each.state for each in status.stages if each.stage != "ship"}


async def test_a_person_is_added_used_and_undone(project: Path) -> None:
    """A new person needed edits of two files before. (DSK-16.1)"""
    async with at_desk(project) as desk:
        before = (await desk.get("/text")).text
        page = await send(desk, "/people", CLERK)
        assert "Odo Blythe" in texts(page, "//dt")
        assert await states(desk) == {StageState.READY}
        await send(desk, "/people/undo", {})
        assert "Odo Blythe" not in (await desk.get("/bible")).text
        assert await states(desk) == {StageState.READY}
        await send(desk, "/people", CLERK)
        await send(desk, CHOICES, {**NEW, "entity": "character::odo-blythe"})
        refused = await desk.post("/people/undo")
        assert "The story changed since" in refused.text
        assert (await desk.get("/text")).text != before


async def test_a_name_that_is_missing_or_in_use_is_refused(project: Path) -> None:
    """Two people with one name look like one person. (DSK-16.1)"""
    async with at_desk(project) as desk:
        for wrong, message in (
            ({"name": "mara voss"}, "in use"),
            ({"name": "…"}, "Use letters or digits"),
            ({"name": ""}, "Enter a name"),
            ({"kind": "dragon"}, "Enter a name"),
        ):
            refused = await desk.post("/people", {**CLERK, **wrong})
            assert (refused.status_code, message in refused.text) == (400, True), wrong


async def test_a_person_is_renamed_after_a_preview(project: Path) -> None:
    """A rename changes every file, so the author sees first how many places. (DSK-16.1)"""
    async with at_desk(project) as desk:
        await send(desk, CHOICES, NEW)  # a passage without text must not prevent a rename
        change = {"entity": "character::mara-voss", "new": "Mira Voss"}
        asked = await desk.post("/people/rename", change)
        assert "“Mara Voss” becomes “Mira Voss”" in asked.text
        assert (await story_at(desk)).entity_name("character::mara-voss") == "Mara Voss"
        page = await send(desk, "/people/rename", {**change, "confirmed": "yes"})
        assert "Mira Voss player character" in texts(page, "//dt")
        page = await send(desk, "/people/undo", {})
        assert "Mara Voss player character" in texts(page, "//dt")
