"""GROW offers minor choices in any plan, and authors may edit them by hand."""

import asyncio
import random
import re
from collections.abc import Mapping, Sequence
from itertools import chain
from statistics import mean
from typing import Any

import pytest
from attrs import evolve, frozen
from hypothesis import HealthCheck, given
from hypothesis import Phase as Searching
from hypothesis import strategies as st

from questfoundry.app.stages.grow.minor_choices import MOST_NAME_CHARACTERS
from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.section import Section
from questfoundry.domain.artifacts.grow import GrowActs, GrowHubs, GrowRecalls
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.ids import kind_of, slug_of, slugify
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.entity import CHOICE_FLAG
from questfoundry.domain.story.passage import Choice
from questfoundry.domain.story.size import INTERACTIONS, Size
from questfoundry.domain.story.stat import Level
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.gated_choice_candidates import MAX_RELATED, find_related_flags
from questfoundry.testing.scripted import ScriptedChatProvider
from tests.strategies.woven import settled
from tests.support.examples import examples
from tests.support.grown import GROW, asked_of, grow_artifact, grown, made_of
from tests.support.planner import planned as plan_by_chance
from tests.support.sections import finish, joined_form, next_section, render_user_message
from tests.support.small_story import made_until, story_of
from tests.support.stage_runs import shipped_prompts
from tests.support.stat_story import TRUST

RULES = GrowRules(shipped_prompts())


@frozen
class Played:
    """Statistics of one random playthrough: decisions, screens with one choice, and all screens."""

    decisions: int
    one_way: int
    screens: int
    options: tuple[int, ...]


def played(story: Story, seed: int) -> Played:
    """Play ``story`` at random; every open choice is equally likely."""
    structure, chance = story.existing_structure, random.Random(seed)
    here, flags = structure.start, frozenset[str]()
    options: list[int] = []
    while open_there := [
        choice
        for choice in structure.selectable_choices(here)
        if choice.requires <= flags and not choice.forbids & flags
    ]:
        options.append(len(open_there))
        taken = chance.choice(open_there)
        here, flags = taken.target, flags | taken.grants
    forks = tuple(count for count in options if count > 1)
    return Played(len(forks), len(options) - len(forks), len(options) + 1, forks)


def recalled_late(story: Story) -> float:
    """Return the share of choice flags with a callback that does not follow at once."""
    structure = story.existing_structure
    left = {(flag, choice.target) for choice in structure.choices for flag in choice.grants}
    late = {
        mark.id
        for mark in story.choice_flags
        for passage in structure.passages
        if mark.id in passage.callback_flags and (mark.id, passage.id) not in left
    }
    return len(late) / len(story.choice_flags)


@pytest.mark.parametrize("size", [Size.MICRO, Size.SHORT])
@given(data=st.data())
@examples(10, phases=[Searching.generate], suppress_health_check=[HealthCheck.too_slow])
def test_there_is_enough_to_do_in_any_plan(size: Size, data: st.DataObject) -> None:
    """Long runs of single choices bore players, so the counts are minimums. (GRW-7.1)"""
    story = grown(data.draw(settled([size])), acts=True)
    plays = [played(story, seed) for seed in range(100)]

    assert min(each.decisions for each in plays) >= INTERACTIONS[size].decisions
    assert mean(each.one_way / each.screens for each in plays) <= 0.15
    assert mean(count for each in plays for count in each.options) >= 2.7
    assert recalled_late(story) >= 1 / 3


@pytest.fixture(scope="module")
def small() -> Story:
    return story_of(asyncio.run(made_until("seed")))


@pytest.fixture(scope="module")
def short() -> Story:
    return plan_by_chance(Size.SHORT, 3)


def test_what_can_be_done_is_asked_for_in_its_order(small: Story) -> None:
    """Callbacks need choice flags, and labels need options, so the order of sections matters."""

    def asked(*, acts: bool) -> list[str]:
        names = [section.name.partition(".")[0] for section in asked_of(small, acts=acts)]
        return list(dict.fromkeys(names))

    wanted = ["scenes", "hubs", "acts", "titles", "labels", "dares", "recalls", "frame"]
    assert asked(acts=True) == wanted
    assert not {"hubs", "acts", "dares", "recalls"}.intersection(asked(acts=False))


def test_a_place_offers_what_was_left_with_those_who_are_there(short: Story) -> None:
    """A callback convinces only if it involves people or places that are present."""
    story = grown(short, acts=True)
    marks = [each.id for each in story.choice_flags]
    kin = {
        passage.id: find_related_flags(story, (passage,), marks)
        for passage in story.existing_structure.passages
    }

    assert sum(map(bool, kin.values())) > len(kin) / 2
    assert max(map(len, kin.values())) == MAX_RELATED
    for passage, found in kin.items():
        here = met(story, passage)
        assert all(here & met(story, way.source) for way in leaving(story, found))
        assert not any(way.target == passage for way in leaving(story, found))


