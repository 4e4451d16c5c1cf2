"""Tests for the briefing of a passage's writer, on the small story and on any plan."""

import asyncio
from itertools import groupby

import pytest
from attrs import evolve
from hypothesis import given

from questfoundry.domain.ids import kind_of, slug_of
from questfoundry.domain.story.beat import Chapter
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.entity import Effect, Entity, EntityKind
from questfoundry.domain.story.presence import presence_of
from questfoundry.domain.story.shape import StoryShape
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact
from questfoundry.domain.weaving.weave import weave
from questfoundry.domain.writing.briefer import Briefer
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.fact import (
    BriefedFact,
    FactKind,
    Scope,
    exclude_facts,
    select_facts,
)
from questfoundry.domain.writing.fitting import FittedBriefing, fit_to_window, tokens_of
from questfoundry.domain.writing.may_must import Arrival
from questfoundry.domain.writing.noted_state import compute_entity_states
from questfoundry.domain.writing.outline import WORDS_SHOWN
from tests.strategies.shapes import plans
from tests.support.briefings import texts_of
from tests.support.examples import examples
from tests.support.grown import grown
from tests.support.planner import planned
from tests.support.shapes import Shape, shaped
from tests.support.small_story import AIR, BANK, BARGE, ILK, LEDGER_BOOK, MARA, made_until, story_of

PROSE = " ".join(["One."] * 100)
ARM, TAIL = "the-last-air-default-commit-1", "the-drowned-ledger-default-tail-1"
DESK, ENDING = "the-drowned-ledger-shared-1", "the-drowned-ledger-default-epilogue-1"
AFTER = "the-drowned-ledger-alternative-epilogue-1--after-the-last-air"
AIR_INSERTS = ("the-last-air-default-1", "the-last-air-alternative-1")


@pytest.fixture(scope="module")
def story() -> Story:
    return story_of(asyncio.run(made_until("grow")))


def briefed(story: Story, slug: str, prose: str = PROSE, **facts: tuple[Fact, ...]) -> Briefing:
    written = {passage.id: prose for passage in story.existing_structure.passages}
    known = {f"passage::{name}": each for name, each in facts.items()}
    return Briefer(story).build_briefing(f"passage::{slug}", written, known)


def briefed_in_turn(story: Story, prose: str = PROSE) -> dict[str, Briefing]:
    """Return the briefing of each passage, by slug."""
    briefer = Briefer(story)
    written = dict.fromkeys(briefer.turns, prose)
    return {slug_of(each): briefer.build_briefing(each, written, {}) for each in briefer.turns}


def woven(plan: Story) -> Story:
    """Return the plan with passages, and with an entity for each id that its beats name."""
    made = weave(plan)
    named = dict.fromkeys(each for beat in made.beats for each in (beat.location, *beat.entities))
    entities = tuple(
        Entity(id=each, kind=EntityKind(kind_of(each)), name=each, concept="It is so.")
        for each in named
    )
    return evolve(
        plan,
        size=plan.size or Size.MICRO,
        entities=entities,
        beats=made.beats,
        structure=made.structure,
    )


def test_what_is_planned_beforehand_changes_no_briefing(story: Story) -> None:
    planned, afresh = Briefer(story), Briefer(story)
    assert sum(1 for _ in planned.prepare(planned.turns)) == len(planned.turns)
    prose = dict.fromkeys(planned.turns, PROSE)
    for each in planned.turns:
        assert planned.build_briefing(each, prose, {}) == afresh.build_briefing(each, prose, {})


def test_the_opening_has_its_hook_and_beats(story: Story) -> None:
    """The first passage needs the hook, because nothing before it sets the scene."""
    told = briefed(story, "setup-1")
    assert told.hook == "The tide bell wakes you, and it should not."
    assert [(each.text, each.place, each.cast) for each in told.beats] == [
        ("The tide bell wakes Mara.", "Sunken Bank", ("Mara Voss",)),
        (
            "The vault door falls shut behind both of them.",
            "Sunken Bank",
            ("Mara Voss", "Sergeant Ilk"),
        ),
    ]
    assert [each.id for each in told.entities] == [BANK, MARA, ILK]
    assert (told.before, told.ending, texts_of(told, FactKind.OUTCOME)) == ((), "", ())
    assert str(told.words) == "125 to 200"


