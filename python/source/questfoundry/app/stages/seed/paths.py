"""The sections of SEED with the paths, a few dilemmas at a time, in the order of decisions."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from questfoundry.app.stages.former_sections import SectionResults
from questfoundry.app.stages.mentions import mention_entities, mention_texts
from questfoundry.app.stages.section import Section, list_mentions
from questfoundry.app.stages.seed.cast import find_lead
from questfoundry.app.stages.seed.effect_rules import EffectContext
from questfoundry.app.stages.seed.partial_plan import (
    PATHS,
    chapter_of,
    chapter_section_name,
    decisions_in,
    dilemma_order,
    paths_in,
    paths_of,
    presence_in,
    retain_entities,
)
from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.app.stages.seed.sections import GUIDE
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.seed import SeedPaths
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.story.story import Story

BATCH_SIZE = 3
"""The number of dilemmas whose paths are requested together."""


def next_dilemmas(story: Story, results: SectionResults) -> tuple[str, ...]:
    """Return the next batch of dilemmas without paths, in a story without chapters."""
    drafts = paths_in(results)
    order = dilemma_order(story, results).items()
    waiting = [dilemma.id for dilemma, paths in order if not drafts.keys() >= {*paths}]
    return tuple(waiting[:BATCH_SIZE])


def next_paths_name(results: SectionResults) -> str:
    """Return the name of the next section with paths: ``paths``, then ``paths.2`` and so on."""
    count = sum(isinstance(part, SeedPaths) for part in results.values())
    return chapter_section_name(PATHS, count and count + 1)


def build_paths_section(
    story: Story, rules: SeedRules, results: SectionResults, name: str, dilemmas: Collection[str]
) -> Section[Any]:
    """Build the section for summary and consequences of every explored answer of ``dilemmas``."""
    decisions, kept = decisions_in(results), retain_entities(story, results)
    order = dilemma_order(story, results)
    dilemma_paths = {dilemma: paths for dilemma, paths in order.items() if dilemma.id in dilemmas}
    context = EffectContext(
        lead=find_lead(order, kept),
        later=tuple(order)[list(order).index(list(dilemma_paths)[-1]) + 1 :],
        absent=presence_in(story, results).find_absent_at_end(),
    )
    paths = {
        path: answer
        for dilemma in dilemma_paths
        for path, answer in paths_of(dilemma, decisions).items()
    }
    return Section(
        name=name,
        model=SeedPaths,
        template="templates/seed/paths",
        guide=GUIDE,
        manifest=Manifest(
            sections={"paths": tuple(paths)},
            pins={"paths.consequences.entity": tuple(each.id for each in kept)},
        ),
        check=lambda part: rules.check_paths(part, dilemma_paths, kept, context),
        variables={
            "ids": tuple(paths),
            "settled": dilemma_paths,
            "later": tuple(dict.fromkeys(each for one in context.later for each in one.anchors)),
            "entities": list_mentions(mention_entities(kept)),
            "lead": context.lead,
            "chapter": chapter_of(results, next(iter(dilemma_paths)).id),
        },
        about=SectionSubject(
            mentions=mention_texts({path: answer.text for path, answer in paths.items()})
        ),
    )
