"""Where a choice is felt later, and what the story asks: beside each other, or beside its moments.

A story whose counts are fixed has moments with known ids before one of them is written. So all of
them, where they are felt and what is learnt at them are one answer, which says the plan once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain

from attrs import evolve, frozen

from questfoundry.app.stages.batched_section import batch
from questfoundry.app.stages.section import Section, SectionResults
from questfoundry.app.stages.seed.batched_sections import MomentBatch
from questfoundry.app.stages.seed.cast import is_place
from questfoundry.app.stages.seed.clues import QUESTIONS, PlannedMoment, weave_plan
from questfoundry.app.stages.seed.partial_plan import retain_entities
from questfoundry.app.stages.seed.residue import RESIDUE
from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.app.stages.seed.sections import FRAME
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.seed import BeatDraft, Epilogue, PathBeats, SeedBeats, SeedFrame
from questfoundry.domain.story.beat import BeatRole
from questfoundry.domain.story.size import Preset
from questfoundry.domain.story.story import Story

NextSection = Callable[[SectionResults], Section | None]
"""The section that comes next, of a plan that is made so far."""


@frozen(kw_only=True)
class FollowingSections:
    """What comes behind the moments: where what rejoins is ``felt``, and what is ``asked``.

    ``planned`` is the story with all that is made so far.
    """

    build_story: Callable[[SectionResults], Story]
    next_effects: NextSection
    next_questions: NextSection

    def adapt_section(self, section: Section, planned: SectionResults) -> Section:
        """The section as it is after those before it; a faulty residue is none."""
        if section.name == RESIDUE:
            return self.next_effects(planned) or section
        without = {name: part for name, part in planned.items() if name != RESIDUE}
        effects = self.next_effects(without) if RESIDUE in planned else None
        is_right = effects is not None and not effects.check(planned[RESIDUE])
        return self.next_questions(planned if is_right else without) or section


@frozen(kw_only=True)
class MomentGroup:
    """Moments that stand together in an answer: their ids, ``where`` they stand, and ``of`` whom.

    ``only`` says in words who meets them, empty for all.
    """

    ids: tuple[str, ...]
    where: BeatRole
    of: str
    only: str


def build_delayed_effect_section(
    residue: Section,
    later: FollowingSections,
    preset: Preset,
    rules: SeedRules,
    results: SectionResults,
) -> Section | None:
    """Where every path that rejoins is felt, and the central questions; ``None`` without any."""
    questions = later.next_questions(results)
    if questions is None:
        return None
    return batch(
        (_align_pins(residue), questions),
        title="SeedFelt",
        has_field_descriptions=True,
        template="templates/seed/felt",
        variables={
            "ids": residue.variables["ids"],
            "paths": residue.variables["paths"],
            "moments": questions.variables["moments"],
            "rules": _render_rules(rules, preset, residue),
        },
        adapt=lambda section, so_far: later.adapt_section(section, {**results, **so_far}),
    )


def plot_section(
    story: Story,
    preset: Preset,
    rules: SeedRules,
    results: SectionResults,
    moments: MomentBatch,
    later: FollowingSections,
) -> Section | None:
    """All moments of a story, where they are felt, and what is learnt at them.

    ``None`` where it is open how many moments there are, or where nothing comes after them.
    """
    counts = (preset.setup_beats, preset.shared_beats, preset.tail_beats, preset.epilogue_beats)
    if not moments.is_complete or any(each.least != each.most for each in counts):
        return None
    planned = {**results, **_build_placeholders(story, preset, results, moments)}
    residue, questions = later.next_effects(planned), later.next_questions(planned)
    behind = [*([_align_pins(residue)] if residue else ()), *([questions] if questions else ())]
    if not behind:
        return None

    def adapt(section: Section, so_far: SectionResults) -> Section:
        if section.name in (RESIDUE, QUESTIONS):
            return later.adapt_section(section, {**results, **so_far})
        return moments.adapt(section, so_far)

    return evolve(
        batch(
            (*moments.sections, *behind),
            title="SeedPlot",
            has_field_descriptions=True,
            template="templates/seed/moments",
            guide="fields/seed_moments",
            variables={
                **moments.variables,
                "felt": {
                    "ids": residue.variables["ids"] if residue else (),
                    "paths": residue.variables["paths"] if residue else {},
                    "asked": questions is not None,
                    "moments": _group_moments(weave_plan(later.build_story(planned)).moments),
                    "rules": _render_rules(rules, preset, residue),
                },
            },
            adapt=adapt,
        ),
        context_fields=_list_fields(moments.sections),
    )


def _build_placeholders(
    story: Story, preset: Preset, results: SectionResults, moments: MomentBatch
) -> SectionResults:
    """Moments of which only their number counts, and so their ids."""
    place = next(each.id for each in retain_entities(story, results) if is_place(each.id))
    draft = BeatDraft(summary="-", location=place)
    found: dict[str, Artifact] = {}
    for section in moments.sections:
        entries = section.manifest.sections
        if section.name == FRAME:
            closing = Epilogue(beats=(draft,) * preset.epilogue_beats.most)
            found[FRAME] = SeedFrame(
                setup=(draft,) * preset.setup_beats.most,
                epilogues=dict.fromkeys(entries["epilogues"], closing),
            )
        else:
            arm = PathBeats(commit=draft, tail=(draft,) * preset.tail_beats.most)
            found[section.name] = SeedBeats(
                shared=(draft,) * preset.shared_beats.most,
                paths=dict.fromkeys(entries["paths"], arm),
            )
    return found


def _group_moments(moments: Iterable[PlannedMoment]) -> tuple[MomentGroup, ...]:
    """The moments by where they stand: an arm of a choice as one."""
    found: dict[tuple[BeatRole, str], MomentGroup] = {}
    for each in moments:
        beat = each.beat
        where = BeatRole.COMMIT if beat.path else beat.role
        of = beat.path or beat.dilemma or beat.ending or ""
        before = found.get((where, of))
        ids = (*(before.ids if before else ()), beat.id)
        found[where, of] = MomentGroup(ids=ids, where=where, of=of, only=each.only)
    return tuple(found.values())


def _align_pins(residue: Section) -> Section:
    """The section with the moments of all paths in one order: those that have the same are one."""
    pins = residue.manifest.pins
    order = tuple(dict.fromkeys(chain(*reversed([*pins.values()]))))
    alike = {name: tuple(each for each in order if each in ids) for name, ids in pins.items()}
    return evolve(residue, manifest=evolve(residue.manifest, pins=alike))


def _render_rules(rules: SeedRules, preset: Preset, residue: Section | None) -> Mapping[str, str]:
    """What holds for both, in words."""
    ids = residue.variables["ids"] if residue else ()
    rendered = rules.prompts.render("templates/seed/felt_rules", {"preset": preset, "ids": ids})
    return rendered.sections


def _list_fields(sections: Iterable[Section]) -> tuple[str, ...]:
    """The fields of an answer in which those sections stand."""
    names = (
        name
        for each in sections
        for name in ((each.path.partition(".")[0],) if each.path else each.model.model_fields)
    )
    return tuple(dict.fromkeys(names))
