"""A long story in chapters: its material, and a model's answers for two chapters."""

import asyncio
import json
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from tests.support.any_story import LongStory, Teller, form_of

_THINGS = (
    *("anchor", "bell", "chart", "drum", "engine", "flute", "garden"),
    *("horn", "island", "jewel", "kettle", "lantern", "mill", "needle"),
)
Answers = Mapping[str, dict[str, Any]]


def write_material(folder: Path) -> None:
    """Write the artifacts before the plan of the story, as an author's files."""
    shop = LongStory().shop
    (folder / "artifacts").mkdir()
    for stage in ("dream", "brainstorm"):
        data = deepcopy(shop.current(stage).data)
        for dilemma, thing in zip(data.get("dilemmas", ()), _THINGS, strict=False):
            dilemma["question"] = f"Who keeps the {thing}?"  # A file may ask nothing twice.
        (folder / "artifacts" / f"{stage}.yaml").write_text(json.dumps(data), encoding="utf-8")


@cache
def answers_by_chapter() -> tuple[Answers, Answers]:
    """Return the arguments of each chapter's calls, by the tool and the fields that it asks for."""
    story = _Recorded()
    for chapter in (1, 2):
        story.answers.append({})
        asyncio.run(story.run(chapter))
    return story.answers[0], story.answers[1]


def key_of(tool: str, schema: Mapping[str, Any]) -> str:
    """Return the key of an answer."""
    return json.dumps([tool, form_of(schema)], sort_keys=True)


class _Recorder(Teller):
    """A model that keeps its answers in ``answers``."""

    answers: dict[str, dict[str, Any]]

    def _section(self, name: str, schema: Mapping[str, Any]) -> dict[str, Any]:
        answer = super()._section(name, schema)
        known = self.answers.setdefault(key_of(f"submit_{name}", schema), answer)
        assert known == answer, "two sections ask for the same fields"
        return answer


class _Recorded(LongStory):
    """A story that keeps the answers of its model."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[dict[str, dict[str, Any]]] = []

    def teller(self, *, breaks: int | None = None) -> Teller:
        model = _Recorder(self.shop, breaks=breaks)
        model.answers = self.answers[-1]
        return model
