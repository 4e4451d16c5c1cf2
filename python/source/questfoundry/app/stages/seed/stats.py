"""The section of SEED for stats, with the variants of the endings for the ends of a stat."""

from collections.abc import Mapping, Sequence
from typing import Any

from questfoundry.app.stages.section import Section, mention_entities
from questfoundry.app.stages.seed.sections import PlanInProgress, find_third_dilemma, wants_stats
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.seed import (
    SeedClosings,
    SeedClosingsAndThird,
    SeedStats,
    SeedStatsAndClosings,
    SeedStatsClosingsAndThird,
)
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.story.entity import EntityKind

STATS = "stats"

_MODELS = {
    (True, True, False): SeedStatsAndClosings,
    (True, True, True): SeedStatsClosingsAndThird,
    (True, False, False): SeedStats,
    (False, True, False): SeedClosings,
    (False, True, True): SeedClosingsAndThird,
}
"""The form of the answer, by whether stats, closings and the third answer are requested."""


def build_stats_section(
    plan: PlanInProgress, paths: Sequence[str] | None = None
) -> Section[Any] | None:
    """Build the section for the stats, and for the two variants of every planned ending.

    Return ``None`` if the author wants no stats or nothing is missing. In a story that is planned
    chapter by chapter, the variants of endings are requested with the last chapter. If ``paths``
    (the paths that may lean) are given, the section becomes part of a request that lists these
    paths, the endings and the people.
    """
    seed = plan.seed
    missing = not seed.stats, bool(seed.epilogues) and not seed.closings
    if not wants_stats(plan) or not any(missing):
        return None
    endings = _view_endings(plan) if missing[1] else {}
    leaning = tuple(paths or (path for path in seed.residue if path not in seed.leans))
    about = {
        **{
            each.id: f"{each.name}: {each.description}"
            for each in plan.entities
            if each.kind is EntityKind.CHARACTER
        },
        **{each.id: each.question for each in seed.questions},
        **{each.id: each.question for each in plan.story.dilemmas},
    }
    wanted = plan.preset.stats if missing[0] else None
    third = find_third_dilemma(plan) if endings else None
    variables = {
        "wanted": wanted,
        "stat": seed.stats[0] if seed.stats else None,
        "endings": endings,
        "paths": {path: plan.answers[path].text for path in leaning},
        "listed": paths is None,
        "about": about,
        "third": third,
    }
    texts = plan.rules.prompts.render("templates/seed/stats_rules", variables)
    return Section(
        name=STATS,
        model=_MODELS[*missing, third is not None],
        is_creative=True,
        manifest=Manifest(
            sections={"leans": leaning, **({"closings": tuple(endings)} if endings else {})},
            pins={"stats.about": tuple(about)} if wanted else {},
            counts={"stats": wanted} if wanted else {},
        ),
        check=lambda part: plan.rules.check_stats(part, plan.dilemma_paths),
        settled_ids=list_settled_dilemmas(plan, plan.planned_dilemmas),
        variables={**variables, "rules": texts[STATS]},
        about=SectionSubject(mentions=mention_entities(plan.entities)),
    )


def list_settled_dilemmas(plan: PlanInProgress, planned: Sequence[str]) -> tuple[str, ...]:
    """Return ``planned`` dilemmas (ids) without the one whose third answer is still requested."""
    third = find_third_dilemma(plan) if wants_stats(plan) else None
    return tuple(each for each in planned if third is None or each != third.id)


def _view_endings(plan: PlanInProgress) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return, by ending id, the answers that lead to the ending, and its moments."""
    return {
        ending: {
            "answers": tuple(plan.answers[path].text for path in plan.endings[ending]),
            "moments": tuple(beat.summary for beat in epilogue.beats),
        }
        for ending, epilogue in plan.seed.epilogues.items()
    }