def test_a_fork_says_what_each_choice_decides_and_what_speaks_for_it(story: Story) -> None:
    """The writer must prepare a decision without taking it, and show reasons for both answers."""
    told = briefed(story, DESK)
    assert [(each.label, each.decides, each.benefit) for each in told.choices] == [
        ("Lay the ledger on the desk", "She hands it over.", "The law can reach them."),
        ("Call the families together", "She gives it away.", "The truth is out."),
    ]
    question = "Does Mara hand the ledger to the police or to the families?"
    (asked,) = told.questions
    assert (asked.question, asked.text) == (question, "Whoever holds it decides who pays.")
    assert (told.hook, told.follows) == ("", None)


def test_one_way_on_is_no_choice(story: Story) -> None:
    """A writer who is given a single "choice" would write a decision into the prose."""
    assert briefed(story, ARM).choices == ()
    onward = briefed(story, "the-last-air-default-tail-1")
    assert onward.follows
    assert onward.follows.text == "The ledger dries, and the names can be read."


def test_an_ending_has_its_name_and_what_is_true_there(story: Story) -> None:
    """Endings must fit what players decided and left open."""
    told = briefed(story, ENDING)
    assert (told.ending, told.choices) == ("The Harbour Closes", ())
    assert texts_of(told, FactKind.OUTCOME) == ("The police trust Mara.", "The harbour is closed.")
    decisions = select_facts(told.facts, FactKind.DECISION)
    ilk = ("Ilk owes Mara his life.", "Ilk remembers the dark.")
    assert tuple(text for each in decisions for text in each.texts[1:]) == ilk
    assert told.list_required_inserts(endings=True) == AIR_INSERTS[:1]
    assert told.list_required_inserts(endings=False) == ()


def test_an_ending_repeats_no_text_of_the_passage_before_it(story: Story) -> None:
    """Two texts about one decision, a screen apart, read like a mistake."""
    structure = story.existing_structure
    ending = structure.passage(f"passage::{ENDING}")
    (source,) = {each.source for each in structure.incoming_choices(ending.id)}
    before = structure.passage(source)
    shown = [slug_of(flag) for each in before.remembers for flag in story.path(each.path).flags]
    assert AIR_INSERTS[1] in shown
    assert briefed(story, ENDING).recalled == AIR_INSERTS[1:]

    silent = evolve(
        structure, passages=tuple(evolve(each, remembers=()) for each in structure.passages)
    )
    told = briefed(evolve(story, structure=silent), ENDING)
    assert told.list_required_inserts(endings=True) == AIR_INSERTS

    both = evolve(
        silent,
        passages=tuple(
            evolve(each, remembers=before.remembers) if each.id == ending.id else each
            for each in silent.passages
        ),
    )
    told = briefed(evolve(story, structure=both), ENDING)
    assert told.ending_inserts == AIR_INSERTS[:1]
    assert set(told.list_required_inserts(endings=True)) == {*AIR_INSERTS}


def test_earlier_prose_is_shown_as_those_read_it_who_surely_come_here(story: Story) -> None:
    """Conditional text that only some players have read must not mislead the writer."""
    told = briefed(story, ENDING)
    sure, *_ = texts_of(told, FactKind.OUTCOME)
    flag = next(name for name, text in story.flags.items() if text == sure)
    other = select_facts(told.facts, FactKind.DECISION)[0].flag
    told = briefed(story, ENDING, f"One.\n\n[{slug_of(flag)}]\nTwo.\n\n[{other}]\nThree.")
    assert told.before[-1].text == "One.\n\nTwo."


def test_the_nearest_passage_is_shown_whole_and_earlier_ones_by_their_end(story: Story) -> None:
    """The writer continues from the nearest passage; the ends of earlier ones save tokens."""
    *earlier, nearest = briefed(story, ENDING).before
    assert (nearest.title, nearest.chosen, nearest.text) == ("Chained Boats", "", PROSE)
    assert len(earlier) == 2
    assert all(each.text.startswith("… One.") for each in earlier)
    assert {len(each.text.split()) for each in earlier} == {31}


