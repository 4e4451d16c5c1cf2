"""Tests of the structure that the passages of a Twee story form."""

from pathlib import Path

import pytest

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.errors import InputError
from questfoundry.domain.finding import Severity
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.source_text import FilePlace
from questfoundry.infra.foreign.twee import TweeReader
from tests.support.reading import choices, passage, rules, twee, unmodelled

CHAPBOOK = Path(__file__).parents[2] / "data/chapbook"


def endings(story: ForeignStory) -> list[str]:
    return [each.id for each in story.structure.passages if each.ending]


def names(story: ForeignStory) -> list[str]:
    return [each.id for each in story.structure.passages]


def test_all_files_are_one_story() -> None:
    """Authors split stories into files, and findings must name the right file."""
    story = twee(":: Start\n[[B]]", ":: StoryTitle\nThe Story\n:: B\n\n[[C]]\n:: C [ending]\nfin")
    assert story.title == "The Story"
    assert (names(story), choices(story)) == (["Start", "B", "C"], ["B -> B", "C -> C"])
    assert story.places["B"] == FilePlace("2.twee", 3)
    assert story.places["B -> C #1"] == FilePlace("2.twee", 5)
    assert story.structure.start == "Start"


def test_a_passage_without_a_way_on_is_an_ending() -> None:
    """A passage without a link is an ending in Twine, so it is no dead end."""
    assert endings(twee(":: Start\n[[A]]\n:: A\n[[web->https://example.org]]")) == ["A"]


@pytest.mark.parametrize("story_format", ["Harlowe", "Chapbook", "Snowman", "SugarCube"])
def test_the_authors_of_a_story_are_no_place_that_players_miss(story_format: str) -> None:
    """Our own exports contain this passage, and no format asks for a link to it. (FMT-15.4)"""
    data = f'{{"format": "{story_format}", "start": "Start"}}'
    text = f":: Start\nOver.\n:: StoryAuthor\nAnn\n:: StoryData\n{data}"
    assert rules(twee(text)) == set()
    assert endings(twee(text)) == ["Start"]


def test_story_data_names_the_start() -> None:
    """A wrong start would report most passages as unreachable."""
    text = ':: Start\n:: Beginning\n:: StoryData\n{"ifid": "X", "start": "Beginning"}'
    assert twee(text).structure.start == "Beginning"


@pytest.mark.parametrize("data", ["{", "[]", "[" * 100_000, '{"start": null}', "9" * 5000])
def test_story_data_that_cannot_be_read_is_left_out(data: str) -> None:
    assert twee(f":: Start\n:: StoryData\n{data}").structure.start == "Start"


def test_the_start_of_faulty_story_data_is_not_known() -> None:
    """One comma too many hides the start, and no passage is unreachable for certain. (FMT-7.12)"""
    story = twee(':: Start\nOver.\n:: Hall\n[[Start]]\n:: StoryData\n{"start": "Hall",}')
    assert rules(story) == set()
    assert unmodelled(story) == [
        "5: StoryData is not valid JSON, so the start and the format are not known"
    ]


@pytest.mark.parametrize("naming", [":: StoryIncludes\nparts/2.twee\n", "::@include 2.twee\n"])
def test_passages_of_other_files_are_not_missing(naming: str) -> None:
    """Twine 1 and Twee 2 add the files that a passage names. (FMT-7.12)"""
    begin = f"{naming}\n::Settings [twee2]\n@x = 1\n\n:: Start\n[[Hall]]"
    assert rules(twee(begin)) == set()
    assert rules(twee(begin, ":: Hall\nOver.")) == set()
    assert rules(twee(begin, ":: Attic\nOver.")) >= {Law.JOINS}
    assert names(twee(begin, ":: Hall\nOver.")) == ["Start", "Hall"]


def test_a_file_without_a_passage_is_refused() -> None:
    """An example of a header shows the author what the file lacks."""
    with pytest.raises(InputError, match=r"'1\.twee', '2\.twee': there is no passage"):
        twee("once upon a time", " :: Start")


def test_special_passages_are_no_places_in_the_story() -> None:
    """Styles and scripts are no places for players, but a script may change the story."""
    story = twee(
        ":: Start\n:: StoryTitle\nT\n:: StoryAuthor\n[[me]]\n:: css [stylesheet]\na { b: [[c]] }\n"
        ":: js [script]\n[[1]]\n:: PassageFooter\n[[map]]\n:: PassageHeader\nplain"
    )
    assert (names(story), choices(story)) == (["Start"], [])
    assert unmodelled(story) == [
        "8: what the passage 'js' does is not modelled",
        "10: what the passage 'PassageFooter' does is not modelled",
    ]


@pytest.mark.parametrize(("story_format", "places"), [("Harlowe", 1), ("SugarCube", 2)])
def test_tags_are_special_in_their_own_format(story_format: str, places: int) -> None:
    data = f':: StoryData\n{{"format": "{story_format}"}}'
    assert len(names(twee(f":: Start\n:: A [header]\n{data}"))) == places


