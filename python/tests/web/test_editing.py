"""Editing a passage in the web interface."""

import asyncio

from lxml import html

from questfoundry.domain.ids import slug_of
from questfoundry.web.text_comparison import compare_texts
from tests.support.desk import Desk, at_desk, texts

PAGE = "/passage/setup-1/edit"
MARKUP = "<script>alert(1)</script> & <b>bold</b>"


async def fields(desk: Desk, page: str = PAGE) -> list[tuple[str, str]]:
    """Return the form's fields as a browser would send them."""
    [form] = html.fromstring((await desk.get(page)).text).xpath("//form[@id='writing']")
    return [(each.name, each.value) for each in form.xpath(".//input | .//textarea")]


async def prose(desk: Desk, passage: str = "passage::setup-1") -> str:
    return (await desk.views.do(desk.views.story)).prose[passage]


def changed(form: list[tuple[str, str]], text: str) -> dict[str, list[str]]:
    """Return the form's data with ``text`` as its last part."""
    named: dict[str, list[str]] = {}
    for name, value in form:
        named.setdefault(name, []).append(value or "")
    return {**named, "part": [*named["part"][:-1], text]}


async def test_what_is_typed_counts_at_once(project):
    """Autosave must apply the same rules as an edited file, and markup stays text. (DSK-6.1)"""
    async with at_desk(project) as desk:
        form = changed(await fields(desk), f"The bell rings. {MARKUP}\n\n\nTwice.")
        said = await desk.post(PAGE, form, hx_request="true")
        assert "Saved" in said.text
        assert await prose(desk) == f"The bell rings. {MARKUP}\n\nTwice."
        shown = await desk.get("/passage/setup-1")
        assert f"The bell rings. {MARKUP}" in texts(shown, "//div[@id='prose']/p")
        assert "Not saved" in (await desk.post(PAGE, changed(await fields(desk), " "))).text
    assert "The bell rings." in (project / "artifacts/fill.yaml").read_text()


async def test_the_fields_hold_what_is_kept(project):
    """Saving an unchanged passage must not alter the prose. (DSK-6.1)"""
    async with at_desk(project) as desk:
        story = await desk.views.do(desk.views.story)
        for passage in story.prose:
            page = f"/passage/{slug_of(passage)}/edit"
            unchanged = changed(form := await fields(desk, page), form[-1][1] or "")
            assert (await desk.post(page, unchanged)).status_code == 303
            assert await prose(desk, passage) == story.prose[passage]
        assert (await desk.views.do(lambda: desk.views.project.show("fill"))).version == 1


async def test_a_change_of_two_pages_is_no_loss(project):
    """Two open pages must not overwrite each other's text. (DSK-6.2)"""
    async with at_desk(project) as desk:
        here, there = await fields(desk), await fields(desk)
        assert (await desk.post(PAGE, changed(here, "From here."))).status_code == 303
        assert "elsewhere" in (await desk.post(PAGE, changed(there, "From there."))).text
        assert await prose(desk) == "From here."


async def test_a_save_whose_answer_was_lost_does_not_stop_the_form(project):
    """A page without the answer to its save sends the digest of the text before. (DSK-6.2)"""
    async with at_desk(project) as desk:
        form, other = await fields(desk), await fields(desk)
        for text in ("Saved, unheard. ", "Saved, unheard. ", "Typed on.", "Typed on, further."):
            assert "Saved" in (await desk.post(PAGE, changed(form, text), hx_request="true")).text
        assert await prose(desk) == "Typed on, further."
        for text in (dict(other)["part"], "From there."):
            said = await desk.post(PAGE, changed(other, text), hx_request="true")
            assert "elsewhere" in said.text
        again = changed(other, "Typed on, further.")
        assert "Saved" in (await desk.post(PAGE, again, hx_request="true")).text


async def test_what_was_saved_last_is_taken_back(project):
    """Undo must take back only this passage's change, never a change made elsewhere."""
    async with at_desk(project) as desk:
        before = await prose(desk)
        await desk.post(PAGE, changed(await fields(desk), "Gone."))
        other = "/passage/the-last-air-default-commit-1/edit"
        assert "affected other passages" in (await desk.post(other, {"undo": "yes"})).text
        await desk.post(PAGE, {"undo": "yes"})
        assert await prose(desk) == before


async def test_what_a_title_makes_stale_is_said_before(project):
    """Renaming a passage makes others stale, so the author sees the cost before agreeing."""
    async with at_desk(project) as desk:
        names = "/passage/setup-1/names"
        said = await desk.post(names, {"title": "The Bell"})
        assert "may need another text" in said.text
        structure = await desk.views.do(desk.views.structure)
        assert structure.passage("passage::setup-1").title == "The Tide Bell"
        ahead = {each.get("href") for each in html.fromstring(said.text).xpath("//main//li/a")}
        await desk.post(names, {"title": "The Bell", "confirmed": "yes"})
        status = await desk.views.do(desk.views.project.status)
        assert ahead == {f"/passage/{slug_of(each.passage)}" for each in status.differing}
        assert texts(await desk.get("/passage/setup-1"), "//h1") == ["The Bell"]


