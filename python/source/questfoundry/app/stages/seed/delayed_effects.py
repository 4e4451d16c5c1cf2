"""Delayed effects and questions, requested together or together with the beats they refer to.

If all counts of a story are fixed, the ids of its beats are known before the beats are written. So
one answer can hold the beats, the delayed effects and the clues, and the plan is sent only once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.stages.batched_section import batch
from questfoundry.app.stages.former_sections import SectionResults
from questfoundry.app.stages.section import Section
from questfoundry.app.stages.seed.batched_sections import MomentBatch
from questfoundry.app.stages.seed.cast import is_place
from questfoundry.app.stages.seed.clues import QUESTIONS, PlannedMoment, weave_plan
from questfoundry.app.stages.seed.partial_plan import retain_entities
from questfoundry.app.stages.seed.residue import RESIDUE
from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.app.stages.seed.sections import FRAME
from questfoundry.domain.artifacts.seed import BeatDraft, Epilogue, PathBeats, SeedBeats, SeedFrame
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.story.beat import BeatRole
from questfoundry.domain.story.size import Preset
from questfoundry.domain.story.story import Story

NextSection = Callable[[SectionResults], Section[Any] | None]
"""Returns the next section for the results so far, or ``None``."""


@frozen(kw_only=True)
class FollowingSections:
    """The sections after the beats: delayed effects, then questions.

    ``build_story`` returns the story with all results so far. ``next_effects`` and
    ``next_questions`` return the section for given results, or ``None``.
    """

    build_story: Callable[[SectionResults], Story]
    next_effects: NextSection
    next_questions: NextSection

    def adapt_section(self, section: Section[Any], planned: SectionResults) -> Section[Any]:
        """Return ``section`` rebuilt from the results ``planned`` before it.

        Delayed effects with faults are ignored.
        """
        if section.name == RESIDUE:
            return self.next_effects(planned) or section
        without = {name: part for name, part in planned.items() if name != RESIDUE}
        effects = self.next_effects(without) if RESIDUE in planned else None
        is_right = effects is not None and not effects.check(planned[RESIDUE])
        return self.next_questions(planned if is_right else without) or section


@frozen(kw_only=True)
class MomentGroup:
    """Neighbouring beats as a template shows them, by their ids.

    ``where`` is their role, ``of`` the id of their path, dilemma or ending. ``only`` names the
    answer whose players meet them; empty for all players.
    """

    ids: tuple[str, ...]
    where: BeatRole
    of: str
    only: str


def build_delayed_effect_section(
    residue: Section[Any],
    later: FollowingSections,
    preset: Preset,
    rules: SeedRules,
    results: SectionResults,
) -> Section[Any] | None:
    """Build the section for the delayed effects of all rejoining paths and the central questions.

    Return ``None`` if no questions are left to request.
    """
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


def build_plot_section(
    story: Story,
    preset: Preset,
    rules: SeedRules,
    results: SectionResults,
    moments: MomentBatch,
    later: FollowingSections,
) -> Section[Any] | None:
    """Build the section for all beats of a story, its delayed effects, and its questions.

    Return ``None`` if the number of beats is not fixed, or if nothing follows the beats.
    """
    counts = (preset.setup_beats, preset.shared_beats, preset.tail_beats, preset.epilogue_beats)
    if not moments.is_complete or any(each.least != each.most for each in counts):
        return None
    planned = {**results, **_build_placeholders(story, preset, results, moments)}
    residue, questions = later.next_effects(planned), later.next_questions(planned)
    behind = [*([_align_pins(residue)] if residue else ()), *([questions] if questions else ())]
    if not behind:
        return None

    def adapt(section: Section[Any], so_far: SectionResults) -> Section[Any]:
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
    """Return beats with placeholder text, which only serve to determine the ids of beats."""
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
    """Group the beats by role and owner; each arm of a choice becomes one group."""
    found: dict[tuple[BeatRole, str], MomentGroup] = {}
    for each in moments:
        beat = each.beat
        where = BeatRole.COMMIT if beat.path else beat.role
        of = beat.path or beat.dilemma or beat.ending or ""
        before = found.get((where, of))
        ids = (*(before.ids if before else ()), beat.id)
        found[where, of] = MomentGroup(ids=ids, where=where, of=of, only=each.only)
    return tuple(found.values())


def _align_pins(residue: Section[Any]) -> Section[Any]:
    """Return ``residue`` with the allowed beats of all paths in the same order.

    Paths with the same beats then have equal schemas.
    """
    pins = residue.manifest.pins
    order = tuple(dict.fromkeys(chain(*reversed([*pins.values()]))))
    alike = {name: tuple(each for each in order if each in ids) for name, ids in pins.items()}
    return evolve(residue, manifest=evolve(residue.manifest, pins=alike))


def _render_rules(
    rules: SeedRules, preset: Preset, residue: Section[Any] | None
) -> Mapping[str, str]:
    """Return the rules for delayed effects and questions as prompt sections."""
    ids = residue.variables["ids"] if residue else ()
    rendered = rules.prompts.render("templates/seed/felt_rules", {"preset": preset, "ids": ids})
    return rendered.sections


def _list_fields(sections: Iterable[Section[Any]]) -> tuple[str, ...]:
    """Return the top-level fields of an answer that hold ``sections``."""
    names = (
        name
        for each in sections
        for name in ((each.path.partition(".")[0],) if each.path else each.model.model_fields)
    )
    return tuple(dict.fromkeys(names))
