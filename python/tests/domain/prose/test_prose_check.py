"""Tests for the prose rules, which report clear faults and accept unusual prose."""

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.finding import Finding
from questfoundry.domain.prose.prose_check import ProseExpectations, ProseRule, check_prose
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.voice import FillVoice, Person, Tense
from tests.support.examples import examples
from tests.support.good_prose import GOOD, Good
from tests.support.pace import is_in_line
from tests.support.stage_runs import shipped_prompts

WORDING = shipped_prompts().wording("rules/prose")
VOICE = FillVoice(
    person=Person.SECOND, tense=Tense.PRESENT, diction="plain", rhythm="even", avoid=("ash",)
)
EXPECTED = ProseExpectations(
    passage="passage::quay",
    words=Range(20, 100),
    voice=VOICE,
    labels=("Open the floodgate", "Hold out the mouthpiece"),
)
PLAIN = GOOD["plain"].text
TENSE, PAST = ProseRule.TENSE, {"tense": Tense.PAST}
CHINESE = "潮水的钟声把你惊醒。窗下的街道又成了运河。"


def expected_of(good: Good) -> ProseExpectations:
    voice = VOICE.model_copy(update={"person": good.person, "tense": good.tense})
    return evolve(EXPECTED, voice=voice, labels=good.labels)


def rules(prose: str, expected: ProseExpectations = EXPECTED) -> list[str]:
    return [finding.rule for finding in check_prose(prose, expected, WORDING)]


def test_nothing_is_found_in_good_prose() -> None:
    """A false finding makes the model rewrite good prose. (PRS-1.1)"""
    for name in GOOD:
        assert check_prose(GOOD[name].text, expected_of(GOOD[name]), WORDING) == (), name


@pytest.mark.parametrize("prose", ["", " \n\n ", "...", "\u2014 * \u2014"])
def test_prose_without_a_word_is_empty_and_nothing_else(prose: str) -> None:
    """Other findings about an empty text would only distract."""
    assert rules(prose) == [ProseRule.EMPTY]


@pytest.mark.parametrize(
    "prose",
    [
        f"{PLAIN} You take the stairs two at a time and",
        f"{PLAIN} You take the stairs two at a time, the lamp held high,",
        f"{PLAIN}\n\nOn the landing there is somebody who",
    ],
)
def test_prose_that_stops_in_a_sentence_is_cut(prose: str) -> None:
    """A passage that breaks off must not reach the reader. (PRS-1.3)"""
    (finding,) = check_prose(prose, EXPECTED, WORDING)
    assert finding.rule is ProseRule.CUT
    assert prose[-40:] in finding.problem


@pytest.mark.parametrize(
    ("added", "needed", "rule"),
    [
        ("", False, None),
        ("", True, ProseRule.UNANSWERED),
        ("[keep-it-1]\nThe ledger is *yours*.", True, None),
        ("[keep-it]\nThe ledger is yours.", False, ProseRule.UNKNOWN_INSERT),
        ("A sign says:\n\n[keep it]\nNobody does.", False, None),
    ],
)
def test_inserts_are_known_and_complete(added: str, needed: bool, rule: ProseRule | None) -> None:
    """Conditional text with a wrong name never appears, and missing text leaves a gap."""
    inserts = ("keep-it-1",)
    expected = evolve(EXPECTED, allowed_inserts=inserts, required_inserts=inserts if needed else ())
    assert rules(f"{PLAIN}\n\n{added}", expected) == ([rule] if rule else [])


def test_prose_is_cut_where_the_model_had_no_more_room() -> None:
    """The provider's own report shows a cut, even when the text ends with a full stop. (PRS-1.3)"""
    assert rules(PLAIN, evolve(EXPECTED, is_truncated=True)) == [ProseRule.CUT]


@pytest.mark.parametrize(
    ("count", "found"), [(9, [ProseRule.SHORT]), (10, []), (200, []), (201, [ProseRule.LONG])]
)
def test_half_or_twice_the_length_is_too_far_away(count: int, found: list[ProseRule]) -> None:
    """Only great differences are worth a finding, which names both numbers."""
    prose = " ".join(f"word{number}" for number in range(count)) + "."
    findings = check_prose(prose, EXPECTED, WORDING)
    assert [each.rule for each in findings] == found
    assert all(f"{count} words" in each.problem for each in findings)
    assert all("20 to 100" in each.problem for each in findings)