def test_what_only_some_have_read_is_shown_just_before_and_never_whole(story: Story) -> None:
    """A recap of one arm would let the writer forget the players of the other."""
    assert [(each.title, each.by_all) for each in briefed(story, TAIL).before] == [
        ("Names in Wet Ink", True),
        ("The Sergeant's Desk", True),
    ]
    nearest = briefed(story, DESK).before[-1]
    assert (nearest.by_all, len(nearest.text.split())) == (False, 31)


def test_a_light_residue_needs_its_insert(story: Story) -> None:
    """A light effect that no conditional text shows would be lost."""
    told = briefed(story, TAIL)
    (trace,) = told.traces
    assert (trace.residue, trace.answer) == ("light", "She surfaces alone.")
    assert trace.seen == "Ilk will not stand with his back to the water."
    assert told.list_required_inserts(endings=False) == (trace.name,) == AIR_INSERTS[1:]


def test_an_ending_may_leave_out_what_earlier_chapters_decided(story: Story) -> None:
    """Requiring text for every chapter's decisions would fill the ending of a long story."""
    first, last = (
        Chapter(id=f"chapter::{each}", title=each, aim="-", dilemmas=(f"dilemma::{each}",))
        for each in ("the-last-air", "the-drowned-ledger")
    )
    for chapters, needed in (((first, last), ()), ((last, first), AIR_INSERTS[:1])):
        told = briefed(evolve(story, chapters=chapters), ENDING)
        assert told.list_required_inserts(endings=True) == needed
        assert set(AIR_INSERTS) <= set(told.inserts)


def test_an_ending_is_told_each_answer_that_was_surely_given(story: Story) -> None:
    """An ending's writer needs all hard decisions."""
    hard = {
        each.question for each in story.dilemmas if each.course and each.course.weight == "hard"
    }
    for slug, told in briefed_in_turn(story).items():
        asked = {each.question for each in told.answered}
        assert (hard <= asked) == bool(told.ending), slug
        assert told.ending or not asked, slug


def test_an_ending_is_told_who_was_met_and_not_heard_of_again(story: Story) -> None:
    """Readers ask what became of a character who disappeared halfway."""
    opening = story.existing_structure.passage("passage::setup-1").beats
    assert briefed(story, ENDING).missed == ()

    alone = tuple(
        evolve(beat, entities=(MARA, *([LEDGER_BOOK, ILK, BANK] if beat.id in opening else [])))
        for beat in story.beats
    )
    early = evolve(story, beats=alone)
    assert briefed(early, ENDING).missed == ("The Ledger",)
    assert briefed(early, TAIL).missed == ()
    assert briefed(with_effect(early, Effect.LOST, LEDGER_BOOK), ENDING).missed == ()

    arm = story.existing_structure.passage("passage::the-last-air-default-tail-1").beats
    some = tuple(
        evolve(each, entities=(LEDGER_BOOK,) if each.id in arm else (MARA,)) for each in alone
    )
    assert briefed(evolve(story, beats=some), ENDING).missed == ()


def test_a_variant_is_told_for_its_path_alone(story: Story) -> None:
    """A variant serves players of one path, so it needs no conditional text for the other."""
    for way, answer in (("default", "heavy"), ("alternative", "")):
        told = briefed(story, f"{AFTER}-{way}")
        assert [each.residue for each in told.traces] == ([answer] if answer else [])
        assert texts_of(told, FactKind.DECISION) == ()
        assert len(texts_of(told, FactKind.OUTCOME)) == 2


def test_the_outline_is_short_and_twins_are_told_whole(story: Story) -> None:
    """All requests pay for the outline; a cut variant would hide what the writer must change."""
    first = story.beats[0]
    long = evolve(first, summary=" ".join(f"word{number}" for number in range(38)))
    told = Briefer(evolve(story, beats=(long, *story.beats[1:]))).outline
    (shown,) = [each for line in told.lines for each in line.moments if "word0" in each]
    assert shown.split() == [*long.summary.split()[:WORDS_SHOWN], "…"]
    text = " ".join(f"word{number}" for number in range(380))
    twins = [each.variant for each in briefed_in_turn(story, text).values()]
    assert {each.text for each in twins if each} == {text}


@pytest.mark.parametrize("residue", Residue)
def test_a_passage_remembers_in_the_way_of_its_residue(residue: Residue) -> None:
    """A heavy, light or cosmetic effect requires different prose."""
    story = woven(shaped(Shape(residue=residue), Shape(hard=True)))
    told = briefed_in_turn(story).values()
    assert {trace.residue for each in told for trace in each.traces} == {residue.value}


