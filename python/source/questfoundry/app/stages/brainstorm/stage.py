"""BRAINSTORM: a vision becomes raw material, entities and dilemmas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any, cast

from attrs import asdict, evolve

from questfoundry.app.stages.brainstorm.entity_quota import (
    MOST_ENTITIES,
    count_unnamed_entities,
    drop_unmet_places,
    plan_entity_range,
)
from questfoundry.app.stages.brainstorm.rules import (
    BrainstormRules,
    anchor_ids,
    dilemma_id,
    entity_id,
    find_missing_names,
    find_player_id,
    is_background,
)
from questfoundry.app.stages.brainstorm.sections import (
    DILEMMAS,
    ENTITIES,
    NAMES,
    build_dilemmas_section,
    build_entities_section,
    build_material_section,
    build_names_section,
    dilemma_parts,
    dilemmas_in,
)
from questfoundry.app.stages.former_sections import FormerSections, SectionResults
from questfoundry.app.stages.section import Section
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.stages.summary import summarize_material
from questfoundry.domain.artifacts.brainstorm import (
    BrainstormArtifact,
    BrainstormEntities,
    BrainstormNames,
    DilemmaEntry,
    NamedDraft,
)
from questfoundry.domain.artifacts.version import Summary
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.ids import slug_of
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.outline.material import OUTLINE
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.unmet_request import UnmetKind
from questfoundry.domain.story.dilemma import Answer, Dilemma
from questfoundry.domain.story.entity import Entity
from questfoundry.domain.story.outline_name import OutlineName
from questfoundry.domain.story.shape import Counts, StoryShape, counts_of, shape_of
from questfoundry.domain.story.size import Preset, Range, Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.names.word_classes import strip_titles


class BrainstormStage(FormerSections, ArtifactStage):
    """The second stage: entities first, then the dilemmas that they face.

    If the author has an outline, its names come first, so that the entities use them. Dilemmas are
    requested in batches, one for each chapter that the story has at least. So no schema grows with
    the story.
    """

    name = "brainstorm"
    summary = "Find the story's entities and dilemmas."
    needs = ("dream",)
    artifact = BrainstormArtifact
    settles_size = True
    settles_shape = True

    def __init__(self, prompts: PromptRepository) -> None:
        self._rules = BrainstormRules(prompts)

    def next_section(
        self, story: Story, inputs: StageInputs, results: SectionResults
    ) -> Section[Any] | None:
        """Return the next section: names of the outline, entities, then batches of dilemmas."""
        preset = preset_of(story, inputs)
        if NAMES not in results and inputs.material.select_folders(OUTLINE):
            return build_names_section(inputs, self._rules)
        if ENTITIES not in results:
            names = drop_unmet_places(inputs.list_stated_names(_list_read_names(results)), preset)
            room = plan_entity_range(names, preset)
            return build_entities_section(
                room, names[: room.most - count_unnamed_entities(names)], self._rules
            )
        batches, finished = preset.chapters.least, len(dilemma_parts(results))
        if finished == batches:
            return None
        name = f"{DILEMMAS}.{finished + 1}" if batches > 1 else DILEMMAS
        return build_dilemmas_section(
            name, preset.dilemmas, results, self._rules, stretch=(finished + 1, batches)
        )

    def next_request_section(
        self, story: Story, inputs: StageInputs, results: SectionResults, traits: ModelTraits
    ) -> Section[Any] | None:
        """Return the next section to request; a model without comprehension is not asked for names.

        Code finds the names in the outline instead.
        """
        section = super().next_request_section(story, inputs, results, traits)
        if section is None or section.name != NAMES or traits.capabilities.comprehension:
            return section
        return evolve(section, preset=BrainstormNames(names=()))

    def batch_sections(
        self, following: Section[Any], story: Story, inputs: StageInputs, results: SectionResults
    ) -> Section[Any] | None:
        """Return entities and dilemmas as one section, if the dilemmas are a single batch."""
        del results
        preset = preset_of(story, inputs)
        if following.name != ENTITIES or preset.chapters.least > 1:
            return None
        return build_material_section(following, preset.dilemmas, self._rules)

    def section_to_check(
        self, story: Story, inputs: StageInputs, results: SectionResults
    ) -> Section[Any] | None:
        """Return the section of all entities, then the section of all dilemmas.

        An author can have more entities than a model is asked for.
        """
        if ENTITIES not in results:
            room = preset_of(story, inputs).entities
            return build_entities_section(
                Range(room.least, MOST_ENTITIES), inputs.list_stated_names(), self._rules
            )
        wanted, chapters = preset_of(story, inputs).dilemmas, preset_of(story, inputs).chapters
        whole = Range(wanted.least, chapters.most * wanted.most)
        return (
            None
            if DILEMMAS in results
            else build_dilemmas_section(DILEMMAS, whole, results, self._rules)
        )

    def assemble(
        self, story: Story, inputs: StageInputs, results: SectionResults
    ) -> Mapping[str, Any]:
        """Return the data of the artifact: all entities and dilemmas with their ids.

        Characters that anchor no dilemma are marked as background.
        """
        whole = cast(BrainstormEntities, results[ENTITIES])
        entities, dilemmas = whole.entities, dilemmas_in(results)
        anchors = {each.name: anchor_ids(each, entities) for each in dilemmas}
        anchored = frozenset(chain(*anchors.values()))
        return {
            "size": size_of(story, inputs).value,
            **({"shape": inputs.shape.value} if inputs.shape else {}),
            **({"names": _dump_names(results[NAMES])} if NAMES in results else {}),
            "entities": [
                {
                    "id": entity_id(entity),
                    **entity.model_dump(mode="json"),
                    "background": is_background(entity, anchored),
                }
                for entity in entities
            ],
            "played": find_player_id(whole),
            "dilemmas": [
                {
                    "id": dilemma_id(dilemma),
                    **dilemma.model_dump(mode="json"),
                    "anchors": [*anchors[dilemma.name]],
                }
                for dilemma in dilemmas
            ],
        }

    def variables(self, story: Story, inputs: StageInputs) -> Mapping[str, Any]:
        """Return the vision, the number of entities, and whether there is an outline."""
        return {
            **vision_variables(story, inputs),
            "room": plan_entity_range(inputs.list_stated_names(), preset_of(story, inputs)),
            "outline": bool(inputs.material.select_folders(OUTLINE)),
        }

    def apply(self, story: Story, artifact: Artifact) -> Story:
        """Return ``story`` with its entities and dilemmas, before any decision about them."""
        whole = cast(BrainstormArtifact, artifact)
        return evolve(
            story,
            size=whole.size,
            shape=whole.shape,
            names=tuple(map(_build_outline_name, whole.names)),
            entities=tuple(
                Entity(**entry.model_dump(), played=entry.id == whole.played)
                for entry in whole.entities
            ),
            dilemmas=tuple(_build_dilemma(entry) for entry in whole.dilemmas),
        )

    def unmet(
        self, story: Story, inputs: StageInputs, *, reads: bool
    ) -> Iterable[tuple[UnmetKind, str]]:
        """Return the names from the idea or the outline that no entity has."""
        del reads
        names = inputs.list_stated_names(story.names)
        return ((UnmetKind.NAME, name) for name in find_missing_names(names, story.entities))

    def build_summary(self, story: Story, artifact: Artifact) -> Summary:
        """Return the summary of entities and dilemmas."""
        del artifact
        return summarize_material(story)


def _list_read_names(results: SectionResults) -> tuple[OutlineName, ...]:
    """Return the names that a model read in the outline; empty if no model did."""
    part = cast(BrainstormNames | None, results.get(NAMES))
    return tuple(map(_build_outline_name, part.names)) if part else ()


def _build_outline_name(named: NamedDraft) -> OutlineName:
    """Build the name without title and article, which an entity's name may lack."""
    bare = strip_titles(named.name)
    also = (*([named.name] if bare != named.name else []), *named.also)
    return OutlineName(bare, kind=named.kind.value, also=also)


