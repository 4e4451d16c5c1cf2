"""Random stories of every shape, woven with minor choices."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from random import Random
from types import SimpleNamespace

import pytest
from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

from questfoundry import Project
from questfoundry.app.pipeline.rules import require_shape
from questfoundry.app.stages.brainstorm.stage import BrainstormStage
from questfoundry.app.stages.dream import DreamStage
from questfoundry.app.stages.grow.apply import apply_grow
from questfoundry.app.stages.grow.views import Views
from questfoundry.app.stages.seed.stage import SeedStage
from questfoundry.domain.artifacts.grow import GrowArtifact
from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.errors import ConversationError, InputError
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.finding import Finding
from questfoundry.domain.remedy import RunPipeline
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.solver.space import explore
from questfoundry.domain.story import shape as table
from questfoundry.domain.story.dilemma import Dilemma, Weight
from questfoundry.domain.story.entity import Effect
from questfoundry.domain.story.presence import Presence
from questfoundry.domain.story.shape import SHAPES, StoryShape
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import EMPTY_STORY, Story
from questfoundry.domain.weaving.hubs import find_openers, find_topic_locations
from questfoundry.domain.weaving.weave import weave
from questfoundry.testing import ScriptedChatProvider
from tests.support.examples import examples
from tests.support.grown import grown
from tests.support.naive_player import NaivePlayer
from tests.support.planner import Planner, material, planned
from tests.support.playthroughs import playthroughs
from tests.support.sections import next_section
from tests.support.stage_runs import shipped_prompts
from tests.support.walked_laws import assert_settlings, is_sound, sound_as_walked

WITHOUT_CHAPTERS = [
    (shape, size)
    for shape in StoryShape
    for size in SHAPES[shape].sizes
    if size in (Size.MICRO, Size.SHORT)
]
FITTING = st.sampled_from(WITHOUT_CHAPTERS)
SEEDS = st.integers(0, 2**32)
GAUNTLET, BRANCHES = StoryShape.GAUNTLET, StoryShape.BRANCH_AND_BOTTLENECK


@cache
def made(shape: StoryShape, size: Size = Size.SHORT, seed: int = 1) -> Story:
    return grown(planned(size, seed, shape=shape), acts=True)


@given(FITTING, SEEDS)
@examples(25)
def test_any_plan_of_any_shape_is_sound(fitting: tuple[StoryShape, Size], seed: int) -> None:
    """Every shape must give a playable story with the promised decisions and endings. (BRA-2.1)"""
    shape, size = fitting
    story = made(shape, size, seed)
    assert is_sound(check(story.existing_structure, story=story, advice=False))
    assert len(story.endings) <= story.counts.preset.endings.most
    assert shortest(story) >= story.counts.interactions.decisions


def shortest(story: Story) -> int:
    """Return the fewest passages before an ending, with all conditions respected."""
    space = explore(story.existing_structure)
    length, reached, met = 0, {0}, {0}
    while not any(space.is_ending(state) for state in reached):
        reached = {move.state for state in reached for move in space.moves[state]} - met
        met |= reached
        length += 1
    return length


@given(FITTING, SEEDS)
@examples(25)
@example((StoryShape.SORTING_HAT, Size.MICRO), 1321)
@example((StoryShape.SORTING_HAT, Size.SHORT), 1267)
def test_walking_finds_the_same(fitting: tuple[StoryShape, Size], seed: int) -> None:
    """A naive walk confirms the clever checks, so a bug in both is unlikely. (BRA-2.1)"""
    shape, size = fitting
    plan = planned(size, seed, shape=shape)
    woven = weave(plan)
    story = evolve(plan, beats=woven.beats, structure=woven.structure)
    assert is_sound(check(woven.structure, story=story, advice=False))
    assert sound_as_walked(NaivePlayer(woven.structure, story), story)


@given(st.sampled_from((StoryShape.GAUNTLET, StoryShape.TIME_CAVE)), SEEDS, st.data())
@examples(25)
def test_a_way_past_a_dilemma_that_comes_up_is_found(shape, seed, data) -> None:
    """A choice that skips a dilemma leaves the story undecided, so the check must find it."""
    plan = planned(Size.MICRO, seed, shape=shape)
    woven = weave(plan)
    story = evolve(plan, beats=woven.beats)
    turned = data.draw(st.sampled_from(woven.structure.choices))
    place = {each.id: number for number, each in enumerate(woven.structure.passages)}
    later = [each for each, number in place.items() if number > place[turned.source]]
    aside = evolve(turned, target=data.draw(st.sampled_from(later)))
    damaged = evolve(
        woven.structure,
        choices=tuple(aside if each is turned else each for each in woven.structure.choices),
    )
    findings = check(damaged, story=story, advice=False)
    assert_settlings(findings, NaivePlayer(damaged, story), story)


def test_a_dilemma_that_comes_up_and_is_passed_by_is_a_finding() -> None:
    """A dilemma of one branch must be decided there and only there."""
    story = made(StoryShape.GAUNTLET, Size.MICRO)
    first, *between, last = story.dilemmas
    asked = [evolve(each, course=evolve(each.course, parent_path="")) for each in story.dilemmas]
    wrong = f"path::{first.course.explored_answers[1].removeprefix('answer::')}"
    moved = evolve(last, course=evolve(last.course, parent_path=wrong))

    def passed_by(*dilemmas: Dilemma) -> list[Finding]:
        found = check(story.existing_structure, story=evolve(story, dilemmas=dilemmas))
        return [each for each in found if each.rule == Law.COMMITS]

    assert passed_by(*asked)
    (found,) = passed_by(first, *between, moved)
    assert found.counterexample is not None


def test_who_is_brought_back_to_some_is_not_there_for_the_others() -> None:
    """A character who returns on one branch must not appear in endings of other branches."""
    gone, joins = ([(effect, "character::ada")] for effect in (Effect.GONE, Effect.JOINS))
    plan = {"first": {"out": gone, "in": []}, "second": {"back": joins, "too": joins}}
    assert Presence.from_plan(plan).find_absent_at_end(["out"]) == frozenset()
    some = Presence.from_plan(plan, {"second"})
    assert some.find_absent_at_end(["out"]) == {"character::ada"}
    assert some.find_absent_at_end(["out", "back"]) == frozenset()
    assert some.find_absent_on("second", "back") == frozenset()


def test_a_gauntlet_and_a_time_cave_keep_their_promise() -> None:
    """A gauntlet has one main line; branches of a time cave never meet. (BRA-3.1, BRA-3.2)"""
    story = made(StoryShape.GAUNTLET)
    taken, hard = Views(story).list_endings(), len(story.dilemmas)
    defaults = [each.default.text for each in story.dilemmas]
    assert sorted(len(answers) for answers in taken.values()) == [*range(1, hard), hard, hard]
    for answers in taken.values():
        assert {*answers[:-1]} <= {*defaults}

    story = made(StoryShape.TIME_CAVE)
    structure = story.existing_structure
    for passage in structure.passages:
        assert len({each.source for each in structure.incoming_choices(passage.id)}) <= 1
    assert {len(answers) for answers in Views(story).list_endings().values()} == {3}
    assert len(story.endings) == 8


def hubs(story: Story) -> Mapping[str, list[str]]:
    """Return the topics of each hub."""
    found: dict[str, list[str]] = {}
    for passage in story.existing_structure.passages:
        if passage.hub:
            found.setdefault(passage.hub, []).append(passage.id)
    return found


@pytest.mark.parametrize("size", [Size.MICRO, Size.SHORT])
def test_a_quest_goes_from_locked_hub_to_locked_hub(size: Size) -> None:
    """A quest whose hub opens at once gives the player nothing to search for. (BRA-3.3)"""
    story = made(StoryShape.QUEST, size)
    found = hubs(story)
    assert len(found) in story.counts.interactions.hubs
    structure = story.existing_structure
    for hub, topics in found.items():
        assert {each.target for each in structure.outgoing_choices(hub)} == set(topics)


def test_an_open_map_is_one_hub_at_all_places() -> None:
    """An open map must let the player visit the story's places from one hub."""
    story = made(StoryShape.OPEN_MAP)
    (topics,) = hubs(story).values()
    assert len(topics) in story.counts.interactions.topics
    places = find_topic_locations(story)
    at = [story.beats_in(story.existing_structure.passage(each))[0].location for each in topics]
    assert at == [places[number % len(places)] for number in range(len(topics))]


