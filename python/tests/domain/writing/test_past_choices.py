"""Tests for briefings about minor choices, hubs and choice flags, on the small story."""

import asyncio
import random
from collections.abc import Callable

import pytest
from attrs import evolve

from questfoundry.app.stages.fill import FillStage
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.passage import Structure, play
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.briefer import Briefer
from questfoundry.domain.writing.briefing import BriefedMinorChoices, Briefing
from questfoundry.domain.writing.fact import FactKind, Facts, select_facts
from questfoundry.domain.writing.passage_lengths import plan_word_range
from questfoundry.domain.writing.playthroughs import find_playthroughs_to_read
from tests.support.briefings import texts_of
from tests.support.deeds import recalled, with_act, with_deeds
from tests.support.grown import grown
from tests.support.planner import planned
from tests.support.small_story import made_until, story_of

HUB, AFTER = "the-last-air-default-commit-1", "the-last-air-default-tail-1"
TOPICS = tuple(f"{HUB}--topic-{number}" for number in (1, 2, 3))
OTHER_ACT = "the-last-air-alternative-tail-1"
READ_ALOUD = "the-drowned-ledger-alternative-epilogue-1--after-the-last-air-default"
"""An ending that players reach only through the hub."""
DESK, LOW = "the-drowned-ledger-shared-1", "the-drowned-ledger-default-epilogue-1"
LATE, COUNTED = "the-drowned-ledger-default-commit-1", f"mark::{AFTER}-1"


@pytest.fixture(scope="module")
def story() -> Story:
    return with_deeds(story_of(asyncio.run(made_until("grow"))))


def briefed(story: Story, slug: str, **prose: str) -> Briefing:
    briefer = Briefer(story)
    written = {each: f"Prose of {each}." for each in briefer.turns}
    written |= {f"passage::{name}": text for name, text in prose.items()}
    return briefer.build_briefing(f"passage::{slug}", written, {})


def names(deeds: tuple[BriefedMinorChoices, ...]) -> list[list[str]]:
    return [[deed.name for deed in each.minor_choices] for each in deeds]


def events(told: Briefing) -> Facts:
    return select_facts(told.facts, FactKind.EVENT)


def done(story: Story, slug: str) -> list[str]:
    return [each.flag for each in events(briefed(story, slug))]


def test_what_was_done_just_before_is_answered_with_an_insert_for_each(story: Story) -> None:
    """A player took only one option. (FIL-3.13)"""
    told = briefed(story, DESK)
    (deeds,) = told.minor_choices
    assert (deeds.title, deeds.ago, deeds.looked) == ("", 1, False)
    assert [each.label for each in deeds.minor_choices] == [
        *("Count aloud", "Hold his wrist"),
        *("Scream for the boat", "Swim for the boat", "Float on your back"),
    ]
    assert deeds.minor_choices[1].left == "Mara held his wrist."
    assert {each for (group,) in [names(told.minor_choices)] for each in group} <= {
        *told.list_required_inserts(endings=False)
    }
    assert set(told.list_required_inserts(endings=False)) <= set(told.inserts)


def test_what_was_done_further_back_says_where(story: Story) -> None:
    """The writer must know how far back a choice lies to refer to it naturally. (FIL-3.13)"""
    (deeds,) = briefed(story, LOW).minor_choices
    assert (deeds.title, deeds.ago, len(deeds.minor_choices)) == ("The Surface", 0, 1)
    late = recalled(story, f"passage::{LATE}", COUNTED)
    dared, deeds = briefed(late, LATE).minor_choices
    assert (dared.title, dared.ago) == ("", 1), "another way to take the same answer"
    assert (deeds.title, deeds.ago) == ("Breath by Breath", 2)


def test_an_insert_says_what_only_its_players_could_do_since(story: Story) -> None:
    """An insert must not deny what some of its readers did by a gated choice. (FIL-3.13)"""
    held = recalled(story, f"passage::{LOW}", f"mark::{AFTER}-2")
    choices = [one for each in briefed(held, LOW).minor_choices for one in each.minor_choices]
    (since,) = (each.since for each in choices if each.left == "Mara held his wrist.")
    assert since == ("The sergeant never had to ask.",)


def test_copies_of_a_passage_answer_the_same_act_in_the_same_way(story: Story) -> None:
    """Each woven copy must answer the minor choice. (FIL-3.13)"""
    structure = story.existing_structure
    ending = structure.passage(f"passage::{READ_ALOUD}").beats
    copies = [each.id for each in structure.passages if each.beats == ending]
    (source,) = {each.source for copy in copies for each in structure.incoming_choices(copy)}
    acted = with_act(story, source, {"Nod": "She nodded.", "Wait": "She waited."})
    assert len(copies) == 2
    for copy in copies:
        first, *_ = briefed(acted, slug_of(copy)).minor_choices
        assert (first.title, first.ago, len(first.minor_choices)) == ("", 1, 2)


