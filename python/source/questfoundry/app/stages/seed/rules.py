"""The rules for the decisions of SEED and for the entities in its beats.

There is a fault for exactly those decisions that must change, each with the right value. So one
correction is enough.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from questfoundry.app.stages.section import Rules
from questfoundry.app.stages.seed.cast import count_appearances, is_place
from questfoundry.domain.artifacts.seed import (
    ConsequenceDraft,
    EntityDecision,
    SeedChapters,
    SeedClosings,
    SeedDilemmas,
    SeedEntities,
    SeedPaths,
    SeedStats,
    SeedStatsAndClosings,
)
from questfoundry.domain.fault import Fault, FaultCategory
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.ids import kind_of, slugify
from questfoundry.domain.story.beat import BeatDraft
from questfoundry.domain.story.dilemma import Dilemma, Weight
from questfoundry.domain.story.entity import Effect, Entity
from questfoundry.domain.story.size import Range
from questfoundry.domain.text.wording import phrase
from questfoundry.domain.writing.fitting import beginning_of

DilemmaPaths = Mapping[Dilemma, tuple[str, ...]]
"""The path ids of each dilemma, in the order in which the story decides the dilemmas."""

NOBODY = "effect_of_nobody"
MISFIT = "effect_of_kind"

NO_MOVE = "no_move"
"""The name of the rule that characters who want something act first in some beats."""

_REMOVING_EFFECTS = (Effect.GONE, Effect.LOST, Effect.CLOSED)


def _find_misfit_rule(draft: ConsequenceDraft) -> str:
    if draft.effect is Effect.NONE:
        return ""
    if not draft.entity:
        return NOBODY
    return "" if kind_of(draft.entity) in draft.effect.kinds else MISFIT


ORDER_RULES = ("told_too_early", "told_too_late")
"""The names of two rules: an outline's point is stated too early, or too late."""

_QUOTED_WORDS = 16
"""The number of words that a fault quotes from a beat."""


class SeedRules(Rules):
    """The rules for the sections of SEED that a JSON Schema cannot express."""

    stage = "seed"

    def check_entities(
        self, section: SeedEntities, keep: Range, must_stay: Collection[str]
    ) -> Sequence[Fault]:
        """Return a fault for each decision that must change so that ``keep`` entities are kept.

        Entities in ``must_stay`` are never cut.
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
        """Return a fault for each decision that must change to fit ``branching`` and ``hard``.

        ``branching`` is how many dilemmas may explore both answers, and ``hard`` how many may be
        hard.
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
        *,
        lead: str,
        later: Sequence[Dilemma] = (),
        absent: Collection[str] = (),
    ) -> Sequence[Fault]:
        """Return a fault for each effect that does not suit its entity or removes a needed entity.

        The leading character ``lead`` stays in the story, and so do the anchors of all dilemmas
        that are decided afterwards; ``later`` has those of later chapters. A path may close only
        one location, which must be an anchor of its dilemma; at least one location must stay open.
        The entities in ``absent`` may have left the story before.
        """
        places = {each.id for each in kept if is_place(each.id)}.difference(absent)
        following = dict.fromkeys((*dilemma_paths, *later))
        faults: list[Fault] = []
        for dilemma, paths in dilemma_paths.items():
            del following[dilemma]
            needed = {anchor: each.id for each in following for anchor in each.anchors}
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
                        at = f"paths.{path}.consequences.{number}"
                        faults.append(
                            self._make_effect_fault(rule, at, draft, needed.get(entity, ""))
                        )
        return faults

    def _make_effect_fault(
        self, rule: str, at: str, draft: ConsequenceDraft, dilemma: str
    ) -> Fault:
        has_entity, effect = rule != NOBODY, draft.effect
        return self.make_fault(
            rule,
            f"{at}.{'effect' if has_entity else 'entity'}",
            provided=effect.value if has_entity else draft.entity,
            only_value=None if rule in (NOBODY, MISFIT) else Effect.NONE.value,
            effect=effect.value,
            entity=draft.entity,
            dilemma=dilemma,
            kinds=" or ".join(effect.kinds),
        )

    def check_cast(self, section: Artifact, must_meet: Sequence[str]) -> Sequence[Fault]:
        """Return a fault for each entity in ``must_meet`` that is in no beat of ``section``."""
        met = count_appearances([section])
        return [
            self.make_fault("not_met", f"entities.{each}", entity=each)
            for each in must_meet
            if each not in met
        ]

    def check_actor(
        self, field: str, draft: BeatDraft, people: Sequence[str], *, depends: bool
    ) -> Iterator[Fault]:
        """Yield a fault if the actor of ``draft``, the beat at ``field``, may not act first there.

        ``people`` are the ids of the characters who want something. ``depends`` says whether the
        beat depends on the player's decisions.
        """
        actor, rule = draft.actor or "", ""
        if actor not in people:
            rule = "no_actor" if people else "no_wants"
        elif depends:
            rule = "actor_depends"
        if rule:
            yield self.make_fault(
                rule,
                f"{field}.actor",
                provided=actor,
                only_value="",
                actor=actor,
                people=" or ".join(people),
            )
        elif actor not in draft.entities:
            yield self.make_fault(
                "actor_away", f"{field}.entities", provided=draft.entities, actor=actor
            )

    def make_move_fault(self, field: str, summary: str, person: Entity) -> Fault:
        """Build the fault that ``person`` does not act first in the beat at ``field``.

        ``summary`` is the text of this beat; it is empty if the beat is missing.
        """
        return self.make_fault(
            NO_MOVE,
            field,
            category=FaultCategory.COMPLETENESS,
            provided=summary,
            actor=person.id,
            name=person.name,
            want=person.want,
        )

    def check_stats(
        self, section: SeedStats | SeedClosings | SeedStatsAndClosings, dilemmas: DilemmaPaths
    ) -> Sequence[Fault]:
        """Return faults for stats, closings and leans whose two sides do not differ.

        The paths of one of ``dilemmas`` may not lean to the same end.
        """
        faults: list[Fault] = []
        if isinstance(section, SeedStats | SeedStatsAndClosings):
            faults += self._check_stat_names(section)
        if isinstance(section, SeedClosings | SeedStatsAndClosings):
            faults += (
                self.make_fault("same_closing", f"closings.{ending}.low", provided=closing.low)
                for ending, closing in section.closings.items()
                if slugify(closing.high) == slugify(closing.low)
            )
        for paths in dilemmas.values():
            leans = [section.leans.get(path, "neither") for path in paths]
            if len(leans) > 1 and leans[0] != "neither" and len({*leans}) == 1:
                at = f"leans.{paths[-1]}"
                faults.append(self.make_fault("same_lean", at, provided=leans[-1], path=paths[0]))
        return faults

    def _check_stat_names(self, section: SeedStats | SeedStatsAndClosings) -> Iterator[Fault]:
        known: set[str] = set()
        for number, stat in enumerate(section.stats):
            name = slugify(stat.name)
            if not name or name in known:
                yield self.make_fault("same_stat", f"stats.{number}.name", provided=stat.name)
            if slugify(stat.high) == slugify(stat.low):
                yield self.make_fault("same_ends", f"stats.{number}.low", provided=stat.low)
            known.add(name)

    def make_point_order_fault(
        self, field: str, summary: str, point: int, other: int, beat: str
    ) -> Fault:
        """Build the fault that the beat at ``field`` tells ``point`` too early or too late.

        ``summary`` is the text of this beat. ``beat`` is the text of another beat, which tells the
        point ``other``; the two points are in the wrong order.
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