async def test_a_label_can_be_changed_and_is_checked(project):
    """A label must follow the same rules as in the file."""
    async with at_desk(project) as desk:
        structure = await desk.views.do(desk.views.structure)
        choice = structure.outgoing_choices("passage::setup-1")[0]
        form = {f"label {choice.id}": "Share the air", "confirmed": "yes"}
        assert (await desk.post("/passage/setup-1/names", form)).status_code == 303
        assert "Share the air" in texts(await desk.get("/passage/setup-1"), "//li/span[1]")
        bad = {f"label {choice.id}": "x" * 200, "confirmed": "yes"}
        assert (await desk.post("/passage/setup-1/names", bad)).status_code == 400


async def test_an_edit_waits_for_whoever_holds_the_project(project):
    """An edit during a run must not get lost or corrupt the project."""
    async with at_desk(project) as desk:
        form = changed(await fields(desk), "Later.")
        with desk.views.project.container.store().lock.hold("a run"):
            said = await desk.post(PAGE, form, hx_request="true")
        assert (said.status_code, "problem" in said.text) == (400, True)
        assert await prose(desk) != "Later."
        assert "Saved" in (await desk.post(PAGE, form, hx_request="true")).text


async def test_any_two_texts_of_a_passage_stand_side_by_side_and_come_back(project):
    """An author compares and restores texts of long ago, not only the last one."""
    async with at_desk(project) as desk:
        first = await prose(desk)
        for text in ("A second text.", "A third text."):
            await desk.post(PAGE, changed(await fields(desk), text))
        history = PAGE.replace("/edit", "/history")
        shown = await desk.get(history)
        assert "A second text." in "".join(texts(shown, "//td[1]"))
        assert "A third text." in "".join(texts(shown, "//td[2]"))
        oldest = html.fromstring(shown.text).xpath("//select[@id='old']/option/@value")[0]
        shown = await desk.get(f"{history}?old={oldest}")
        assert first.split()[0] in "".join(texts(shown, "//td[1]"))
        await desk.post(history, {"version": oldest})
        assert await prose(desk) == first
        refused = await desk.post(history, {"version": "99"})
        assert refused.status_code == 400


def test_paragraphs_stand_beside_what_they_became():
    """Interleaved words of two versions cannot be read."""
    old = "One stays.\n\nThe grey dog sleeps by the door.\n\nGone."
    new = "One stays.\n\nThe black dog sleeps by the door.\n\nSomething else entirely, at length."
    rows = [
        tuple([(each.text, each.is_changed) for each in side] for side in (row.old, row.new))
        for row in compare_texts(old, new)
    ]
    assert rows == [
        ([("One stays.", False)], [("One stays.", False)]),
        (
            [("The ", False), ("grey", True), (" dog sleeps by the door.", False)],
            [("The ", False), ("black", True), (" dog sleeps by the door.", False)],
        ),
        ([("Gone.", True)], [("Something else entirely, at length.", True)]),
    ]


async def test_a_body_that_is_no_form_is_refused(project):
    async with at_desk(project) as desk:
        for content in (b"\xff=%ff", b"a&" * 5_000):
            answer = await desk.client.post(
                PAGE, content=content, headers={"sec-fetch-site": "same-origin"}
            )
            assert answer.status_code == 400
    await asyncio.sleep(0)


async def test_words_are_found_and_replaced_where_wanted(project):
    """The author sees each place before it changes. (REN-4.1)"""
    async with at_desk(project) as desk:
        page = await desk.get("/find?words=bottle")
        [*marked] = texts(page, "//li//mark")
        assert marked
        assert set(map(str.lower, marked)) == {"bottle"}
        some = {"words": "bottle", "new": "flask", "number": ["1"]}
        said = await desk.post("/find", some)
        left = await desk.get(said.headers["location"])
        assert "Replaced 1 occurrence." in " ".join(texts(left, "//p[@role='status']"))
        assert len(texts(left, "//li//mark")) == len(marked) - 1
        await desk.post("/find/undo", {"words": "bottle"})
        assert texts(await desk.get("/find?words=bottle"), "//li//mark") == marked
        assert "Use qf undo" in (await desk.post("/find/undo", {"words": "bottle"})).text
        none = await desk.post("/find", {"words": "bottle", "new": "flask"})
        assert "no occurrence" in none.text
