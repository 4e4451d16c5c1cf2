"""GROW: code weaves the plan into passages and choices, and a model writes their texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from attrs import evolve

from questfoundry.app.stages.brainstorm.stage import vision_variables
from questfoundry.app.stages.former_sections import FormerSections, SectionResults
from questfoundry.app.stages.grow.apply import apply_grow, passages_of
from questfoundry.app.stages.grow.callback_batch import batch_callbacks
from questfoundry.app.stages.grow.callback_sections import (
    DARES,
    RECALLS,
    build_callbacks_section,
    build_free_callbacks_section,
    build_gated_choices_section,
)
from questfoundry.app.stages.grow.edit import faults_of_edit, find_broken_laws
from questfoundry.app.stages.grow.existing_chapters import (
    BEFORE,
    can_continue,
    count_existing_chapters,
    existing_artifact,
)
from questfoundry.app.stages.grow.hubs import HUBS, build_hubs_section
from questfoundry.app.stages.grow.minor_choice_sections import (
    LARGE_BATCH,
    build_minor_choices_section,
)
from questfoundry.app.stages.grow.names import (
    build_names_section,
    build_names_section_with_minor_choices,
)
from questfoundry.app.stages.grow.order import build_scenes_section, order_variables, scenes_in
from questfoundry.app.stages.grow.rules import GrowRules
from questfoundry.app.stages.grow.sections import (
    FRAME,
    GUIDE,
    build_frame_section,
    build_labels_section,
    build_titles_section,
    build_views,
    labels_in,
    titles_in,
    weave_minor_choices,
)
from questfoundry.app.stages.grow.views import Views, weave_story
from questfoundry.app.stages.section import Section
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.stages.summary import summarize_structure
from questfoundry.domain.artifacts.grow import (
    EndingName,
    FlagText,
    GrowActs,
    GrowArtifact,
    GrowCover,
    GrowDares,
    GrowEndings,
    GrowFrame,
    GrowMinorChoices,
    GrowRecalls,
    GrowScenes,
    GrowTitles,
)
from questfoundry.domain.artifacts.version import Summary
from questfoundry.domain.errors import InputError
from questfoundry.domain.fault import Fault
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.outline.coverage import measure_coverage
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.unmet_request import UnmetKind
from questfoundry.domain.story.chapter import pause_id
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.story_prefix import take_prefix

GROW = "grow"


class GrowStage(FormerSections, ArtifactStage):
    """The fourth stage: code weaves and proves the structure, and a model names its parts.

    Minor choices, titles, labels and callbacks are requested in batches, so that no schema grows
    with the story.
    """

    name = "grow"
    summary = "Turn the plan into passages and choices, and prove them sound."
    needs = ("dream", "brainstorm", "seed")
    artifact = GrowArtifact
    has_acts = True
    by_chapter = True

    def __init__(self, prompts: PromptRepository) -> None:
        self._rules = GrowRules(prompts)

    def require(self, story: Story) -> None:
        """Raise ``InputError`` for a plan that cannot be woven soundly, before a model is asked."""
        broken = find_broken_laws(weave_story(story, (), 0))
        if broken:
            raise InputError(
                "\n".join(
                    (
                        "This plan cannot be woven into a sound story:",
                        *(f"  {finding.problem} {finding.fix}" for finding in broken),
                        "Edit artifacts/seed.yaml, or run SEED again.",
                    )
                ),
                remedies=(RunStage("seed"),),
            )

    def fingerprint(self, story: Story) -> object:
        """Return the parts of the plan that determine the structure; summaries of beats do not."""
        return (
            story.size,
            [each.id for each in story.list_kept_entities()],
            [(each.id, each.anchors, each.course) for each in story.dilemmas],
            [
                (each.id, [(flag.flag, flag.effect, flag.entity) for flag in each.consequences])
                + (
                    (each.delayed_effect.beats, each.delayed_effect.residue)
                    if each.delayed_effect
                    else ()
                )
                for each in story.paths
            ],
            [evolve(each, summary="", points=()) for each in story.beats],
            [(each.id, each.teaching_beats, each.relying_beats) for each in story.clues],
        )

    def next_section(
        self, story: Story, inputs: StageInputs, results: SectionResults
    ) -> Section[Any] | None:
        """Return the next section: times, hubs and minor choices, titles, labels, and the rest.

        Gated choices and callbacks come after titles and labels, because they refer to them.
        """
        if scenes := build_scenes_section(story, results, self._rules, GUIDE):
            return scenes
        is_worded = any(isinstance(part, GrowTitles) for part in results.values())
        section = (
            self._next_minor_choices(story, results) if inputs.acts and not is_worded else None
        )
        if section:
            return section
        views = build_views(story, _drop_sections(results, GrowRecalls), acts=inputs.acts)
        section = build_titles_section(views, results, self._rules) or build_labels_section(
            views, results, self._rules
        )
        if inputs.acts and not section:
            dares = (
                None
                if DARES in results
                else build_gated_choices_section(views, results, self._rules, GUIDE)
            )
            section = dares or (
                None if RECALLS in results else build_callbacks_section(views, results, GUIDE)
            )
        return section or (
            None if FRAME in results else build_frame_section(views, results, self._rules)
        )

    def _next_minor_choices(self, story: Story, results: SectionResults) -> Section[Any] | None:
        """Return the next section with hubs or minor choices, or ``None`` if all are finished."""
        views = build_views(story, _drop_sections(results, GrowActs), acts=True)
        hubs = None if HUBS in results else build_hubs_section(views, results, self._rules, GUIDE)
        return hubs or build_minor_choices_section(views, results, self._rules, GUIDE)

    def batch_sections(
        self, following: Section[Any], story: Story, inputs: StageInputs, results: SectionResults
    ) -> Section[Any] | None:
        """Return a larger or joined section, or ``None``.

        Minor choices and callbacks get larger batches. Titles are joined with labels and frame, and
        with the minor choices if all fit; gated choices are joined with callbacks if all fit.
        """
        if following.model is GrowActs:
            views = build_views(story, _drop_sections(results, GrowActs), acts=True)
            acts = build_minor_choices_section(views, results, self._rules, GUIDE, most=LARGE_BATCH)
            return acts and (
                build_names_section_with_minor_choices(views, results, self._rules, acts) or acts
            )
        if following.model is GrowTitles:
            views = build_views(story, _drop_sections(results, GrowRecalls), acts=inputs.acts)
            return build_names_section(views, results, self._rules)
        if following.model is GrowDares:
            views = build_views(story, results, acts=inputs.acts)
            return batch_callbacks(views, results, self._rules, GUIDE, following)
        if following.model is GrowRecalls:
            views = build_views(story, _drop_sections(results, GrowRecalls), acts=inputs.acts)
            return build_free_callbacks_section(
                views, results, self._rules, GUIDE, most=LARGE_BATCH
            )
        return None

    def next_request_section(
        self, story: Story, inputs: StageInputs, results: SectionResults, traits: ModelTraits
    ) -> Section[Any] | None:
        """Return the next section to request.

        Only hubs need the parts of the brief about beats that have times. A model that can answer
        many sections at once needs no description of fields that the template describes.
        """
        section = super().next_request_section(story, inputs, results, traits)
        if section is None:
            return None
        has_descriptions = section.has_field_descriptions or traits.can_answer_many
        if section.name == HUBS:
            return evolve(section, has_field_descriptions=has_descriptions)
        return evolve(
            section, settled_ids=tuple(scenes_in(results)), has_field_descriptions=has_descriptions
        )

    def assemble(
        self, story: Story, inputs: StageInputs, results: SectionResults
    ) -> Mapping[str, Any]:
        """Return the data of the woven structure with all its texts.

        Raise ``AssertionError`` if the structure breaks a law.
        """
        before, frame = existing_artifact(results), results.get(FRAME)
        cover = cast(GrowCover, before or frame)
        woven = weave_minor_choices(story, results, acts=inputs.acts)
        structure = woven.structure
        flags = {flag.id: FlagText(text=flag.text) for flag in woven.flags}
        artifact = GrowArtifact(
            title=cover.title,
            hook=cover.hook,
            onward=cover.onward,
            scenes=dict(scenes_in(results)),
            endings=_name_endings(story, structure, before, frame),
            beats=(before.beats if before else {}) | woven.beats,
            marks=(before.marks if before else {}) | flags,
            start=structure.start,
            passages=passages_of(structure, titles_in(results), labels_in(results, structure)),
        )
        if broken := find_broken_laws(apply_grow(story, artifact)):
            raise AssertionError(f"GROW wove an unsound structure: {broken[0].problem}")
        return artifact.model_dump(mode="json")

    def can_extend(self, artifact: Artifact, before: Story, story: Story) -> bool:
        """Return whether the plan only gained chapters since the structure was woven."""
        grow = cast(GrowArtifact, artifact)
        if not can_continue(grow, story):
            return False
        chapter_count = count_existing_chapters(story, {BEFORE: grow})
        return self.fingerprint(take_prefix(before, chapter_count)) == self.fingerprint(
            take_prefix(story, chapter_count)
        )

    def read_existing_sections(self, story: Story, inputs: StageInputs) -> SectionResults:
        """Return the existing artifact as a single result."""
        del story
        return {BEFORE: self.read(inputs.settled)} if inputs.settled else {}

    def faults_in(
        self, story: Story, artifact: Artifact, wording: Mapping[str, Any]
    ) -> Sequence[Fault]:
        """Return faults for unknown ids, bad texts and broken laws.

        Any sound structure is accepted.
        """
        del wording
        return faults_of_edit(story, cast(GrowArtifact, artifact), self._rules)

    def variables(self, story: Story, inputs: StageInputs) -> Mapping[str, Any]:
        """Return the vision, the beats that need times, and an outline without times."""
        views = Views(weave_story(story, (), 0))
        return {
            # The plan fixes the size; only a new plan can change it.
            **vision_variables(story, inputs.model_copy(update={"size": None})),
            "entities": story.list_kept_entities(),
            "outline": views.build_outline(),
            "deeds": story.counts.interactions if inputs.acts else None,
            **order_variables(story, self.read_existing_sections(story, inputs)),
            "endings": views.list_endings(),
        }

    def unmet(
        self, story: Story, inputs: StageInputs, *, reads: bool
    ) -> Iterable[tuple[UnmetKind, str]]:
        """Return the outline's points that the story tells in another order."""
        return (
            (UnmetKind.ORDER, each)
            for each in measure_coverage(inputs.points, story, reads=reads).moved
        )

    def apply(self, story: Story, artifact: Artifact) -> Story:
        """Return ``story`` with its structure, title, hook and endings."""
        return apply_grow(story, cast(GrowArtifact, artifact))

    def discussion_data(self, artifact: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the texts of the structure, with titles and labels by id."""
        passages = artifact.get("passages", ())
        choices = [choice for each in passages for choice in each.get("choices", ())]
        return {
            **{name: artifact[name] for name in GrowFrame.model_fields if name in artifact},
            **{name: artifact[name] for name in GrowScenes.model_fields if name in artifact},
            "titles": {each["id"]: {"title": each["title"]} for each in passages},
            "labels": {
                each["id"]: {"label": each["label"]} for each in choices if each.get("label")
            },
        }

    def build_summary(self, story: Story, artifact: Artifact) -> Summary:
        """Return the summary of the structure."""
        del artifact
        return summarize_structure(story)


def _name_endings(
    story: Story, structure: Structure, before: GrowArtifact | None, frame: Artifact | None
) -> dict[str, EndingName]:
    """Return the endings of the structure with their names; a pause has its chapter's title."""
    names = dict(before.endings if before else {})
    names |= {pause_id(each.id): EndingName(name=each.title) for each in story.chapters}
    if isinstance(frame, GrowFrame | GrowEndings):
        names |= frame.endings
    used = dict.fromkeys(each.ending for each in structure.passages if each.ending)
    return {name: names[name] for name in names if name in used}


def _drop_sections(results: SectionResults, kind: type[GrowMinorChoices]) -> SectionResults:
    """Return ``results`` without sections of a ``kind``, which do not depend on each other."""
    return {name: part for name, part in results.items() if not isinstance(part, kind)}