def test_of_too_few_it_is_asked_again_and_at_last_places_recall_of_their_own(short: Story) -> None:
    """Too few callbacks make choices feel empty, so the model is asked again or code fills in."""
    own, at_will = recalls_of(short)
    places = at_will.manifest.sections["recalls"]
    pins = offered_in(at_will)
    total = sum(own.manifest.counts[f"recalls.{place}.marks"].least for place in places)
    twice = next(
        mark for mark in chain(*pins.values()) if sum(mark in each for each in pins.values()) > 1
    )
    few = recalling(
        {place: [twice if twice in marks else marks[0]] for place, marks in pins.items()}
    )
    (fault,) = at_will.check(few)
    assert str(total) in fault.requirement
    # This batch contains all places.
    enough = -(-len(grown(short, acts=True).choice_flags) // 3)
    assert enough < total
    for count in (enough - 1, enough):
        assert bool(at_will.check(picking(own, count))) == (count < enough)
    mended = at_will.last_resort(few)
    assert not at_will.check(mended)
    for place, recalled in few.recalls.items():
        assert {*recalled.marks} <= {*mended.recalls[place].marks}


def test_what_does_not_suit_a_place_is_asked_for_again_there(short: Story) -> None:
    """Large answers share one list of flags, so a flag at the wrong place must be refused."""
    own, at_will = recalls_of(short)
    fits = offered_in(at_will)
    first, second, *_ = fits
    right = picking(own, 100)
    assert not at_will.check(right)
    strange = next(mark for mark in fits[second] if mark not in fits[first])
    assert strange in at_will.manifest.pins["recalls.marks"]
    picked = {place: [*each.marks] for place, each in right.recalls.items()}
    wrong = recalling({**picked, first: [strange]})
    (fault,) = at_will.check(wrong)
    assert fault.field == f"recalls.{first}.marks"
    assert ", ".join(fits[first]) in fault.requirement
    mended = at_will.last_resort(wrong)
    assert not at_will.check(mended)
    assert {*mended.recalls[first].marks} <= {*fits[first]}


def recalling(marks: Mapping[str, Sequence[str]]) -> GrowRecalls:
    return GrowRecalls.model_validate(
        {"recalls": {place: {"marks": each} for place, each in marks.items()}}
    )


def offered_in(section: Section) -> dict[str, Sequence[str]]:
    """Return the choice flags that each place offers."""
    return {place.id: tuple(place.flags) for place in section.variables["places"]}


def picking(section: Section, count: int) -> GrowRecalls:
    """Return an answer with ``count`` different choice flags, at least one for each place."""
    places = section.manifest.sections["recalls"]
    own = {place: section.manifest.pins[f"recalls.{place}.marks"] for place in places}
    picked = {place: [marks[0]] for place, marks in own.items()}
    rest = [(place, mark) for place, marks in own.items() for mark in marks[1:]]
    for place, mark in rest[: count - len(picked)]:
        picked[place].append(mark)
    return recalling(picked)


def recalls_of(plan: Story) -> tuple[Section, Section]:
    """Return the first section of callbacks, and its form for models with large answers."""
    for section, part in made_of(plan, StageInputs(acts=True)):
        if isinstance(part, GrowRecalls):
            return section, joined_form(section)
    raise AssertionError(plan)


def met(story: Story, passage: str) -> set[str]:
    """Return the location of a passage and the entities there other than the player."""
    found = story.beats_in(story.existing_structure.passage(passage))
    player = story.player.id if story.player else ""
    return {each.location for each in found} | {
        one for each in found for one in each.entities if one != player
    }


def leaving(story: Story, marks: Sequence[str]) -> list[Choice]:
    """Return the choices that set one of ``marks``."""
    return [way for way in story.existing_structure.choices if way.grants.intersection(marks)]


def test_of_copies_it_is_said_whose_they_are() -> None:
    """Copies share their options, so the prompt must say which players read each copy."""
    two_hard = plan_by_chance(Size.SHORT, 2)
    acts = [each for each in asked_of(two_hard, acts=True) if each.name.startswith("acts")]
    meetings = [each for section in acts for each in section.variables["meetings"]]

    copied = [each for each in meetings if each.passage.id.endswith("--a")]
    assert copied
    for each in copied:
        assert len(each.apart) == 2
        assert not set(each.apart[0]).intersection(each.apart[1])
    assert all(each.apart == () for each in meetings if "--" not in each.passage.id)


@examples(10, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 50))
def test_marks_are_called_by_their_labels(seed: int) -> None:
    """Authors meet flag names in prose and exports, so the names follow the labels."""
    structure = grown(plan_by_chance(Size.MICRO, seed), acts=True).existing_structure
    left = {
        slug_of(mark): choice.label
        for choice in structure.choices
        for mark in choice.grants
        if kind_of(mark) == CHOICE_FLAG
    }
    assert left
    for name, label in left.items():
        called = re.sub(r"-\d+$", "", name)
        assert len(called) <= MOST_NAME_CHARACTERS
        assert slugify(label).startswith(called)


