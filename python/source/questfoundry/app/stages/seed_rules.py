"""What must hold among the decisions of SEED.

Faults name just as many decisions as must change, each with the value that it should
have, so that one correction is enough.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import cast

from questfoundry.app.stages.rules import Rules
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.seed import SeedDilemmas, SeedEntities
from questfoundry.domain.faults import Fault, FaultCategory
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.size import Range


class SeedRules:
    """The cross-field rules of the decisions."""

    def __init__(self, prompts: PromptRepository) -> None:
        self._rules = Rules("seed", prompts)

    def entities(
        self, section: Artifact, keep: Range, must_stay: Collection[str]
    ) -> Sequence[Fault]:
        """As many entities are kept as the size wants."""
        decisions = cast(SeedEntities, section).entities
        kept = [each for each, made in decisions.items() if made.decision == "keep"]
        cut = [each for each in decisions if each not in kept]
        spare = [each for each in reversed(kept) if each not in must_stay]
        faults = [
            *(("too_few_kept", each, "keep") for each in cut[: max(0, keep.least - len(kept))]),
            *(("too_many_kept", each, "cut") for each in spare[: max(0, len(kept) - keep.most)]),
        ]
        return [
            self._rules.broken(
                rule,
                f"entities.{each}.decision",
                category=FaultCategory.COMPLETENESS,
                provided=decisions[each].decision,
                settled=right,
                expected=keep,
                given=len(kept),
            )
            for rule, each, right in faults
        ]

    def dilemmas(self, section: Artifact, branching: Range) -> Sequence[Fault]:
        """A dilemma is hard; hard ones explore both answers; no more do than the size wants."""
        made = cast(SeedDilemmas, section)
        deepest_first = sorted(
            made.order,
            key=lambda each: (
                made.dilemmas[each].weight is not Weight.HARD,
                made.dilemmas[each].explore != "both",
            ),
        )
        faults = []
        for place, each in enumerate(deepest_first):
            decision, fits = made.dilemmas[each], place < branching.most
            is_hard = place == 0 or (fits and decision.weight is Weight.HARD)
            is_both = fits and (is_hard or decision.explore == "both")
            weight = Weight.HARD if is_hard else Weight.SOFT
            explore = "both" if is_both else "default"
            if decision.weight is not weight:
                rule = "no_hard_dilemma" if is_hard else "too_many_branch"
                faults.append((rule, f"{each}.weight", decision.weight.value, weight.value))
            if decision.explore != explore:
                rule = "hard_explores_both" if is_both else "too_many_branch"
                faults.append((rule, f"{each}.explore", decision.explore, explore))
        return [
            self._rules.broken(
                rule, f"dilemmas.{at}", provided=given, settled=right, expected=branching.most
            )
            for rule, at, given, right in faults
        ]
