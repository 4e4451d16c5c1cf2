"""A small artifact with every kind of field, and its valid data."""

from typing import Annotated, Any

from pydantic import Field

from questfoundry.domain.field_types import Artifact


class Reach(Artifact):
    target_word_count: Annotated[int, Field(ge=1000)]
    places: Annotated[tuple[str, ...], Field(max_length=4)] = ()


class Beat(Artifact):
    id: str
    title: Annotated[str, Field(min_length=1, max_length=40)]
    weight: Annotated[int, Field(ge=1, le=5)] = 1
    anchors: tuple[str, ...] = ()


class Decision(Artifact):
    keep: bool
    reason: Annotated[str, Field(min_length=1)]


class Plan(Artifact):
    title: Annotated[str, Field(min_length=1)]
    scope: Reach
    beats: Annotated[tuple[Beat, ...], Field(min_length=1, max_length=6)]
    decisions: dict[str, Decision]
    themes: Annotated[tuple[str, ...], Field(min_length=2)]
    mood: str | None = None
    notes: str = ""


def plan() -> dict[str, Any]:
    return {
        "title": "The drowned archive",
        "scope": {"target_word_count": 2000, "places": ["harbour"]},
        "beats": [
            {"id": "descent", "title": "Down the stairs", "weight": 2, "anchors": ["ada"]},
            {"id": "bargain", "title": "A price is named", "weight": 3, "anchors": ["cy", "ada"]},
        ],
        "decisions": {
            "ada": {"keep": True, "reason": "the detective"},
            "cy": {"keep": False, "reason": "doubles the clerk"},
        },
        "themes": ["trust", "memory"],
        "mood": "wry",
        "notes": "",
    }
