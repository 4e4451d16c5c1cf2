"""What must hold among the decisions of SEED."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from questfoundry.app.stages.rules import Rules
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.seed import SeedDilemmas, SeedEntities
from questfoundry.domain.faults import Fault, FaultCategory
from questfoundry.domain.ids import kind_of
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.size import Preset


class SeedRules:
    """The cross-field rules of the decisions."""

    def __init__(self, prompts: PromptRepository) -> None:
        self._rules = Rules("seed", prompts)

    def entities(self, section: Artifact, preset: Preset) -> Sequence[Fault]:
        """Enough is kept, a location and a character among it."""
        decisions = cast(SeedEntities, section).entities
        kept = [each for each, decision in decisions.items() if decision.decision == "keep"]
        cut = [each for each in decisions if each not in kept]
        faults = [
            self._rules.broken(
                "too_few_kept",
                f"entities.{each}.decision",
                category=FaultCategory.COMPLETENESS,
                provided="cut",
                least=preset.entities.least,
                given=len(kept),
            )
            for each in cut
            if len(kept) < preset.entities.least
        ]
        for kind in (EntityKind.LOCATION, EntityKind.CHARACTER):
            of_kind = [each for each in decisions if kind_of(each) == kind.value]
            if of_kind and not set(of_kind) & set(kept):
                faults.append(
                    self._rules.broken(
                        "none_kept",
                        f"entities.{of_kind[0]}.decision",
                        category=FaultCategory.COMPLETENESS,
                        provided="cut",
                        kind=kind.value,
                    )
                )
        return faults

    def dilemmas(self, section: Artifact) -> Sequence[Fault]:
        """At least one dilemma is hard, and a hard one explores both its answers."""
        decisions = cast(SeedDilemmas, section).dilemmas
        hard = [each for each, made in decisions.items() if made.weight is Weight.HARD]
        faults = [
            self._rules.broken("hard_explores_both", f"dilemmas.{each}.explore", provided="default")
            for each in hard
            if decisions[each].explore != "both"
        ]
        if not hard:
            faults.append(
                self._rules.broken(
                    "no_hard_dilemma",
                    f"dilemmas.{next(iter(decisions))}.weight",
                    provided=Weight.SOFT.value,
                )
            )
        return faults