@pytest.mark.parametrize("size", [Size.MICRO, Size.SHORT])
def test_in_loop_and_grow_each_round_opens_more(size: Size) -> None:
    """Each return to the hub must open new topics, or the loop feels repetitive."""
    story = made(StoryShape.LOOP_AND_GROW, size)
    ((hub, topics),) = hubs(story).items()
    assert len(topics) in story.counts.interactions.topics
    structure = story.existing_structure
    number = {topic: at for at, topic in enumerate(topics, start=1)}
    way_on = {
        frozenset(number[each] for each in read if each in number)
        for read in rounds(story, hub)
        if read[-1] not in number
    }
    openers = (0, *find_openers(len(topics), grows=True))
    fewest = [opener := len(topics)]
    while opener := openers[opener]:
        fewest.append(opener)
    assert len(fewest) >= 3
    assert all(read >= {*fewest} for read in way_on), "the last topic opens the way on"
    assert {each.target for each in structure.outgoing_choices(hub)} == {*topics[:2]}
    for read in rounds(story, hub):
        for at, topic in enumerate(read):
            opener = openers[number.get(topic, 0)]
            assert not opener or topics[opener - 1] in read[:at]


def rounds(story: Story, hub: str) -> Iterator[tuple[str, ...]]:
    """Yield random rounds through a hub: the topics read, then the passage after the last."""
    structure = story.existing_structure
    for seed in range(40):
        chance, here, read = Random(seed), hub, list[str]()
        flags = frozenset[str]()
        while not read or structure.passage(here).hub == hub:
            open_now = [each for each in structure.selectable_choices(here) if each.is_open(flags)]
            taken = chance.choice(open_now)
            here, flags = taken.target, flags | taken.grants
            read.append(here)
        yield tuple(read)


