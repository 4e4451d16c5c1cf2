"""Residue: where a path that rejoins can be felt, and which passages are told for it alone.

That is a decision later at least, so it never says again what was read a click ago.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from attrs import frozen

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.path import Path, Residue
from questfoundry.domain.weaving.plan import Arm, Plan, Storyline


def find_effect_places(plan: Plan, storyline: Storyline) -> Iterator[Beat]:
    """The beats at which the paths of a rejoining storyline may be felt, the nearest first.

    These are the arms of all that forks later, what leads to the forks after the next, and
    the epilogues. A storyline of an earlier chapter comes before all of the plan.
    """
    forks = (*plan.rejoining_storylines, *plan.splitting_storylines)
    leading = (*plan.rejoining_storylines, *plan.splitting_storylines[:1])
    own = forks.index(storyline) if storyline in forks else -1
    for place in range(own + 1, len(forks)):
        if own + 1 < place < len(leading):
            yield forks[place].common[-1]
        for arm in forks[place].arms:
            yield from arm.beats
    for epilogue in plan.epilogues.values():
        yield from epilogue


@frozen
class DelayedEffect:
    """A path that is felt at a beat, and how."""

    path: Path
    residue: Residue


def map_delayed_effects(plans: Sequence[Plan]) -> Mapping[str, Sequence[DelayedEffect]]:
    """What is felt at each beat of all chapters, by its id.

    That is what SEED planned, and what weighs on a choice of a chapter that another one follows:
    the answers to the choices that split it before.
    """
    found: dict[str, list[DelayedEffect]] = defaultdict(list)
    for plan in plans:
        for path in (arm.path for storyline in plan.storylines for arm in storyline.arms):
            if felt := path.felt:
                for beat in felt.beats:
                    found[beat].append(DelayedEffect(path, felt.how))
        for number, storyline in enumerate(() if plan.has_endings else plan.splitting_storylines):
            earlier = [arm.path for each in plan.splitting_storylines[:number] for arm in each.arms]
            for arm in storyline.arms:
                found[arm.beats[0].id] += [DelayedEffect(path, Residue.LIGHT) for path in earlier]
    return found


def map_variants(plans: Sequence[Plan]) -> Mapping[str, Sequence[Arm]]:
    """The arms for which a passage is told apart, by its beat: those of a path heavy there.

    A passage is told apart for one dilemma only, the first that wants it, and an epilogue as
    a whole.
    """
    epilogues = chain(*(plan.epilogues.values() for plan in plans))
    whole = {beat.id: epilogue for epilogue in epilogues for beat in epilogue}
    found: dict[str, Sequence[Arm]] = {}
    for storyline in chain(*(plan.storylines for plan in plans)):
        for felt in (arm.path.felt for arm in storyline.arms):
            if felt and felt.how is Residue.HEAVY:
                for each in felt.beats:
                    for beat in whole.get(each, ()):
                        found.setdefault(beat.id, storyline.arms)
                    found.setdefault(each, storyline.arms)
    return found