@pytest.mark.parametrize("phase", [Phase.DISCUSS, Phase.SUMMARIZE])
async def test_what_can_be_done_is_talked_about(phase: Phase) -> None:
    """A discussion without minor choices would not prepare the model to write them."""
    workshop = await made_until("seed")
    preview = workshop.preview(ScriptedChatProvider([]))

    asked = {
        acts: str(preview.execute("grow", phase, StageInputs(acts=acts)).request.messages)
        for acts in (True, False)
    }
    assert "looks around" in asked[True]
    assert "looks around" not in asked[False]
    assert "13 passages" in asked[False]
    assert "13 passages" not in asked[True]


def topics(*labels: str, **changes: Any) -> list[dict[str, Any]]:
    return [
        {"label": label, "summary": "There it is.", "leaves": "It was seen."} | changes
        for label in labels
    ]


@pytest.mark.parametrize(
    ("hubs", "rules"),
    [
        ([{"topics": topics("Look", "Ask")}], []),
        ([{"topics": topics("Look", "look!")}], ["grow.same_option"]),
        ([{"topics": topics("Look")}, {"topics": topics("Ask")}], ["grow.same_hub"]),
        ([{"topics": topics("Look", entities=["character::gone"])}], ["grow.not_met"]),
        ([{"topics": topics("Look"), "first": 2}], ["grow.no_topic"]),
        ([{"topics": topics("Look"), "first": 0}], ["grow.no_topic"]),
        ([{"topics": topics("...")}], ["grow.no_words"]),
    ],
)
def test_hubs_keep_their_rules(small: Story, hubs: list[dict[str, Any]], rules: list[str]) -> None:
    """A broken hub could hide the only topic that continues the story."""
    passage = "passage::setup-1"
    section = GrowHubs.model_validate(
        {"hubs": [{"passage": passage, "first": 1} | h for h in hubs]}
    )
    met = {passage: {"character::ilk"}}
    faults = RULES.check_hubs(section, grown(small), met, needs_first=True)

    assert [fault.rule for fault in faults] == rules


PASSAGE, OPENING = (lambda g: g["passages"][1]), (lambda g: g["passages"][0]["choices"][0])
RAN = {"text": "You ran."}
EDITS: Mapping[str, tuple[Any, str, str]] = {
    "recalled": (lambda g: PASSAGE(g).update(recalls=["mark::none"]), "unknown", "recalls.0"),
    "hub": (lambda g: PASSAGE(g).update(hub="passage::none"), "unknown", "passages.1.hub"),
    "granted": (lambda g: OPENING(g).update(grants=["flag::none"]), "unknown", "grants.0"),
    "id": (lambda g: g["marks"].update({"Ran": RAN}), "mark_id", "marks.Ran"),
    "left": (lambda g: g["marks"].update({"mark::ran": RAN}), "not_left", "marks.mark::ran"),
    "closed": (lambda g: PASSAGE(g)["choices"][0].update(closed="Never"), "never_closed", "closed"),
    "stat": (lambda g: OPENING(g).update(moves={"stat::win": 1}), "unknown", "moves"),
    "move": (lambda g: OPENING(g).update(moves={TRUST.id: 0}), "no_move", f"moves.{TRUST.id}"),
    "slip": (lambda g: OPENING(g).update(requires=["level::wins-trust-up"]), "unknown", "s.0"),
    "level": (
        lambda g: OPENING(g).update(grants=[Level(TRUST.id, 1).id]),
        "granted_level",
        "grants.0",
    ),
}


@pytest.mark.parametrize("edit", EDITS)
def test_what_is_written_by_hand_is_checked_at_its_place(small: Story, edit: str) -> None:
    """Authors need the faulty line of their file, not just a refusal."""
    change, rule, field = EDITS[edit]
    plain = grow_artifact(small, acts=False).model_dump(mode="json")
    change(plain)

    story = evolve(small, stats=(TRUST,))
    found = GROW.validate(plain, story=story, prompts=shipped_prompts())
    assert [fault.rule for fault in found if fault.field.endswith(field)] == [f"grow.{rule}"]