@pytest.mark.parametrize("size", [Size.MICRO, Size.SHORT])
def test_a_sorting_hat_opens_what_a_player_has_leaned_to(size: Size) -> None:
    """Earlier answers must decide which final branches are open to the player."""
    plan = planned(size, 1, shape=StoryShape.SORTING_HAT)
    woven = weave(plan)
    paths = {
        dilemma.id: [path for path in plan.paths if path.dilemma == dilemma.id]
        for dilemma in plan.dilemmas
    }
    (hard,) = (each.id for each in plan.dilemmas if each.course.weight is Weight.HARD)
    seen: dict[tuple[int, ...], set[str]] = {}
    for played in playthroughs(woven):
        flags = frozenset[str]()
        for passage in played.passages:
            selectable = woven.structure.selectable_choices(passage.id)
            ways = [each for each in selectable if each.is_open(flags)]
            taken = {each.takes for each in ways} & {path.id for path in paths[hard]}
            if taken:
                lean = tuple(
                    int(two[1].flags <= flags) for each, two in paths.items() if each != hard
                )
                seen[lean] = taken
                assert len(ways) == len(taken), "nobody is offered the same twice"
                break
            on = next(each for each in played.choices if each.source == passage.id)
            flags |= on.grants
    assert len(seen) == 4
    for lean, ways_on in seen.items():
        assert ways_on == {paths[hard][each].id for each in lean}


