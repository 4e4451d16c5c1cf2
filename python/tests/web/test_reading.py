"""The map, the passages and the player of the web interface."""

from shutil import copytree

import pytest
from attrs import evolve
from lxml import html

from questfoundry.app.playing.routes import decode_route, encode_route, find_route_to
from questfoundry.app.story_map.builder import number_chapters
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.passage import play
from questfoundry.domain.writing.may_must import find_arrivals
from tests.support.chaptered import chaptered
from tests.support.desk import at_desk, texts
from tests.support.shapes import Shape


def hrefs(answer, path: str = "//main//a") -> list[str]:
    return [each.get("href", "") for each in html.fromstring(answer.text).xpath(path)]


async def test_every_passage_is_on_the_map_and_can_be_found(project) -> None:
    """No passage may be missing, and one playthrough can be marked. (DSK-3.1)"""
    async with at_desk(project) as desk:
        passages = (await desk.views.do(desk.views.structure)).passages
        answer = await desk.get("/map")
        page = html.fromstring(answer.text)
        boxes = page.xpath("//a[contains(@class, 'box')]")
        assert [each.get("href") for each in boxes] == [
            f"/passage/{slug_of(each.id)}" for each in passages
        ]
        assert len(page.xpath("//path")) >= len(passages) - 1
        for box in boxes:
            assert (await desk.get(box.get("href"))).is_success

        for route in ("shortest", "longest", (await desk.views.do(desk.views.story)).endings[0].id):
            answer = await desk.client.get("/map", params={"route": route})
            marked = html.fromstring(answer.text).xpath("//a[contains(@class, 'highlighted')]")
            assert 1 < len(marked) < len(html.fromstring(answer.text).xpath("//svg//a"))
        assert (await desk.client.get("/map", params={"route": "ending::none"})).status_code == 400

        answer = await desk.client.get("/map", params={"find": "the tide bell"})
        assert answer.headers["location"].endswith("#at-setup-1")
        assert "Did you mean" in (await desk.client.get("/map?find=the+tide+bel")).text


async def test_a_frame_stands_around_each_chapter(project, monkeypatch):
    """A frame must contain all passages of its chapter, or the map would mislead."""
    arm = Shape(shared=1, tails=(1, 1))
    story = chaptered([arm], [arm])
    async with at_desk(project) as desk:
        monkeypatch.setattr(desk.views, "story", lambda: story)
        page = html.fromstring((await desk.get("/map")).text)
    frames = page.xpath("//*[@class='chapters']")
    assert [each.find("text").text for each in frames] == ["Chapter 1", "Chapter 2"]
    numbers = number_chapters(story.existing_structure, story.chapter_titles)
    for passage, number in numbers.items():
        frame = frames[number - 1].find("rect")
        [box] = page.xpath(f"//a[@id='at-{slug_of(passage)}']/rect[1]")
        for side, size in (("x", "width"), ("y", "height")):
            begins, ends = float(frame.get(side)), float(frame.get(side)) + float(frame.get(size))
            assert begins < float(box.get(side)), passage
            assert float(box.get(side)) + float(box.get(size)) < ends, passage


async def test_what_an_edit_concerns_is_marked_on_the_map(project):
    """The author sees on the map which passages may need another text."""
    async with at_desk(project) as desk:
        change = {"passages.passage::setup-1.title": "The Bell"}
        await desk.views.do(lambda: desk.views.project.container.patch().execute("grow", change))
        page = html.fromstring((await desk.get("/map")).text)
        [box] = page.xpath("//a[@id='at-setup-1']")
        assert "found" in box.get("class")
        assert "May need another text" in box.findtext("title")


async def test_the_text_is_shown_whole_and_by_passage(project) -> None:
    """Proofreaders need every text once, and authors all of a passage. (DSK-3.6, DSK-4.1)"""
    async with at_desk(project) as desk:
        story = await desk.views.do(desk.views.story)
        answer = await desk.get("/text")
        passages = story.existing_structure.passages
        assert texts(answer, "//article/h2") == [each.title for each in passages]
        said = " ".join(texts(answer, "//article"))
        assert all(
            part.plain_text in said for each in passages for part in story.paragraphs(each.id)
        )

        answer = await desk.get("/passage/setup-1")
        assert texts(answer, "//h1") == ["The Tide Bell"]
        shown = [each.plain_text for each in story.paragraphs("passage::setup-1")]
        assert texts(answer, "//div[@id='prose']/p") == shown
        labels = [
            each.label for each in story.existing_structure.selectable_choices("passage::setup-1")
        ]
        assert texts(answer, "//ol[@class='options']//span[@class='label']") == labels
        assert "Present here" in texts(answer, "//h3")
        assert (await desk.get("/passage/nowhere")).status_code == 400


