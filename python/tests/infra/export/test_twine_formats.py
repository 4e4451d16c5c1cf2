"""Tests of the exports for Twine's formats: choices, lists of clues, and what comes back."""

import re
from collections.abc import Sequence
from html import unescape
from itertools import chain, combinations

import pytest
from hypothesis import given

from questfoundry.domain.protocols.exporter import ExportedFile, SourceFile
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.twine import TwineExporter
from questfoundry.infra.export.twine_formats import (
    ChapbookExporter,
    HarloweExporter,
    SnowmanExporter,
    TweeExporter,
)
from questfoundry.infra.export.variables import variables_of
from questfoundry.infra.foreign.twee import TweeReader
from tests.contracts.exporters import ExportedStoryContract
from tests.strategies.hostile import editions
from tests.support import twee_players
from tests.support.editions import small_edition, told, unwarned, with_clues
from tests.support.examples import examples
from tests.support.seen import SeenPlaythrough
from tests.support.structures import choice, joined

SUGARCUBE, HARLOWE = TweeExporter(), HarloweExporter()
CHAPBOOK, SNOWMAN = ChapbookExporter(), SnowmanExporter()
FORMATS = (SUGARCUBE, HARLOWE, CHAPBOOK, SNOWMAN)


class TwineContract(ExportedStoryContract):
    """The exporter contract with the Twee files and archives for Twine. (EXP-20.3)"""

    def read(self, files: Sequence[ExportedFile]) -> Sequence[set[SeenPlaythrough]]:
        twee, archive = (file.content.decode() for file in files)
        player = getattr(twee_players, self.exporter.format.replace("twee", "sugarcube"))
        return (
            twee_players.playthroughs_in_twee(twee, player),
            twee_players.playthroughs_in_archive(archive, player),
        )


class TestTweeExporter(TwineContract):
    exporter = SUGARCUBE


class TestHarloweExporter(TwineContract):
    exporter = HARLOWE


class TestChapbookExporter(TwineContract):
    exporter = CHAPBOOK


class TestSnowmanExporter(TwineContract):
    exporter = SNOWMAN


def passages_of(exporter: TwineExporter, edition: Edition) -> list[twee_players.TweePassage]:
    return twee_players.twee_passages(exporter.export(edition)[0].content.decode())


ROWING = unwarned(
    told(
        joined(
            choice("row", "quay", "bank", requires=["wet"], forbids=["drowned"], grants=["rowed"]),
            choice("on", "bank", "home", requires=["rowed"], grants=["unread"]),
            home="home",
        )
    )
)


@pytest.mark.parametrize(
    ("exporter", "name", "text"),
    [
        (
            CHAPBOOK,
            "Title of quay",
            "<p>You are at quay.</p>\n\n<p>It is quiet; it isn&#39;t safe.</p>\n\n"
            "[if flag_wet && !flag_drowned]\n<p>[[Go by row->StoryChoice1]]</p>\n\n[continue]",
        ),
        (CHAPBOOK, "StoryBegin", '--\n{embed passage: "Title of quay"}'),
        (CHAPBOOK, "StoryChoice1", 'flag_rowed: true\n--\n{embed passage: "Title of bank"}'),
        (CHAPBOOK, "Title of home", "<strong>Ending home</strong></p>"),
        (HARLOWE, "StoryFlags", "(set: $flag_rowed to false)<!-- flag&#58;&#58;rowed -->"),
        (
            HARLOWE,
            "Title of quay",
            "You are at quay.\n\nIt is quiet; it isn&#39;t safe.\n\n"
            "(if: $flag_wet and (not $flag_drowned))["
            '(link: "Go by row")[(set: $flag_rowed to true)(go-to: "Title of bank")]\n]',
        ),
        (HARLOWE, "Title of bank", '(if: $flag_rowed)[(link-goto: "Go by on", "Title of home")\n]'),
        (HARLOWE, "Title of home", "<strong>Ending home</strong>"),
        (
            SNOWMAN,
            "Title of quay",
            "<p>You are at quay.</p>\n\n<p>It is quiet; it isn't safe.</p>\n\n"
            "<% if (s.flag_wet && !s.flag_drowned) { %>"
            '<p><a href="javascript:void(0)" data-passage="Title of bank" '
            'onclick="event.stopPropagation(); window.story.state.flag_rowed = true; '
            'window.story.show(this.dataset.passage)">Go by row</a></p>\n\n<% } %>',
        ),
        (SNOWMAN, "Title of home", "<p><strong>Ending home</strong></p>"),
    ],
)
def test_each_format_writes_its_own_choices(exporter: TwineExporter, name: str, text: str) -> None:
    """Each format has its own conditions, setters and links. (EXP-4.2, EXP-4.3)"""
    [found] = [each for each in passages_of(exporter, ROWING) if each.name == name]
    assert found.text.endswith(text)
    assert found.tags == (("startup",) if name == "StoryFlags" else found.tags)
    assert not any("flag_unread" in each.text for each in passages_of(exporter, ROWING))


