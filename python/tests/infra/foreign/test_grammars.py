"""Tests of each format's grammar: what is a link, where it leads, and what the format refuses."""

import pytest

from questfoundry.app.structure.check import check_foreign
from questfoundry.domain.checks.law import Law
from questfoundry.domain.story.foreign.story import ForeignStory
from tests.support.reading import twee
from tests.support.refused_macros import (
    HARLOWE_ACCEPTS,
    HARLOWE_REFUSES,
    SUGARCUBE_ACCEPTS,
    SUGARCUBE_REFUSES,
)
from tests.support.twine_grammar import WITH_PROGRAM, WITHOUT_PROGRAM, Table

VERSIONS = {"SugarCube": "2.37.3", "Harlowe": "3.3.9", "Chapbook": "2.3.0", "Snowman": "2.1.4"}


def story(story_format: str, text: str, version: str = "") -> ForeignStory:
    """Return the story with ``text`` in its first passages, in the newest version by default."""
    data = (
        f'{{"format": "{story_format}", "format-version": "{version or VERSIONS[story_format]}"}}'
    )
    return twee(f":: StoryData\n{data}\n\n:: Start\n{text}")


def known_targets(read: ForeignStory) -> str:
    """Return the passages to which choices lead, or a question mark if others may be possible."""
    if read.unmodelled:
        return "?"
    granted = {flag for each in read.structure.choices for flag in each.grants}
    open_choices = [each for each in read.structure.choices if each.requires <= granted]
    return "".join(sorted({each.target for each in open_choices} & {"B", "C"}))


