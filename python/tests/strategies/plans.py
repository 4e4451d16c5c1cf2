"""Stories up to SEED as a model might plan them: any size, any structure that the rules allow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.app.stages.brainstorm import BrainstormStage
from questfoundry.app.stages.dream import DreamStage
from questfoundry.app.stages.seed_sections import branching, keeping, staying
from questfoundry.domain.artifacts.brainstorm import (
    BrainstormArtifact,
    BrainstormDilemmas,
    BrainstormEntities,
)
from questfoundry.domain.artifacts.dream import DreamArtifact
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.size import PRESETS, Range, Size
from questfoundry.domain.story.story import EMPTY_STORY, Story
from tests.support.small_story import beat
from tests.support.stage_runs import VISION, shipped_prompts

KINDS = ("character", "location", "object", "faction")
BRAINSTORM = BrainstormStage(shipped_prompts())


@st.composite
def brainstormed(draw: DrawFn, sizes: Sequence[Size] = tuple(Size)) -> Story:
    """A story after BRAINSTORM."""
    size = draw(st.sampled_from(sizes))
    preset = PRESETS[size]
    count = draw(within(preset.entities))
    kinds = ["character", "location", "location"]
    kinds += draw(st.lists(st.sampled_from(KINDS), min_size=count - 3, max_size=count - 3))
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
            "anchors": draw(some_of(ids, 1, 4)),
        }
        for place in range(draw(within(preset.dilemmas)))
    ]
    dream = DreamArtifact.model_validate({**VISION, "size": size.value})
    story = DreamStage().apply(EMPTY_STORY, dream)
    made = {
        "entities": BrainstormEntities.model_validate({"entities": entities}),
        "dilemmas": BrainstormDilemmas.model_validate({"dilemmas": dilemmas}),
    }
    whole = BrainstormArtifact.model_validate(BRAINSTORM.assemble(story, {}, made))
    return BRAINSTORM.apply(story, whole)


@st.composite
def seeds(draw: DrawFn, story: Story) -> dict[str, Any]:
    """A SEED artifact that the rules allow for the story."""
    preset = PRESETS[story.settled_size]
    must, keep = staying(story), keeping(story, preset)
    free = [entity.id for entity in story.entities if entity.id not in must]
    more = draw(some_of(free, max(0, keep.least - len(must)), keep.most - len(must)))
    kept = [entity.id for entity in story.entities if entity.id in {*must, *more}]
    order = draw(st.permutations([dilemma.id for dilemma in story.dilemmas]))
    both = draw(some_of(order, 1, branching(story, preset).most))
    hard = draw(some_of(both, 1, len(both)))
    paths = {
        dilemma: [
            f"path::{slug_of(dilemma)}-{which}"
            for which in ("default", "alternative")
            if which == "default" or dilemma in both
        ]
        for dilemma in order
    }

    def beats(wanted: Range) -> list[dict[str, Any]]:
        places = [each for each in kept if each.startswith("location::")]
        others = [each for each in kept if each not in places]
        return [
            beat("It happens.", draw(st.sampled_from(places)), *draw(some_of(others, 0, 2)))
            for _ in range(draw(within(wanted)))
        ]

    return {
        "size": story.settled_size.value,
        "entities": {
            entity.id: {
                "decision": "keep" if entity.id in kept else "cut",
                "reason": "It must be so.",
            }
            for entity in story.entities
        },
        "dilemmas": {
            dilemma: {
                "explore": "both" if dilemma in both else "default",
                "weight": "hard" if dilemma in hard else "soft",
                "residue": draw(st.sampled_from(["heavy", "light", "cosmetic"])),
            }
            for dilemma in order
        },
        "order": list(order),
        "paths": {
            path: {"summary": "It goes on.", "consequences": [f"{path} was taken."]}
            for arms in paths.values()
            for path in arms
        },
        "beats": {
            dilemma: {
                "shared": beats(preset.shared_beats),
                "paths": {
                    path: {"commit": beats(Range(1, 1))[0], "tail": beats(preset.tail_beats)}
                    for path in arms
                },
            }
            for dilemma, arms in paths.items()
        },
        "setup": beats(preset.setup_beats),
        "epilogue": beats(preset.epilogue_beats),
    }


def within(wanted: Range) -> st.SearchStrategy[int]:
    """A count that the range allows."""
    return st.integers(wanted.least, wanted.most)


def some_of(values: Sequence[str], least: int, most: int) -> st.SearchStrategy[list[str]]:
    """Different ones of the values."""
    if not values:
        return st.just([])
    most = min(most, len(values))
    return st.lists(st.sampled_from(values), min_size=min(least, most), max_size=most, unique=True)