def test_a_shadow_is_told_where_its_question_comes_up() -> None:
    """An unexplored answer should stay thinkable only while its question is open."""
    story = woven(shaped(Shape(), Shape(hard=True)))
    first, *rest = story.dilemmas
    assert first.course is not None
    course = evolve(first.course, explored_answers=first.course.explored_answers[:1])
    story = evolve(story, dilemmas=(evolve(first, course=course), *rest))
    asking = {
        slug_of(passage.id)
        for passage in story.existing_structure.passages
        if any(beat.id in passage.beats and beat.dilemma == first.id for beat in story.beats)
    }
    for slug, told in briefed_in_turn(story).items():
        expected = [(first.question, first.alternative.text)] if slug in asking else []
        assert [(each.question, each.text) for each in told.unexplored_answers] == expected, slug


def test_facts_are_told_in_the_order_of_writing(story: Story) -> None:
    """Facts out of order would tell the writer of a change before it happened. (FIL-3.2)"""
    facts = {
        slug: (Fact(entity=BARGE, text=f"from {slug}", passage=f"passage::{slug}"),)
        for slug in (DESK, "setup-1")
    }
    told = briefed(story, TAIL, **facts)
    barge = next(each for each in told.entities if each.id == BARGE)
    assert barge.facts == ("from setup-1", f"from {DESK}")


def test_a_writer_knows_of_what_all_have_read_but_for_what_is_shown_whole(story: Story) -> None:
    """The writer may rely only on passages that every player has read. (FIL-3.2)"""
    briefer = Briefer(story)
    passage, nearest = f"passage::{TAIL}", "passage::the-drowned-ledger-default-commit-1"
    before = briefer.common_predecessors(passage)
    assert before == {"passage::setup-1", f"passage::{DESK}", nearest}
    assert before - briefer.list_fact_sources(passage) == {nearest}


def test_only_what_a_later_writer_could_be_told_of_is_noted(story: Story) -> None:
    """Notes that no later writer reads would only cost tokens."""
    noted = {slug: {*told.continuity} for slug, told in briefed_in_turn(story).items()}
    assert noted["setup-1"] == {"Mara Voss", "Sunken Bank", "Sergeant Ilk"}
    assert not noted[ENDING]
    assert noted[TAIL]


def test_a_writer_knows_the_time_of_what_is_told_and_of_what_was(story: Story) -> None:
    """Without the hour of the scenes before, the prose would jump in time."""
    told = briefed(story, DESK)
    assert [each.when for each in told.beats] == ["The morning after"]
    first, *_ = told.before
    assert (first.title, first.when) == ("The Tide Bell", "At low tide")
    (arm,) = briefed(story, ARM).beats
    assert (arm.when, arm.after, arm.until) == ("", first.when, "The morning after")


def test_who_is_gone_is_absent_and_who_joins_is_there(story: Story) -> None:
    """A character that a decision removed must not appear in a later passage."""
    away, behind = with_effect(story, Effect.GONE, ILK), "the-drowned-ledger-alternative-commit-1"
    # The commit itself may still show him.
    assert texts_of(briefed(away, ARM), FactKind.ABSENCE) == ()
    later = briefed(away, behind)
    assert texts_of(later, FactKind.ABSENCE) == ("Sergeant Ilk",)
    assert {each.name for each in later.entities} == {"Police Barge", "Mara Voss"}

    joined = briefed(with_effect(story, Effect.JOINS, ILK), f"{AFTER}-default")
    assert [each.joined for each in joined.entities if each.id == ILK] == [True]


def test_an_effect_holds_from_the_beat_that_shows_it(story: Story) -> None:
    """Prose that tells of an effect before its beat, or on another path, would contradict it."""
    assert "The police trust Mara." in texts_of(briefed(story, TAIL), FactKind.PENDING)
    story, opened = with_effect(story, Effect.OPENED, BANK), "Ilk owes Mara his life."
    arm, *ends = (
        briefed(story, slug) for slug in (ARM, f"{AFTER}-default", f"{AFTER}-alternative")
    )
    assert [[each.now for each in told.entities if each.id == BANK] for told in (arm, *ends)] == [
        [""],
        [opened],
        [""],
    ]
    assert opened in texts_of(arm, FactKind.PENDING)
    for kind in (FactKind.PENDING, FactKind.OUTCOME):
        assert opened not in texts_of(ends[0], kind)


