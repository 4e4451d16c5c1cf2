"""The rules for the decisions of SEED and for the entities in its beats.

There is a fault for exactly those decisions that must change, each with the right value. So one
correction is enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from questfoundry.app.stages.rules import Rules
from questfoundry.app.stages.seed.cast import count_appearances
from questfoundry.app.stages.seed.effect_rules import (
    MISFIT,
    NOBODY,
    DilemmaPaths,
    EffectContext,
    find_effect_faults,
)
from questfoundry.domain.artifacts.seed import (
    EntityDecision,
    SeedChapters,
    SeedDilemmas,
    SeedEntities,
    SeedPaths,
)
from questfoundry.domain.fault import Fault, FaultCategory
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.effect import Effect
from questfoundry.domain.story.entity import Entity
from questfoundry.domain.story.size import Range
from questfoundry.domain.text.wording import phrase
from questfoundry.domain.writing.shortening import beginning_of

ORDER_RULES = ("told_too_early", "told_too_late")
"""The rules against points of an outline in the wrong order: too early, too late."""

_QUOTED_WORDS = 16
"""The number of words that a fault quotes from a beat."""


class SeedRules(Rules):
    """The rules across fields of SEED."""

    stage = "seed"

    def check_entities(
        self, section: SeedEntities, keep: Range, must_stay: Collection[str]
    ) -> Sequence[Fault]:
        """Return faults for decisions that must change so that enough entities are kept.

        Neither fewer nor more than ``keep`` may stay.
        """
        decisions = section.entities
        kept = [each for each, made in decisions.items() if made.decision == "keep"]
        cut = [each for each in decisions if each not in kept]
        spare = [each for each in reversed(kept) if each not in must_stay]
        faults = [
            *(("too_few_kept", each, "keep") for each in cut[: max(0, keep.least - len(kept))]),
            *(("too_many_kept", each, "cut") for each in spare[: max(0, len(kept) - keep.most)]),
        ]
        return [
            self.make_fault(
                rule,
                f"entities.{each}.decision",
                category=FaultCategory.COMPLETENESS,
                provided=decisions[each].decision,
                only_value=right,
                expected=keep,
                given=len(kept),
            )
            for rule, each, right in faults
        ]

    def keep_all_entities(self, ids: Collection[str]) -> SeedEntities:
        """Return the decisions that keep all entities ``ids``, if nothing is left to decide."""
        reason = phrase(self.prompts.wording(f"rules/{self.stage}"), "all_stay.reason")
        return SeedEntities(
            entities={each: EntityDecision(decision="keep", reason=reason) for each in ids}
        )

    def check_dilemmas(
        self, section: SeedDilemmas, branching: Range, hard: Range
    ) -> Sequence[Fault]:
        """Return faults for decisions that must change, so that the numbers of branches fit.

        ``branching`` dilemmas explore both answers and ``hard`` dilemmas are hard. A hard dilemma
        explores both answers.
        """
        deepest_first = sorted(
            section.order,
            key=lambda each: (
                section.dilemmas[each].weight is not Weight.HARD,
                section.dilemmas[each].explore != "both",
            ),
        )
        # Greedy: dilemmas that branch most keep their decisions, so the fewest must change. The
        # first ``hard.least`` must be hard; from ``branching.most`` on, only defaults are left.
        faults = []
        for place, each in enumerate(deepest_first):
            decision = section.dilemmas[each]
            must_be, may_be = place < hard.least, place < hard.most
            is_hard = must_be or (may_be and decision.weight is Weight.HARD)
            fits = place < branching.most
            is_both = fits and (is_hard or place < branching.least or decision.explore == "both")
            weight = Weight.HARD if is_hard else Weight.SOFT
            explore = "both" if is_both else "default"
            if decision.weight is not weight:
                rule = "no_hard_dilemma" if is_hard else "too_many_hard"
                faults.append((rule, f"{each}.weight", decision.weight.value, weight.value))
            if decision.explore != explore:
                rule = "hard_explores_both" if is_hard else "too_few_branch"
                rule = rule if is_both else "too_many_branch"
                faults.append((rule, f"{each}.explore", decision.explore, explore))
        return [
            self.make_fault(
                rule,
                f"dilemmas.{at}",
                provided=given,
                only_value=right,
                branching=branching.most,
                least=branching.least,
                hard=hard.most,
            )
            for rule, at, given, right in faults
        ]

    def check_chapters(self, section: SeedChapters, dilemmas: Collection[str]) -> Sequence[Fault]:
        """Return a fault for each of ``dilemmas`` that is not in exactly one chapter."""
        found = Counter(
            each for chapter in section.chapters for each in (*chapter.soft, *chapter.hard)
        )
        return [
            self.make_fault(
                "in_two_chapters" if found[each] else "in_no_chapter",
                "chapters",
                category=FaultCategory.COMPLETENESS,
                provided=each,
                dilemma=each,
            )
            for each in dilemmas
            if found[each] != 1
        ]

    def check_paths(
        self,
        section: SeedPaths,
        dilemma_paths: DilemmaPaths,
        kept: Sequence[Entity],
        context: EffectContext,
    ) -> Sequence[Fault]:
        """Return faults for effects that do not suit their entity or remove an entity needed later.

        The fix is a consequence without an effect; its text may stay.
        """
        return [
            self.make_fault(
                each.rule,
                each.field,
                provided=each.draft.entity if each.rule == NOBODY else each.draft.effect.value,
                only_value=None if each.rule in (NOBODY, MISFIT) else Effect.NONE.value,
                effect=each.draft.effect.value,
                entity=each.draft.entity,
                dilemma=each.dilemma,
                kinds=" or ".join(each.draft.effect.kinds),
            )
            for each in find_effect_faults(section, dilemma_paths, kept, context)
        ]

    def check_cast(self, section: Artifact, must_meet: Sequence[str]) -> Sequence[Fault]:
        """Return a fault for each entity in ``must_meet`` that appears in no beat of the section.

        The fault names no field of the section, since any beat can mend it.
        """
        met = count_appearances([section])
        return [
            self.make_fault("not_met", f"entities.{each}", entity=each)
            for each in must_meet
            if each not in met
        ]

    def make_point_order_fault(
        self, field: str, summary: str, point: int, other: int, beat: str
    ) -> Fault:
        """Build the fault of telling ``point`` on the wrong side of the beat with ``other``.

        ``field`` is the path of the faulty beat, ``summary`` its text; ``beat`` is the text of the
        beat that tells ``other``.
        """
        early, late = ORDER_RULES
        return self.make_fault(
            early if point > other else late,
            field,
            provided=summary,
            point=point,
            other=other,
            beat=beginning_of(beat, _QUOTED_WORDS),
        )