@pytest.mark.parametrize(
    ("story_format", "version", "table"),
    [*WITH_PROGRAM.values(), *WITHOUT_PROGRAM],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_links_lead_where_the_format_leads(story_format: str, version: str, table: Table) -> None:
    """A link that only the reader sees hides a dead end; a missed one causes an error. (FMT-4.8)"""
    read = {
        text: known_targets(story(story_format, f"{text}\n\n:: B\nb\n\n:: C\nc\n", version))
        for text, _ in table
    }
    assert read == dict(table)


@pytest.mark.parametrize(
    ("story_format", "text", "expected"),
    [
        ("Chapbook", "Write `[[a link]]` in code.\n\n[[Out->Hall]]\n\n:: Hall\nx", set()),
        (
            "Chapbook",
            "You wake. [[Look->Hall]]\n\n--\n\nLater, rain.\n\n:: Hall\nx",
            {Law.CODE, Law.REACHED},
        ),
        (
            "Chapbook",
            "config.footer.center: \"{reveal link: 'Notes', passage: 'Notes'}\"\n--\n[[On->Hall]]"
            "\n\n:: Hall\nx\n\n:: Notes\nWhat you know.",
            set(),
        ),
        ("Harlowe", '<a href="#" data-passage="Hall">Go</a>\n\n:: Hall\nx', {Law.REACHED}),
        ("Harlowe", "|door)[A door: [[On->Hall]] ]\n\n:: Hall\nx", {Law.STUCK, Law.OPENS}),
        ("Harlowe", "[[ Go -> Hall ]] [[ Kitchen ]]\n\n:: Hall\nx\n\n:: Kitchen\nx", {Law.JOINS}),
        ("Harlowe", "[[''Hall'']] [[//The garden//]]\n\n:: Hall\nx\n\n:: The garden\nx", set()),
        (
            "Harlowe",
            '<span title="[[A]]">x</span> <!-- [[A]] --> [[On->Hall]]\n\n:: Hall\nx',
            set(),
        ),
        (
            "SugarCube",
            '<nowiki>[[a]]</nowiki> """[[a]]""" {{{[[a]]}}}\n[[On|Hall]]\n\n:: Hall\nx',
            set(),
        ),
        (
            "SugarCube",
            '<<include "StoryCaption">>\n[[On|Hall]]\n\n:: StoryMenu\n[[Notes]]\n\n'
            ":: StoryCaption\nGold: 3\n\n:: Hall\nThe end.\n\n:: Notes\nNotes. [[Back|Start]]",
            set(),
        ),
        ("SugarCube", "[[Left -> right->Hall]]\n\n:: Hall\nx", {Law.JOINS}),
        ("SugarCube", "[['A 5\" nail'|Hall]]\n\n:: Hall\nx", {Law.REACHED}),
        (
            "SugarCube",
            "<<set $a to 2>>[[On|Mid]]\n\n:: Mid\n<<if $a is 1>>[[One|Hall]]<<else if $a is 2>>"
            "[[Two|Hall]]<</if>>\n\n:: Hall\nx",
            {Law.CODE, Law.REACHED},
        ),
        ("SugarCube", "[[The map|maps/town.png]]\n[[Stay|Hall]]\n\n:: Hall\nx", set()),
        ("SugarCube", '<<numberbox "$age" 20 [[Mid]]>>\n\n:: Mid\nx', set()),
        (
            "SugarCube",
            '<<set $back to "Hall">>\n<<link "Go" "$back">><</link>>\n\n:: Hall\nx',
            {Law.JOINS},
        ),
        (
            "SugarCube",
            '<<textbox "$name" "Ann" "Mid">>\n\n:: Mid\n<<if $name is "Ann">>[[A|Hall]]<<else>>'
            "[[B|Kitchen]]<</if>>\n\n:: Hall\nx\n\n:: Kitchen\nx",
            set(),
        ),
        ("SugarCube", "[[On|Mid]]\n\n:: Mid\n<<if true>>[[Out|Hall]]\n\n:: Hall\nx", {Law.CODE}),
    ],
)
def test_errors_are_those_of_the_format(story_format: str, text: str, expected: set[Law]) -> None:
    """Each of these stories was once called sound although it is not, or reversely."""
    found = {each.item.rule for each in check_foreign(story(story_format, text)).errors}
    assert expected <= found
    assert bool(found) == bool(expected)


@pytest.mark.parametrize(
    ("story_format", "version", "refuses", "accepts"),
    [
        ("SugarCube", "2.31.1", SUGARCUBE_REFUSES, SUGARCUBE_ACCEPTS),
        ("SugarCube", "2.37.3", SUGARCUBE_REFUSES, SUGARCUBE_ACCEPTS),
        ("Harlowe", "2.1.0", HARLOWE_REFUSES, HARLOWE_ACCEPTS),
        ("Harlowe", "3.3.9", HARLOWE_REFUSES, HARLOWE_ACCEPTS),
        ("Harlowe", "1.2.4", [], HARLOWE_REFUSES),
    ],
)
def test_a_macro_that_the_format_refuses_is_reported(
    story_format: str, version: str, refuses: list[str], accepts: list[str]
) -> None:
    """The player sees an error in place of the text, so such a story is not sound. (FMT-4.8)"""
    refused = [
        text
        for text in [*refuses, *accepts]
        if Law.CODE
        in {e.item.rule for e in check_foreign(story(story_format, text, version)).errors}
    ]
    assert refused == refuses


@pytest.mark.parametrize(
    ("element", "is_reported"),
    [
        (":: Other\n<i id='w'></i>", False),
        (":: Code [script]\n$('body').append('<i id=w>')", False),
        (":: Other\n<i @id=\"'w' + 1\"></i>", False),
        (":: Other\n<i id='v'></i>", True),
    ],
)
def test_an_element_may_be_made_in_another_passage(element: str, is_reported: bool) -> None:
    """SugarCube finds the elements of its page, of other passages and of scripts. (FMT-4.8)"""
    read = story("SugarCube", f"<<append '#w'>>x<</append>>\n\n{element}")
    assert (Law.CODE in {e.item.rule for e in check_foreign(read).errors}) is is_reported


def test_a_tag_joins_the_lines_of_a_link() -> None:
    """SugarCube replaces line ends in passages with the tag "nobr", so such a link works."""
    data = ':: StoryData\n{"format": "SugarCube", "format-version": "2.37.3"}\n\n'
    start = ":: Start [nobr]\nText \\\n[[On|Hall\n]]\n\n:: Hall\nx"
    assert not check_foreign(twee(data + start)).errors


@pytest.mark.parametrize(
    ("story_format", "header", "is_place"),
    [
        ("SugarCube", "StoryCaption", True),
        ("SugarCube", "PassageHeader", True),
        ("SugarCube", "Dance [widget]", False),
        ("SugarCube", "Start up [init]", False),
        ("SugarCube", "Old [annotation]", False),
        ("SugarCube", "Page [header]", True),
        ("Harlowe", "Page [header]", True),
        ("Harlowe", "Page [startup]", True),
        ("Harlowe", "StoryInit", True),
        ("Harlowe", "Dance [widget]", True),
        ("Chapbook", "StoryMenu", True),
        ("Snowman", "Page [footer]", True),
        ("Snowman", "Code [script]", False),
        ("Chapbook", "Look [stylesheet]", False),
    ],
)
def test_a_link_to_a_special_passage_leads_there(
    story_format: str, header: str, is_place: bool
) -> None:
    """Formats reserve different names, and most reserved passages can be visited."""
    name = header.partition(" [")[0]
    read = story(story_format, f"[[{name}]]\n\n:: {header}\nText.")
    assert (Law.JOINS not in {each.item.rule for each in check_foreign(read).errors}) is is_place


@pytest.mark.parametrize(
    ("story_format", "version", "link", "is_joined"),
    [
        ("SugarCube", "2.31.1", "[[Go|Salt &amp; Sun]]", True),
        ("SugarCube", "2.31.1", '<<goto "Salt &amp; Sun">>', True),
        ("SugarCube", "2.31.1", "[[Go|Salt &nbsp;& Sun]]", False),
        ("Harlowe", "3.1.0", "[[Go->Salt &#38; Sun]]", True),
        ("Chapbook", "1.2.0", "[[Go->Salt &amp; Sun]]", False),
        ("Snowman", "1.4.0", "[[Go->Salt &amp; Sun]]", True),
        ("Snowman", "1.4.0", "[[Go->Salt &#38; Sun]]", False),
        ("Snowman", "2.0.2", "[[Go->Salt &#38; Sun]]", True),
    ],
)
def test_a_name_with_a_character_reference(
    story_format: str, version: str, link: str, is_joined: bool
) -> None:
    """Formats decode different references in a name, as their programs showed. (FMT-4.8)"""
    read = story(story_format, f"{link}\n\n:: Salt & Sun\nText.", version)
    assert (Law.JOINS not in {each.item.rule for each in check_foreign(read).errors}) is is_joined


def test_a_name_with_brackets_is_not_missing_in_an_unknown_format() -> None:
    """SugarCube pairs brackets in a name, and other formats do not. (FMT-4.8)"""
    read = twee(":: Start\n[[Room [1]]]\n\n:: Room \\[1\\]\nText.")
    assert not check_foreign(read).errors


@pytest.mark.parametrize(
    "link",
    [
        "[[go->B|C]]",
        "[[B<-go|C]]",
        "[[B<-C->Start]]",
        "[[C|Start|B]]",
        "[[go->\nB]] [[C]]",
        "[img[a.png][B]] [img[A map|b.png][C][$x to 1]]",
    ],
)
def test_a_link_that_formats_read_differently_may_lead_on_in_an_unknown_one(link: str) -> None:
    """Each format divides such a link at another place, or has no pictures. (FMT-4.8)"""
    read = twee(f":: Start\n{link}\n\n:: B\nOver.\n\n:: C\nOver.")
    assert not check_foreign(read).errors


@pytest.mark.parametrize(
    ("story_format", "setup", "is_left"),
    [
        ("SugarCube", ":: StoryInit\n<<goto 'Hall'>>", True),
        ("SugarCube", ":: StoryInit\n[[Hall]]", False),
        ("Harlowe", ":: Before [startup]\n[[Hall]]", True),
    ],
)
def test_setup_that_leads_on(story_format: str, setup: str, is_left: bool) -> None:
    """SugarCube runs the setup and does not show it; Harlowe shows it with the start. (FMT-7.12)"""
    read = story(story_format, f"The end.\n\n{setup}\n\n:: Hall\nThe end.")
    assert (not check_foreign(read).errors) is is_left


@pytest.mark.parametrize(
    "code",
    [
        "<<set $a to $b to 2>>",
        "<<set $a to ($b += 2)>>",
        "<<print $b = 2>>",
        "<<= $b++>><<= ++$b>>",
        "<<link `$b = 2`>><</link>>",
    ],
)
def test_a_value_that_an_expression_sets_is_not_known(code: str) -> None:
    """SugarCube's expressions can set a variable inside another one. (FMT-5.8)"""
    text = f"{code}<<if $b is 2>>[[Hall]]<</if>>\n\n:: StoryInit\n<<set $b to 0>>\n\n:: Hall\nx"
    assert not check_foreign(story("SugarCube", text)).errors


def test_a_variable_that_is_never_set_is_reported() -> None:
    """A misspelt name closes a link for all players, and nothing else tells the author why."""
    text = "<<set $key to true>>[[On|Mid]]\n\n:: Mid\n<<if $ky>>[[In|A]]<</if>>[[Out|A]]\n\n:: A\nx"
    found = [
        e for e in check_foreign(story("SugarCube", text)).findings if e.item.rule == Law.VARIABLES
    ]
    assert [(each.item.problem, each.place and each.place.line) for each in found] == [
        ("The variable '$ky' is read, but the story never sets it.", 8)
    ]


@pytest.mark.parametrize("text", ["[[A]] (if: (visited: 'A'))[[[B]]]", "[[A]] [[B<-]]"])
def test_what_only_some_versions_read_is_uncertain_without_a_version(text: str) -> None:
    """Twee files often name no version, and no finding about them may be wrong. (FMT-4.8)"""
    for named in ("", ':: StoryData\n{"format": "Harlowe"}\n\n'):
        read = twee(f"{named}:: Start\n{text} (if: $x)[y]\n\n:: A\na\n\n:: B\nb")
        assert check_foreign(read).errors == ()