def test_topics_exclude_nothing_and_what_all_have_seen_is_no_insert(story: Story) -> None:
    """A topic that all read needs no condition. (FIL-3.13)"""
    marks = [f"mark::{each}" for each in TOPICS]
    told = briefed(recalled(story, f"passage::{AFTER}", *marks), AFTER)
    (deeds,) = told.minor_choices
    assert deeds.looked
    assert names(told.minor_choices) == [[TOPICS[0], TOPICS[2]]], "the second is needed to go on"
    assert "Ilk has lost a boot." in texts_of(told, FactKind.OUTCOME)


def test_what_only_some_have_found_is_told_where_it_is_not_answered(story: Story) -> None:
    """The writer must not treat an optional discovery as known to all players."""
    first, _, third = TOPICS
    assert done(story, AFTER) == [first, third]
    answered = recalled(story, f"passage::{AFTER}", f"mark::{TOPICS[0]}")
    assert done(answered, AFTER) == [third]
    assert [done(story, each) for each in (HUB, *TOPICS)] == [[]] * 4
    assert done(story, OTHER_ACT) == [], "nobody comes there from the hub"


def test_what_only_some_did_in_an_act_is_told_wherever_it_is_not_answered(story: Story) -> None:
    """The writer must not let all players have done what only some of them did."""
    texts = {slug_of(each.id): each.text for each in story.choice_flags}
    told = briefed(story, LOW)
    acts = [each for each in events(told) if each.texts == (texts[f"{AFTER}-1"],)]
    assert [each.flag for each in acts] == [f"{AFTER}-1"]
    assert f"{OTHER_ACT}-1" not in {each.flag for each in events(told)}, "it is answered there"
    assert f"{AFTER}-1" not in told.inserts, "none may ask for what is only told"


def test_what_some_have_read_in_inserts_is_told_to_who_writes_on(story: Story) -> None:
    """The writer must not contradict conditional text that some players read earlier."""
    again = recalled(story, f"passage::{LATE}", COUNTED)

    def told(slug: str, text: str) -> Briefing:
        return briefed(again, slug, **{DESK: f"For all.\n\n[{AFTER}-1]\n{text}"})

    long = "She still counts under her breath. " * 10
    late, before = (
        [deed for each in told(slug, long).minor_choices for deed in each.minor_choices]
        for slug in (LATE, DESK)
    )
    assert {deed.name for deed in late if deed.read.startswith("She still")} == {f"{AFTER}-1"}
    assert [deed for deed in late if deed.read and deed.name != f"{AFTER}-1"] == []
    assert all(len(deed.read.split()) <= 26 for deed in late)
    assert not any(deed.read for deed in before)


def test_the_writer_of_an_act_is_told_its_options_and_what_follows(story: Story) -> None:
    """The passage must lead to every option, and to the passage after them."""
    told = briefed(story, AFTER)
    assert [(each.label, each.leaves, each.decides) for each in told.choices] == [
        ("Count aloud", ("Mara counted aloud for him.",), ""),
        ("Hold his wrist", ("Mara held his wrist.",), ""),
    ]
    assert told.follows
    assert told.follows.text == "The ledger dries, and the names can be read."
    assert told.follows.place == "Police Barge"


def test_a_dare_says_who_can_take_it(story: Story) -> None:
    """The writer must prepare a gated choice without offering it to all players."""
    *others, dare = briefed(story, DESK).choices
    assert [each.asks for each in others] == [(), ()]
    assert dare.asks == ("Mara held his wrist.",)
    assert dare.leaves == ("The sergeant never had to ask.",)


def test_a_hub_names_its_topics_and_what_comes_after_them(story: Story) -> None:
    """A hub that already tells its topics would make them pointless."""
    told = briefed(story, HUB)
    assert told.hub
    assert (told.hub.own, len(told.hub.topics)) == ("", 3)
    assert told.follows
    assert (told.choices, told.follows.text) == ((), "They count breaths in the dark.")
    assert told.hub.first in told.hub.topics, "the second is needed to go on"


def test_a_topic_knows_the_hub_and_none_of_the_others(story: Story) -> None:
    """Topics are read in any order, so one topic must not rely on another."""
    for number, slug in enumerate(TOPICS):
        told = briefed(story, slug)
        assert told.hub
        assert told.hub.own == told.before[-1].chosen
        assert len(told.hub.topics) == 2
        assert told.before[-1].text == f"Prose of passage::{HUB}."
        assert not any("--topic-" in each.text for each in told.before)
        assert (told.choices, told.follows) == ((), None)
        own = story.existing_structure.passage(f"passage::{slug}")
        assert told.words == plan_word_range(story, own)
        mine = story.choice_flags[5 + number].text
        assert mine in texts_of(told, FactKind.PENDING)


def test_a_writer_after_a_hub_relies_on_none_of_its_topics(story: Story) -> None:
    """The passage after a hub must fit players who read no topic."""
    nearest = briefed(story, AFTER).before[-1]
    assert nearest.by_all
    assert nearest.chosen == "Begin to climb"
    desk = briefed(story, DESK)
    assert desk.before[-1].chosen == "", "nobody knows which of them"