@pytest.mark.parametrize("weight", [1, 2, 3, 4])
def test_a_turning_point_may_be_three_times_as_long(weight: int) -> None:
    """A climax of 329 words was once refused twice because of its length."""
    prose = " ".join(f"word{number}" for number in range(300)) + "."
    found = rules(prose, evolve(EXPECTED, weight=weight))
    assert found == ([] if weight > 2 else [ProseRule.LONG])


@pytest.mark.parametrize(("count", "is_empty"), [(1, True), (2, False)])
def test_a_tenth_of_the_least_words_counts_as_text(count: int, is_empty: bool) -> None:
    """One word in place of a passage is no answer at all."""
    prose = " ".join(["Well"] * count)
    assert (ProseRule.EMPTY in rules(prose)) == is_empty


SEEN = {
    ProseRule.REPEATED: [
        "You follow the wall until the wall comes to an end. A gull cries. You follow the wall "
        "until the wall comes to an end.",
        "Nothing moves out there. You breathe. Nothing moves out there. You listen to the water "
        "under the floor. Nothing moves out there.",
        "The lamp goes out in the long dark of the hall, and you wait in the long dark of the hall "
        "for it, and in the long dark of the hall you are not alone, not any more.",
        "You walk down " + "and down the stairs to the water " * 4 + "until you stop.",
    ],
    ProseRule.STOCK: [
        f"{PLAIN} There it is, {words}, and you let it pass."
        for words in (
            "a testament to",
            "Barely above\na whisper",
            "little did you know",
            "ash on ash",
        )
    ],
    ProseRule.MENU: [
        f"{PLAIN}\n\n{end}"
        for end in (
            "What do you do?",
            "What will you do next?",
            "The choice is yours.",
            "Your options are plain.",
            "Option A: stay.",
            "1. Open it.\n2. Leave it.",
            "A) Open it.\nB) Leave it.",
            "* Open it.\n\n* Leave it.",
            "You could open the floodgate, or hold out the mouthpiece to Oren.",
        )
    ],
    ProseRule.DECIDED: [
        f"{PLAIN} You open the floodgate.",
        f"{PLAIN} You opened the floodgate before you knew it.",
        f"{PLAIN} You lean in and then you hold out the mouthpiece, and he takes it.",
    ],
    ProseRule.NOT_PROSE: [
        f"Here is the passage you asked for:\n\n{PLAIN}",
        f"Sure! Here's a revised version with more dread:\n\n{PLAIN}",
        f"I'm sorry, but I can't help with that request. {PLAIN}",
        f"I apologize, but I cannot continue. {PLAIN}",
        f"Title: The Tide Bell\n\n{PLAIN}",
        f"# The Tide Bell\n\n{PLAIN}",
        f"Beat 1: {PLAIN}",
        f"{PLAIN}\n\n(73 words)",
        f"{PLAIN}\n\nWord count: 73.",
        f"{PLAIN}\n\nNote: I kept this passage in the present tense.",
        f"{PLAIN}\n\n[End of passage]",
        f"{PLAIN} As an AI language model, you see nothing.",
        f"```\n{PLAIN}\n```",
        f"**The Tide Bell**\n\n{PLAIN}",
        f"{PLAIN} The bell is <em>louder</em> now.",
        f"<think>A tide bell.</think>\n{PLAIN}",
    ],
}


@pytest.mark.parametrize(
    ("rule", "prose"), [(rule, prose) for rule, texts in SEEN.items() for prose in texts]
)
def test_what_is_plainly_wrong_is_seen_and_nothing_else(rule: ProseRule, prose: str) -> None:
    """Each fault gives one finding, so the model corrects the right thing. (PRS-4.2)"""
    assert rules(prose) == [rule]


COPY = "You reach for the lamp, for your boots, for the ledger that has slept elsewhere."