@pytest.mark.parametrize(
    ("where", "is_known"),
    [("the-last-air-default-tail-1", True), ("the-drowned-ledger-alternative-commit-1", False)],
)
def test_a_later_note_replaces_an_effect(story: Story, where: str, is_known: bool) -> None:
    """The last state that players have read must hold, whatever a decision did before."""
    note = Fact(entity=BANK, text="It is under water.", passage=f"passage::{where}", now=True)
    told = briefed(with_effect(story, Effect.OPENED, BANK), f"{AFTER}-default", **{where: (note,)})
    said = (*texts_of(told, FactKind.OUTCOME), *(each.now for each in told.entities))
    assert ("Ilk owes Mara his life." in said) is is_known
    assert [each.now for each in told.entity_states] == ["It is under water."]


def test_an_effect_of_one_path_is_hidden_from_its_sibling(story: Story) -> None:
    """Players of one path must not read the effects of the other path."""
    told = with_effect(story, Effect.OPENED, BANK)
    first, second = (path.flags for path in told.paths if path.dilemma == AIR)
    for must, known in ((second, []), (frozenset(), []), (first, [BANK])):
        arrival = Arrival(must=must, may=first | second)
        assert [*compute_entity_states(told, presence_of(told), arrival).now] == known


def with_effect(story: Story, effect: Effect, entity: str) -> Story:
    """Return the story with the effect on the first consequence of the first path of the air."""
    first = next(path for path in story.paths if path.dilemma == AIR)
    consequence, *more = first.consequences
    changed = evolve(first, consequences=(evolve(consequence, effect=effect, entity=entity), *more))
    return evolve(story, paths=tuple(changed if p.id == first.id else p for p in story.paths))


def test_the_outline_has_what_happens_the_decisions_and_the_endings(story: Story) -> None:
    """The outline tells each writer where the passage lies in the whole story."""
    outline = Briefer(story).outline
    said = [
        " or ".join(line.endings) or line.question or " ".join(line.moments)
        for line in outline.lines
    ]
    assert said == [
        "The tide bell wakes Mara. The vault door falls shut behind both of them.",
        "Is there breath enough for two in the vault?",
        "The ledger dries, and the names can be read.",
        "Does Mara hand the ledger to the police or to the families?",
        "The Harbour Closes",
        "Read Aloud or Names Without Echo",
    ]
    assert [line.number for line in outline.lines] == [1, 2, 3, 4, 5, 6]
    assert [(each.text, each.then) for each in outline.lines[1].answers] == [
        ("She shares her air.", "Mara and Ilk rise together, breath by breath."),
        ("She surfaces alone.", "Mara rises alone and sends a boat back."),
    ]
    seen = {line.endings: [each.text for each in line.seen] for line in outline.lines if line.seen}
    assert seen == {("Read Aloud", "Names Without Echo"): ["She shares her air."]}
    for slug, line in {"setup-1": 1, ENDING: 5}.items():
        known = f"passage::{slug}"
        assert outline.line_numbers.get(known, line) == line


def test_what_only_an_arm_has_noted_names_the_insert_of_those_who_came_by_it(story: Story) -> None:
    """The writer can use one arm's note only with the name of its conditional text."""
    arm = "the-last-air-alternative-commit-1"
    note = Fact(entity=BARGE, text="It leaks.", passage=f"passage::{arm}", now=True)
    told = briefed(story, TAIL, **{arm: (note,)})
    (since,) = told.entity_states[0].since
    assert (since.text, since.insert) == ("It leaks.", AIR_INSERTS[1])
    assert since.insert in told.inserts


def test_the_hour_is_told_where_the_plan_tells_none(story: Story) -> None:
    """When the plan has no hour, the hour in earlier prose keeps the time consistent."""
    later = "the-last-air-default-tail-1"
    note = Fact(entity="the hour", text="Past four.", passage=f"passage::{ARM}", now=True)
    first = story.existing_structure.passage(f"passage::{later}").beats[0]
    for when, known in (("", ["the hour"]), ("At noon", [])):
        beats = [evolve(each, when=when) if each.id == first else each for each in story.beats]
        told = briefed(evolve(story, beats=tuple(beats)), later, **{ARM: (note,)})
        assert [each.name for each in told.entity_states] == known


