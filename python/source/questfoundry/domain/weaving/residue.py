"""Find the later beats that show which path a player took, and the passages that need variants."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from attrs import frozen

from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.dilemma import Path, Residue
from questfoundry.domain.weaving.plan import Arm, Plan, Storyline


def find_effect_places(plan: Plan, storyline: Storyline) -> Iterator[Beat]:
    """Yield the beats where a player's answer in ``storyline`` may show later, nearest first.

    The result contains the beats of all paths of later storylines, the last common beat before each
    later fork, and the epilogues. The beat before the very next fork is left out, because the
    player reads it before the next decision.

    A storyline that is not in ``plan`` belongs to an earlier chapter, so all forks of the plan are
    later.
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
    """The effect that an earlier answer of the player has at a later beat, with its strength."""

    path: Path
    residue: Residue


def map_delayed_effects(plans: Sequence[Plan]) -> Mapping[str, Sequence[DelayedEffect]]:
    """Return the delayed effects (later signs of earlier answers) at each beat, by beat id.

    In a chapter before the last, there are more: each path of a dilemma that splits the story has a
    light effect on the beats that decide later splitting dilemmas.
    """
    found: dict[str, list[DelayedEffect]] = defaultdict(list)
    for plan in plans:
        for path in (arm.path for storyline in plan.storylines for arm in storyline.arms):
            if effect := path.delayed_effect:
                for beat in effect.beats:
                    found[beat].append(DelayedEffect(path, effect.residue))
        for number, storyline in enumerate(() if plan.has_endings else plan.splitting_storylines):
            earlier = [arm.path for each in plan.splitting_storylines[:number] for arm in each.arms]
            for arm in storyline.arms:
                found[arm.beats[0].id] += [DelayedEffect(path, Residue.LIGHT) for path in earlier]
    return found


def map_variants(plans: Sequence[Plan]) -> Mapping[str, Sequence[Arm]]:
    """Return the arms for which a passage gets variants, by the id of the passage's first beat.

    An arm is one answer to a dilemma. A passage has variants for one dilemma only: the first
    dilemma with a heavy effect there. A heavy effect on one beat of an epilogue gives variants to
    the whole epilogue.
    """
    epilogues = chain(*(plan.epilogues.values() for plan in plans))
    whole = {beat.id: epilogue for epilogue in epilogues for beat in epilogue}
    found: dict[str, Sequence[Arm]] = {}
    for storyline in chain(*(plan.storylines for plan in plans)):
        for effect in (arm.path.delayed_effect for arm in storyline.arms):
            if effect and effect.residue is Residue.HEAVY:
                for each in effect.beats:
                    for beat in whole.get(each, ()):
                        found.setdefault(beat.id, storyline.arms)
                    found.setdefault(each, storyline.arms)
    return found
