"""A story of the author's own, begun in the list of projects without a model."""

import re
from pathlib import Path

import httpx
from lxml import html

from questfoundry.app.project.status import StageState
from questfoundry.domain.ids import slug_of
from tests.support.desk import at_desk, texts
from tests.web.test_folder import at_folder, entered

WORDS = {
    "title": "The Bridge: a <b>Crossing",
    "player": "Ada",
    "other": 'Tom "the Oar"',
    "place": "The Ferry",
    "elsewhere": "The Bridge House",
    "question": "Do you cross the bridge?",
    "first": "Cross the bridge",
    "second": "Wait: the ferry comes",
}
FOLDER = "the-bridge-a-b-crossing"


async def list_progress(client: httpx.AsyncClient) -> list[str]:
    shown = texts(await client.get("/"), "//li/p")
    return [each.partition(": ")[2] for each in shown]


def list_names(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir()]


async def test_a_story_is_begun_written_and_exported_by_hand(tmp_path: Path) -> None:
    """Authors who want no model could not begin in the desk. (DSK-18.1)"""
    async with at_folder(tmp_path) as client:
        said = await client.post("/own", data={**WORDS, "title": "The Bridge: a Crossing"})
        found = re.search(r'href="([^"]+)"', said.text)
        assert found is not None
        shown = await entered(found[1].replace("&amp;", "&"), "/map")
        assert "The Bridge: a Crossing" in shown.text
        assert await list_progress(client) == ["0 of 3 passages written, 3 texts missing"]
    async with at_desk(tmp_path / "the-bridge-a-crossing") as desk:
        result = await desk.views.do(desk.views.check)
        assert result is not None
        assert result.errors == ()
        fill = [each for each in desk.views.project.status().stages if each.stage == "fill"]
        assert [len(each.passages or ()) for each in fill] == [3]
        for passage in (await desk.views.do(desk.views.structure)).passages:
            page = await desk.get(f"/passage/{slug_of(passage.id)}/edit")
            [known] = html.fromstring(page.text).xpath("//input[@id='known']/@value")
            fields = {"known": known, "form": passage.id, "flag": "", "part": "You are here."}
            assert (
                await desk.post(f"/passage/{slug_of(passage.id)}/edit", fields)
            ).status_code == 303
        async with at_folder(tmp_path) as client:
            assert await list_progress(client) == ["FILL is finished"]
        status = await desk.views.do(desk.views.project.status)
        assert {each.state for each in status.stages if each.stage != "ship"} == {StageState.READY}
        assert (await desk.post("/ship")).status_code == 303
        assert "the-bridge-a-crossing.html" in " ".join(texts(await desk.get("/"), "//a"))
        played = await desk.get("/play?route=0")
        assert "The end: Cross the bridge" in played.text


async def test_words_that_make_no_story_are_refused(tmp_path: Path) -> None:
    """A folder with half a story would be in the author's way. (DSK-18.1)"""
    async with at_folder(tmp_path) as client:
        for wrong in ({"player": ""}, {"other": "ada"}, {"second": "Cross the Bridge!"}):
            refused = await client.post("/own", data={**WORDS, **wrong})
            assert refused.status_code == 400, wrong
        assert not list_names(tmp_path)
        assert (await client.post("/own", data=WORDS)).status_code == 200
        assert (tmp_path / FOLDER / "artifacts" / "grow.yaml").exists()
        assert (await client.post("/own", data=WORDS)).status_code == 400
    async with at_desk(tmp_path / FOLDER) as desk:
        assert "The Bridge: a &lt;b&gt;Crossing" in (await desk.get("/")).text
