"""Tests of Twee files and archives with tools that others made for Twine."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, Phase, given
from hypothesis import strategies as st

from questfoundry.domain.protocols.exporter import StoryExporter
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.twine_formats import (
    ChapbookExporter,
    HarloweExporter,
    SnowmanExporter,
    TweeExporter,
    TwineJsonExporter,
)
from tests.strategies.hostile import EVERYTHING, dressed, editions
from tests.support.ecosystem import run_node
from tests.support.editions import IFID, small_edition
from tests.support.examples import examples
from tests.support.twee_players import twee_passages

pytestmark = pytest.mark.ecosystem

EXPORTERS: tuple[StoryExporter, ...] = (
    TweeExporter(),
    HarloweExporter(),
    ChapbookExporter(),
    SnowmanExporter(),
)


def assert_all_read_the_same(stories: Sequence[Edition]) -> None:
    """Assert that both tools find our passages, also after compilation."""
    exports = [
        {"twee": twee.content.decode(), "archive": archive.content.decode()}
        for story in stories
        for twee, archive in (exporter.export(story) for exporter in EXPORTERS)
    ]
    answer = run_node("read_twine.mjs", exports)
    assert answer["complaints"] == []
    for export, read in zip(exports, answer["stories"], strict=True):
        title, data, *others = twee_passages(export["twee"])
        styles = [each.text for each in others if each.tags == ("stylesheet",)]
        passages = [each for each in others if each.tags != ("stylesheet",)]
        assert [read["style"].strip()] == (styles or [""])
        expected = {
            "name": title.text,
            "ifid": IFID,
            "start": json.loads(data.text)["start"],
            "passages": [
                {"name": each.name, "tags": list(each.tags), "text": each.text} for each in passages
            ],
        }
        assert read["parsed"] == expected
        assert read["compiled"] == expected
        assert read["imported"] == expected


def test_extwee_reads_twines_json_as_it_reads_the_twee() -> None:
    """The JSON must contain the same story as the Twee for a tool that reads both. (EXP-2.3)"""
    edition = dressed(small_edition(), EVERYTHING)
    files = [*TweeExporter().export(edition), *TwineJsonExporter().export(edition)]
    names = ("twee", "archive", "json")
    [story] = run_node(
        "read_twine.mjs",
        [{name: file.content.decode() for name, file in zip(names, files, strict=True)}],
    )["stories"]
    assert story["read"] == story["parsed"]


@pytest.mark.parametrize("edition", [small_edition(), dressed(small_edition(), EVERYTHING)])
def test_the_tools_read_a_small_story_and_every_trap(edition: Edition) -> None:
    """Authors use these tools, so neither normal nor dangerous texts may cause a complaint."""
    assert_all_read_the_same([edition])


@given(st.lists(editions(), min_size=6, max_size=6))
@examples(2, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
def test_the_tools_read_any_story_in_hostile_words(stories: list[Edition]) -> None:
    """Random texts find combinations that no example contains."""
    assert_all_read_the_same(stories)