@examples(10)
@given(editions())
def test_our_own_reader_understands_all_of_it(edition: Edition) -> None:
    """An exported story must mean the same when it is imported. (EXP-4.3)"""
    read = {}
    for exporter in (HARLOWE, SUGARCUBE, CHAPBOOK):
        twee = exporter.export(edition)[0]
        story = TweeReader().read([SourceFile(twee.name, twee.content)])
        assert story.unmodelled == ()
        read[exporter.format] = [
            (each.id, each.requires, each.forbids, each.grants) for each in story.structure.choices
        ]
    assert read["harlowe"] == read["twee"]


EDITION = with_clues(small_edition(), 'It was <b>"Ilk\'s"</b> [[boat]].')
CLUES = [each.id for each in EDITION.clues]
VARIABLES = variables_of(EDITION, also=CLUES)
HELD = [*chain.from_iterable(combinations(CLUES, count) for count in range(4))]


@pytest.mark.parametrize(
    ("exporter", "place", "part"),
    [
        (SUGARCUBE, "StoryCaption", r"<<if ([^>]*)>>(.*?)<</if>>"),
        (HARLOWE, "StoryKnown", r"\(if: ([^)]*)\)\[(<(?:h3|p)>.*?)\]"),
        (CHAPBOOK, "StoryKnown", r"(?s)\[if ([^\]]*)\]\n(.*?)\[continue\]"),
        (SNOWMAN, "StoryKnown", r"<% if \(([^)]*)\) \{ %>(<(?:h3|p)>.*?)<% \} %>"),
    ],
    ids=lambda each: getattr(each, "format", ""),
)
def test_a_list_shows_what_was_learnt(exporter: TwineExporter, place: str, part: str) -> None:
    """A list that shows a clue too early would spoil the mystery. (EXP-29.1)"""
    [known] = [each for each in passages_of(exporter, EDITION) if each.name == place]
    for held in HELD:
        variables = {VARIABLES[each] for each in held}
        shown = [
            unescape(re.sub("<[^>]*>", "", html)).strip()
            for asked, html in re.findall(part, known.text)
            if holds(asked, variables)
        ]
        interface = ("Clues", "You have not found any clues yet.")
        assert [each for each in shown if each not in interface] == expected(held)
        if place == "StoryCaption":
            assert ("Clues" in shown) is bool(held)


def expected(held: tuple[str, ...]) -> list[str]:
    told: list[str] = []
    for question in dict.fromkeys(each.question for each in EDITION.clues):
        clues = [each for each in EDITION.clues if each.question == question and each.id in held]
        told += [question, *(each.text for each in clues)] if clues else []
    return told


def holds(condition: str, variables: set[str]) -> bool:
    """Return whether a condition holds: names joined by ``or``, perhaps negated as a whole."""
    any_of = any(name in variables for name in re.findall(r"\bflag_\w+", condition))
    return any_of is not condition.startswith("!")


def test_where_the_list_is_found() -> None:
    """Each format has another place for the list. (EXP-29.1)"""
    chapbook = CHAPBOOK.export(EDITION)[0].content.decode()
    assert "config.footer.center: \"{reveal link: 'Clues', passage: 'StoryKnown'}\"\n" in chapbook
    foot = '<%= window.story.render("StoryKnown") %>'
    ends = [each.text.endswith(foot) for each in passages_of(SNOWMAN, EDITION)]
    assert sum(ends) == len(EDITION.structure.passages)
    harlowe = [each for each in passages_of(HARLOWE, EDITION) if each.name == "StoryKnown"]
    assert [each.tags for each in harlowe] == [("footer",)]


@pytest.mark.parametrize("exporter", FORMATS)
def test_a_story_without_clues_has_no_list(exporter: TwineExporter) -> None:
    """An empty list would confuse the readers of a story without a mystery. (EXP-29.1)"""
    twee = exporter.export(small_edition())[0].content.decode()
    assert not any(each in twee for each in ("StoryKnown", "StoryCaption", "Clues"))
