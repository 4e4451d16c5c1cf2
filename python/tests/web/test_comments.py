"""Comments on the text, which become the note for a rewrite."""

import pytest

from questfoundry.domain.errors import InputError
from questfoundry.domain.story.comment import (
    MAX_COMMENTS,
    AuthorComments,
    build_rewrite_note,
    quote_paragraph,
)
from tests.support.desk import at_desk, texts
from tests.support.novelist import Novelist
from tests.support.qf import qf
from tests.web.test_making import over

HERE = "/passage/setup-1/comment/1"
TEXT = "Ring <b>twice</b>."


async def test_a_paragraph_is_commented_on_and_the_passage_written_anew_so(project):
    """One rewrite uses all comments of the reader. (DSK-13.2)"""
    model = Novelist()
    async with at_desk(project, models=model) as desk:
        shown = await desk.get(HERE)
        [quote] = texts(shown, "//blockquote")
        assert (await desk.post(HERE, {"text": TEXT, "quote": quote})).status_code == 303
        page = await desk.get("/text")
        assert texts(page, "//form[@class='comment']/p") == [TEXT]
        assert "<b>twice" not in page.text
        assert "Rewrite with 1 comment" in (await desk.get("/passage/setup-1")).text
        asked = len(model.requests)
        await desk.post("/passage/setup-1/rewrite", {"comments": "yes"})
        await over(desk)
        assert desk.views.task.problem == ""
        said = str([each.messages for each in model.requests[asked:]])
        assert TEXT in said
        assert quote[:30] in said
        assert "Delete its 1 comment" in (await desk.get("/passage/setup-1/compare")).text
        # The comment stays although the rewrite changed its paragraph.
        assert texts(await desk.get("/text"), "//form[@class='comment']/p") == [TEXT]
        await desk.post("/passage/setup-1/comments")
        assert texts(await desk.get("/text"), "//form[@class='comment']/p") == []
        assert (await desk.post("/passage/setup-1/rewrite", {"comments": "yes"})).status_code == 400


@pytest.mark.parametrize(
    ("path", "form"),
    [
        (HERE, {"text": ""}),
        (HERE, {"text": "x" * 4_001}),
        ("/passage/setup-1/comment/0", {"text": "x"}),
        ("/passage/setup-1/comment/99", {"text": "x"}),
        ("/passage/nowhere/comment/1", {"text": "x"}),
        ("/passage/setup-1/comments", {"number": "9"}),
        ("/passage/setup-1/comments", {"number": "-1"}),
    ],
)
async def test_what_is_no_comment_is_said(project, path, form):
    """An empty, overlong or misplaced comment must not be stored."""
    async with at_desk(project) as desk:
        assert (await desk.post(path, form)).status_code == 400
        assert not (project / "comments.json").exists()


def test_comments_are_listed_in_the_terminal(project):
    """An author who works in the terminal has the same comments as in the browser."""
    at = ("-p", str(project))
    assert qf("comments", *at).out.strip() == "There are no comments."
    assert qf("comments", "setup-1", "--add", "Shorter.", *at).code == 0
    assert qf("comments", "The Tide Bell", "--add", "More dread.", *at).code == 0
    said = qf("comments", *at).out
    assert "qf rewrite" in said
    assert "More dread." in said
    found = qf("comments", "setup-1", "--json", *at).document
    assert [each["text"] for each in found] == ["Shorter.", "More dread."]
    assert qf("comments", "--remove", "1", *at).code == 0
    assert [each["number"] for each in qf("comments", "--json", *at).document] == [2]
    assert qf("comments", "--remove", "1", *at).code == 3
    assert qf("comments", "--add", "On what?", *at).code == 3
    (project / "comments.json").write_text('{"comments": [{"number": 0}]}')
    assert qf("comments", *at).code == 4


def test_a_wish_says_what_each_comment_is_on():
    """The model must know which paragraph each comment means. (DSK-13.2)"""
    long = "word " * 100
    made = (
        AuthorComments()
        .add_comment("passage::a", "Shorter.")
        .add_comment("passage::a", "No.", quote=long)
    )
    first, second = made.find_by_passage("passage::a")
    assert build_rewrite_note([first]) == "Shorter."
    assert build_rewrite_note([first, second]).splitlines()[1].endswith("…”: No.")
    assert quote_paragraph(second.quote) == second.quote
    assert made.remove_comments(1).add_comment("passage::b", "x").comments[-1].number == 3
    full = AuthorComments.model_construct(comments=made.comments * MAX_COMMENTS)
    with pytest.raises(InputError):
        full.add_comment("passage::a", "One more.")
