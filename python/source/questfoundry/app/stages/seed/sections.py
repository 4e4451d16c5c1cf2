"""The sections of SEED, in the order in which they are made, each from those before it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import cast

from questfoundry.app.stages.seed.cast import due, is_place, lead_of, times_met
from questfoundry.app.stages.seed.decided import (
    DILEMMAS,
    ENTITIES,
    PATHS,
    beats_name,
    endings_in,
    explored,
    hard_before,
    kept_entities,
    moments_so_far,
    paths_of,
    presence_in,
    settled_order,
)
from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.app.stages.stage import Made, Section, known
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.seed import (
    SeedBeats,
    SeedDilemmas,
    SeedEntities,
    SeedFrame,
    SeedPaths,
)
from questfoundry.domain.story.dilemma import Dilemma, Weight
from questfoundry.domain.story.entity import Entity, EntityKind
from questfoundry.domain.story.size import Preset, Range
from questfoundry.domain.story.story import Story

FRAME = "frame"
GUIDE = "fields/seed"


def entities_section(story: Story, preset: Preset, rules: SeedRules) -> Section:
    """Keep or cut, for EVERY entity; where there are only just enough, all stay."""
    ids = tuple(entity.id for entity in story.entities)
    keep = keeping(story, preset)
    must_stay = ids if keep.least == len(ids) else staying(story)
    return Section(
        name=ENTITIES,
        model=SeedEntities,
        template="templates/seed/entities",
        guide=GUIDE,
        manifest=Manifest(
            sections={"entities": ids},
            pins={f"entities.{each}.decision": ("keep",) for each in must_stay},
        ),
        check=lambda part: rules.entities(part, keep, must_stay),
        variables={"known": _entities(story.entities), "ids": ids, "must_stay": must_stay},
    )


def staying(story: Story) -> tuple[str, ...]:
    """The entities that may not be cut: what dilemmas are about, a location, a character."""
    anchors = {anchor for dilemma in story.dilemmas for anchor in dilemma.anchors}
    for kind in (EntityKind.LOCATION, EntityKind.CHARACTER):
        of_kind = [entity.id for entity in story.entities if entity.kind is kind]
        if anchors.isdisjoint(of_kind):
            anchors.update(of_kind[:1])
    return tuple(entity.id for entity in story.entities if entity.id in anchors)


def keeping(story: Story, preset: Preset) -> Range:
    """How many entities are kept: what the size wants, as far as BRAINSTORM allows."""
    wanted, there = preset.entities, len(story.entities)
    return Range(min(wanted.least, there), min(max(wanted.most, len(staying(story))), there))


def branching(story: Story, preset: Preset) -> Range:
    """How many dilemmas explore both answers."""
    return Range(1, min(preset.dilemmas.most, len(story.dilemmas)))


def splitting(story: Story, preset: Preset) -> Range:
    """How many dilemmas are hard."""
    return Range(preset.hard_dilemmas.least, min(preset.hard_dilemmas.most, len(story.dilemmas)))


def dilemmas_section(story: Story, preset: Preset, rules: SeedRules) -> Section:
    """How EVERY dilemma is explored, and the order of all; a single one is hard."""
    ids = tuple(dilemma.id for dilemma in story.dilemmas)
    both = branching(story, preset)
    hard = splitting(story, preset)
    pins = {"order": ids}
    if len(ids) == 1:
        pins[f"dilemmas.{ids[0]}.weight"] = (Weight.HARD.value,)
        pins[f"dilemmas.{ids[0]}.explore"] = ("both",)
    return Section(
        name=DILEMMAS,
        model=SeedDilemmas,
        template="templates/seed/dilemmas",
        guide=GUIDE,
        manifest=Manifest(
            sections={"dilemmas": ids},
            pins=pins,
            counts={"order": Range(len(ids), len(ids))},
        ),
        check=lambda part: rules.dilemmas(part, both, hard),
        variables={"known": known((each.id, each.question) for each in story.dilemmas), "ids": ids},
    )


def paths_section(story: Story, rules: SeedRules, made: Made) -> Section:
    """A summary and consequences for EVERY explored answer."""
    paths = explored(story, cast(SeedDilemmas, made[DILEMMAS]))
    kept = kept_entities(story, made)
    settled = settled_order(story, made)
    return Section(
        name=PATHS,
        model=SeedPaths,
        template="templates/seed/paths",
        guide=GUIDE,
        manifest=Manifest(
            sections={"paths": tuple(paths)},
            pins={"paths.consequences.entity": tuple(each.id for each in kept)},
        ),
        check=lambda part: rules.paths(part, settled, kept),
        variables={
            "known": known((path, answer.text) for path, answer in paths.items()),
            "ids": tuple(paths),
            "settled": settled,
            "entities": _entities(kept),
            "lead": lead_of(settled, kept),
        },
    )


def beats_section(
    story: Story, preset: Preset, rules: SeedRules, made: Made, dilemma_id: str
) -> Section:
    """The Y of one dilemma: its shared beats, and an arm for each of its paths."""
    dilemma = story.dilemma(dilemma_id)
    decisions = cast(SeedDilemmas, made[DILEMMAS])
    drafts = cast(SeedPaths, made[PATHS]).paths
    paths = paths_of(dilemma, decisions)
    kept = kept_entities(story, made)
    presence = presence_in(story, made)
    absent = presence.absent_before(dilemma_id)
    must_meet = due(
        _unmet(kept, made),
        presence.leaving(dilemma_id).union(dilemma.anchors),
        absent,
        _beats_after(story, preset, made, dilemma),
    )
    away = {path: presence.absent_on(dilemma_id, path) for path in paths}
    return Section(
        name=beats_name(dilemma_id),
        model=SeedBeats,
        template="templates/seed/beats",
        guide="fields/seed_beats",
        manifest=Manifest(
            sections={"paths": tuple(paths)},
            counts={"shared": preset.shared_beats, "paths.tail": preset.tail_beats},
            pins=_cast(
                kept,
                must_meet,
                made,
                {
                    "shared": absent,
                    "paths.commit": absent,
                    **{f"paths.{path}.tail": each for path, each in away.items()},
                },
            ),
        ),
        check=lambda part: rules.cast(part, must_meet),
        variables={
            "must_meet": must_meet,
            "away": {
                place: tuple(entity.id for entity in kept if entity.id in each)
                for place, each in {"": absent, **away}.items()
            },
            "dilemma": dilemma,
            "earlier": tuple(moments_so_far(story, made)),
            "hard_before": hard_before(story, made, dilemma),
            "paths": {path: drafts[path].summary for path in paths},
            "ids": tuple(paths),
            "known": "\n".join(
                (_entities(kept), known((path, drafts[path].summary) for path in paths))
            ),
        },
        at=beats_name(dilemma_id),
    )


def frame_section(story: Story, preset: Preset, rules: SeedRules, made: Made) -> Section:
    """How the story begins, and how EVERY ending closes; all that stays has been met after it."""
    kept = kept_entities(story, made)
    must_meet = _unmet(kept, made)
    decisions = cast(SeedDilemmas, made[DILEMMAS])
    answers, presence = explored(story, decisions), presence_in(story, made)
    endings = endings_in(story, decisions)
    away = {ending: presence.absent_in_the_end(paths) for ending, paths in endings.items()}
    closing = {f"epilogues.{ending}.beats": absent for ending, absent in away.items()}
    return Section(
        name=FRAME,
        model=SeedFrame,
        template="templates/seed/frame",
        guide="fields/seed_beats",
        manifest=Manifest(
            sections={"epilogues": tuple(endings)},
            counts={"setup": preset.setup_beats, "epilogues.beats": preset.epilogue_beats},
            pins=_cast(kept, must_meet, made, {"setup": frozenset(), **closing}),
        ),
        check=lambda part: rules.cast(part, must_meet),
        variables={
            "known": "\n".join(
                (
                    _entities(kept),
                    known(
                        (ending, " ".join(answers[path].text for path in paths))
                        for ending, paths in endings.items()
                    ),
                )
            ),
            "ids": tuple(endings),
            "earlier": tuple(moments_so_far(story, made)),
            "must_meet": must_meet,
            "away": {
                ending: tuple(entity.id for entity in kept if entity.id in absent)
                for ending, absent in away.items()
                if absent
            },
        },
    )


def _entities(entities: tuple[Entity, ...]) -> str:
    return known((each.id, f"{each.name}: {each.concept}") for each in entities)


def _unmet(kept: Sequence[Entity], made: Made) -> tuple[str, ...]:
    met = times_met(made.values())
    return tuple(entity.id for entity in kept if entity.id not in met)


def _beats_after(story: Story, preset: Preset, made: Made, dilemma: Dilemma) -> int:
    """The fewest beats of the sections that come after that dilemma's."""
    decisions = cast(SeedDilemmas, made[DILEMMAS])
    later = decisions.order[decisions.order.index(dilemma.id) + 1 :]
    arms = sum(len(paths_of(story.dilemma(each), decisions)) for each in later)
    return (
        preset.setup_beats.least
        + len(later) * preset.shared_beats.least
        + arms * (1 + preset.tail_beats.least)
        + preset.epilogue_beats.least
    )


def _cast(
    kept: Sequence[Entity],
    must_meet: Sequence[str],
    made: Made,
    beats: Mapping[str, Collection[str]],
) -> dict[str, tuple[str, ...]]:
    """Beats may only speak of what was kept: a location, and others than locations.

    ``beats`` are where they stand, each with those who may be out of the story there, and are
    left out. Those who are due come first, then those least met: what chooses in turn meets all.
    """
    met = times_met(made.values())
    ids = sorted(
        (entity.id for entity in kept),
        key=lambda each: (each not in must_meet, met[each]),
    )
    return {
        f"{beat}.{field}": tuple(
            each for each in ids if is_place(each) is place and each not in absent
        )
        for beat, absent in beats.items()
        for field, place in (("location", True), ("entities", False))
    }
