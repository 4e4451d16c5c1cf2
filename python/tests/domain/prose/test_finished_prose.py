"""Tests for the checks of a finished story's prose: they find slips, and accept what is meant."""

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.prose.finished_prose import check_finished_prose
from questfoundry.domain.prose.prose_check import ProseRule
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.dilemma import Answer, Consequence, Course, Dilemma, Path, Weight
from questfoundry.domain.story.entity import Effect, Entity, EntityKind
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact, FillVoice, Person, Tense
from tests.support.examples import examples
from tests.support.pace import is_in_line
from tests.support.stage_runs import shipped_prompts

WORDING = shipped_prompts().wording("rules/finished_prose")
QUAY, SHED, HILL, END = (f"passage::{each}" for each in ("quay", "shed", "hill", "end"))
VOICE = FillVoice(person=Person.SECOND, tense=Tense.PRESENT, diction="plain", rhythm="even")
TOMAS = "character::tomas-reed"
PLAIN = "You cross the yard with the lamp in your hand. It is the only light on the hill."

GONE = Path(
    id="path::let-go",
    dilemma="dilemma::stay",
    answer="answer::let-go",
    summary="He leaves.",
    consequences=(
        Consequence(
            id="consequence::1",
            text="Tomas has left.",
            flag="flag::gone",
            effect=Effect.GONE,
            entity=TOMAS,
        ),
    ),
)


def choice(source: str, target: str, *grants: str) -> Choice:
    return Choice(id=f"{source}--{target}", source=source, target=target, grants=grants)


STORY = Story(
    entities=(
        Entity(id=TOMAS, kind=EntityKind.CHARACTER, name="Tomas Reed", concept="A warden."),
        Entity(id="location::quay", kind=EntityKind.LOCATION, name="The Quay", concept="Wet."),
    ),
    dilemmas=(
        Dilemma(
            id="dilemma::stay",
            question="Does he stay?",
            why_it_matters="He knows the hill.",
            default=Answer(id="answer::let-go", text="He goes.", benefit="Peace."),
            alternative=Answer(id="answer::keep", text="He stays.", benefit="Help."),
            anchors=(TOMAS,),
            course=Course(explored_answers=("answer::let-go",), weight=Weight.SOFT, order=1),
        ),
    ),
    paths=(GONE,),
    beats=(
        Beat(id="beat::1", role=BeatRole.SETUP, summary="The quay.", location="location::quay"),
    ),
    structure=Structure(
        start=QUAY,
        passages=(
            Passage(id=QUAY, beats=("beat::1",)),
            Passage(id=SHED),
            Passage(id=HILL),
            Passage(id=END, ending="ending::end"),
        ),
        choices=(
            choice(QUAY, SHED, "flag::gone"),
            choice(QUAY, HILL, "flag::gone"),
            choice(SHED, END),
            choice(HILL, END),
        ),
    ),
    voice=VOICE,
)


def found(story: Story = STORY, **prose: str) -> list[tuple[str, str]]:
    """Return the rule and the passage of each finding about the prose of named passages."""
    named = {f"passage::{name}": text for name, text in prose.items()}
    written = evolve(story, prose={END: PLAIN, **named})
    return [(each.rule, each.place) for each in check_finished_prose(written, WORDING)]


SLIPS = [
    (ProseRule.THRICE, "You look at the the the lamp."),
    (ProseRule.MARKUP, "You look **up at the lamp."),
    (ProseRule.MARKUP, "You look up.*"),
    (ProseRule.MARKUP, "You look at ![a lamp](lamp.png)."),
    (ProseRule.MARKUP, "![A lamp](assets/../lamp.png)"),
    (ProseRule.MARKUP, "You look. ![A lamp](assets/lamp.png)"),
    (ProseRule.MARKUP, "You look at [a lamp](lamp.html)."),
    (ProseRule.MARKUP, "[img]lamp.png[/img]"),
    (ProseRule.MARKUP, '<img src="lamp.png">'),
    (ProseRule.MARKUP, '<a href="https://example.org">lamp</a>'),
    (ProseRule.MARKUP, "You look at $lamp."),
    (ProseRule.MARKUP, "(set: $lamp to 1)"),
    (ProseRule.MARKUP, "You look ~~up~~ down."),
    (ProseRule.MARKUP, "You look ''up''."),
    (ProseRule.MARKUP, "You press `Enter`."),
    (ProseRule.MARKUP, "You look at [[the lamp]]."),
    (ProseRule.MARKUP, "You look at {lamp}."),
    (ProseRule.MARKUP, "## The Quay\n\nYou look up."),
    (ProseRule.MARKUP, "You look at bread &amp; butter."),
    (ProseRule.MARKUP, "You look up.<|im_end|>"),
    (ProseRule.MARKUP, "You look up.</s>"),
    (ProseRule.MARKUP, "[no-such-flag]\nYou look up."),
    (ProseRule.MARKUP, "You look __up__ at the lamp."),
    (ProseRule.CRAFT, "You look up, as the protagonist of all this must."),
    (ProseRule.CRAFT, "The player looks up at the lamp."),
    (ProseRule.STRANGER, "You and Zoran wait. You ask Zoran, who is cold, and Zoran smiles."),
]


