"""The sections of BRAINSTORM in the order of requests, and the number of entities to request."""

from collections import Counter
from collections.abc import Generator, Sequence
from typing import Any

from attrs import evolve

from questfoundry.app.stages.batched_section import batch
from questfoundry.app.stages.brainstorm.rules import LEAST, BrainstormRules, entity_id
from questfoundry.app.stages.section import Section, request_section
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.brainstorm import (
    BrainstormDilemmas,
    BrainstormEntities,
    BrainstormNames,
    DilemmaDraft,
    EntityDraft,
)
from questfoundry.domain.outline.material_parts import OUTLINE
from questfoundry.domain.outline.names import is_named_in
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.request_subjects import IdMention, SectionSubject
from questfoundry.domain.story.entity import EntityKind, OutlineName
from questfoundry.domain.story.size import PRESETS, Preset, Range, Size

NAMES = "names"
ENTITIES = "entities"
DILEMMAS = "dilemmas"

MOST_NAMES = 60
"""The maximum number of names that a request asks for, the most important first."""


def build_names_section(inputs: StageInputs, rules: BrainstormRules) -> Section[BrainstormNames]:
    """Build the section that asks for the names in the author's outline."""
    pages = inputs.material.select_folders(OUTLINE)

    def keep_stated_names(part: BrainstormNames) -> BrainstormNames:
        stated = [
            each.model_copy(
                update={"also": tuple(one for one in each.also if is_named_in(one, pages))}
            )
            for each in part.names
            if is_named_in(each.name, pages)
        ]
        return BrainstormNames(names=tuple(stated))

    return Section(
        name=NAMES,
        model=BrainstormNames,
        guide="fields/brainstorm_names",
        manifest=Manifest(counts={"names": Range(0, MOST_NAMES)}),
        check=lambda part: rules.check_names(part, pages),
        last_resort=keep_stated_names,
        variables={"found": inputs.list_stated_names()[:MOST_NAMES]},
    )


def build_entities_section(
    room: Range, wants: Range, names: Sequence[OutlineName], rules: BrainstormRules
) -> Section[BrainstormEntities]:
    """Build the section for all entities; ``room`` is the allowed number of entities.

    At most ``wants.most`` characters want something. After the last attempt, an answer is accepted
    even if ``names`` are missing.
    """

    def accept_missing_names(part: BrainstormEntities) -> BrainstormEntities | None:
        return None if rules.check_entities(part, wants) else part

    return Section(
        name=ENTITIES,
        model=BrainstormEntities,
        manifest=Manifest(counts={"entities": room}),
        check=lambda part: rules.check_entities(part, wants, names),
        last_resort=accept_missing_names,
        variables={"outlined": names, "room": room},
        about=SectionSubject(outline_names=tuple(names)),
    )


def build_dilemmas_section(
    name: str,
    wanted: Range,
    entities: Sequence[EntityDraft],
    earlier: Sequence[DilemmaDraft],
    rules: BrainstormRules,
    stretch: tuple[int, int] = (1, 1),
) -> Section[BrainstormDilemmas]:
    """Build the section for one batch of dilemmas; ``wanted`` is the number of dilemmas to request.

    ``stretch`` is the number of the batch, from 1, and the number of batches. ``earlier`` are the
    dilemmas of earlier batches.
    """
    ids = tuple(entity_id(entity) for entity in entities)
    return Section(
        name=name,
        model=BrainstormDilemmas,
        manifest=Manifest(counts={"dilemmas": wanted}, pins={"dilemmas.anchors": ids}),
        check=lambda part: rules.check_dilemmas(part, entities, earlier),
        variables={"earlier": earlier, "stretch": stretch},
        about=SectionSubject(
            mentions=tuple(
                IdMention(
                    id=entity_id(each), name=each.name, text=f"{each.concept} {each.want}".strip()
                )
                for each in entities
            ),
            used={"title": tuple(each.name for each in earlier)},
        ),
    )


def build_material_section(
    entities: Section[BrainstormEntities], wanted: Range, rules: BrainstormRules
) -> Section[Any]:
    """Build the section that asks for entities and dilemmas in one request.

    The entities have no ids yet, so the dilemmas refer to them by name.
    """

    def rebuild() -> Generator[Section[Any], Any, None]:
        whole = yield from request_section(entities)
        yield build_dilemmas_section(DILEMMAS, wanted, whole.entities, (), rules)

    dilemmas = Section(
        name=DILEMMAS, model=BrainstormDilemmas, manifest=Manifest(counts={"dilemmas": wanted})
    )
    material = batch(
        (entities, dilemmas),
        title="BrainstormMaterial",
        template="templates/brainstorm/whole",
        variables=entities.variables,
        rebuild=rebuild,
    )
    return evolve(material, in_brief=True)


MOST_ENTITIES = PRESETS[Size.LONG].entities.most
"""The maximum number of entities in a story of any size."""

_LEAST_BRANCHING = 2
"""The minimum number of dilemmas that explore both answers, if the size has enough endings."""


def plan_entity_range(names: Sequence[OutlineName], preset: Preset) -> Range:
    """Return the lowest and the highest number of entities to request.

    The highest number has room for all ``names``, but is at most ``MOST_ENTITIES``.
    """
    needed = len(names) + count_unnamed_entities(names)
    return Range(preset.entities.least, min(MOST_ENTITIES, max(preset.entities.most, needed)))


def count_unnamed_entities(names: Sequence[OutlineName]) -> int:
    """Return how many entities must be added to ``names`` to have enough entities of each kind.

    A name without a kind counts as a character's. The result is 0 if ``names`` is empty.
    """
    found = Counter(each.kind or EntityKind.CHARACTER.value for each in names)
    return sum(max(0, least - found[kind.value]) for kind, least in LEAST.items() if names)


def drop_unmet_places(names: Sequence[OutlineName], preset: Preset) -> tuple[OutlineName, ...]:
    """Return ``names`` without the locations for which the shortest plan has no beat.

    Each beat has one location, so the first locations are kept, one for each beat.
    """
    places = [each for each in names if each.kind == EntityKind.LOCATION.value]
    left_out = places[_count_fewest_beats(preset) :]
    return tuple(each for each in names if each not in left_out)


def has_room(names: Sequence[OutlineName], preset: Preset) -> bool:
    """Return whether a story of the size of ``preset`` has room for all ``names``."""
    fits = len(names) + count_unnamed_entities(names) <= MOST_ENTITIES
    return fits and len(drop_unmet_places(names, preset)) == len(names)


def _count_fewest_beats(preset: Preset) -> int:
    arm = 1 + preset.tail_beats.least
    both = max(preset.hard_dilemmas.least, min(_LEAST_BRANCHING, preset.endings.least - 1))
    arms = preset.dilemmas.least + min(both, preset.dilemmas.least)
    dilemmas = preset.dilemmas.least * preset.shared_beats.least + arms * arm
    ends = (1 << preset.hard_dilemmas.least) * preset.epilogue_beats.least
    return preset.chapters.least * (preset.setup_beats.least + dilemmas) + ends


def find_fitting_size(names: Sequence[OutlineName]) -> Size | None:
    """Return the smallest story size with room for all ``names``, or ``None`` if no size fits."""
    return next((size for size, preset in PRESETS.items() if has_room(names, preset)), None)