def test_a_dozen_words_in_a_row_of_an_earlier_passage_are_a_copy() -> None:
    """Models copy sentences from the prose in their prompt, and readers notice. (PRS-2.2)"""
    prose = f"Night again, and the same water at the same stairs of the same house. {COPY}"
    assert rules(prose, evolve(EXPECTED, earlier_prose=("No.", PLAIN))) == [ProseRule.COPIED]


def test_every_stock_phrase_is_found_as_it_is_listed() -> None:
    """A listed phrase that the search cannot match would never be reported."""
    missed = [
        words
        for words in WORDING["stock_phrases"]
        if rules(f"{PLAIN} And so, {words}, again.") != [ProseRule.STOCK]
    ]
    assert missed == []


YOURS = "You take your lamp. You open your door. You go down to the water alone."
MINE = "I take my lamp. I open my door, and I go down to the water with my key."


@pytest.mark.parametrize(
    ("voice", "text", "rule"),
    [
        ({"person": Person.SECOND}, MINE, ProseRule.PERSON),
        ({"person": Person.FIRST}, YOURS, ProseRule.PERSON),
        ({"person": Person.THIRD}, YOURS, ProseRule.PERSON),
        ({"person": Person.THIRD}, MINE, ProseRule.PERSON),
        ({}, "You took the lamp. You opened the door. It was dark. You left alone.", TENSE),
        ({}, "She said nothing. You waited. He laughed. You turned and found the key.", TENSE),
        (PAST, "You take the lamp. You open the door. It is dark. You go down alone.", TENSE),
        (PAST, "She says nothing. You wait. He nods. You turn and find the key at last.", TENSE),
    ],
)
def test_another_person_or_tense_is_seen(voice: dict[str, Any], text: str, rule: str) -> None:
    """Another person or tense breaks the voice; the rules know English only. (PRS-3.1)"""
    expected = evolve(EXPECTED, words=Range(1, 100), voice=VOICE.model_copy(update=voice))
    assert rules(text, expected) == [rule]
    for language in ("de", "nl"):
        assert rules(text, evolve(expected, language=language)) == []


RHYME = '"One for the bell and two for the tide and three for the boat that will not ride."'
LAMPS = "[keep-it-1]\n" + " ".join(f"You see the {number} lamp." for number in range(90))
RIGHT: dict[str, tuple[str, dict[str, Any]]] = {
    # With one choice nothing is decided. (PRS-4.2)
    "the only way on": (f"{PLAIN} You open the floodgate.", {"labels": ("Open the floodgate",)}),
    # Characters may quote a rhyme or a letter. (PRS-2.2)
    "read out again": (
        f"You hear it through the floor of the empty house: {RHYME} Then nothing more.",
        {"earlier_prose": (f"The children sing it on the stairs. {RHYME}",)},
    ),
    # Few players read conditional text, so it adds nothing to the length.
    "a long insert": (f"{PLAIN}\n\n{LAMPS}", {"allowed_inserts": ("keep-it-1",)}),
    # A single stock word is often part of an idiom.
    "an idiom": (f"{PLAIN} It turns to ash.", {}),
    # Scripts without spaces or full stops are not judged by the rules of English.
    "Chinese": (CHINESE, {"language": "zh"}),
    "Chinese of Taiwan": (CHINESE, {"language": "zh-Hant"}),
    "Thai": ("ระฆังปลุกคุณ และน้ำขึ้น ถึง บันได แล้ว", {"language": "th"}),
    "Hindi": (
        "ज्वार की घंटी तुम्हें जगाती है। तुम दीया उठाते हो और दरवाज़े तक जाते हो।",
        {"language": "hi", "words": Range(10, 20)},
    ),
}


@pytest.mark.parametrize(("prose", "expected"), RIGHT.values(), ids=RIGHT)
def test_what_is_right_is_not_found(prose: str, expected: dict[str, Any]) -> None:
    """A false finding makes the model rewrite good prose. (PRS-2.2, PRS-4.2)"""
    assert rules(prose, evolve(EXPECTED, **expected)) == []


HOSTILE = (
    "a| |\n|.|* |*a|[|[scene |<b |'a | 'a|\u2018|\u2018a\u2019a|\"|\u201c|you open |and you "
    "|here is |what do you |1. |# |I |if |the sea |\u0301|\U0001f30a"
)


