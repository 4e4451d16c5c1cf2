"""GROW's weaving: one acyclic structure in which all dilemmas have their place.

The dilemmas that rejoin fork one after the other, each between two stretches that every arc
has, so that they add to each other and do not multiply. Those that split the end come last;
the commits and tails of each are copied for every way through those before it. Four of them
make 2 + 4 + 8 + 16 arms and sixteen endings.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from attrs import evolve, frozen

from questfoundry.domain.artifacts.grow import Trace
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.size import PRESETS
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.builder import (
    Ends,
    OpenChoice,
    StructureBuilder,
    Woven,
    choices_at,
    named,
    passage_id,
)
from questfoundry.domain.weaving.cut import cut
from questfoundry.domain.weaving.plan import Arm, Plan, read_plan
from questfoundry.domain.weaving.scenes import Unit, with_scenes
from questfoundry.domain.weaving.schedule import schedule


def weave(story: Story, scenes: Collection[str] = ()) -> Woven:
    """The story woven, with the accepted ``scenes`` of those that are proposed, by id.

    Passages are as long as the size allows, and shorter where it wants more of them.
    """
    plan = read_plan(story)
    preset = PRESETS[story.settled_size]
    stretches = with_scenes(schedule(plan), scenes)
    beats = preset.passage_beats
    for most in range(beats.most, beats.least, -1):
        woven = _woven(plan, stretches, most)
        if len(woven.structure.passages) >= preset.passages.least:
            return woven
    return _woven(plan, stretches, beats.least)


def _woven(plan: Plan, stretches: Sequence[Sequence[Unit]], most: int) -> Woven:
    builder = StructureBuilder()
    heads = _heads(plan)
    first, *others = (tuple(cut(stretch, most)) for stretch in stretches)
    ends = builder.run((), first or _bridge(heads[0]))
    for strand, stretch, head in zip(plan.rejoining, others, heads[1:], strict=True):
        reached = [
            _Reached(arm, builder.run(choices_at(ends, arm), _passages_of(arm, most)))
            for arm in strand.arms
        ]
        ends = _rejoin(builder, strand.course.residue, reached, stretch, head)
    for branch in _split(builder, plan, ends, most):
        epilogue = cut([(beat,) for beat in plan.epilogue], most)
        builder.close(builder.run(choices_at(branch.ends), epilogue, branch.code), branch.ending)
    return builder.woven()


def _heads(plan: Plan) -> tuple[Beat, ...]:
    """The beat that follows each stretch: a fork's first commit, or the epilogue's first."""
    forks = (*plan.rejoining, *plan.splitting[:1])
    commits = tuple(strand.arms[0].beats[0] for strand in forks)
    return commits if plan.splitting else (*commits, plan.epilogue[0])


Stretch = Sequence[Sequence[Beat]]
"""Passages that every arc has, between two forks."""


@frozen
class _Reached:
    """An arm that is woven, and where it ends."""

    arm: Arm
    ends: Ends


def _rejoin(
    builder: StructureBuilder,
    residue: Residue,
    reached: Sequence[_Reached],
    stretch: Stretch,
    head: Beat,
) -> Ends:
    """Lead arms into the stretch, each with what its path leaves behind.

    Something always stands between a rejoined choice and the next one: the stretch, what
    is left behind, or a bridge.
    """
    passages = stretch if residue is Residue.LIGHT else stretch or _bridge(head)
    joined: list[str] = []
    traces: list[tuple[str, Trace]] = []
    for each in reached:
        arm, ends = each.arm, each.ends
        remembering = [OpenChoice(end, requires=arm.flags) for end in ends]
        match residue:
            case Residue.HEAVY:
                ends = builder.run(remembering, passages[:1], f"after-{slug_of(arm.path.id)}")
                passage = ends[0]
            case Residue.LIGHT:
                ends = builder.run(
                    remembering, [[_residue(arm, passages[0][0] if passages else head)]]
                )
                passage = ends[0]
            case Residue.COSMETIC:
                passage = passage_id(passages[0])
        traces.append((passage, Trace(path=arm.path.id, residue=residue)))
        joined.extend(ends)
    after = builder.run(
        choices_at(tuple(joined)), passages[1:] if residue is Residue.HEAVY else passages
    )
    for passage, trace in traces:
        builder.remember(passage, trace)
    return after


@frozen
class _Branch:
    """One outcome of the dilemmas that split, a letter of ``code`` for each; where it ends."""

    code: str
    ends: Ends
    ending: str


def _split(builder: StructureBuilder, plan: Plan, ends: Ends, most: int) -> list[_Branch]:
    branches = [_Branch("", ends, named("ending", "the-end"))]
    for strand in plan.splitting:
        branches = [
            _Branch(
                branch.code + letter,
                builder.run(choices_at(branch.ends, arm), _passages_of(arm, most), branch.code),
                named("ending", slug_of(arm.path.id), branch.code),
            )
            for branch in branches
            for letter, arm in zip("ab", strand.arms, strict=True)
        ]
    return branches


def _passages_of(arm: Arm, most: int) -> Iterator[tuple[Beat, ...]]:
    """The passages of an arm."""
    return cut([(beat,) for beat in arm.beats], most)


def _bridge(head: Beat) -> Stretch:
    """A stretch for where the plan has none, leading to the beat that follows."""
    name = slug_of(head.dilemma or head.id)
    return [[_made(BeatRole.TRANSITION, f"beat::{name}-transition", head)]]


def _residue(arm: Arm, after: Beat) -> Beat:
    """A beat that tells what a path left behind, before the story goes on for all."""
    path = arm.path
    beat = _made(BeatRole.RESIDUE, f"beat::{slug_of(path.id)}-residue", after)
    return evolve(beat, dilemma=path.dilemma, path=path.id)


def _made(role: BeatRole, identifier: str, after: Beat) -> Beat:
    """A beat of the place and the people of the one that follows it."""
    return Beat(
        id=identifier, role=role, summary="", location=after.location, entities=after.entities
    )
