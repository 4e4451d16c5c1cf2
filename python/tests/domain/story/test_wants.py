"""The acts in which people with a want act first, and the beats that depend on the player."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.stages.section import Section
from questfoundry.app.stages.seed.cast import walk_beats
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.entity import Effect, EntityKind
from questfoundry.domain.story.shape import StoryShape, counts_of
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.wants import (
    depends_on_player,
    find_idle_people,
    find_path_to,
    list_acts,
    list_people_with_wants,
)
from tests.strategies.shapes import CHANCES
from tests.support.examples import examples
from tests.support.planner import SEED, Planner, material, planned
from tests.support.sections import answer_sections

SMALL = [(shape, size) for shape in StoryShape for size in (Size.MICRO, Size.SHORT)]


def list_playthroughs(story: Story) -> Iterator[Mapping[str, str]]:
    """Yield the path that each playthrough takes at each dilemma that comes up in it."""
    waiting = [each for each in story.dilemmas if each.course]

    def decide(taken: Mapping[str, str], rest: Sequence[Any]) -> Iterator[Mapping[str, str]]:
        open_now = [
            each
            for each in rest
            if not each.course.parent_path or each.course.parent_path in taken.values()
        ]
        if not open_now:
            yield taken
            return
        first = open_now[0]
        for path in (each.id for each in story.paths if each.dilemma == first.id):
            yield from decide({**taken, first.id: path}, [e for e in rest if e is not first])

    yield from decide({}, waiting)


def meets(beat: Beat, taken: Mapping[str, str]) -> bool:
    """Return whether the playthrough that took the paths ``taken`` contains ``beat``."""
    if beat.path:
        return beat.path in taken.values()
    return beat.dilemma is None or beat.dilemma in taken


def removes(story: Story, taken: Mapping[str, str], actor: str) -> bool:
    """Return whether some path of the playthrough removes ``actor``."""
    paths = (story.path(each) for each in taken.values())
    return any((Effect.GONE, actor) in path.effects for path in paths)


@given(case=st.sampled_from(SMALL), seed=CHANCES)
@examples(60)
def test_a_beat_depends_on_the_player_if_somebody_misses_it(
    case: tuple[StoryShape, Size], seed: int
) -> None:
    """A move that players can miss counts only if their answer prevents it. (SED-10.2)"""
    shape, size = case
    story = planned(size, seed % 10_000, shape=shape)
    played = list(list_playthroughs(story))
    people = [each.id for each in story.entities if each.kind is EntityKind.CHARACTER]
    for beat in (each for each in story.beats if each.role is not BeatRole.EPILOGUE):
        path = find_path_to(story, beat)
        missed = [taken for taken in played if not meets(beat, taken)]
        for actor in people:
            expected = any(not removes(story, taken, actor) for taken in missed)
            found = depends_on_player(story, path, actor)
            # An answer elsewhere that removes the actor does not excuse that players miss the beat.
            assert found or not expected
            assert found <= bool(missed)
            if not any((Effect.GONE, actor) in each.effects for each in story.paths):
                assert found is expected


class RepairedPlanner:
    """A planner who names no actor until a fault asks for one, and then adds just this beat."""

    def __init__(self, story: Story, shape: StoryShape | None, chance: Random) -> None:
        preset = counts_of(story.effective_size, shape).preset
        self._planner = Planner(story=story, preset=preset, chance=chance)

    def answered(self, section: Section) -> Artifact:
        """Return the answer to ``section`` after one repair of all missing moves."""
        part = self._planner.answered(evolve(section, check=lambda _: ()))
        for _ in range(3):
            faults = [each for each in section.check(part) if each.rule != "seed.no_move"]
            part = mend(section, part, faults)
        part = mend(section, part, section.check(part))
        assert list(section.check(part)) == []
        return part


def mend(section: Section, part: Artifact, faults: Sequence[Any]) -> Artifact:
    """Return ``part`` with each fault mended: its only value, or a beat of the missing actor."""
    data = part.model_dump(mode="json")
    for fault in faults:
        *steps, last = fault.field.split(".")
        holder: Any = data
        for step in steps:
            holder = holder[int(step)] if isinstance(holder, list) else holder[step]
        if fault.rule != "seed.no_move":
            holder[last] = fault.only_value
            continue
        actor = next(each for each in section.variables["people"] if each in fault.requirement)
        place = section.manifest.pins[f"{steps[0]}.location"][0]
        old = holder[int(last)] if int(last) < len(holder) else {"location": place, "entities": []}
        cast = [*dict.fromkeys([*old["entities"], actor])]
        holder[int(last) :] = [
            {**old, "summary": "They act first.", "entities": cast, "actor": actor},
            *holder[int(last) + 1 :],
        ]
    return type(part).model_validate(data)


@given(size=st.sampled_from(Size), seed=CHANCES, wants=st.integers(0, 3))
@examples(40)
def test_one_repair_makes_everybody_act_in_every_act(size: Size, seed: int, wants: int) -> None:
    """Each person acts first in each act, or no beat of the act is left for them. (SED-10.1)"""
    chance = Random(seed)
    story = material(size, chance)
    people = [each for each in story.entities if each.kind is EntityKind.CHARACTER]
    chosen = {each.id for each in chance.sample(people, min(wants, len(people)))}
    story = evolve(
        story,
        entities=tuple(
            evolve(each, want="They want it." if each.id in chosen else "")
            for each in story.entities
        ),
    )
    planner = RepairedPlanner(story, None, chance)
    plan = answer_sections(SEED, story, StageInputs(), planner.answered)
    done = SEED.apply(story, plan)

    named = {
        name for *_, name in ((beat, name) for _, name, beat in walk_beats("", plan) if beat.actor)
    }
    assert named == {each.id for each in done.beats if each.actor}
    assert all(done.beat(each).role in (BeatRole.SETUP, BeatRole.SHARED) for each in named)
    for act in list_acts(done):
        idle = find_idle_people(done, act)
        common = [each for each in act.beats if each.role in (BeatRole.SETUP, BeatRole.SHARED)]
        if idle:
            assert len(list_people_with_wants(done)) > 1
            assert all(each.actor for each in common if each.dilemma == act.dilemmas[-1])
