"""Tests of the Twee export for SugarCube, including that a story survives the round trip."""

import json
import re
from collections.abc import Sequence

import pytest
from attrs import evolve

from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.twine_formats import TweeExporter, TwineJsonExporter
from tests.contracts.exporters import ExportedStoryContract
from tests.strategies.hostile import EVERYTHING, dressed
from tests.support.editions import IFID, small_edition, told, unwarned, with_clues
from tests.support.seen import SeenPlaythrough
from tests.support.structures import choice, joined
from tests.support.twee_players import Archive, TweePassage, sugarcube, twee_passages, ways_from


def exported(edition: Edition) -> tuple[str, str]:
    twee, archive = TweeExporter().export(edition)
    return twee.content.decode(), archive.content.decode()


def texts(edition: Edition) -> dict[str, str]:
    return {passage.name: passage.text for passage in twee_passages(exported(edition)[0])}


class TestTwineJsonExporter(ExportedStoryContract):
    """The exporter contract with Twine's JSON. (EXP-20.3)"""

    exporter = TwineJsonExporter()

    def read(self, files: Sequence[ExportedFile]) -> Sequence[set[SeenPlaythrough]]:
        [file] = files
        story = json.loads(file.content)
        passages = [
            TweePassage(each["name"], tuple(each["tags"]), each["text"])
            for each in story["passages"]
        ]
        return [ways_from(story["start"], passages, sugarcube)]


def test_twines_json_has_the_passages_of_the_twee() -> None:
    """The JSON and the Twee are one story, so a program may read either file. (EXP-2.3)"""
    edition = with_clues(dressed(small_edition(), EVERYTHING))
    [file] = TwineJsonExporter().export(edition)
    story = json.loads(file.content)
    title, data, style, *passages = twee_passages(exported(edition)[0])
    told_by = {**json.loads(data.text), "name": title.text}
    assert story["style"].strip() == style.text
    assert {key: story[key] for key in told_by} == told_by
    assert [
        (each["name"], tuple(each["tags"]), each["text"].rstrip("\n")) for each in story["passages"]
    ] == [(each.name, each.tags, each.text) for each in passages]
    assert all(set(each["metadata"]) == {"position", "size"} for each in story["passages"])


FORK = unwarned(
    told(
        joined(
            choice("row", "quay", "boat", grants=["wet", "rowed"]),
            choice("land", "boat", "bank", requires=["wet", "rowed"], forbids=["drowned"]),
            bank="home",
        ),
        flags={"flag::wet": "Mara's boots are wet."},
    )
)


def test_a_choice_is_a_link_with_a_condition_and_setters() -> None:
    """A wrong condition or setter would change which choices readers get. (EXP-1.2)"""
    told = texts(FORK)
    assert told["Title of quay"] == (
        "You are at quay.\n\nIt is quiet; it isn't safe.\n\n"
        '[["Go by row"|Title of boat][$flag_rowed to true]]'
    )
    assert told["Title of boat"].endswith(
        '<<if $flag_rowed and not $flag_drowned>>[["Go by land"|Title of bank]]\n<</if>>'
    )


def test_flags_start_as_false_and_say_what_they_mean() -> None:
    """SugarCube fails on undefined variables, and the comment explains each flag to an author."""
    assert texts(FORK)["StoryInit"].split("\n") == [
        "<<set $flag_drowned to false>> /* flag&#58;&#58;drowned */",
        "<<set $flag_rowed to false>> /* flag&#58;&#58;rowed &#47; Mara's boots are wet. */",
    ]


def test_an_ending_is_tagged_and_named_and_leads_nowhere() -> None:
    """A link after an ending would let the story continue after its end."""
    onwards = choice("on", "bank", "quay")
    structure = evolve(FORK.structure, choices=(*FORK.structure.choices, onwards))
    twee, _ = exported(evolve(FORK, structure=structure))
    ending = twee_passages(twee)[-1]
    assert ending.tags == ("ending",)
    assert ending.text.endswith("<strong>Ending home</strong>")
    assert [passage.tags for passage in twee_passages(twee)[:-1]] == [()] * 7


@pytest.mark.parametrize("label", ["name", "location to name", 'alert("x")', "a]]b", "a|b->c<-d"])
def test_a_label_is_never_evaluated_nor_taken_apart(label: str) -> None:
    """SugarCube evaluates unquoted labels as code."""
    choices = tuple(evolve(each, label=label) for each in FORK.structure.choices)
    edition = evolve(FORK, structure=evolve(FORK.structure, choices=choices))
    _, (link,) = sugarcube(texts(edition)["Title of quay"])
    assert link.label == label
    assert target_on_the_map(texts(edition)["Title of quay"]) == "Title of boat"


