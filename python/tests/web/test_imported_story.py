"""An imported story in the web interface."""

import json
from pathlib import Path

import pytest
from lxml import html

from questfoundry.composition.project.import_material import import_story
from questfoundry.testing.scripted import ScriptedChatProvider, says
from tests.support.desk import at_desk, texts
from tests.web.test_making import over

STORY = """\
:: StoryTitle
The <b>Cellar</b>

:: StoryData
{"ifid": "D674C58C-DEFA-4F70-B7A2-27742230C0FC", "format": "SugarCube", "start": "Cellar"}

:: Cellar
It is dark here. <<set $lamp to false>>
[[Take the lamp]]
[[Go up->Hall]]

:: Take the lamp
<<set $lamp to true>>The lamp is cold.
[[Back->Cellar]]
[[Up->Hall]]

:: Hall
<<if $lamp>>You see. [["Out", he said; </a>->Out]]<<else>>You grope. [[Cellar]]<</if>>
<<wander "Hall">>

:: Out
The <script>alert(1)</script> end.

:: passage::3
Nobody comes here. [[Nowhere]]
"""


@pytest.fixture
def imported(tmp_path: Path) -> Path:
    (tmp_path / "cellar.twee").write_text(STORY)
    return import_story([tmp_path / "cellar.twee"], tmp_path / "story").place.paths.root


async def test_it_is_shown_as_its_files_stand(imported: Path) -> None:
    """The story is shown whole, with loops, broken links and markup. (DSK-14.1)"""
    async with at_desk(imported) as desk:
        first = await desk.get("/")
        assert texts(first, "//h1") == ["The <b>Cellar</b>"]
        assert "5 passages" in texts(first, "//header/p")[0]
        assert texts(first, "//nav//a") == ["Overview", "Map", "Play", "Findings"]
        shown = html.fromstring((await desk.get("/map")).text)
        boxes = shown.xpath("//a[contains(@class, 'box')]")
        assert [each.get("href") for each in boxes] == [f"/passage/{n}" for n in range(1, 6)]
        assert shown.xpath("//select[@id='route']/option/@value") == ["", "shortest", "Out"]
        assert (await desk.get("/map?route=shortest")).is_success
        for box in boxes:
            page = await desk.get(box.get("href"))
            assert page.is_success
            assert not html.fromstring(page.text).xpath("//main//script")
        assert "<script>alert(1)</script>" in texts(await desk.get("/passage/4"), "//main")[0]
        assert texts(await desk.get("/passage/3"), "//code")[0] == "<<if $lamp>>"
        said = " ".join(texts(await desk.get("/findings"), "//main"))
        assert "Nowhere" in said
        assert "cellar.twee, line" in " ".join(texts(first, "//details//li"))
        path = imported / "source/cellar.twee"
        path.write_text(STORY.replace("It is dark here.", "It is bright here."))
        assert "It is bright" in texts(await desk.get("/passage/1"), "//*[@role='region']")[0]


async def test_it_is_played_as_far_as_it_is_modelled(imported: Path) -> None:
    """The author tests an imported story in the browser, including its variables. (DSK-14.1)"""
    async with at_desk(imported) as desk:
        assert "It is dark here." in texts(await desk.get("/play"), "//article")[0]
        for route, offered in (("0.1", '"Out", he said; </a>'), ("1", "Cellar")):
            options = texts(await desk.get(f"/play?route={route}"), "//ol[@class='options']//a")
            assert offered in options
        there = await desk.client.get("/passage/4/read?to=play", follow_redirects=True)
        assert "The end" in there.text


async def test_a_passage_is_written_anew_and_taken_back(imported: Path) -> None:
    """A rewrite changes one passage's prose, undo restores it."""
    model = ScriptedChatProvider([says("No light falls here. {1}")])
    path = imported / "source/cellar.twee"
    async with at_desk(imported, models=model) as desk:
        said = await desk.post("/passage/1/rewrite", {"note": "darker"})
        assert said.headers["location"] == "/run"
        await over(desk)
        assert desk.views.task.problem == ""
        assert path.read_text() == STORY.replace("It is dark here.", "No light falls here.")
        assert "/passage/1" in (await desk.get("/run")).text
        assert "No light falls" in texts(await desk.get("/passage/1"), "//*[@role='region']")[0]
        assert (await desk.post("/undo")).headers["location"] == "/passage/1"
        assert path.read_text() == STORY
        assert (await desk.post("/undo")).status_code == 400


async def test_it_is_given_back_and_nothing_makes_it(imported: Path) -> None:
    """A stage would overwrite the imported story, so its pages do not exist here."""
    async with at_desk(imported) as desk:
        assert (await desk.post("/ship")).status_code == 303
        assert (imported / "exports/cellar.twee").read_text() == STORY
        assert (await desk.get("/run")).headers["location"] == "/"
        for path in ("/text", "/passage/1/edit", "/chat", "/bible"):
            assert (await desk.get(path)).status_code == 404
        for path in ("/run", "/passage/1/edit", "/passage/1/names", "/restore"):
            assert (await desk.post(path, {"idea": "x"})).is_error


async def test_compiled_ink_is_shown_and_not_rewritten(tmp_path: Path) -> None:
    """Compiled ink cannot be edited without its source, so no model call may be wasted on it."""
    knots = {"hall": ["^Cold, and dark.", "end", None]}
    compiled = {"inkVersion": 21, "root": [[{"->": "hall"}, None], "done", knots]}
    (tmp_path / "hall.ink.json").write_text(json.dumps(compiled))
    project = import_story([tmp_path / "hall.ink.json"], tmp_path / "story").place.paths.root
    async with at_desk(project) as desk:
        shown = await desk.get("/passage/2")
        assert "Cold, and dark." in shown.text
        assert "in its .ink source" in shown.text
        assert "/rewrite" not in shown.text
