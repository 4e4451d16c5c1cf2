"""GROW's weaving: one acyclic structure in which all dilemmas have their place.

The dilemmas that rejoin fork one after the other, each between two stretches that every arc
has, so that they add to each other and do not multiply. Those that split the end come last;
the commits and tails of each are copied for every way through those before it. Four of them
make 2 + 4 + 8 + 16 arms and sixteen endings. What a path leaves behind has no passage of its
own: a passage remembers it, or is told once for each path of its dilemma.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from attrs import frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.path import Residue
from questfoundry.domain.story.size import PRESETS
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.builder import (
    Ends,
    StructureBuilder,
    Woven,
    after,
    choices_at,
    named,
)
from questfoundry.domain.weaving.cut import cut
from questfoundry.domain.weaving.endings import LETTERS, THE_END, ending_id
from questfoundry.domain.weaving.plan import Arm, Plan, read_plan
from questfoundry.domain.weaving.residue import felt_at, variants_at
from questfoundry.domain.weaving.scenes import Unit, units_of
from questfoundry.domain.weaving.schedule import schedule


def weave(story: Story, *, decisions: int = 0) -> Woven:
    """The story woven, its common beats in the order of their times.

    Passages are as long as the size allows, and shorter where it wants more of them, or so many
    ``decisions`` on every arc; then scenes are parted, too.
    """
    plan = read_plan(story)
    preset = PRESETS[story.settled_size]
    beats = preset.passage_beats
    for most in range(beats.most, 0 if decisions else beats.least - 1, -1):
        scene = most if decisions else beats.most
        stretches = [tuple(units_of(stretch, scene)) for stretch in schedule(plan)]
        woven = _woven(plan, stretches, most)
        enough = len(woven.structure.passages) >= preset.passages.least
        if enough and fewest_before_ending(woven.structure) >= decisions:
            break
    return woven


def fewest_before_ending(structure: Structure) -> int:
    """How many passages the shortest way to an ending has, without the ending's own."""
    length, reached = 0, {structure.start}
    met = set(reached)
    while reached and not any(structure.passage(each).ending for each in reached):
        reached = {way.target for each in reached for way in structure.leaving(each)} - met
        met |= reached
        length += 1
    return length


def _woven(plan: Plan, stretches: Sequence[Sequence[Unit]], most: int) -> Woven:
    variants = variants_at(plan)
    builder = StructureBuilder(felt=felt_at(plan), variants=variants)

    def cut_up(units: Sequence[Unit]) -> Iterator[tuple[Beat, ...]]:
        return cut(units, most, variants)

    def passages_of(beats: Sequence[Beat]) -> Iterator[tuple[Beat, ...]]:
        return cut_up([(beat,) for beat in beats])

    first, *others = stretches
    ends = builder.run((), cut_up(first))
    for strand, stretch in zip(plan.rejoining, others, strict=True):
        arms = [builder.run(choices_at(ends, arm), passages_of(arm.beats)) for arm in strand.arms]
        ends = builder.run(choices_at(tuple(chain(*arms))), cut_up(stretch))
    branches = [_Branch("", ends, THE_END)]
    for strand in plan.splitting:
        branches = [
            _Branch(
                branch.code + letter,
                builder.run(choices_at(branch.ends, arm), passages_of(arm.beats), branch.code),
                ending_id(arm.path.id, branch.code),
            )
            for branch in branches
            for letter, arm in zip(LETTERS, strand.arms, strict=True)
        ]
    for branch in branches:
        epilogue = plan.epilogues[branch.ending]
        for arm in variants.get(epilogue[0].id, (None,)):
            told = cut([(beat,) for beat in epilogue], most)
            ends = builder.run(choices_at(branch.ends), told, only=arm)
            builder.close(ends, _variant(branch.ending, epilogue, arm))
    return builder.woven()


@frozen
class _Branch:
    """One outcome of the dilemmas that split, a letter of ``code`` for each; where it ends."""

    code: str
    ends: Ends
    ending: str


def _variant(ending: str, epilogue: Sequence[Beat], arm: Arm | None) -> str:
    """The ending, or the variant of it that belongs to a path that is heavy here."""
    felt = arm.path.felt if arm else None
    here = felt and felt.how is Residue.HEAVY and felt.beat in {beat.id for beat in epilogue}
    return named("ending", slug_of(ending), after(arm)) if here else ending
