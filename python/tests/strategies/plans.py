"""Stories up to SEED as a model might plan them: any size, any structure that the rules allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
)
from questfoundry.domain.ids import slug_of
from questfoundry.domain.run import StageInputs
from questfoundry.domain.story.size import PRESETS, Range, Size
from questfoundry.domain.story.story import EMPTY_STORY, Story
from tests.strategies.shapes import CHANCES
from tests.support.small_story import beat
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
                        "residue": chance.choice(["heavy", "light", "cosmetic"]),
                    }
                    for dilemma in order
                },
                "order": list(order),
            }
        ),
        "paths": SeedPaths.model_validate(
            {
                "paths": {
                    path: {"summary": "It goes on.", "consequences": [f"{path} was taken."]}
                    for arms in paths.values()
                    for path in arms
                }
            }
        ),
    }

    def beats(counts: Sequence[int]) -> Iterator[list[dict[str, Any]]]:
        """The beats of the next section, list by list, with all in them who are due."""
        section = SEED.next_section(story, inputs, made)
        assert section is not None
        due = section.variables["must_meet"]
        total = sum(counts)
        places = [each for each in kept if is_place(each)]
        others = [each for each in kept if not is_place(each)]
        few = min(2, len(others))
        where = [places[0] if sparing else chance.choice(places) for _ in range(total)]
        who = [
            [] if sparing else chance.sample(others, chance.randint(0, few)) for _ in range(total)
        ]
        turn = chance.sample(range(total), total)
        for number, each in enumerate(filter(is_place, due)):
            where[turn[number]] = each
        for number, each in enumerate(each for each in due if not is_place(each)):
            at = turn[number % total]
            who[at] = list(dict.fromkeys([*who[at], each]))
        whole = iter(
            [beat("It happens.", place, *cast) for place, cast in zip(where, who, strict=True)]
        )
        for each in counts:
            yield [next(whole) for _ in range(each)]

    def count(wanted: Range) -> int:
        return wanted.least if sparing else draw(within(wanted))

    for dilemma, arms in paths.items():
        tails = [count(preset.tail_beats) for _ in arms]
        once = (each for tail in tails for each in (1, tail))
        shared, *rest = beats([count(preset.shared_beats), *once])
        made[f"beats.{dilemma}"] = SeedBeats.model_validate(
            {
                "shared": shared,
                "paths": {
                    path: {"commit": rest[2 * place][0], "tail": rest[2 * place + 1]}
                    for place, path in enumerate(arms)
                },
            }
        )
    ends = [count(preset.setup_beats), count(preset.epilogue_beats)]
    setup, epilogue = beats(ends)
    made["frame"] = SeedFrame.model_validate({"setup": setup, "epilogue": epilogue})
    return dict(SEED.assemble(story, inputs, made))


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
