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

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from attrs import frozen

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.chapter import pause_id
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.shape import shape_of
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.builder import (
    OpenChoice,
    OpenEnds,
    StructureBuilder,
    WovenStory,
    open_choices,
)
from questfoundry.domain.weaving.endings import LETTERS, THE_END, ending_id, variant_id
from questfoundry.domain.weaving.hubs import measure_shortest_route
from questfoundry.domain.weaving.outline_order import schedule_beats
from questfoundry.domain.weaving.passage_split import Unit, split_into_passages, units_of
from questfoundry.domain.weaving.plan import Arm, Plan, Storyline, read_plans
from questfoundry.domain.weaving.residue import map_delayed_effects, map_variants


def weave(story: Story, *, decisions: int = 0, existing: Structure | None = None) -> WovenStory:
    """Build and return the passage graph of ``story``, with its common beats in time order.

    ``decisions`` is the wanted number of passages before the ending, at least, in every
    playthrough. At first a passage has as many beats as the story's size allows.

    If ``existing`` is given, its own passages stay unchanged. The chapters that ``existing`` lacks
    are appended at its pauses, the temporary endings of a story that is not planned to its end.
    """
    plans = read_plans(story)
    new_plans = plans[count_woven_chapters(existing, plans) :] if existing else plans
    preset = story.counts.preset
    beats, least = preset.passage_beats, preset.passages.least * len(new_plans)
    is_sorting_hat = shape_of(story.shape).is_sorting_hat
    pause = "" if plans[-1].epilogues else pause_id(story.chapters[len(plans) - 1].id)
    for max_beats in range(beats.most, 0 if decisions else beats.least - 1, -1):
        scene = max_beats if decisions else beats.most
        chapters = [
            _Chapter(plan, [tuple(units_of(stretch, scene)) for stretch in schedule_beats(plan)])
            for plan in new_plans
        ]
        woven = _weave_chapters(
            chapters, plans, max_beats, pause, existing, is_sorting_hat=is_sorting_hat
        )
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
class _Chapter:
    plan: Plan
    stretches: Sequence[Sequence[Unit]]


def _weave_chapters(
    chapters: Sequence[_Chapter],
    plans: Sequence[Plan],
    max_beats: int,
    pause: str,
    existing: Structure | None,
    *,
    is_sorting_hat: bool,
) -> WovenStory:
    weaver = _Weaver(
        StructureBuilder(delayed_effects=map_delayed_effects(plans), variants=map_variants(plans)),
        map_variants(plans),
        max_beats,
        is_sorting_hat,
    )
    ends = weaver.builder.continue_from(existing) if existing else ()
    for chapter in chapters:
        branches = weaver.weave_branches(chapter, ends)
        ends = tuple(chain(*(branch.ends for branch in branches)))
    if pause:
        weaver.builder.close_ends(ends, pause)
    else:
        weaver.close_branches(branches, plans[-1].epilogues)
    return weaver.builder.build()


@frozen
class _Weaver:
    builder: StructureBuilder
    variants: Mapping[str, Sequence[Arm]]
    max_beats: int
    is_sorting_hat: bool

    def weave_branches(self, chapter: _Chapter, ends: OpenEnds) -> Sequence[_Branch]:
        first, *others = chapter.stretches
        ends = self.builder.add_passages(open_choices(ends), self._split_passages(first))
        for storyline, stretch in zip(chapter.plan.rejoining_storylines, others, strict=True):
            arms = [self._weave_arm(ends, arm) for arm in storyline.arms]
            ends = self.builder.add_passages(
                open_choices(tuple(chain(*arms))), self._split_passages(stretch)
            )
        if not chapter.plan.has_endings:
            for storyline in chapter.plan.splitting_storylines:
                ends = tuple(chain(*(self._weave_arm(ends, arm) for arm in storyline.arms)))
            return (_Branch("", ends, ""),)
        branches, nested = [_Branch("", ends, THE_END)], chapter.plan.nested_storylines
        sorters = chapter.plan.rejoining_storylines if self.is_sorting_hat else ()
        for storyline in chapter.plan.splitting_storylines:
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
            leads = following.shared if following else ()
            entries = open_choices(branch.ends, arm, build_arm_requirements(place, sorters))
            after = _Branch(
                branch.code + letter,
                self._add_beats(entries, (*arm.beats, *leads), branch.code),
                ending_id(arm.path.id, branch.code),
            )
            yield from self._split_branch(after, following, nested) if following else (after,)

    def close_branches(
        self, branches: Sequence[_Branch], epilogues: Mapping[str, tuple[Beat, ...]]
    ) -> None:
        for branch in branches:
            epilogue = epilogues[branch.ending]
            for arm in self.variants.get(epilogue[0].id, (None,)):
                ending = _choose_ending(branch.ending, epilogue, arm)
                own = epilogues.get(ending, ()) if ending != branch.ending else ()
                passages = split_into_passages(
                    [(beat,) for beat in (*epilogue, *own)], self.max_beats
                )
                ends = self.builder.add_passages(open_choices(branch.ends), passages, only_arm=arm)
                self.builder.close_ends(ends, ending)

    def _weave_arm(self, ends: OpenEnds, arm: Arm) -> OpenEnds:
        return self._add_beats(open_choices(ends, arm), arm.beats)

    def _add_beats(
        self, entries: Sequence[OpenChoice], beats: Sequence[Beat], code: str = ""
    ) -> OpenEnds:
        return self.builder.add_passages(
            entries, self._split_passages([(beat,) for beat in beats]), code
        )

    def _split_passages(self, units: Sequence[Unit]) -> Iterator[tuple[Beat, ...]]:
        return split_into_passages(units, self.max_beats, self.variants)


def build_arm_requirements(place: int, sorters: Sequence[Storyline]) -> Sequence[tuple[Arm, ...]]:
    """Return the conditions under which arm ``place`` of a splitting storyline is open.

    The arm is open to players who took arm ``place`` of any storyline in ``sorters``. Each
    condition lists the arms of a player who took arm ``place`` of one of these storylines, and the
    other arm of all storylines before.
    """
    others = [storyline.arms[1 - place] for storyline in sorters]
    return [
        (*others[:number], storyline.arms[place]) for number, storyline in enumerate(sorters)
    ] or [()]


@frozen
class _Branch:
    """``code`` has one letter for each answer that leads to the outcome."""

    code: str
    ends: OpenEnds
    ending: str


def _choose_ending(ending: str, epilogue: Sequence[Beat], arm: Arm | None) -> str:
    effect = arm.path.delayed_effect if arm else None
    beats = {beat.id for beat in epilogue}
    is_heavy = effect and effect.residue is Residue.HEAVY and not beats.isdisjoint(effect.beats)
    return variant_id(ending, arm.path.id) if arm and is_heavy else ending
