"""Build one directed acyclic graph of passages from a plan, for the stage GROW.

Rejoining dilemmas fork one after another, each between two stretches that every playthrough
contains. So their sizes add up instead of multiplying. Dilemmas that split the ending come last.
Their arms are copied for every combination of earlier answers: four dilemmas make 2 + 4 + 8 + 16
arms and sixteen endings. A delayed effect of an answer needs no passage of its own: it is
conditional text, or a variant of the passage for each path.

Each chapter is built like that, and all its branches meet at the first passage of the next chapter.
So if another chapter follows, a splitting arm exists only once, and conditional text shows the
differences. Chapters planned later are appended to the existing structure. The cost is linear in
the size of the result, for each passage length that is tried.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain

from attrs import frozen

from questfoundry.domain.story.beat import HOUR, Beat, pause_id
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.shape import shape_of
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.builder import (
    OpenEnds,
    StructureBuilder,
    WovenStory,
    map_delayed_effects,
    map_variants,
    open_choices,
)
from questfoundry.domain.weaving.endings import LETTERS, THE_END, ending_id, variant_id
from questfoundry.domain.weaving.hubs import measure_shortest_route
from questfoundry.domain.weaving.outline_order import schedule_beats
from questfoundry.domain.weaving.plan import Arm, Plan, Storyline, read_plans


def weave(story: Story, *, decisions: int = 0, existing: Structure | None = None) -> WovenStory:
    """Build and return the passage graph of ``story``, with its common beats in time order.

    ``decisions`` is the least number of passages that every playthrough should have before its
    ending. At first a passage has as many beats as the story's size allows; passages get shorter if
    there are too few of them.

    If ``existing`` is given, its own passages stay unchanged. The chapters that ``existing`` lacks
    are appended at its pauses, the temporary endings of a story that is not planned to its end.
    """
    plans = read_plans(story)
    new_plans = plans[count_woven_chapters(existing, plans) :] if existing else plans
    preset = story.counts.preset
    beats, least = preset.passage_beats, preset.passages.least * len(new_plans)
    for max_beats in range(beats.most, 0 if decisions else beats.least - 1, -1):
        builder = StructureBuilder(map_delayed_effects(plans), map_variants(plans))
        weaver = _Weaver(builder, max_beats, shape_of(story.shape).is_sorting_hat)
        ends = builder.continue_from(existing) if existing else ()
        for plan in new_plans:
            branches = weaver.weave_branches(plan, ends, max_beats if decisions else beats.most)
            ends = tuple(chain(*(branch.ends for branch in branches)))
        if plans[-1].epilogues:
            weaver.close_branches(branches, plans[-1].epilogues)
        else:
            builder.close_ends(ends, pause_id(story.chapters[len(plans) - 1].id))
        woven = builder.build()
        enough = len(woven.structure.passages) - len(existing.passages if existing else ()) >= least
        if enough and measure_shortest_route(woven.structure) >= decisions:
            break
    return woven


def count_woven_chapters(structure: Structure, plans: Sequence[Plan]) -> int:
    """Return the number of chapters whose passages ``structure`` already contains."""
    woven_beats = {beat for passage in structure.passages for beat in passage.beats}
    numbers = range(len(plans), 0, -1)
    return next((each for each in numbers if woven_beats & plans[each - 1].opening_ids), 0)


@frozen
class _Weaver:
    builder: StructureBuilder
    max_beats: int
    is_sorting_hat: bool

    def weave_branches(self, plan: Plan, ends: OpenEnds, max_scene: int) -> Sequence[_Branch]:
        first, *others = (tuple(units_of(each, max_scene)) for each in schedule_beats(plan))
        ends = self.builder.add_passages(open_choices(ends), self._split_passages(first))
        for storyline, stretch in zip(plan.rejoining_storylines, others, strict=True):
            arms = [self._weave_arm(ends, arm) for arm in storyline.arms]
            ends = self.builder.add_passages(
                open_choices(tuple(chain(*arms))), self._split_passages(stretch)
            )
        if not plan.has_endings:
            for storyline in plan.splitting_storylines:
                ends = tuple(chain(*(self._weave_arm(ends, arm) for arm in storyline.arms)))
            return (_Branch("", ends, ""),)
        branches, nested = [_Branch("", ends, THE_END)], plan.nested_storylines
        sorters = plan.rejoining_storylines if self.is_sorting_hat else ()
        for storyline in plan.splitting_storylines:
            branches = [
                each
                for branch in branches
                for each in self._split_branch(branch, storyline, nested, sorters)
            ]
            sorters = ()
        return branches

    def _split_branch(
        self,
        branch: _Branch,
        storyline: Storyline,
        nested: Mapping[str, Storyline],
        sorters: Sequence[Storyline] = (),
    ) -> Iterator[_Branch]:
        for place, (letter, arm) in enumerate(zip(LETTERS, storyline.arms, strict=True)):
            following = nested.get(arm.path.id)
            beats = (*arm.beats, *(following.shared if following else ()))
            ends = self.builder.add_passages(
                open_choices(branch.ends, arm, build_arm_requirements(place, sorters)),
                self._split_passages([(beat,) for beat in beats]),
                branch.code,
            )
            after = _Branch(branch.code + letter, ends, ending_id(arm.path.id, branch.code))
            yield from self._split_branch(after, following, nested) if following else (after,)

    def close_branches(
        self, branches: Sequence[_Branch], epilogues: Mapping[str, tuple[Beat, ...]]
    ) -> None:
        for branch in branches:
            epilogue = epilogues[branch.ending]
            for arm in self.builder.variants.get(epilogue[0].id, (None,)):
                ending = _choose_ending(branch.ending, epilogue, arm)
                own = epilogues.get(ending, ()) if ending != branch.ending else ()
                passages = split_into_passages(
                    [(beat,) for beat in (*epilogue, *own)], self.max_beats
                )
                ends = self.builder.add_passages(open_choices(branch.ends), passages, only_arm=arm)
                self.builder.close_ends(ends, ending)

    def _weave_arm(self, ends: OpenEnds, arm: Arm) -> OpenEnds:
        passages = self._split_passages([(beat,) for beat in arm.beats])
        return self.builder.add_passages(open_choices(ends, arm), passages)

    def _split_passages(self, units: Sequence[Unit]) -> Iterator[tuple[Beat, ...]]:
        return split_into_passages(units, self.max_beats, self.builder.variants)


def build_arm_requirements(place: int, sorters: Sequence[Storyline]) -> Sequence[tuple[Arm, ...]]:
    """Return the conditions under which arm ``place`` (0 or 1) of a splitting storyline is open.

    The arm is open to players who took arm ``place`` of any storyline in ``sorters``. Each
    condition lists arm ``place`` of one of these storylines, and the other arm of every storyline
    before it.
    """
    others = [storyline.arms[1 - place] for storyline in sorters]
    return [
        (*others[:number], storyline.arms[place]) for number, storyline in enumerate(sorters)
    ] or [()]


@frozen
class _Branch:
    """A branch of the story, for one combination of answers to the dilemmas that split the ending.

    ``code``: one letter for each of these answers, "a" or "b".
    ``ends``: the last passages of the branch, which still need an exit.
    ``ending``: the id of the ending to which the branch leads.
    """

    code: str
    ends: OpenEnds
    ending: str


def _choose_ending(ending: str, epilogue: Sequence[Beat], arm: Arm | None) -> str:
    effect = arm.path.delayed_effect if arm else None
    beats = {beat.id for beat in epilogue}
    is_heavy = effect and effect.residue is Residue.HEAVY and not beats.isdisjoint(effect.beats)
    return variant_id(ending, arm.path.id) if arm and is_heavy else ending


def split_into_passages(
    units: Sequence[Unit], max_beats: int, single: Collection[str] = ()
) -> Iterator[tuple[Beat, ...]]:
    """Yield the beats of each passage.

    There are as few passages of at most ``max_beats`` beats as possible, evenly filled. A scene
    longer than ``max_beats`` is a passage of its own. Scenes at different locations never share a
    passage. Each beat whose id is in ``single`` gets a passage to itself.
    """
    for run in _split_runs(units, single):
        for part in _split_evenly(run, max_beats):
            yield tuple(beat for unit in part for beat in unit)


def _split_evenly(run: Sequence[Unit], max_beats: int) -> Sequence[Sequence[Unit]]:
    filled: list[list[Unit]] = []
    for unit in run:
        if not filled or sum(map(len, filled[-1])) + len(unit) > max_beats:
            filled.append([])
        filled[-1].append(unit)
    total, count, beats_so_far = sum(map(len, run)), len(filled), 0
    even: list[list[Unit]] = [[] for _ in filled]
    for unit in run:
        beats_so_far += len(unit)
        even[(beats_so_far * count - 1) // total].append(unit)
    fits = all(len(part) == 1 or 0 < sum(map(len, part)) <= max_beats for part in even)
    return even if fits else filled


def _split_runs(units: Sequence[Unit], single: Collection[str]) -> Iterator[list[Unit]]:
    """Yield sequences of units; a sequence ends where the location changes.

    A beat whose id is in ``single`` forms a sequence of its own.
    """
    run: list[Unit] = []
    for unit in units:
        if run and is_elsewhere(run[-1][-1], unit[0]):
            yield run
            run = []
        parted = any(beat.id in single for beat in unit)
        for part in ((beat,) for beat in unit) if parted else (unit,):
            if part[0].id in single:
                if run:
                    yield run
                yield [part]
                run = []
            else:
                run.append(part)
    if run:
        yield run


Unit = tuple[Beat, ...]
"""Beats that stay in one passage: a single beat, or the beats of a scene."""


def units_of(beats: Sequence[Beat], max_beats: int) -> Iterator[Unit]:
    """Yield ``beats`` in units: scenes of at most ``max_beats`` beats, and single beats."""
    unit: list[Beat] = []
    for beat in beats:
        if unit and (len(unit) == max_beats or not _is_same_scene(unit[-1], beat)):
            yield tuple(unit)
            unit = []
        unit.append(beat)
    if unit:
        yield tuple(unit)


def is_elsewhere(one: Beat, other: Beat) -> bool:
    """Return whether both beats have a time and they happen at different locations."""
    timed = one.time is not None and other.time is not None
    return timed and one.location != other.location


def _is_same_scene(one: Beat, other: Beat) -> bool:
    if one.time is None or other.time is None:
        return False
    at = (one.location, one.time // HOUR, one.memory)
    return at == (other.location, other.time // HOUR, other.memory)
