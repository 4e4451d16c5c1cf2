"""Refused requests in the web interface: the page and all typed text stay."""

import asyncio

import pytest
from lxml import html

from questfoundry.domain.errors import UnreachableError
from questfoundry.testing.scripted import ScriptedChatProvider, says
from tests.support.desk import FROM_OWN_PAGE, at_desk, texts
from tests.support.studio import WIDE, launches
from tests.web.test_folder import at_folder
from tests.web.test_making import over

HTMX = {"hx_request": "true"}
PAGES = (
    "/passage/setup-1",
    "/passage/setup-1/edit",
    "/passage/setup-1/comment/1",
    "/run",
    "/chat",
    "/chat/1",
    "/bible",
    "/bible/bible/people.md",
    "/books",
    "/books/a-book",
)
TYPED = ".//textarea | .//input[not(@type) or @type='text' or @type='number']"
REFUSED = (
    ("/passage/nowhere/rewrite", {"note": "shorter"}),
    ("/passage/setup-1/drafts", {"note": "shorter", "number": "x"}),
    ("/passage/setup-1/edit", {"known": "x", "flag": "", "part": "Typed."}),
    ("/passage/setup-1/names", {"title": "x" * 900, "confirmed": "yes"}),
    ("/passage/setup-1/comment/1", {"text": "x" * 100_000}),
    ("/run/regenerate", {"stage": "dream", "note": ""}),
    ("/run/decide", {"do": "regenerate", "note": "darker"}),
    ("/chat", {"message": ""}),
    ("/bible", {"folder": "bible", "name": "../x"}),
    ("/bible/bible/people.md", {"known": "x", "text": "Typed."}),
    ("/bible/rename/bible/people.md", {"name": "../x"}),
    ("/books", {"file": "nowhere.pdf", "title": "Typed"}),
)


def silent() -> ScriptedChatProvider:
    return ScriptedChatProvider([UnreachableError("Nobody answers.")] * 9, traits=WIDE)


async def test_every_form_with_a_field_stays_with_what_is_typed(project):
    """Losing a long text because of an error would be the worst failure of a form."""
    (project / "bible").mkdir()
    (project / "bible" / "people.md").write_text("# Mara")
    (project / "a-book.md").write_text("# One\n\n" + "The tide waits. " * 99)
    wanted = ScriptedChatProvider([launches("Find a name for the quay.")], traits=WIDE)
    async with at_desk(project, models=wanted) as desk:
        await desk.views.project.books.add(str(project / "a-book.md"))
        await desk.post("/chat", {"message": "What is it called?"})
        talk = await desk.views.open_chat("1")
        async with asyncio.timeout(20):
            while talk.approval.request is None:
                await talk.changes.wait()
        known = await desk.get("/books")
        [book] = html.fromstring(known.text).xpath("//a[starts-with(@href, '/books/')]/@href")
        count = 0
        for path in (*PAGES[:-1], book):
            shown = await desk.get(path)
            assert shown.status_code == 200, path
            for form in html.fromstring(shown.text).xpath("//form[@method='post']"):
                if form.xpath(TYPED):
                    count += 1
                    assert form.get("data-hx-post") == form.get("action"), path
                    told = form.xpath(".//*[@role='alert' or @role='status']")
                    assert told, path
                    field = form.get("data-hx-target")
                    assert field in {"find .refusal", f"#{told[0].get('id')}"}, path
        assert count >= len(PAGES)


@pytest.mark.parametrize(("path", "form"), REFUSED)
async def test_a_refusal_is_told_in_the_page(project, path, form):
    """Only the reason may be answered, because a new page would discard the typed text."""
    (project / "bible").mkdir()
    (project / "bible" / "people.md").write_text("# Mara")
    async with at_desk(project) as desk:
        said = await desk.post(path, form, **HTMX)
        assert (said.status_code, "hx-redirect" in said.headers) == (400, False)
        assert said.text.startswith('<p class="problem">')


async def test_what_is_done_leads_on(project):
    """After success, the browser leaves the form, so the author sees the result."""
    async with at_desk(project) as desk:
        form = {"quote": "", "text": "Longer."}
        said = await desk.post("/passage/setup-1/comment/1", form, **HTMX)
        assert (said.status_code, said.headers["hx-redirect"]) == (200, "/text#at-setup-1")


async def test_a_story_that_is_not_begun_leaves_its_idea(tmp_path):
    """A refused name must not lose the idea that the author typed."""
    async with at_folder(tmp_path) as client:
        headers = {**FROM_OWN_PAGE, "hx-request": "true"}
        refused = {"idea": "A tide that waits", "name": "../x"}
        said = await client.post("/", data=refused, headers=headers)
        assert (said.status_code, "problem" in said.text) == (400, True)
        done = await client.post("/", data={"idea": "A tide that waits"}, headers=headers)
        assert "/run?token=" in done.headers["hx-redirect"]


@pytest.mark.parametrize(
    ("path", "form", "page", "names"),
    [
        ("/passage/setup-1/rewrite", {"note": "more <dread>"}, "/passage/setup-1", ["note"]),
        ("/run/regenerate", {"stage": "dream", "note": "darker & wet"}, "/run", ["note"]),
    ],
)
async def test_what_comes_to_nothing_stands_in_its_field_again(project, path, form, page, names):
    """A failed run must not lose the typed note or question."""
    async with at_desk(project, models=silent()) as desk:
        assert (await desk.post(path, form)).status_code == 303
        await over(desk)
        assert desk.views.task.problem
        if page != "/run":
            back = html.fromstring((await desk.get("/run")).text)
            assert back.xpath(f"//a[@href='{page}']")
        fields = html.fromstring((await desk.get(page)).text)
        assert [fields.xpath(f"//*[@name='{each}']")[0].value.strip() for each in names] == [
            form[each] for each in names
        ]


async def test_an_idea_whose_run_is_refused_stands_there_again(tmp_path):
    """A wrong budget must not lose the idea or the chosen size."""
    async with at_desk(tmp_path, models=silent()) as desk:
        await desk.post("/run", {"idea": "A tide that waits", "budget": "much", "size": "short"})
        await over(desk)
        shown = await desk.get("/run")
        assert texts(shown, "//textarea") == ["A tide that waits"]
        fields = html.fromstring(shown.text)
        assert fields.xpath("//*[@id='budget']/@value") == ["much"]
        assert fields.xpath("//*[@id='size']")[0].value == "short"


async def test_a_question_that_is_not_answered_stands_there_again(project):
    """A refused question must stay in its field, so the author need not type it again."""
    (project / "a-book.md").write_text("# One\n\n" + "The tide waits. " * 99)
    async with at_desk(project, models=ScriptedChatProvider([says("x")], traits=WIDE)) as desk:
        added = await desk.views.project.books.add(str(project / "a-book.md"))
        page = f"/books/{added.book.id.partition('::')[2]}"
        await desk.post(page, {"question": "Who waits?", "budget": "much"})
        await over(desk)
        assert texts(await desk.get(page), "//textarea") == ["Who waits?"]
