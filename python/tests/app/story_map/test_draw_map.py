"""In which format a project's map is drawn."""

from __future__ import annotations

import pytest

from questfoundry.app.story_map.draw_map import DrawMapUseCase
from questfoundry.app.story_map.renderer import MapFormat, MapRenderer
from questfoundry.app.story_map.story_map import StoryMap
from questfoundry.domain.errors import InputError
from tests.support.small_story import made_until
from tests.support.stage_runs import Workshop


class CountingRenderer(MapRenderer):
    """Says how many boxes there are; it can be told that something is missing."""

    def __init__(self, format_: MapFormat, missing: str = "") -> None:
        self._format = format_
        self._missing = missing

    @property
    def format(self) -> MapFormat:
        return self._format

    @property
    def suffix(self) -> str:
        return f".{self._format.value}"

    def obstacle(self, story_map: StoryMap) -> str:
        return self._missing

    def render(self, story_map: StoryMap) -> str:
        return f"{self._format.value}: {len(story_map.boxes)} boxes"


def drawing(workshop: Workshop, missing: str = "") -> DrawMapUseCase:
    return DrawMapUseCase(
        registry=workshop.registry,
        store=workshop.store,
        renderers=[
            CountingRenderer(MapFormat.SVG, missing),
            CountingRenderer(MapFormat.MERMAID),
            CountingRenderer(MapFormat.DOT),
        ],
    )


async def test_the_first_format_that_can_be_drawn() -> None:
    """MAP-5.1."""
    workshop = await made_until("grow")
    drawn = drawing(workshop).execute()
    assert (drawn.text, drawn.suffix, drawn.remark) == ("svg: 14 boxes", ".svg", "")
    without = drawing(workshop, "It is Sunday.")
    drawn = without.execute()
    assert (drawn.format, drawn.remark) == (MapFormat.MERMAID, "It is Sunday.")
    drawn = without.execute(wanted=MapFormat.DOT)
    assert (drawn.format, drawn.remark) == (MapFormat.DOT, "")


async def test_a_format_that_cannot_be_drawn() -> None:
    """MAP-5.2."""
    without = drawing(await made_until("grow"), "It is Sunday.")
    with pytest.raises(InputError, match=r"It is Sunday\. Choose another format"):
        without.execute(wanted=MapFormat.SVG)


async def test_nothing_is_woven_yet() -> None:
    """MAP-6.4."""
    with pytest.raises(InputError, match="Run the stage grow"):
        drawing(await made_until("seed")).execute()
