"""Tests of the clue list in the formats for Twine."""

import re
from html import unescape
from itertools import chain, combinations

import pytest

from questfoundry.infra.export.chapbook import ChapbookExporter
from questfoundry.infra.export.harlowe import HarloweExporter
from questfoundry.infra.export.snowman import SnowmanExporter
from questfoundry.infra.export.twee import TweeExporter
from questfoundry.infra.export.twine import TwineExporter
from questfoundry.infra.export.variables import variables_of
from tests.support.editions import small_edition, with_clues
from tests.support.twee_players import twee_passages

EDITION = with_clues(small_edition(), 'It was <b>"Ilk\'s"</b> [[boat]].')
CLUES = [each.id for each in EDITION.clues]
VARIABLES = variables_of(EDITION, also=CLUES)
HELD = [*chain.from_iterable(combinations(CLUES, count) for count in range(4))]

SUGARCUBE = r"<<if ([^>]*)>>(.*?)<</if>>"
HARLOWE = r"\(if: ([^)]*)\)\[(<(?:h3|p)>.*?)\]"
CHAPBOOK = r"(?s)\[if ([^\]]*)\]\n(.*?)\[continue\]"
SNOWMAN = r"<% if \(([^)]*)\) \{ %>(<(?:h3|p)>.*?)<% \} %>"


@pytest.mark.parametrize(
    ("exporter", "place", "part"),
    [
        (TweeExporter(), "StoryCaption", SUGARCUBE),
        (HarloweExporter(), "StoryKnown", HARLOWE),
        (ChapbookExporter(), "StoryKnown", CHAPBOOK),
        (SnowmanExporter(), "StoryKnown", SNOWMAN),
    ],
    ids=lambda each: getattr(each, "format", ""),
)
def test_a_list_shows_what_was_learnt(exporter: TwineExporter, place: str, part: str) -> None:
    """A list that shows a clue too early would spoil the mystery. (EXP-29.1)"""
    twee = exporter.export(EDITION)[0].content.decode()
    [known] = [each for each in twee_passages(twee) if each.name == place]
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
        known = [
            each.text for each in EDITION.clues if each.question == question and each.id in held
        ]
        told += [question, *known] if known else []
    return told


def holds(condition: str, variables: set[str]) -> bool:
    """Return whether a condition holds: variable names joined by ``or``, perhaps negated as a
    whole.
    """
    any_of = any(name in variables for name in re.findall(r"\bflag_\w+", condition))
    return any_of is not condition.startswith("!")


def test_where_the_list_is_found() -> None:
    """Each format has another place for the list, and readers must find the list there.
    (EXP-29.1)
    """
    chapbook = ChapbookExporter().export(EDITION)[0].content.decode()
    link = "{reveal link: 'Clues', passage: 'StoryKnown'}"
    assert f'config.footer.center: "{link}"\n' in chapbook
    snowman = twee_passages(SnowmanExporter().export(EDITION)[0].content.decode())
    foot = '<%= window.story.render("StoryKnown") %>'
    assert sum(each.text.endswith(foot) for each in snowman) == len(EDITION.structure.passages)
    harlowe = twee_passages(HarloweExporter().export(EDITION)[0].content.decode())
    assert [each.tags for each in harlowe if each.name == "StoryKnown"] == [("footer",)]


@pytest.mark.parametrize(
    "exporter", [TweeExporter(), HarloweExporter(), ChapbookExporter(), SnowmanExporter()]
)
def test_a_story_without_clues_has_no_list(exporter: TwineExporter) -> None:
    """An empty clue list would confuse the readers of a story without a mystery. (EXP-29.1)"""
    twee = exporter.export(small_edition())[0].content.decode()
    assert not any(each in twee for each in ("StoryKnown", "StoryCaption", "Clues"))