def test_a_choice_that_never_opens_is_refused_with_its_finding(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A fault that shows only after the minor choices must name its law, not end as a bug."""
    plan = planned(Size.MICRO, 1, shape=StoryShape.SORTING_HAT)
    closed = frozenset({"flag::never"})

    def close_last(story: Story, grow: GrowArtifact) -> Story:
        woven = apply_grow(story, grow)
        *choices, last = woven.existing_structure.choices
        damaged = (*choices, evolve(last, requires=closed))
        return evolve(woven, structure=evolve(woven.existing_structure, choices=damaged))

    monkeypatch.setattr("questfoundry.app.stages.grow.stage.apply_grow", close_last)
    problem = "is never open: no choice sets 'flag::never'"
    with pytest.raises(ConversationError, match=problem) as refused:
        grown(plan, acts=True)
    assert refused.value.section == "dares"


def test_a_dial_that_is_turned_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the row of the table defines a shape. (BRA-3.1, BRA-3.3)"""
    usual = SHAPES[StoryShape.BRANCH_AND_BOTTLENECK]

    def turned(shape: StoryShape, **dials: object) -> Story:
        row = SHAPES[shape]
        sizes = {
            size: evolve(each, interactions=evolve(each.interactions, **dials))
            for size, each in row.sizes.items()
        }
        monkeypatch.setattr(table, "SHAPES", {**SHAPES, shape: evolve(row, sizes=sizes)})
        return grown(planned(Size.MICRO, 1, shape=shape), acts=True)

    roaming = turned(StoryShape.OPEN_MAP, roams=False)
    (topics,) = hubs(roaming).values()
    structure = roaming.existing_structure
    assert len({roaming.beats_in(structure.passage(each))[0].location for each in topics}) == 1
    flat = turned(StoryShape.LOOP_AND_GROW, grows=False)
    ((hub, topics),) = hubs(flat).items()
    assert {each.target for each in flat.existing_structure.outgoing_choices(hub)} >= {*topics}
    free = turned(StoryShape.OPEN_MAP, locked=False, decisions=0)
    structure = free.existing_structure
    onward = chain(*(structure.outgoing_choices(hub) for hub in hubs(free)))
    assert any(not structure.passage(each.target).hub for each in onward)
    row = evolve(SHAPES[StoryShape.GAUNTLET], continuing_answers=usual.continuing_answers)
    monkeypatch.setattr(table, "SHAPES", {**SHAPES, StoryShape.GAUNTLET: row})
    every = planned(Size.MICRO, 1, shape=StoryShape.GAUNTLET)
    assert len({each.ending for each in every.beats if each.ending}) == 8


@pytest.mark.parametrize(
    ("inputs", "sizes"),
    [
        (StageInputs(), None),
        (StageInputs(shape=StoryShape.TIME_CAVE), ("micro", "short")),
        (StageInputs(shape=StoryShape.TIME_CAVE, size=Size.MICRO), ("micro",)),
    ],
    ids=["any", "shape", "size"],
)
def test_the_vision_chooses_among_the_sizes_of_the_shape(
    inputs: StageInputs, sizes: tuple[str, ...] | None
) -> None:
    """A size that the shape cannot have would fail after DREAM is paid for."""
    section = next_section(DreamStage(), EMPTY_STORY, inputs, {})
    assert section.manifest.pins.get("size") == sizes


def test_dilemmas_that_were_found_for_a_shape_keep_it() -> None:
    """Dilemmas suit one shape, so another shape needs BRAINSTORM again."""
    stages = (BrainstormStage(shipped_prompts()), SeedStage(shipped_prompts()))

    def ask(shape: StoryShape | None, story: Story, start: str | None = None) -> None:
        registry = SimpleNamespace(artifacts=stages, story=lambda _: story)
        require_shape(registry, SimpleNamespace(artifacts=()), shape, start=start)

    gauntlet, usual = (material(Size.MICRO, Random(1), shape=each) for each in (GAUNTLET, None))
    assert (gauntlet.shape, usual.shape) == (GAUNTLET, None)
    for shape, story in ((GAUNTLET, gauntlet), (None, gauntlet), (BRANCHES, usual)):
        ask(shape, story)
    for shape, story in ((BRANCHES, gauntlet), (GAUNTLET, usual)):
        ask(shape, story, "brainstorm")
        for start in (None, "seed"):
            with pytest.raises(InputError) as refused:
                ask(shape, story, start)
            assert refused.value.remedies == (RunPipeline(start="brainstorm", shape=shape),)


async def test_a_size_that_the_shape_cannot_have_is_refused_at_the_door() -> None:
    """An impossible size and shape must fail before the first paid call. (BRA-1.2)"""
    async with Project.open_in_memory(models=ScriptedChatProvider(), env={}) as project:
        with pytest.raises(InputError, match="micro or short"):
            await project.run("A diver", size="long", shape="time-cave")


def test_paths_are_asked_for_in_handfuls() -> None:
    """Many paths in one answer exceed the output limit, so they come in batches. (SED-3.1)"""
    story = material(Size.SHORT, Random(1), shape=StoryShape.TIME_CAVE)
    planner = Planner(story=story, preset=story.counts.preset, chance=Random(1))
    made: dict[str, Artifact] = {}
    asked: list[str] = []
    stage, inputs = SeedStage(shipped_prompts()), StageInputs()
    while (section := next_section(stage, story, inputs, made)) and "beats" not in section.name:
        made[section.name] = planner.answered(section)
        asked += section.manifest.sections.get("paths", ())
    assert [name for name in made if name.startswith("paths")] == ["paths", "paths.2", "paths.3"]
    assert len(asked) == len(set(asked)) == 14


@pytest.mark.parametrize("seed", [11, 17, 21])
def test_a_plan_short_of_decisions_has_two_in_a_hub(seed: int) -> None:
    """If few passages are common to all players, hubs must supply the missing decisions."""
    story = made(BRANCHES, Size.SHORT, seed)
    assert shortest(story) >= story.counts.interactions.decisions
    structure = story.existing_structure
    assert any(
        len(structure.outgoing_choices(hub)) == len(topics) - 1
        for hub, topics in hubs(story).items()
    )
