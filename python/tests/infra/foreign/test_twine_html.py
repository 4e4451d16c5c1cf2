"""Tests that Twine's HTML is read like the Twee it was made from."""

from html import escape

import pytest
from hypothesis import given

from questfoundry.app.structure.check import check_foreign
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.source_text import FilePlace
from questfoundry.infra.export.twine_formats import TweeExporter
from questfoundry.infra.foreign.twee import TweeReader
from questfoundry.infra.foreign.twine_html import TwineHtmlReader
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


def page(*passages: str) -> str:
    return f'<tw-storydata name="T" startnode="1">{"".join(passages)}</tw-storydata>'


def ids(text: str) -> list[str]:
    return [each.id for each in read(text).structure.passages]


@pytest.mark.parametrize(
    "passages",
    [
        (
            '<tw-passagedata pid="1" name="A > B">[[I &lt;3 you]]',
            '<tw-passagedata name="I <3 you">Love.',
        ),
        (
            "<tw-passagedata name='A > B' pid=1 tags>[[I &lt;3 you]]",
            "<TW-PASSAGEDATA tags='' NAME='I <3 you'>.",
        ),
        (
            '<tw-passagedata\n pid="1"\n name="A &gt; B"\n>It is <em>late</em>. [[I <3 you]]',
            '<tw-passagedata name="I &lt;3 you">Done.<!-- x -->',
        ),
    ],
    ids=["names", "attributes", "text"],
)
def test_html_is_read_as_a_browser_reads_it(passages: tuple[str, str]) -> None:
    """Tweego writes ``>`` into names, and old editors did not escape texts. (FMT-12.1)"""
    text = page(*(f"{each}</tw-passagedata>" for each in passages))
    assert ids(text) == ["A > B", "I <3 you"]
    assert [each.target for each in read(text).structure.choices] == ["I <3 you"]
    assert not check_foreign(read(text)).errors


def test_an_unescaped_text_keeps_its_words_and_lines() -> None:
    """A finding must name the line in the file, also below HTML in a text. (FMT-12.1)"""
    text = page(
        "\n<tw-passagedata pid=1 name=A>\nSo <b>dark</b>\n[[B]]</tw-passagedata>",
        "<tw-passagedata name=B>x</tw-passagedata>",
    )
    found = read(text)
    assert found.words["A"] == 3
    assert [found.places[each.id].line for each in found.structure.choices] == [4]


def test_a_passage_that_html_swallows_is_named() -> None:
    """A browser would put the second passage into the first, so the author must know. (FMT-12.1)"""
    text = page(
        "<tw-passagedata name=Hall><table></tw-passagedata>",
        "<tw-passagedata name=B>x</tw-passagedata>",
    )
    with pytest.raises(InputError, match="'Hall' contains HTML that is not closed"):
        read(text)
    with pytest.raises(InputError, match="inside each other"):
        read(page("<b>" * 30_000))


def test_a_passage_with_raw_html_is_not_rewritten() -> None:
    """Replacing its words would silently drop the author's tags."""
    reader = TwineHtmlReader()
    text = page("<tw-passagedata pid=1 name=A>So <b>dark</b></tw-passagedata>")
    (passage,) = reader.read_passages([SourceFile("s.html", text.encode())])
    with pytest.raises(InputError, match="not escaped"):
        reader.replace_text(text, passage, "Light.")


def test_a_story_without_passages_is_refused() -> None:
    """A new, empty story is no bug of the program."""
    empty = '<style role="stylesheet"></style><script role="script"></script>'
    for text in (page(), page(empty), page(empty).replace('"1"', '""')):
        with pytest.raises(InputError, match="has no passage"):
            read(text)


@pytest.mark.parametrize(("story_format", "start"), [("Harlowe", "B"), ("SugarCube", "")])
@pytest.mark.parametrize("number", ["", 'startnode=""'])
def test_harlowe_needs_no_number_of_the_start(story_format: str, start: str, number: str) -> None:
    """Harlowe begins at the lowest number; other formats show an error."""
    story = read(
        f'<tw-storydata name="T" {number} format="{story_format}">'
        "<tw-passagedata pid=10 name=A>a</tw-passagedata>"
        "<tw-passagedata pid=9 name=B>[[A]]</tw-passagedata></tw-storydata>"
    )
    assert story.structure.start == start
