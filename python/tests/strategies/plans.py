"""Stories up to SEED as a model might plan them: any size, any structure that the rules allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.app.stages.brainstorm.stage import BrainstormStage
from questfoundry.app.stages.dream import DreamStage
from questfoundry.app.stages.seed.cast import is_place
from questfoundry.app.stages.seed.sections import branching, keeping, splitting, staying
from questfoundry.app.stages.seed.stage import SeedStage
from questfoundry.app.stages.stage import Section
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.artifacts.brainstorm import (
    BrainstormArtifact,
    BrainstormDilemmas,
    BrainstormEntities,
)
from questfoundry.domain.artifacts.dream import DreamArtifact
from questfoundry.domain.artifacts.seed import (
    SeedBeats,
    SeedDilemmas,
    SeedEntities,
    SeedFrame,
    SeedPaths,
    SeedResidue,
)
from questfoundry.domain.ids import kind_of, slug_of
from questfoundry.domain.run import StageInputs
from questfoundry.domain.story.effect import Effect
from questfoundry.domain.story.path import Residue
from questfoundry.domain.story.size import PRESETS, Range, Size
from questfoundry.domain.story.story import EMPTY_STORY, Story
from tests.strategies.shapes import CHANCES
from tests.support.small_story import beat, true
from tests.support.stage_runs import VISION, shipped_prompts

KINDS = ("character", "location", "object", "faction")
BRAINSTORM = BrainstormStage(shipped_prompts())
SEED = SeedStage(shipped_prompts())


@st.composite
def brainstormed(draw: DrawFn, sizes: Sequence[Size] = tuple(Size)) -> Story:
    """A story after BRAINSTORM."""
    size, chance = draw(st.sampled_from(sizes)), Random(draw(CHANCES))
    preset = PRESETS[size]
    count = draw(within(preset.entities))
    kinds = ["character", "location", "location"]
    more = draw(st.sampled_from([KINDS, ("location",), ("object",)]))
    kinds += draw(st.lists(st.sampled_from(more), min_size=count - 3, max_size=count - 3))
    entities = [
        {"kind": kind, "name": f"Name {place}", "concept": "Somebody or something."}
        for place, kind in enumerate(kinds)
    ]
    ids = [f"{kind}::name-{place}" for place, kind in enumerate(kinds)]
    dilemmas = [
        {
            "name": f"Question {place}",
            "question": f"Which of the two ways goes on from crossing {place}?",
            "why_it_matters": "There is no way back.",
            "default": {"text": "The left one.", "benefit": "It is short."},
            "alternative": {"text": "The right one.", "benefit": "It is safe."},
            "anchors": chance.sample(ids, chance.randint(1, 4)),
        }
        for place in range(draw(within(preset.dilemmas)))
    ]
    dream = DreamArtifact.model_validate({**VISION, "size": size.value})
    story = DreamStage().apply(EMPTY_STORY, dream)
    made = {
        "entities": BrainstormEntities.model_validate({"entities": entities}),
        "dilemmas": BrainstormDilemmas.model_validate({"dilemmas": dilemmas}),
    }
    whole = BrainstormArtifact.model_validate(BRAINSTORM.assemble(story, StageInputs(), made))
    return BRAINSTORM.apply(story, whole)


@st.composite
def seeds(draw: DrawFn, story: Story, size: Size | None = None) -> dict[str, Any]:
    """A SEED artifact that the rules allow for the story, made for its size or another.

    A sparing one has as few beats as it may, at one place with nobody but who must be met.
    """
    sparing, chance = draw(st.booleans()), Random(draw(CHANCES))
    inputs = StageInputs(size=size)
    preset = PRESETS[size or story.settled_size]
    must, keep = staying(story), keeping(story, preset)
    free = [entity.id for entity in story.entities if entity.id not in must]
    more = draw(some_of(free, max(0, keep.least - len(must)), keep.most - len(must)))
    kept = [entity.id for entity in story.entities if entity.id in {*must, *more}]
    order = draw(st.permutations([dilemma.id for dilemma in story.dilemmas]))
    both = draw(some_of(order, 1, branching(story, preset).most))
    hard = draw(some_of(both, 1, splitting(story, preset).most))
    paths = {
        dilemma: [
            f"path::{slug_of(dilemma)}-{which}"
            for which in ("default", "alternative")
            if which == "default" or dilemma in both
        ]
        for dilemma in order
    }
    made: dict[str, Artifact] = {
        "entities": SeedEntities.model_validate(
            {
                "entities": {
                    entity.id: {
                        "decision": "keep" if entity.id in kept else "cut",
                        "reason": "It must be so.",
                    }
                    for entity in story.entities
                }
            }
        ),
        "dilemmas": SeedDilemmas.model_validate(
            {
                "dilemmas": {
                    dilemma: {
                        "explore": "both" if dilemma in both else "default",
                        "weight": "hard" if dilemma in hard else "soft",
                    }
                    for dilemma in order
                },
                "order": list(order),
            }
        ),
        "paths": SeedPaths.model_validate(
            {
                "paths": {
                    path: {"summary": "It goes on.", "consequences": draw(consequences(kept))}
                    for arms in paths.values()
                    for path in arms
                }
            }
        ),
    }
    made["paths"] = mended(made["paths"], SEED.next_section(story, inputs, without(made, "paths")))

    def beats(slots: Mapping[str, int]) -> list[list[dict[str, Any]]]:
        section = SEED.next_section(story, inputs, made)
        assert section is not None
        return laid(section, slots, kept, sparing=sparing, chance=chance)

    def count(wanted: Range) -> int:
        return wanted.least if sparing else draw(within(wanted))

    for dilemma, arms in paths.items():
        slots = {"shared": count(preset.shared_beats)}
        for path in arms:
            slots |= {f"paths.{path}.commit": 1, f"paths.{path}.tail": count(preset.tail_beats)}
        shared, *rest = beats(slots)
        made[f"beats.{dilemma}"] = SeedBeats.model_validate(
            {
                "shared": shared,
                "paths": {
                    path: {"commit": rest[2 * place][0], "tail": rest[2 * place + 1]}
                    for place, path in enumerate(arms)
                },
            }
        )
    section = SEED.next_section(story, inputs, made)
    assert section is not None
    slots = {"setup": count(preset.setup_beats)}
    endings = section.manifest.sections["epilogues"]
    slots |= {f"epilogues.{each}.beats": count(preset.epilogue_beats) for each in endings}
    setup, *closing = laid(section, slots, kept, sparing=sparing, chance=chance)
    epilogues = {ending: {"beats": each} for ending, each in zip(endings, closing, strict=True)}
    made["frame"] = SeedFrame.model_validate({"setup": setup, "epilogues": epilogues})
    last = SEED.next_section(story, inputs, made)
    if last is not None:
        made["residue"] = residue(last, chance)
    return dict(SEED.assemble(story, inputs, made))


def residue(section: Section, chance: Random) -> Artifact:
    """Any answer to that section, corrected as its faults say."""
    drafts = {
        path: {
            "beat": chance.choice(section.manifest.pins[f"residue.{path}.beat"]),
            "how": chance.choice([each.value for each in Residue]),
            "seen": "It shows.",
        }
        for path in section.manifest.sections["residue"]
    }
    for fault in section.check(SeedResidue.model_validate({"residue": drafts})):
        _, path, name = fault.field.split(".")
        drafts[path][name] = str(fault.settled)
    made = SeedResidue.model_validate({"residue": drafts})
    assert not section.check(made)
    return made


def laid(
    section: Section,
    slots: Mapping[str, int],
    kept: Sequence[str],
    *,
    sparing: bool,
    chance: Random,
) -> list[list[dict[str, Any]]]:
    """The beats of a section, so many of each list, with all in them who are due."""
    pins = section.manifest.pins
    free = [(slot, number) for slot, times in slots.items() for number in range(times)]
    where: dict[tuple[str, int], str] = {}
    who: dict[tuple[str, int], list[str]] = {each: [] for each in free}

    def allowed(slot: str, field: str) -> list[str]:
        found = pins.get(f"{slot}.{field}") or pins[f"paths.{slot.split('.')[-1]}.{field}"]
        return [each for each in kept if each in found]

    def possible(entity: str) -> list[tuple[str, int]]:
        field = "location" if is_place(entity) else "entities"
        return [each for each in free if entity in allowed(each[0], field)]

    chance.shuffle(free)
    for entity in sorted(section.variables["must_meet"], key=lambda each: len(possible(each))):
        if is_place(entity):
            where[next(each for each in possible(entity) if each not in where)] = entity
        else:
            min((who[each] for each in possible(entity)), key=len).append(entity)
    for each in free:
        places, others = allowed(each[0], "location"), allowed(each[0], "entities")
        where.setdefault(each, places[0] if sparing else chance.choice(places))
        if not sparing and not who[each]:
            who[each] += chance.sample(others, chance.randint(0, min(2, len(others))))
    return [
        [beat("It happens.", where[slot, n], *who[slot, n]) for n in range(times)]
        for slot, times in slots.items()
    ]


@st.composite
def consequences(draw: DrawFn, kept: Sequence[str]) -> list[dict[str, Any]]:
    """One to three, half of them with an effect that fits some entity; needed or not."""
    found = []
    for number in range(draw(st.integers(1, 3))):
        effect, entity = Effect.NONE, ""
        if draw(st.booleans()):
            entity = draw(st.sampled_from(list(kept)))
            fitting = [each for each in Effect if kind_of(entity) in each.kinds]
            effect = draw(st.sampled_from(fitting))
        found.append(true(f"It is so, {number}.", effect.value, entity))
    return found


def mended(part: Artifact, section: Section | None) -> Artifact:
    """The section as one correction makes it that takes what the faults have settled."""
    assert section is not None
    data = part.model_dump(mode="json")
    for fault in section.check(part):
        _, path, _, number, field = fault.field.split(".")
        data["paths"][path]["consequences"][int(number)][field] = fault.settled
    whole = section.model.model_validate(data)
    assert list(section.check(whole)) == []
    return whole


def without(made: Mapping[str, Artifact], name: str) -> Mapping[str, Artifact]:
    """The sections but for one."""
    return {each: part for each, part in made.items() if each != name}


@cache
def within(wanted: Range) -> st.SearchStrategy[int]:
    """A count that the range allows."""
    return st.integers(wanted.least, wanted.most)


def some_of(values: Sequence[str], least: int, most: int) -> st.SearchStrategy[list[str]]:
    """Different ones of the values."""
    if not values:
        return st.just([])
    most = min(most, len(values))
    return st.lists(st.sampled_from(values), min_size=min(least, most), max_size=most, unique=True)