def test_doubled_names_and_missing_targets_are_left_for_the_laws() -> None:
    """Faults must be findings."""
    story = twee(":: Start\n[[A]] [[B]]", ":: A\n", ":: A\n[[Start]]")
    found = check(story.structure)
    assert [(each.rule, each.place) for each in found] == [
        (Law.IDS, "A"),
        (Law.JOINS, "Start -> B #1"),
    ]
    assert [story.places[each.place] for each in found] == [
        FilePlace("2.twee", 1),
        FilePlace("1.twee", 2),
    ]


@pytest.mark.parametrize(
    ("text", "story_format"),
    [
        ("{embed passage: 'A'}", "Chapbook"),
        ("{reveal link: 'more', passage: 'A'}", "Chapbook"),
        ("<<include 'A'>>", "SugarCube"),
        ('(display: "A")', "Harlowe"),
    ],
)
def test_a_passage_shown_inside_another_leads_on_for_it(text: str, story_format: str) -> None:
    """An included passage gives its links to the host, so both must be connected."""
    data = f':: StoryData\n{{"format": "{story_format}"}}'
    leading = twee(f":: Start\n{text}\n:: A\n[[B]]\n:: B\n{data}")
    assert (choices(leading), endings(leading)) == ([" -> A", "B -> B"], ["B"])
    mere_text = twee(f":: Start\n{text}\n:: A\nIt rains.\n{data}")
    assert (names(mere_text), choices(mere_text), endings(mere_text)) == (["Start"], [], ["Start"])


def test_a_passage_is_mere_text_only_where_nothing_leads_on_or_to_it() -> None:
    """A passage that players can also visit must stay in the structure."""
    shown = ":: Start\n<<include 'A'>>[[C]]\n:: A\n<<include 'B'>>\n:: B\n<<include 'A'>>"
    assert choices(twee(f"{shown}\n:: C")) == ["C -> C"]
    assert names(twee(f"{shown}\n:: C")) == ["Start", "C"]
    assert names(twee(f"{shown}\n:: C\n[[B]]")) == ["Start", "B", "C"]
    assert choices(twee(f"{shown} [[C]]\n:: C")) == [" -> A", "C -> C", " -> B", " -> A", "C -> C"]


def test_mere_text_is_left_out_of_passages_with_one_name_too() -> None:
    story = twee(":: Start\n<<include 'A'>>", ":: Start\n[[B]]", ":: A\n:: B")
    assert choices(story) == ["B -> B"]


def test_words_are_those_of_text_and_labels() -> None:
    """Word counts estimate reading time, so markup must not count."""
    story = passage(
        "<<set $x to 1>>Two words, [[three more words->A]]. <!-- not this -->", "SugarCube"
    )
    assert story.words["Start"] == 6
    assert "Start" not in passage("<<include 'A'>> [[A]] [[B]]").words


def test_what_a_shown_passage_sets_is_known_where_nothing_else_is_open() -> None:
    """The value is certain only if the included passage always runs before the condition."""
    for more, known in (("", True), ("[[End]]", False), ("<<if $x>>dark<</if>>", False)):
        story = twee(
            ":: StoryInit\n<<set $x to false>>\n\n:: Start\n"
            f"<<include 'Inner'>>{more}\n\n:: Inner\n<<set $x to true>>[[Hall]]\n\n"
            ":: Hall\n<<if $x>>[[End]]<</if>>\n\n:: End\n"
        )
        assert (not story.unmodelled) is known


def test_a_published_story_is_read_as_its_author_meant_it() -> None:
    """ "Cloak of Darkness" is real. (FMT-7.10)"""
    path = CHAPBOOK / "cloak-of-darkness.twee"
    story = TweeReader().read([SourceFile(path.name, path.read_bytes())])
    assert (len(names(story)), len(story.structure.choices)) == (14, 31)
    assert endings(story) == ["Cloak", "read message"]
    assert [each for each in check(story.structure) if each.severity is Severity.ERROR] == []
    assert [each.passage for each in story.unmodelled] == ["Cloak"]
    asked = {each.source: sorted(each.requires | each.forbids) for each in story.structure.choices}
    assert asked["Bar"] == ["hasCloak"]
    assert "where '{back link}' leads is not modelled" in [each.what for each in story.unmodelled]


def test_the_demonstration_of_links_is_read() -> None:
    files = [CHAPBOOK / name for name in ("embed-passage-insert.twee", "links.twee")]
    story = TweeReader().read([SourceFile(file.name, file.read_bytes()) for file in files])
    assert names(story) == ["Embed passage insert", "Links", "Linked Passage"]
    assert choices(story)[:4] == [
        "Linked Passage -> Linked Passage",
        "Label with right arrow -> Linked Passage",
        "Label with left arrow -> Linked Passage",
        "Label with pipe -> Linked Passage",
    ]
