"""The sections of SEED that only a story with chapters has: chapters, openings and epilogues."""

from itertools import chain

from questfoundry.app.stages.section import (
    Section,
    mention_entities,
    mention_questions,
    mention_texts,
)
from questfoundry.app.stages.seed.cast import find_due_entities
from questfoundry.app.stages.seed.partial_plan import (
    CHAPTERS,
    EPILOGUES,
    answers_of_endings,
    chapter_dilemmas,
    chapter_of,
    endings_in,
    moments_so_far,
    opening_name,
    presence_in,
    retain_entities,
)
from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.app.stages.seed.sections import (
    build_cast_pins,
    count_beats_after,
    find_unmet_entities,
)
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.seed import (
    SeedArtifact,
    SeedChapters,
    SeedEpilogues,
    SeedOpening,
)
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


def build_chapters_section(story: Story, preset: Preset, rules: SeedRules) -> Section[SeedChapters]:
    """Build the section that assigns every dilemma to a chapter, hard dilemmas to its end."""
    ids = tuple(dilemma.id for dilemma in story.dilemmas)
    chapters, hard = chapter_count_range(story, preset), preset.hard_dilemmas
    soft = Range(preset.dilemmas.least - hard.least, preset.dilemmas.most - hard.most)
    return Section(
        name=CHAPTERS,
        model=SeedChapters,
        guide="fields/seed_chapters",
        manifest=Manifest(
            pins={"chapters.soft": ids, "chapters.hard": ids},
            counts={"chapters": chapters, "chapters.soft": soft, "chapters.hard": hard},
        ),
        check=lambda part: rules.check_chapters(part, ids),
        last_resort=lambda part: _redistribute_dilemmas(part, ids, hard.most),
        variables={"ids": ids, "chapters": chapters, "soft": soft},
        about=SectionSubject(mentions=mention_questions(story.dilemmas)),
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


def build_opening_section(
    story: Story, preset: Preset, rules: SeedRules, plan: SeedArtifact, number: int
) -> Section[SeedOpening]:
    """Build the section for the opening of chapter ``number``, and the chapter's summary."""
    kept, first, *_, last = retain_entities(story, plan), *chapter_dilemmas(plan, number)
    absent = presence_in(story, plan).find_absent_before(first)
    chapter = chapter_of(plan, first)
    following = count_beats_after(story, preset, plan, last) - preset.setup_beats.least
    must_meet = find_due_entities(find_unmet_entities(story, plan), (), absent, following)
    return Section(
        name=opening_name(number),
        model=SeedOpening,
        template="templates/seed/opening",
        guide="fields/seed_opening",
        manifest=Manifest(
            counts={"setup": preset.setup_beats},
            pins=build_cast_pins(kept, must_meet, plan, {"setup": absent}),
        ),
        check=lambda part: rules.check_cast(part, must_meet),
        variables={
            "chapter": chapter,
            "earlier": tuple(moments_so_far(story, plan, number)),
            "must_meet": must_meet,
            "away": tuple(each.id for each in kept if each.id in absent),
        },
        about=SectionSubject(
            focus=(chapter.title,) if chapter else (), mentions=mention_entities(kept)
        ),
        path=opening_name(number),
    )


def build_epilogues_section(
    story: Story, preset: Preset, plan: SeedArtifact, most: int = BATCH_SIZE
) -> Section[SeedEpilogues] | None:
    """Build the section for the epilogues of the next ``most`` endings.

    Return ``None`` if all endings have epilogues.
    """
    kept, presence = retain_entities(story, plan), presence_in(story, plan)
    number = len(plan.chapters)
    waiting = endings_in(story, plan).items()
    endings = dict([each for each in waiting if each[0] not in plan.epilogues][:most])
    if not endings:
        return None
    away = {ending: presence.find_absent_at_end(paths) for ending, paths in endings.items()}
    answers = answers_of_endings(story, plan)
    return Section(
        name=f"{EPILOGUES}.{1 + -(-len(plan.epilogues) // most)}",
        model=SeedEpilogues,
        guide="fields/seed_beats",
        manifest=Manifest(
            sections={"epilogues": tuple(endings)},
            counts={"epilogues.beats": preset.epilogue_beats},
            pins=build_cast_pins(
                kept,
                (),
                plan,
                {f"epilogues.{ending}.beats": absent for ending, absent in away.items()},
            ),
        ),
        variables={
            "ids": tuple(endings),
            "chapter": chapter_of(plan, chapter_dilemmas(plan, number)[0]),
            "earlier": tuple(moments_so_far(story, plan, number)),
            "away": {
                ending: tuple(entity.id for entity in kept if entity.id in absent)
                for ending, absent in away.items()
                if absent
            },
        },
        about=SectionSubject(
            mentions=(
                *mention_entities(kept),
                *mention_texts({each: " ".join(answers[each]) for each in endings}),
            )
        ),
    )
