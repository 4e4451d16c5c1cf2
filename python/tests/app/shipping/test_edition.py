"""Tests for the edition, and for the report on a story."""

from attrs import evolve

from questfoundry.app.shipping.edition import build_report, edition_of
from questfoundry.domain.story.entity import Clue
from questfoundry.domain.story.passage import Choice
from tests.support.chapters import with_chapters
from tests.support.editions import IFID, small_edition
from tests.support.small_story import made_until, story_of


def test_a_report_of_a_story_with_loops_counts_its_arcs_by_what_was_answered() -> None:
    """Loops give endless playthroughs, so the report counts them by answers."""
    edition = small_edition()
    [first, *_] = edition.structure.choices
    back = Choice(id="choice::back", source=first.target, target=first.source)
    looping = evolve(edition.structure, choices=(*edition.structure.choices, back))
    report = build_report(evolve(edition, structure=looping), ())
    whole = build_report(edition, ())
    assert report.arcs == whole.arcs
    assert [each.arcs for each in report.endings] == [each.arcs for each in whole.endings]


async def test_an_edition_knows_its_clues_and_where_chapters_begin() -> None:
    """Exports need both. (PLY-6.1)"""
    story = story_of(await made_until("grow"))
    start = story.existing_structure.start
    clue = Clue(id="clue::bell", question="Who rang?", text="Ilk rang.", teaching_beats=())
    told = evolve(
        with_chapters(story, {start: "Below the Waterline"}),
        clues=(clue,),
        prose={each.id: "It is dark." for each in story.existing_structure.passages},
    )
    edition = edition_of(told, ifid=IFID, language="en")
    assert edition.chapters == {start: "Below the Waterline"}
    assert edition.clues == (clue,)
    assert edition.flags["clue::bell"] == "Ilk rang."