async def test_a_passage_is_shown_as_somebody_reads_it(project):
    """The author must see the passage as a certain player does, without the text for others."""
    async with at_desk(project) as desk:
        story = await desk.views.do(desk.views.story)
        structure = story.existing_structure
        here, flag = next(
            (p.id, f) for p in structure.passages for f in sorted(p.conditional_flags)
        )
        for asked, crossed_out in (("holds", 0), ("lacks", 1)):
            there = await desk.client.get(
                f"/passage/{slug_of(here)}/read", params={asked: flag}, follow_redirects=True
            )
            of_flag = [each for each in story.paragraphs(here) if each.flag == flag]
            left_out = texts(there, "//div[contains(@class, 'left-out')]/p[2]")
            assert (of_flag[0].plain_text in left_out) == bool(crossed_out)
        assert (await desk.get(f"/passage/{slug_of(here)}/read?holds=flag::none")).is_error


async def test_a_story_is_played_from_any_passage(project):
    """Testing a late passage must not need a replay from the start. (DSK-5.1)"""
    async with at_desk(project) as desk:
        answer = await desk.get("/play")
        assert texts(answer, "//article/h2") == ["The Tide Bell"]
        met = []
        while onward := hrefs(answer, "//ol[@class='options']//a"):
            answer = await desk.get(onward[-1], **{"hx-request": "true"})
            met += texts(answer, "//h2")
        assert "<html" not in answer.text
        assert "The end" in answer.text
        assert len(met) > 1
        there = await desk.client.get("/passage/setup-1/read?to=play", follow_redirects=True)
        assert there.url.path == "/play"


async def test_it_is_played_with_any_state_that_somebody_comes_with(project):
    """A passage depends on flags, so the author tests every possible combination."""
    async with at_desk(project) as desk:
        structure = await desk.views.do(desk.views.structure)
        known = find_arrivals(structure)
        here = next(each for each in structure.passages if len(known[each.id].may) > 2)
        there = f"/passage/{slug_of(here.id)}"
        shown = html.fromstring((await desk.get(there)).text)
        offered = set(shown.xpath("//select[@name='state']/option/@value")) - {""}
        flags = known[here.id].may - known[here.id].must
        assert offered == {f"{does} {flag}" for does in ("holds", "lacks") for flag in flags}
        first, second = sorted(flags)[:2]
        asked = {"state": [f"holds {first}", f"lacks {second}", ""], "to": "play"}
        played = await desk.client.get(f"{there}/read", params=asked, follow_redirects=True)
        walked = play(structure, decode_route(structure, played.url.params["route"]))
        assert walked.passage == here.id
        assert (first in walked.flags, second in walked.flags) == (True, False)
        beside = await desk.get(f"{there}?route={played.url.params['route']}")
        assert played.url.params["route"] in hrefs(beside, "//aside//a")[0]
        asked = {"state": [f"holds {first}", f"lacks {first}"]}
        assert (await desk.client.get(f"{there}/read", params=asked)).status_code == 400


@pytest.mark.parametrize("route", ["9", "x", "0.9", "-1", "0..0", "²"])
async def test_a_way_that_is_not_open_is_refused(project, route):
    """A forged or outdated address must not show a state that no player can reach."""
    async with at_desk(project) as desk:
        assert (await desk.client.get("/play", params={"route": route})).status_code == 400


async def test_ways_lead_where_they_are_said_to(project):
    """A route to a passage must reach exactly that passage with the wanted flag."""
    async with at_desk(project) as desk:
        structure = await desk.views.do(desk.views.structure)
        for passage in structure.passages:
            taken = find_route_to(structure, passage.id)
            assert play(structure, taken).passage == passage.id
            assert decode_route(structure, encode_route(structure, taken)) == taken
            for flag in passage.conditional_flags:
                assert (
                    flag
                    in play(
                        structure, find_route_to(structure, passage.id, required_flags=[flag])
                    ).flags
                )
                lacking = find_route_to(structure, passage.id, forbidden_flags=[flag])
                assert flag not in play(structure, lacking).flags
        alone = evolve(structure, choices=())
        assert find_route_to(alone, structure.passages[-1].id) is None
        with pytest.raises(InputError):
            decode_route(alone, "0")


async def test_the_page_of_writers_shows_the_ledger(project) -> None:
    """The desk shows the figures of the whole story, and each sentence with its hand. (HND-2.1)"""
    async with at_desk(project) as desk:
        ledger = await desk.views.do(desk.views.project.container.hands().execute)
        answer = await desk.get("/hands")
    [credit] = texts(answer, "//main/p")
    assert credit == ledger.totals.credit
    assert len(texts(answer, "//main//li")) == len(ledger.entries) > 20
    assert texts(answer, "//main//li")[-1].endswith(ledger.entries[-1].sentence.label)


async def test_a_play_of_the_desk_is_kept_as_a_test(project, tmp_path):
    """A tester in the desk keeps what was played, without a terminal. (PLS-3.3)"""
    folder = tmp_path / "copy"
    copytree(project, folder)
    async with at_desk(folder) as desk:
        form = {"route": "0", "name": "first-try"}
        assert "Keep this play" in (await desk.get("/play?route=0")).text
        answer = await desk.post("/play/keep", form)
        shown = await desk.get(answer.headers["location"])
        assert "Kept as plays/first-try.yaml." in texts(shown, "//p[@role='status']")[0]
        assert "choice: " in (folder / "plays/first-try.yaml").read_text("utf-8")
        for name in ("../x", "first-try"):
            assert (await desk.post("/play/keep", {**form, "name": name})).status_code == 400
