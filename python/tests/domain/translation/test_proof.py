"""Tests of the proof that a translation keeps what its source has."""

from attrs import evolve

from questfoundry.domain.story.report import Edition
from questfoundry.domain.translation.line_book import LineBook
from questfoundry.domain.translation.lines import EditionTranslation, StoryLine, list_lines
from questfoundry.domain.translation.proof import FaultRule, find_faults, find_surprising_lengths
from tests.support.editions import told, with_clues
from tests.support.structures import choice, joined

PROSE = {
    "quay": "The *tide* is {breath} high.\n\n* * *\n\n[the well](https://example.org/well) waits.",
    "bank": "[wet]\nYou are **dripping**.\n\nThe path climbs.",
    "home": "You are home.",
    "hill": "[wet]\nWater.\n\n[dry]\nDust.",
}


def story() -> Edition:
    """Return a story in which each player who is on the bank is either wet or dry."""
    structure = joined(
        choice("swim", "quay", "bank", grants=["wet"]),
        choice("row", "quay", "bank", grants=["dry"]),
        choice("in", "bank", "home"),
        choice("up", "bank", "hill", requires=["wet"]),
        home="home",
        hill="hill",
    )
    flags = {"flag::wet": "You swam.", "flag::dry": "You rowed.", "flag::both": "Nothing."}
    return evolve(
        told(structure, flags=flags),
        prose={f"passage::{name}": text for name, text in PROSE.items()},
    )


EDITION = story()
LINES = LineBook().update(list_lines(EDITION)).lines


def line(words: str) -> StoryLine:
    return next(each for each in LINES if words in each.text)


def rules(words: str, translation: str) -> list[tuple[FaultRule, str]]:
    found = find_faults(EDITION, LINES, {line(words).id: translation})
    return [(each.rule, each.detail) for each in found]


def test_marks_must_be_kept() -> None:
    """A lost link or a broken mark would reach players. (TRA-3.1)"""
    assert rules("waits", "[der Brunnen](https://example.org/well) wartet.") == []
    assert rules("waits", "Der Brunnen wartet.") == [
        (FaultRule.LACKS, "[...](https://example.org/well)")
    ]
    assert rules("dripping", "Du *triefst*.") == [(FaultRule.LACKS, "**"), (FaultRule.ADDS, "*")]
    assert (FaultRule.BROKEN, "*") in rules("dripping", "Du **triefst*.")
    assert rules("climbs", "* * *") == [(FaultRule.SCENE_BREAK, "")]
    assert rules("climbs", " \n ") == [(FaultRule.EMPTY, "")]
    assert rules("climbs", "Der Pfad.\n\nEr steigt.") == [(FaultRule.DIVIDED, "")]
    assert rules(EDITION.title, "Zwei\nZeilen")[0][0] is FaultRule.ONE_LINE


def test_variants_must_reach_each_reader_exactly_once() -> None:
    """Gender and agreement need variants, and no player may miss or read two. (TRA-4.1)"""
    both = "[wet]\nDer Pfad steigt, du bist nass.\n\n[dry]\nDer Pfad steigt, du bist trocken."
    assert rules("climbs", both) == []
    assert rules("climbs", "[wet]\nNass.") == [(FaultRule.UNREAD, "[wet]")]
    assert rules("climbs", "[damp]\nNass.") == [(FaultRule.CONDITION, "damp")]
    assert rules("dripping", "[wet]\nDu **triefst**.") == []
    assert (FaultRule.WRONG_READER, "[dry]") in rules("dripping", "[dry]\nDu **triefst**.")
    assert (FaultRule.READ_TWICE, "[wet] and [wet]") in rules("climbs", "[wet]\nA.\n\n[wet]\nB.")
    assert rules("Water", "[wet]\nWasser.") == []


def test_two_options_must_stay_two() -> None:
    """Two choices that read the same would be one option for players. (TRA-3.1)"""
    swim, row = (
        each for each in LINES if each.kind == "choice" and each.passage == "passage::quay"
    )
    texts = {swim.id: "Hinüber", row.id: "Hinüber"}
    [fault] = find_faults(EDITION, LINES, texts)
    assert (fault.line, fault.rule, fault.detail) == (row.id, FaultRule.SAME_OPTION, swim.text)
    found = find_faults(EDITION, LINES, {swim.id: "", row.id: ""})
    assert {each.rule for each in found} == {FaultRule.EMPTY}


def test_only_surprising_lengths_are_warned_of() -> None:
    """A translator who skipped half of a paragraph should look again."""
    texts = {line("climbs").id: "Der Pfad steigt." * 5, line("home").id: "Daheim."}
    [warning] = find_surprising_lengths(LINES, texts)
    assert (warning.line, warning.detail) == (line("climbs").id, "5.0")


def test_a_translated_edition_differs_in_texts_alone() -> None:
    """Players of every language play the same story. (TRA-5.1)"""
    texts = {each.id: f"«{each.text}»" for each in LINES}
    texts[line("climbs").id] = "[wet]\nNass.\n\n[dry]\nTrocken."
    found = EditionTranslation("de", LINES, texts).apply(EDITION)
    assert found.language == "de"
    assert found.prose["passage::quay"] == PROSE["quay"].replace("The *", "«The *").replace(
        "high.", "high.»"
    ).replace("[the", "«[the").replace("waits.", "waits.»")
    assert (
        found.prose["passage::bank"]
        == "[wet]\n«You are **dripping**.»\n\n[wet]\nNass.\n\n[dry]\nTrocken."
    )
    assert found.structure.passage("passage::bank").conditional_flags == {"flag::wet", "flag::dry"}
    assert [each.label for each in found.structure.choices] == [
        f"«{each.label}»" for each in EDITION.structure.choices
    ]
    bare = [evolve(each, label="") for each in found.structure.choices]
    assert bare == [evolve(each, label="") for each in EDITION.structure.choices]


def test_what_the_source_has_may_stay_in_the_translation() -> None:
    """An unusual text of the author must not be refused when it comes back. (TRA-2.1)"""
    notes = "Drowning.\n\n[no flag]\nA knife, *shown*."
    odd = "[damp]\nA note: [sic] 5 * 3."
    edition = evolve(
        EDITION,
        vision=EDITION.vision.model_copy(update={"content_notes": notes}),
        prose={**EDITION.prose, "passage::home": f"{odd}\n\n* * *"},
    )
    lines = LineBook().update(list_lines(with_clues(edition))).lines
    texts = {each.id: each.text for each in lines}
    assert {notes, odd} < {*texts.values()}
    assert [*find_faults(edition, lines, texts)] == []
    assert sum(each.text == "Who rang the bell?" for each in lines) == 1
    found = EditionTranslation("en", lines, texts).apply(with_clues(edition))
    assert (found.prose, found.vision) == (edition.prose, edition.vision)
