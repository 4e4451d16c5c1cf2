"""Tests that Twine's HTML is read like the Twee it was made from."""

from html import escape

import pytest
from hypothesis import given

from questfoundry.app.structure.check import check_foreign
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import SourceFile
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.source_text import FilePlace
from questfoundry.infra.export.twine_formats import TweeExporter
from questfoundry.infra.foreign.twee import TweeReader, TwineHtmlReader
from tests.strategies.hostile import editions
from tests.support.examples import examples

STORY = """<html><body><tw-storydata name="The &lt;Vault&gt;" startnode="2" format="SugarCube">
<style role="stylesheet" id="twine-user-stylesheet">a { b: c }</style>
<script role="script" id="twine-user-script" type="text/twine-javascript">
setup.go("Alone");</script>
<tw-passagedata pid="1" name="A &amp; B" tags="x y">The end.</tw-passagedata>
<tw-passagedata pid='2' name='Begin'>One way:

[[On-&gt;A &amp; B]]
&lt;&lt;dance&gt;&gt;</tw-passagedata>
</tw-storydata><script>play(document.body, "[[A]]")</script></body></html>"""


def read(text: str) -> ForeignStory:
    return TwineHtmlReader().read([SourceFile("story.html", text.encode())])


def test_passages_links_and_lines() -> None:
    """Authors publish HTML, and findings must name the line in that file. (FMT-12.1)"""
    story = read(STORY)
    assert (story.title, story.structure.start) == ("The <Vault>", "Begin")
    assert [each.id for each in story.structure.passages] == ["A & B", "Begin"]
    (choice,) = story.structure.choices
    assert (choice.label, choice.target) == ("On", "A & B")
    assert story.places[choice.id] == FilePlace("story.html", 8)
    assert [(each.place.line, each.what) for each in story.unmodelled] == [
        (3, "what the passage 'script 1' does is not modelled"),
        (9, "'<<dance>>' is not modelled"),
    ]


@pytest.mark.parametrize("link", ["[[B ]]", "[[go->B ]]", "[[B<-go]]"])
def test_names_may_end_in_a_space(link: str) -> None:
    """Twine trims names in links but not in passages, so such links would lead nowhere."""
    text = STORY.replace('name="A &amp; B"', 'name="B "').replace(
        "[[On-&gt;A &amp; B]]", escape(link)
    )
    story = read(text.replace("&lt;&lt;dance&gt;&gt;", ""))
    assert not check_foreign(story).errors
    passages = TwineHtmlReader().read_passages([SourceFile("story.html", text.encode())])
    (passage,) = (each for each in passages if each.name == "B")
    assert ">Over.</tw-passagedata>" in TwineHtmlReader().replace_text(text, passage, "Over.")


@examples(25)
@given(editions())
def test_what_is_exported_as_html_is_what_is_exported_as_twee(edition: Edition) -> None:
    """Both files are one story. (FMT-12.1)"""
    files = TweeExporter().export(edition)
    twee, html = (
        next(SourceFile(each.name, each.content) for each in files if each.name.endswith(suffix))
        for suffix in (".twee", ".html")
    )
    one, other = TweeReader().read([twee]), TwineHtmlReader().read([html])
    assert other.structure == one.structure
    assert other.title == one.title
    assert [each.what for each in other.unmodelled] == [each.what for each in one.unmodelled]


@pytest.mark.parametrize(
    ("text", "said"), [("<p>No story</p>", "no story of Twine 2"), (STORY + STORY, "2 stories")]
)
def test_what_is_no_single_story_is_refused(text: str, said: str) -> None:
    """A page without a story must be refused by name instead of yielding an empty one."""
    with pytest.raises(InputError, match=said):
        read(text)


def test_marks_without_end_take_no_time() -> None:
    """Crafted markup must not make the HTML reader run for hours."""
    for part in ("<tw-passagedata ", "<script>", "<tw-passagedata>", 'a="', "<<"):
        assert read(STORY + part * 200_000).title == "The <Vault>"
