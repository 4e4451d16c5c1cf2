"""Tests for the points of an outline that a plan covers, and their order."""

import pytest
from attrs import evolve

from questfoundry.domain.outline.coverage import measure_coverage
from questfoundry.domain.outline.material_parts import MaterialPage
from questfoundry.domain.outline.points import extract_idea, extract_points
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.story import Story
from tests.support.structures import choice, joined

PLOT = """\
# Salt

A town with a bank.

WHO IS IN IT
------------

Mara, a pilot.

HOW IT GOES
-----------

Mara finds a page of the ledger below the chapel.

- Brandt burns the page at the tollgate, and smiles.
- The ferry sinks with everybody's letters.

**If she fled**

She buys a hat in the harbour.

RULES
-----

* Nobody swims.
"""
POINTS = (
    "Mara finds a page of the ledger below the chapel.",
    "- Brandt burns the page at the tollgate, and smiles.",
    "- The ferry sinks with everybody's letters.",
    "She buys a hat in the harbour.",
)
FOUND = "Below the chapel Mara finds a page out of a ledger."
BURNT = "At the tollgate Brandt burns it, smiling."
SUNK = "With all the letters on board the ferry sinks."
HAT = "In the harbour a hat is bought."
OTHER = "Rain falls on nobody in particular until the morning comes."


def points(text: str) -> tuple[str, ...]:
    return extract_points([MaterialPage(name="outline/a.md", text=text)])


def story(*summaries: str, ways: str = "") -> Story:
    """Return a story with one beat per passage, joined by ``ways`` or in a chain."""
    steps = ways.split() or [f"{at}{at + 1}" for at in range(1, len(summaries))] or ["11"]
    structure = joined(*(choice(step, step[0], step[1]) for step in steps))
    return Story(
        beats=tuple(
            Beat(id=f"beat::{at}", role=BeatRole.SETUP, summary=each, location="location::a")
            for at, each in enumerate(summaries, start=1)
        ),
        structure=evolve(
            structure,
            passages=tuple(
                evolve(each, beats=(f"beat::{each.id[-1]}",)) for each in structure.passages
            ),
        ),
    )


def test_points_are_what_happens() -> None:
    """Only the plot has points to cover; lists of people and places do not."""
    assert points(PLOT) == POINTS
    assert points(PLOT.replace("HOW IT GOES", "Ideas"))[0] == "A town with a bank."
    assert points("A man.\n\nA boat.") == ("A man.", "A boat.")


@pytest.mark.parametrize("text", ["", "# Plot\n\n" + "He went. " * 900, "word\n\n" * 2000])
def test_a_finished_story_has_none(text: str) -> None:
    """Paragraphs of finished prose are no points to cover one by one."""
    assert points(text) == ()


def test_what_no_moment_tells_is_left_out() -> None:
    """An author must learn which plot points the plan omitted."""
    kept = measure_coverage(POINTS, story(OTHER, FOUND, BURNT, HAT))
    assert (kept.left_out, kept.moved) == ((POINTS[2],), ())
    assert measure_coverage(POINTS, story(OTHER)).left_out == POINTS
    assert measure_coverage((), story(FOUND)).left_out == ()
    assert measure_coverage(POINTS, Story()).left_out == POINTS


def test_names_that_are_everywhere_tell_no_point() -> None:
    """Shared names are no evidence; a beat covers the point that it resembles most."""
    of_all = (
        "Mara finds a page of the ledger below the chapel, and Brandt sees her from the ferry.",
        "Brandt asks Mara on the ferry for the page of the ledger; she lies about the chapel.",
        "Mara burns the ledger in the chapel, under the eyes of Brandt, and lets the ferry go.",
    )
    seen = "Below the chapel Mara finds a page of the ledger; from the ferry Brandt sees her."
    beside = ("Rain falls.", "A clerk counts coins.", "The dogs bark.", "Bread is dear.")
    told = story(seen, *(f"{each} So it goes on." for each in beside))
    assert measure_coverage((*of_all, *beside), told).left_out == of_all[1:]
    assert measure_coverage(of_all, story(*of_all)).left_out == ()