@pytest.mark.parametrize("piece", HOSTILE.split("|"))
def test_hostile_prose_is_read_in_linear_time(piece: str) -> None:
    """A crafted text must not make the check hang."""

    def read(size: int) -> None:
        prose = "x " + piece * (size // len(piece))
        check_prose(prose, evolve(EXPECTED, earlier_prose=(prose,)), WORDING)

    assert is_in_line(read, 20_000)


def test_a_hundred_kilobytes_are_read_in_linear_time() -> None:
    """A very long text must be checked in a moment."""

    def read(size: int) -> None:
        prose = "\n\n".join(f"{number} {PLAIN}" for number in range(size // len(PLAIN)))
        assert ProseRule.LONG in rules(prose, evolve(EXPECTED, earlier_prose=(prose,)))

    assert is_in_line(read, 100_000)


WORDS = ["You", "I", "open", "the floodgate", "was", ".", "\n\n", "*", "**", '"', "'", "[", "# "]
TEXTS = st.lists(st.sampled_from(WORDS) | st.text(max_size=8), max_size=40).map(" ".join)


@examples(60)
@given(prose=TEXTS, before=st.lists(TEXTS, max_size=2), labels=st.lists(TEXTS, max_size=3))
def test_findings_are_stable_and_short(prose: str, before: list[str], labels: list[str]) -> None:
    """Findings must be repeatable and short, whatever the model wrote. (PRS-5.2)"""
    expected = evolve(EXPECTED, earlier_prose=tuple(before), labels=tuple(labels))
    findings = check_prose(prose, expected, WORDING)
    assert findings == check_prose(prose, expected, WORDING)
    assert len({finding.rule for finding in findings}) == len(findings)
    assert all(0 < len(finding.problem) <= 500 and finding.fix for finding in findings)


@examples(30)
@given(
    name=st.sampled_from(sorted(GOOD)), other=st.sampled_from(sorted(GOOD)), gap=st.integers(1, 3)
)
def test_space_between_paragraphs_changes_no_judgement(name: str, other: str, gap: int) -> None:
    """Blank lines are no part of the prose and must not change its findings. (PRS-5.2)"""
    text = "\n\n".join((GOOD[name].text, GOOD[other].text))
    wider = text.replace("\n\n", "\n" * (gap + 1))
    assert check_prose(wider, EXPECTED, WORDING) == check_prose(text, EXPECTED, WORDING)


def test_all_that_is_wrong_is_said_at_once() -> None:
    """Reporting one fault at a time would cost one request for each."""
    prose = f"# The Tide Bell\n\n{PLAIN} You open the floodgate. What do you do"
    findings: tuple[Finding, ...] = check_prose(f"{prose} now?", EXPECTED, WORDING)
    assert {finding.rule for finding in findings} == {
        ProseRule.MENU,
        ProseRule.DECIDED,
        ProseRule.NOT_PROSE,
    }
    assert all(finding.problem and finding.fix for finding in findings)


def test_inserts_of_which_each_player_reads_one_neither_repeat_each_other_nor_count() -> None:
    """A player sees one of several alternatives, so they may repeat each other."""
    answer = "You have counted the lamps along the quay aloud, and he has counted with you."
    inserts = "\n\n".join(f"[act-{number}]\n{answer}" for number in range(1, 5))
    expected = evolve(EXPECTED, allowed_inserts=tuple(f"act-{number}" for number in range(1, 5)))
    assert rules(f"{inserts}\n\n{PLAIN}", expected) == []
    again = f"{inserts}\n\n{PLAIN}\n\n{answer}"
    assert rules(again, expected) == [ProseRule.REPEATED]
    missing = evolve(expected, required_inserts=(*expected.allowed_inserts, "act-5"))
    assert rules(f"{inserts}\n\n{PLAIN}", missing) == [ProseRule.UNANSWERED]


def test_labels_that_the_prose_weighs_are_no_menu() -> None:
    """Drafts name what comes of each answer: "If you keep it, you will be the one who did"."""
    weighed = (
        "If you open the floodgate, it is dark. If you hold out the mouthpiece to Oren, it ends."
    )
    assert rules(f"{PLAIN} {weighed}") == []
