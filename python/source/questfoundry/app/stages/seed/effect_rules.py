"""The rules for the effects of paths: effects suit their entity and spare entities needed later.

An effect that breaks a rule is corrected to no effect; the text of the consequence stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from questfoundry.app.stages.seed.cast import is_place
from questfoundry.domain.artifacts.seed import ConsequenceDraft, SeedPaths
from questfoundry.domain.ids import kind_of
from questfoundry.domain.story.dilemma import Dilemma
from questfoundry.domain.story.effect import Effect
from questfoundry.domain.story.entity import Entity

DilemmaPaths = Mapping[Dilemma, tuple[str, ...]]
"""The path ids of each dilemma, in the order in which the story decides the dilemmas."""

NOBODY = "effect_of_nobody"
MISFIT = "effect_of_kind"

_REMOVING_EFFECTS = (Effect.GONE, Effect.LOST, Effect.CLOSED)


@frozen(kw_only=True)
class EffectFault:
    """A rule that a consequence breaks, with the field path and the values for its text."""

    rule: str
    field: str
    draft: ConsequenceDraft
    dilemma: str = ""


@frozen(kw_only=True)
class EffectContext:
    """The parts of the whole story that matter for the paths of some dilemmas.

    ``lead`` is the leading character, ``later`` the dilemmas decided afterwards, ``absent`` the
    entities that may have left the story before.
    """

    lead: str
    later: tuple[Dilemma, ...] = ()
    absent: frozenset[str] = frozenset()


def find_effect_faults(
    section: SeedPaths, dilemma_paths: DilemmaPaths, kept: Sequence[Entity], context: EffectContext
) -> Iterator[EffectFault]:
    """Yield a fault for each effect that does not suit its entity or removes a needed entity.

    The lead stays in the story, and so do the anchors of later dilemmas. A path closes at most one
    place, an anchor of its dilemma, and one place must stay open.
    """
    lead = context.lead
    places = {each.id for each in kept if is_place(each.id)} - context.absent
    later = dict.fromkeys((*dilemma_paths, *context.later))
    for dilemma, paths in dilemma_paths.items():
        del later[dilemma]
        needed = {anchor: each.id for each in later for anchor in each.anchors}
        for path in paths:
            closes = False
            for number, draft in enumerate(section.paths[path].consequences):
                entity = draft.entity or ""
                goes = draft.effect in _REMOVING_EFFECTS
                rule = _find_misfit_rule(draft)
                if not rule and goes and entity == lead:
                    rule = "lead_stays"
                elif not rule and goes and entity in needed:
                    rule = "needed_later"
                elif not rule and draft.effect is Effect.CLOSED:
                    if closes or entity not in dilemma.anchors or not places - {entity}:
                        rule = "place_closed"
                    else:
                        closes = True
                        places.discard(entity)
                if rule:
                    part = "entity" if rule == NOBODY else "effect"
                    yield EffectFault(
                        rule=rule,
                        field=f"paths.{path}.consequences.{number}.{part}",
                        draft=draft,
                        dilemma=needed.get(entity, ""),
                    )


def _find_misfit_rule(draft: ConsequenceDraft) -> str:
    if draft.effect is Effect.NONE:
        return ""
    if not draft.entity:
        return NOBODY
    return "" if kind_of(draft.entity) in draft.effect.kinds else MISFIT