def test_a_model_that_answers_much_is_asked_for_twice_as_many_places_at_once() -> None:
    """Larger batches for large models save calls."""
    story, inputs = plan_by_chance(Size.MEDIUM, 2), StageInputs(acts=True)
    most: dict[str, int] = {}
    for section, part in made_of(story, inputs):
        if isinstance(part, GrowActs | GrowRecalls):
            ((name, ids),) = joined_form(section).manifest.sections.items()
            most[name] = max(most.get(name, 0), len(ids))
            fewer = section.manifest.sections[name]
            assert ids[: len(fewer)] == fewer
    assert most == {"acts": 24, "recalls": 24}


@pytest.mark.parametrize("seed", range(3))
def test_where_all_fits_words_are_asked_for_beside_what_can_be_done(seed: int) -> None:
    """One answer for a small story saves calls and must give the same structure."""
    story, inputs = plan_by_chance(Size.MICRO, seed), StageInputs(acts=True)
    before, words, at_once = asked_with_acts(story, inputs)

    answer: dict[str, Any] = {}
    for name, part in words.items():
        if name.partition(".")[0] in ("acts", "titles", "labels", "frame"):
            for field, value in part.model_dump(mode="json").items():
                answer[field] = answer.get(field, {}) | value if isinstance(value, dict) else value
    assert {*answer} >= {"acts", "titles", "labels", "title", "endings"}
    made = {**before, **at_once.results_from(at_once.model.model_validate(answer))}
    assert not at_once.check(at_once.model.model_validate(answer))
    last = {name: part for name, part in words.items() if name[:5] in ("dares", "recal")}
    assert finish(GROW, story, inputs, {**made, **last}) == finish(GROW, story, inputs, words)
    following = next_section(GROW, story, inputs, made)
    assert following.name == "dares"

    place = next(iter(answer["acts"]))
    options = answer["acts"][place]["options"]
    options[1]["label"] = options[0]["label"]
    (fault,) = at_once.check(at_once.model.model_validate(answer))
    assert fault.field == f"acts.{place}.options.1.label"


def test_where_all_fits_a_passage_is_told_once() -> None:
    """A shared request must not repeat a passage; a long story does not fit into one."""
    story = plan_by_chance(Size.SHORT, 2)
    _, _, at_once = asked_with_acts(story, StageInputs(acts=True))
    said = render_user_message(at_once)
    meetings = at_once.variables["meetings"].values()
    for passage in at_once.variables["passages"]:
        (line,) = (each for each in said.splitlines() if each.startswith(f"{passage.id} "))
        met = at_once.variables["meetings"].get(passage.id)
        assert (" options) = " in line) == bool(met)
        assert (f"{met.onward[0]}" in line.partition(" Next")[2]) if met else " Next" not in line
    assert any(each.apart for each in meetings)
    assert said.count(" Copies: ") == sum(bool(each.apart) for each in meetings)

    _, _, at_once = asked_with_acts(plan_by_chance(Size.MEDIUM, 2), StageInputs(acts=True))
    assert at_once is None


def asked_with_acts(
    story: Story, inputs: StageInputs
) -> tuple[dict[str, Artifact], dict[str, Artifact], Section | None]:
    """Return the results before the minor choices, all results, and the joined section, if any."""
    made: dict[str, Artifact] = {}
    before: dict[str, Artifact] = {}
    at_once: Section | None = None
    for section, part in made_of(story, inputs):
        if section.name == "acts.1":
            before = dict(made)
            joined = joined_form(section)
            at_once = joined if joined and joined.split_answer else None
        made[section.name] = part
    return before, made, at_once


def test_facts_and_moments_are_told_once(small: Story) -> None:
    """Repeating a fact or a moment wastes tokens, so later places show its id."""
    several = 0
    for section in (recalls_of(plan_by_chance(Size.MEDIUM, seed))[1] for seed in range(4)):
        said = render_user_message(section)
        offered = [flag for place in section.variables["places"] for flag in place.flags]
        for flag in {*offered}:
            assert said.count(f"- {flag}: ") == 1
            assert len(re.findall(rf"{flag}(?![\w-])", said)) == offered.count(flag)
        several += len(offered) > len({*offered})
    assert several

    sections = made_of(small, StageInputs(acts=True))
    hubs = next(section for section, part in sections if isinstance(part, GrowHubs))
    said = render_user_message(hubs)
    moments = [beat.text for each in hubs.variables["places"] for beat in each["passage"].beats]
    assert [said.count(text) for text in moments] == [1] * len(moments)