def test_as_few_points_as_explain_it_are_moved() -> None:
    """Reporting more moved points than necessary would hide the real change of order."""
    assert measure_coverage(POINTS, story(FOUND, BURNT, SUNK, HAT)).moved == ()
    assert measure_coverage(POINTS, story(SUNK, FOUND, BURNT, HAT)).moved == (POINTS[2],)
    assert measure_coverage(POINTS, story(BURNT, SUNK, HAT, FOUND)).moved == (POINTS[0],)


def test_what_no_player_meets_together_has_no_order() -> None:
    """Two beats on different branches have no order, so neither of them was moved."""
    assert measure_coverage(POINTS, story(FOUND, SUNK, BURNT, HAT, ways="12 13 24 34")).moved == ()
    assert measure_coverage(POINTS, story(SUNK, FOUND, BURNT, HAT, ways="12 13 24 34")).moved == (
        POINTS[2],
    )
    assert measure_coverage(POINTS, story(HAT, FOUND, BURNT, ways="12 23 31")).moved == ()


def test_of_a_planner_that_reads_none_all_is_left_out() -> None:
    """The embedded model does not read the outline, so a chance resemblance must not count."""
    kept = measure_coverage(POINTS, story(SUNK, FOUND, BURNT, HAT), reads=False)
    assert (kept.left_out, kept.moved) == (POINTS, ())


LONG = "A pilot who cannot swim counts the boats. " * 40


@pytest.mark.parametrize(
    ("text", "idea"),
    [
        ("# Salt\n\nFog comes in.\n\n## People\n\n- Mara", "Salt. Fog comes in."),
        ("# Salt\n\n## People\n\n- Mara\n\n## Plot\n\n1. Fog\n2. Night", "Salt. Fog. Night."),
        ("# Salt\n\nBy me\n\n## Premise\n\nFog comes in.", "Salt. Fog comes in."),
        ("Fog comes in.\n\nThen night.", "Fog comes in. Then night."),
        ("# People\n\n- Mara\n\n# Rules\n\nNo magic.", ""),
        ("# People\n\n## Mara\n\nA pilot.\n\n# Plot\n\nFog.", "Fog."),
        ("# Rules\n\n## Of magic\n\nThere is none.", ""),
        ("# SALT (working title; or what?)\n\nNotes for myself, tidied. Fog.", "SALT. Fog."),
        ("# Salt\n\n*A pitch, for Monday*\n\nFog.", "Salt. Fog."),
        ("Title: Salt (was: Fog)\n\n# Cast\n\n- Mara\n\n# Plot\n\nFog.", "Salt. Fog."),
        ("# Working outline v3\n\nLogline: Fog comes in.\n\n- Setup", "Fog comes in."),
        ("# Salt \u2014 a treatment\n\nFog comes in.", "Salt. Fog comes in."),
        ("SALT\n====\n\nScene list, second draft\n\n1. EXT. PIER - NIGHT\n\nFog.", "SALT. Fog."),
        ("# Salt\n\nBy me\n\n## What it is\n\nFog comes in.", "Salt. Fog comes in."),
        ("Dear me,\n\nFog comes in.", "Fog comes in."),
        ("An outline, as promised. Fog comes in.", "Fog comes in."),
        ("", ""),
    ],
)
def test_its_title_and_premise_else_its_beginning(text: str, idea: str) -> None:
    """An author with an outline should not have to type the idea again."""
    assert extract_idea([MaterialPage(name="outline/a.md", text=text)]) == idea


def test_whole_sentences_of_a_long_one() -> None:
    """An idea that ends in half a sentence would mislead the model."""
    found = extract_idea([MaterialPage(name="outline/a.md", text=LONG)])
    assert 500 < len(found) <= 600
    assert found.endswith("boats.")
    assert len(extract_idea([MaterialPage(name="outline/a.md", text="x" * 9000)])) == 600