def test_the_order_of_writing_leaves_topics_aside(story: Story) -> None:
    """Topics can be written in parallel, but the passage after the hub needs all of them."""
    briefer = Briefer(story)
    topics = {f"passage::{each}" for each in TOPICS}
    leaving = [way for each in topics for way in story.existing_structure.outgoing_choices(each)]
    on = {way.target for way in leaving} - {*topics, f"passage::{HUB}"}
    for passage, turn in briefer.turns.items():
        assert turn.dependencies & topics == (topics if passage in on else set())
        assert len(turn.recent_choices) == len(turn.recent_passages)
        assert play(story.existing_structure, turn.choices).passage == passage
    lines = [moment for line in briefer.outline.lines for moment in line.moments]
    assert not [each for each in lines if "boot" in each]
    assert {briefer.outline.line_numbers[each] for each in topics} == {
        briefer.outline.line_numbers[f"passage::{HUB}"]
    }


def with_texts(story: Story, flag: str, text: str) -> Story:
    flags = (evolve(e, text=text) if e.id == flag else e for e in story.choice_flags)
    return evolve(story, choice_flags=tuple(flags))


def with_summary(story: Story) -> Story:
    first = story.existing_structure.passage(f"passage::{AFTER}").beats[0]
    beats = (evolve(e, summary="Mara hums.") if e.id == first else e for e in story.beats)
    return evolve(story, beats=tuple(beats))


def with_title(story: Story) -> Story:
    structure, place = story.existing_structure, f"passage::{OTHER_ACT}"
    titled = (evolve(e, title="Up") if e.id == place else e for e in structure.passages)
    return evolve(story, structure=evolve(structure, passages=tuple(titled)))


CHANGES: dict[str, tuple[Callable[[Story], Story], set[str]]] = {
    "a moment": (with_summary, {AFTER}),
    "an act": (lambda story: with_texts(story, COUNTED, "Mara hummed."), {AFTER, DESK}),
    "a topic": (
        lambda story: with_texts(story, f"mark::{TOPICS[1]}", "A boot floats."),
        {TOPICS[1], AFTER, READ_ALOUD},
    ),
    "a recall": (lambda story: recalled(story, f"passage::{LATE}", COUNTED), {LATE}),
    "a title": (with_title, {OTHER_ACT}),
}


@pytest.mark.parametrize(("change", "concerned"), CHANGES.values(), ids=CHANGES)
def test_a_change_concerns_only_those_who_tell_it(
    story: Story, change: Callable[[Story], Story], concerned: set[str]
) -> None:
    """Correcting one sentence of the plan must not cost a rewrite of the whole story."""
    before, now = (FillStage().fingerprint(each) for each in (story, change(story)))
    changed = {each.removeprefix("passage::") for each in now if before.get(each) != now[each]}
    assert changed == concerned


@pytest.mark.parametrize("seed", range(4))
def test_readers_of_the_whole_see_which_topics_others_pass_by(seed: int) -> None:
    """A reviewer must know which topics are optional to notice false assumptions."""
    story = grown(planned(Size.SHORT, seed), acts=True)
    structure = story.existing_structure
    prose = {each.id: f"Of {each.id}." for each in structure.passages}
    arcs = find_playthroughs_to_read(evolve(story, prose=prose))
    told = {each.id: each.left_out for arc in arcs for each in arc.passages}
    plays = [passages_of(structure, random.Random(number)) for number in range(300)]
    for passage in structure.passages:
        with_hub = [play for play in plays if passage.hub and passage.hub in play]
        assert told[passage.id] == any(passage.id not in play for play in with_hub), passage.id


def passages_of(structure: Structure, chance: random.Random) -> set[str]:
    """Return the passages of a random playthrough."""
    here, flags, met = structure.start, frozenset[str](), {structure.start}
    while ways := [each for each in structure.selectable_choices(here) if each.is_open(flags)]:
        taken = chance.choice(ways)
        here, flags = taken.target, flags | taken.grants
        met.add(here)
    return met


def test_a_deed_that_only_some_have_done_just_before_is_told_so(story: Story) -> None:
    """Some players may have taken no minor choice. (FIL-3.13)"""
    structure = story.existing_structure
    (every,) = briefed(story, DESK).minor_choices
    first = structure.incoming_choices(f"passage::{DESK}")[0]
    choices = (evolve(e, grants=frozenset()) if e == first else e for e in structure.choices)
    unmarked = evolve(story, structure=evolve(structure, choices=tuple(choices)))
    (some,) = briefed(unmarked, DESK).minor_choices
    assert (every.by_all, some.by_all) == (True, False)


def test_whoever_writes_where_several_meet_is_told_whence_the_others_come(story: Story) -> None:
    """A passage after a join must follow from each branch, so its writer sees all their ends."""
    told = briefed(story, DESK)
    (origin,) = told.origins
    assert origin.title not in [each.title for each in told.before]
    assert origin.moment.text
    assert origin.text.startswith("Prose of passage::the-last-air-alternative")
    bare = Briefer(story)
    behind = dict.fromkeys(bare.turns[f"passage::{DESK}"].recent_passages, "One.")
    (unwritten,) = bare.build_briefing(f"passage::{DESK}", behind, {}).origins
    assert unwritten == evolve(origin, text="")
    assert not briefed(story, HUB).origins