def target_on_the_map(text: str) -> str:
    """Return where Twine's map draws an arrow to, without setters."""
    (inner,) = re.findall(r"\[\[(.*?)\]\]", text)
    link = re.sub(r"\]\[.*$", "", inner)
    for mark, side in (("->", 1), ("<-", 0), ("|", 1)):
        if mark in link:
            return link.split(mark)[side]
    return link


def test_a_choice_without_a_label_says_where_it_leads() -> None:
    choices = tuple(evolve(each, label=" ") for each in FORK.structure.choices)
    edition = evolve(FORK, structure=evolve(FORK.structure, choices=choices))
    assert '[["Title of boat"|Title of boat]' in texts(edition)["Title of quay"]


ORDINARY = "\"Don't,\" she said; (the well-kept boat: 3 p.m.)\n\nWhy? — Now! «Là», the dogs' bark…"
HEADER = "One.\nTwo.\r\n \r\n\n:: Three [ending]"


@pytest.mark.parametrize(
    ("prose", "text"),
    [(ORDINARY, ORDINARY), (HEADER, "One.\nTwo.\n\n&#58;&#58; Three &#91;ending&#93;\n\n[[")],
)
def test_only_prose_that_would_cut_a_passage_is_written_otherwise(prose: str, text: str) -> None:
    """Authors edit the exported file, so ordinary prose has no character references."""
    edition = evolve(FORK, prose={**FORK.prose, "passage::quay": prose})
    assert texts(edition)["Title of quay"].startswith(text)


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ('The "Drowned" Ledger', "The \u201cDrowned\u201d Ledger"),
        ("<b>$x & [y]", "\uff1cb\uff1e\uff04x \uff06 \uff3by\uff3d"),
        ("Noir: A Well-Kept Tale?", "Noir: A Well-Kept Tale?"),
        (":: Start", "\uff1a\uff1a Start"),
        (" \n ", "Untitled"),
    ],
)
def test_the_title_has_no_mark_that_tools_trip_over(title: str, shown: str) -> None:
    """Some tools fail at quotation marks in a name."""
    told = texts(evolve(FORK, title=title))
    assert told["StoryTitle"] == shown
    assert sugarcube(told.get("StoryDisplayTitle", ""))[0] == [("", title.strip())]


def test_an_empty_hook_is_left_out() -> None:
    """An empty subtitle would leave a gap below the title in SugarCube."""
    assert texts(FORK)["StorySubtitle"] == "The tide bell wakes you, and it should not."
    assert "StorySubtitle" not in texts(evolve(FORK, hook=""))


def test_story_data_names_the_format_the_start_and_the_ifid() -> None:
    """Twine opens a file with the right format and start only if the story data names them."""
    assert json.loads(texts(FORK)["StoryData"]) == {
        "ifid": IFID,
        "format": "SugarCube",
        "format-version": "2.37.3",
        "start": "Title of quay",
    }


@pytest.mark.parametrize("edition", [small_edition(), dressed(small_edition(), EVERYTHING)])
def test_the_archive_holds_the_passages_of_the_twee(edition: Edition) -> None:
    """Twine imports only the archive. (EXP-2.1)"""
    twee, archive = exported(edition)
    expected = [
        each
        for each in twee_passages(twee)
        if each.name not in ("StoryTitle", "StoryData", "StoryStyle")
    ]
    (_, story, _), *found = (each for each in Archive(archive).found if each[0] != "style")
    assert {tag for tag, _, _ in found} == {"tw-passagedata"}
    assert [
        (attributes["name"], attributes["tags"], text.rstrip("\n")) for _, attributes, text in found
    ] == [(each.name, " ".join(each.tags), each.text) for each in expected]
    start = next(
        attributes for _, attributes, _ in found if attributes["pid"] == story["startnode"]
    )
    assert start["name"] == json.loads(texts(edition)["StoryData"])["start"]
    assert (story["name"], story["ifid"]) == (texts(edition)["StoryTitle"], IFID)


def test_no_two_passages_lie_in_the_same_place_of_the_map() -> None:
    """They would hide each other in Twine."""
    lost = Passage(id="passage::lost")
    structure = evolve(FORK.structure, passages=(*FORK.structure.passages, lost))
    edition = told(structure)
    found = Archive(exported(edition)[1]).found[1:]
    places = [tuple(map(int, str(each["position"]).split(","))) for _, each, _ in found]
    assert len(set(places)) == len(places)
    assert [down for _, down in places[-4:]] == [150, 300, 450, 600]