def _dump_names(names: Artifact) -> Any:
    return names.model_dump(mode="json")["names"]


def size_of(story: Story, inputs: StageInputs) -> Size:
    """Return the size that the author chose for this run, else the story's size."""
    return inputs.size or story.effective_size


def preset_of(story: Story, inputs: StageInputs) -> Preset:
    """Return the ranges of counts for the story's size and shape.

    The shape is the story's if it has dilemmas, else the requested one.
    """
    return _counts(story, inputs).preset


def _counts(story: Story, inputs: StageInputs) -> Counts:
    return counts_of(size_of(story, inputs), _shape_of(story, inputs))


def _shape_of(story: Story, inputs: StageInputs) -> StoryShape | None:
    return story.shape if story.dilemmas else inputs.shape


def vision_variables(story: Story, inputs: StageInputs) -> Mapping[str, Any]:
    """Return the variables about vision, ranges and language for the templates after DREAM."""
    counts, shape = _counts(story, inputs), shape_of(_shape_of(story, inputs))
    return {
        "vision": story.existing_vision.to_values(),
        "size": size_of(story, inputs).value,
        "preset": asdict(counts.preset, recurse=False),
        "language": inputs.language,
        "leads_on": shape.continuing_answers,
        "sorts": shape.is_sorting_hat,
        "roams": counts.interactions.roams,
    }


def _build_dilemma(entry: DilemmaEntry) -> Dilemma:
    name = slug_of(entry.id)
    default, alternative = (
        Answer(id=f"answer::{name}-{which}", text=draft.text, benefit=draft.benefit)
        for which, draft in (("default", entry.default), ("alternative", entry.alternative))
    )
    return Dilemma(
        id=entry.id,
        question=entry.question,
        why_it_matters=entry.why_it_matters,
        default=default,
        alternative=alternative,
        anchors=entry.anchors,
    )