@given(plans())
@examples(25)
def test_every_passage_stands_in_the_outline_and_none_before_those_on_its_way(plan: Story) -> None:
    """A passage that is listed too early would have the writer reveal later events."""
    briefer = Briefer(woven(plan))
    numbers = [line.number for line in briefer.outline.lines]
    assert numbers == list(range(1, len(numbers) + 1))
    for passage, turn in briefer.turns.items():
        assert briefer.outline.line_numbers[passage] in numbers
        for behind in turn.recent_passages:
            assert briefer.outline.line_numbers[behind] <= briefer.outline.line_numbers[passage]


@given(plans())
@examples(25)
def test_a_briefing_depends_on_nothing_but_what_its_turn_promises(plan: Story) -> None:
    """A hidden dependency would make parallel writing give random results. (FIL-2.7)"""
    briefer = Briefer(woven(plan))
    written: set[str] = set()
    for passage, turn in briefer.turns.items():
        briefer.build_briefing(passage, dict.fromkeys(turn.dependencies, PROSE), {})
        assert briefer.common_predecessors(passage) <= written
        written.add(passage)


def cuts_of(told: Briefing) -> list[Briefing]:
    """Return the versions of a briefing as its token budget shrinks to zero."""
    smaller = (fit_to_window(told, tokens).briefing for tokens in range(tokens_of(told), -1, -1))
    return [each for each, _ in groupby(smaller)]


def test_what_matters_least_is_cut_first(story: Story) -> None:
    """A small window must lose old prose before it loses facts or open questions."""
    told = briefed(story, ENDING)
    texts = ("She shares it.", "Yes.")
    asked = BriefedFact(kind=FactKind.DECISION, scope=Scope.SOME, flag="it-1", texts=texts)
    told = evolve(
        told,
        ending="",
        facts=(*exclude_facts(told.facts, FactKind.DECISION), asked),
        entities=tuple(evolve(each, facts=("A scar.",)) for each in told.entities),
    )
    sizes = [
        (
            len(each.before),
            bool(each.entities[0].facts),
            bool(texts_of(each, FactKind.DECISION)),
            each.before[-1].text == PROSE,
        )
        for each in cuts_of(told)
    ]
    assert sizes == [
        *((count, True, True, True) for count in (3, 2, 1)),
        (1, False, True, True),
        (1, False, True, False),
        (1, False, False, False),
    ]


def test_what_must_be_told_is_never_cut(story: Story) -> None:
    """Without its beats and choices a passage cannot be written at all."""
    told = briefed(story, TAIL)
    least = fit_to_window(told, 0).briefing
    for name in ("beats", "choices", "questions", "traces", "words", "title", "line"):
        assert getattr(least, name) == getattr(told, name)
    for kind in (FactKind.OUTCOME, FactKind.PENDING):
        assert texts_of(least, kind) == texts_of(told, kind)
    assert [each.name for each in least.entities] == [each.name for each in told.entities]


def test_what_was_cut_is_said_and_what_fits_stays(story: Story) -> None:
    """The author should know what the model did not see; an ending keeps its open questions."""
    told = briefed(story, ENDING)
    assert fit_to_window(told, tokens_of(told)) == FittedBriefing(told)
    assert texts_of(told, FactKind.DECISION)
    least = fit_to_window(told, 0)
    assert least.briefing.facts == told.facts
    assert least.left_out == (
        "earlier passages before the nearest",
        "all but the end of the nearest passage",
    )


@pytest.mark.parametrize("shape", StoryShape)
@pytest.mark.parametrize("size", [Size.MICRO, Size.SHORT])
def test_every_passage_of_every_shape_can_be_briefed(shape: StoryShape, size: Size) -> None:
    """A dilemma that some players never meet must not break a briefing."""
    story = grown(planned(size, 7, shape=shape), acts=True)
    briefer, prose = Briefer(story), dict[str, str]()
    for passage in briefer.turns:
        told = briefer.build_briefing(passage, prose, {})
        assert told.title == story.existing_structure.passage(passage).title
        prose[passage] = "Told."
    assert prose.keys() == {each.id for each in story.existing_structure.passages}
