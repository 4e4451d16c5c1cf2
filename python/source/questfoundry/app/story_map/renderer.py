"""The port to the formats in which a map is drawn."""

from __future__ import annotations

from abc import abstractmethod
from enum import StrEnum
from typing import Protocol

from questfoundry.app.story_map.story_map import StoryMap


class MapFormat(StrEnum):
    """A picture, or the text of one."""

    SVG = "svg"
    DOT = "dot"
    MERMAID = "mermaid"


class MapRenderer(Protocol):
    """Draws a map in one format: the same map gives the same text."""

    @property
    @abstractmethod
    def format(self) -> MapFormat:
        """The format that it writes."""

    @property
    @abstractmethod
    def suffix(self) -> str:
        """The end of the name of its files, with the dot."""

    @abstractmethod
    def obstacle(self, story_map: StoryMap) -> str:
        """Why it cannot draw this map here, in sentences; empty where it can."""

    @abstractmethod
    def render(self, story_map: StoryMap) -> str:
        """The drawing; the words of the story are data in it. ``InputError`` where it fails."""
