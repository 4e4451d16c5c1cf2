"""The sections of SEED that only a story with chapters has: chapters, openings and epilogues."""

from itertools import chain

from questfoundry.app.stages.section import Section, mention_entities, mention_questions
from questfoundry.app.stages.seed.actors import add_actors
from questfoundry.app.stages.seed.cast import find_due_entities
from questfoundry.app.stages.seed.partial_plan import CHAPTERS, EPILOGUES, opening_name
from questfoundry.app.stages.seed.sections import (
    PlanInProgress,
    build_cast_pins,
    build_closing_section,
    count_beats_after,
)
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.seed import SeedChapters, SeedEpilogues, SeedOpening
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.story.size import Preset, Range
from questfoundry.domain.story.story import Story

BATCH_SIZE = 4
"""The maximum number of endings in one request."""


def chapter_count_range(story: Story, preset: Preset) -> Range:
    """Return the possible numbers of chapters; 0 to 0 if the dilemmas are too few for chapters."""
    many, each = len(story.dilemmas), preset.dilemmas
    if preset.chapters.most == 1 or many < preset.chapters.least * each.least:
        return Range(0, 0)
    least = max(preset.chapters.least, -(-many // each.most))
    return Range(least, max(least, min(preset.chapters.most, many // each.least)))


def build_chapters_section(plan: PlanInProgress) -> Section[SeedChapters]:
    """Build the section that assigns every dilemma to a chapter, hard dilemmas to its end."""
    preset, dilemmas = plan.preset, plan.story.dilemmas
    ids = tuple(dilemma.id for dilemma in dilemmas)
    chapters, hard = chapter_count_range(plan.story, preset), preset.hard_dilemmas
    soft = Range(preset.dilemmas.least - hard.least, preset.dilemmas.most - hard.most)
    return Section(
        name=CHAPTERS,
        model=SeedChapters,
        guide="fields/seed_chapters",
        manifest=Manifest(
            pins={"chapters.soft": ids, "chapters.hard": ids},
            counts={"chapters": chapters, "chapters.soft": soft, "chapters.hard": hard},
        ),
        check=lambda part: plan.rules.check_chapters(part, ids),
        last_resort=lambda part: _redistribute_dilemmas(part, ids, hard.most),
        variables={"ids": ids, "chapters": chapters, "soft": soft},
        about=SectionSubject(mentions=mention_questions(dilemmas)),
    )


def _redistribute_dilemmas(part: SeedChapters, ids: tuple[str, ...], hard: int) -> SeedChapters:
    drafts = part.chapters
    given = chain(*((*each.soft, *each.hard) for each in drafts))
    order = tuple(dict.fromkeys((*given, *ids)))
    cuts = [len(order) * number // len(drafts) for number in range(len(drafts) + 1)]
    return SeedChapters(
        chapters=tuple(
            draft.model_copy(
                update={"soft": order[begin : end - hard], "hard": order[end - hard : end]}
            )
            for draft, begin, end in zip(drafts, cuts, cuts[1:], strict=False)
        )
    )


def build_opening_section(plan: PlanInProgress, number: int) -> Section[SeedOpening]:
    """Build the section for the opening of chapter ``number``, and the chapter's summary."""
    dilemmas = plan.list_dilemmas(number)
    first, last = dilemmas[0], dilemmas[-1]
    absent = plan.presence.find_absent_before(first)
    chapter = plan.chapter_of(first)
    following = count_beats_after(plan, last) - plan.preset.setup_beats.least
    must_meet = find_due_entities(plan.find_unmet_entities(), (), absent, following)
    section = Section(
        name=opening_name(number),
        model=SeedOpening,
        is_creative=True,
        template="templates/seed/opening",
        guide="fields/seed_opening",
        manifest=Manifest(
            counts={"setup": plan.preset.setup_beats},
            pins=build_cast_pins(plan, must_meet, {"setup": absent}),
        ),
        check=lambda part: plan.rules.check_cast(part, must_meet),
        variables={
            "chapter": chapter,
            "earlier": tuple(plan.list_moments(number)),
            "must_meet": must_meet,
            "away": plan.list_kept(absent),
        },
        about=SectionSubject(
            focus=(chapter.title,) if chapter else (), mentions=mention_entities(plan.entities)
        ),
        path=opening_name(number),
    )
    return add_actors(section, plan, plan.rules, reads=plan.reads)


def build_epilogues_section(plan: PlanInProgress, most: int) -> Section[SeedEpilogues] | None:
    """Build the section for the epilogues of the next ``most`` endings.

    Return ``None`` if all endings have epilogues.
    """
    written = plan.seed.epilogues
    waiting = [each for each in plan.endings.items() if each[0] not in written]
    name = f"{EPILOGUES}.{1 + -(-len(written) // most)}"
    if not waiting:
        return None
    return build_closing_section(plan, name, SeedEpilogues, dict(waiting[:most]))
