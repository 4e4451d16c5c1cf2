"""BRAINSTORM: turn the vision into the material of the story, its entities and dilemmas."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, cast

from attrs import asdict, evolve

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
    MOST_ENTITIES,
    build_dilemmas_section,
    build_entities_section,
    build_material_section,
    build_names_section,
    count_unnamed_entities,
    drop_unmet_places,
    plan_entity_range,
)
from questfoundry.app.stages.descriptions import BrainstormDescription
from questfoundry.app.stages.section import Section, SectionFlow, request_section
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.stages.summary import summarize_material
from questfoundry.domain.artifacts.brainstorm import (
    BrainstormArtifact,
    BrainstormEntities,
    BrainstormNames,
    DilemmaDraft,
    DilemmaEntry,
    EntityDraft,
    EntityEntry,
    NamedDraft,
)
from questfoundry.domain.artifacts.version import Summary
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.ids import slug_of
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.outline.material_parts import OUTLINE
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.unmet_request import UnmetKind
from questfoundry.domain.story.dilemma import Answer, Dilemma
from questfoundry.domain.story.entity import Entity, OutlineName
from questfoundry.domain.story.shape import Counts, StoryShape, counts_of, shape_of
from questfoundry.domain.story.size import Preset, Range, Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.names.word_classes import strip_titles


class BrainstormStage(BrainstormDescription, ArtifactStage):
    """The second stage, BRAINSTORM: names in the author's outline, then entities, then dilemmas."""

    artifact = BrainstormArtifact

    def __init__(self, prompts: PromptRepository) -> None:
        self._rules = BrainstormRules(prompts)

    def sections(
        self, story: Story, inputs: StageInputs, traits: ModelTraits | None
    ) -> SectionFlow:
        """Yield the sections for names, entities and batches of dilemmas; return the artifact.

        An artifact that is checked (without ``traits``) may have more entities and dilemmas than a
        model is asked for.
        """
        preset, rules = preset_of(story, inputs), self._rules
        names = yield from self._request_names(inputs, traits)
        entities = yield from request_section(self._build_entities(preset, inputs, names, traits))
        batches, wanted = preset.chapters.least, preset.dilemmas
        if traits is None:
            batches, wanted = 1, Range(wanted.least, preset.chapters.most * wanted.most)
        dilemmas: tuple[DilemmaDraft, ...] = ()
        for number in range(1, batches + 1):
            name = f"{DILEMMAS}.{number}" if batches > 1 else DILEMMAS
            stretch = number, batches
            section = build_dilemmas_section(
                name, wanted, entities.entities, dilemmas, rules, stretch
            )
            found = yield from request_section(section)
            dilemmas = (*dilemmas, *found.dilemmas)
        return BrainstormArtifact(
            size=size_of(story, inputs),
            shape=inputs.shape,
            names=names,
            entities=_build_entries(entities.entities, dilemmas),
            played=find_player_id(entities),
            dilemmas=_build_dilemma_entries(entities.entities, dilemmas),
        )

    def _request_names(
        self, inputs: StageInputs, traits: ModelTraits | None
    ) -> Generator[Section[Any], Any, tuple[NamedDraft, ...]]:
        if traits is None or not inputs.material.select_folders(OUTLINE):
            return ()
        known = None if traits.capabilities.comprehension else BrainstormNames(names=())
        section = evolve(build_names_section(inputs, self._rules), preset=known)
        return (yield from request_section(section)).names

    def _build_entities(
        self,
        preset: Preset,
        inputs: StageInputs,
        read: Sequence[NamedDraft],
        traits: ModelTraits | None,
    ) -> Section[BrainstormEntities]:
        if traits is None:
            room = Range(preset.entities.least, MOST_ENTITIES)
            return build_entities_section(
                room, preset.wants, inputs.list_stated_names(), self._rules
            )
        outlined = tuple(map(_build_outline_name, read))
        names = drop_unmet_places(inputs.list_stated_names(outlined), preset)
        room = plan_entity_range(names, preset)
        section = build_entities_section(
            room, preset.wants, names[: room.most - count_unnamed_entities(names)], self._rules
        )
        if preset.chapters.least > 1:
            return section
        return evolve(
            section, joined=lambda: build_material_section(section, preset.dilemmas, self._rules)
        )

    def variables(self, story: Story, inputs: StageInputs) -> Mapping[str, Any]:
        """Return the variables for templates, such as the vision and the number of entities."""
        return {
            **vision_variables(story, inputs),
            "room": plan_entity_range(inputs.list_stated_names(), preset_of(story, inputs)),
            "outline": bool(inputs.material.select_folders(OUTLINE)),
        }

    def apply(self, story: Story, artifact: Artifact) -> Story:
        """Return ``story`` with its entities and dilemmas; SEED decides about them later."""
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


def _build_entries(
    entities: Sequence[EntityDraft], dilemmas: Sequence[DilemmaDraft]
) -> tuple[EntityEntry, ...]:
    anchored = frozenset(chain(*(anchor_ids(each, entities) for each in dilemmas)))
    return tuple(
        EntityEntry(
            **{
                **entity.model_dump(),
                "id": entity_id(entity),
                "background": is_background(entity, anchored),
            }
        )
        for entity in entities
    )


def _build_dilemma_entries(
    entities: Sequence[EntityDraft], dilemmas: Sequence[DilemmaDraft]
) -> tuple[DilemmaEntry, ...]:
    return tuple(
        DilemmaEntry(
            **{
                **dilemma.model_dump(),
                "id": dilemma_id(dilemma),
                "anchors": anchor_ids(dilemma, entities),
            }
        )
        for dilemma in dilemmas
    )


def _build_outline_name(named: NamedDraft) -> OutlineName:
    """Build the name without its title and article, because an entity's name may lack them."""
    bare = strip_titles(named.name)
    also = (*([named.name] if bare != named.name else []), *named.also)
    return OutlineName(bare, kind=named.kind.value, also=also)


def size_of(story: Story, inputs: StageInputs) -> Size:
    """Return the size that the author chose for this run, else the story's size."""
    return inputs.size or story.effective_size


def preset_of(story: Story, inputs: StageInputs) -> Preset:
    """Return the ranges of counts, such as numbers of entities, for the story's size and shape.

    Before the story has dilemmas, its shape is the shape that the author requested.
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
