"""The sections of SEED with the paths, a few dilemmas at a time, in the order of decisions."""

from collections.abc import Collection

from questfoundry.app.stages.section import Section, list_mentions, mention_entities, mention_texts
from questfoundry.app.stages.seed.cast import find_lead
from questfoundry.app.stages.seed.partial_plan import (
    chapter_of,
    dilemma_order,
    paths_of,
    presence_in,
    retain_entities,
)
from questfoundry.app.stages.seed.rules import EffectContext, SeedRules
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.seed import SeedArtifact, SeedPaths
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.story.story import Story

BATCH_SIZE = 3
"""The number of dilemmas whose paths are requested together."""


def next_dilemmas(story: Story, plan: SeedArtifact) -> tuple[str, ...]:
    """Return the next batch of dilemmas without paths, in a story without chapters."""
    drafts = plan.paths
    order = dilemma_order(story, plan).items()
    waiting = [dilemma.id for dilemma, paths in order if not drafts.keys() >= {*paths}]
    return tuple(waiting[:BATCH_SIZE])


def build_paths_section(
    story: Story, rules: SeedRules, plan: SeedArtifact, name: str, dilemmas: Collection[str]
) -> Section[SeedPaths]:
    """Build the section for summary and consequences of every explored answer of ``dilemmas``."""
    decisions, kept = plan.dilemma_decisions, retain_entities(story, plan)
    order = dilemma_order(story, plan)
    dilemma_paths = {dilemma: paths for dilemma, paths in order.items() if dilemma.id in dilemmas}
    context = EffectContext(
        lead=find_lead(order, kept),
        later=tuple(order)[list(order).index(list(dilemma_paths)[-1]) + 1 :],
        absent=presence_in(story, plan).find_absent_at_end(),
    )
    paths = {
        path: answer
        for dilemma in dilemma_paths
        for path, answer in paths_of(dilemma, decisions).items()
    }
    return Section(
        name=name,
        model=SeedPaths,
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
            "chapter": chapter_of(plan, next(iter(dilemma_paths)).id),
        },
        about=SectionSubject(
            mentions=mention_texts({path: answer.text for path, answer in paths.items()})
        ),
    )