@pytest.mark.parametrize(("rule", "text"), SLIPS)
def test_a_slip_is_found_with_its_passage(rule: ProseRule, text: str) -> None:
    """Each of these texts would puzzle a player. (PRS-9.1)"""
    assert found(quay=text) == [(rule, QUAY)]


def test_all_different_markup_of_a_passage_is_quoted() -> None:
    """An author who corrects one mark after the other would check again and again. (PRS-9.1)"""
    prose = "You see <b>it</b> and [[it]]. ![x](y.png)\n\n<b>It</b> is $red."
    [finding] = check_finished_prose(evolve(STORY, prose={QUAY: prose}), WORDING)
    assert '"<b>", "</b>", "[[it", "![x](y.png)", "$red"' in finding.problem


MEANT = [
    "You look **up**, ***up*** and [out](https://example.org/a_b_c).\n\n![A lamp](assets/a.png)",
    r"You type \*so\*, \[x](y), \{z} and \!. It costs $5, or 5 $.",
    '"No no no," says Tomas. "Not the lamp."',
    "*Look up*, says the sign.\n\n* * *\n\nYou look at 5 * 3 lamps.",
    "R&D has sent a lamp; you read it [twice] and f***ing wait.",
    "The record player is on. The player hums, and you take the passage to the branch office.",
    '"Ask Zoran," says Tomas.',
    "Tomas Reed is wet. You look at Reed, and Reed, who is wet, looks at you.",
    "Steam rises. Steam has a smell. You wait. Steam is in your hair. Steam gets in your eyes.",
]


def test_nothing_is_found_in_what_is_meant() -> None:
    """A false finding costs the author's trust. (PRS-9.1)"""
    for text in MEANT:
        assert found(quay=text) == [], text


def test_a_sentence_is_shared_only_if_a_player_reads_it_twice() -> None:
    """Passages that exclude each other may share a text."""
    assert (
        found(shed="The rain has found the lamp again.", hill="The rain has found the lamp again.")
        == []
    )
    assert found(quay=PLAIN) == [(ProseRule.SHARED, END)]
    assert found(quay=f'"{PLAIN}"') == []


def test_an_echo_in_conditional_text_is_no_shared_sentence() -> None:
    """Several passages may have the same conditional text, which each player reads once."""
    assert found(quay=f"[gone]\n{PLAIN}") == []


@pytest.mark.parametrize(
    ("words", "is_found"),
    [
        ("Tomas nods at the lamp.", True),
        ('"Cold," you say. Tomas says nothing.', True),
        ("You remember him. Tomas nods in your memory.", False),
        ("If only: Tomas nods, as he always would.", False),
        ('"Tomas nods at everything," you say.', False),
        ("You think of Tomas.", False),
    ],
)
def test_somebody_gone_does_not_act(words: str, is_found: bool) -> None:
    """The effect of the path removed him for all who come here. (PRS-9.1)"""
    assert found(shed=words) == ([(ProseRule.ABSENT, SHED)] if is_found else [])
    assert found(quay=words) == []


def test_somebody_stays_dead() -> None:
    """A fact that earlier prose stated holds for good. (PRS-9.1)"""
    fact = Fact(entity=TOMAS, text="Dead, under the quay.", passage=QUAY)
    story = evolve(STORY, paths=(), dilemmas=(), facts=(fact,))
    assert found(story, hill="Tomas opens the door.") == [(ProseRule.ABSENT, HILL)]
    tired = evolve(story, facts=(evolve(fact, text="Dead tired."),))
    assert found(tired, hill="Tomas opens the door.") == []


def test_other_languages_are_checked_for_markup_and_repetition_only() -> None:
    """Names and verbs are known in English only."""
    text = "Zoran geht zum Hafen. Dann sieht Zoran, wie Zoran lacht und die Lampe {lampe} hebt."
    assert found(quay=text, end="Die Lampe brennt.") == [(ProseRule.MARKUP, QUAY)]


def test_a_finding_quotes_the_words_and_says_what_to_do() -> None:
    """The author must find the words, and know what comes next. (PRS-9.1)"""
    written = evolve(STORY, prose={QUAY: "You look at {lamp}."})
    (finding,) = check_finished_prose(written, WORDING)
    assert '"{lamp}"' in finding.problem
    assert finding.fix


@examples(100)
@given(st.text(), st.text(st.sampled_from("Tomas [](){}*_#<>|&;.\"' \n")))
def test_any_text_can_be_checked(first: str, second: str) -> None:
    """A model may write anything, and the check must not fail for it. (PRS-5.2)"""
    written = evolve(STORY, prose={QUAY: first, SHED: second, END: first})
    findings = check_finished_prose(written, WORDING)
    assert findings == check_finished_prose(written, WORDING)
    assert all(len(each.problem) <= 500 for each in findings)


def test_the_time_is_proportional_to_the_prose() -> None:
    """A long novel must be checked in seconds."""

    def check(size: int) -> None:
        words = (f"Ann{n} sees lamp{n}, and you see Ann{n} by the bag.\n\n" for n in range(size))
        check_finished_prose(evolve(STORY, prose={QUAY: "".join(words)}), WORDING)

    assert is_in_line(check, 2000)
