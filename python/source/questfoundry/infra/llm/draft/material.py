"""Define the material of one story, and errors that name the file, scene, variant and line."""

from collections.abc import Mapping

from attrs import field, frozen

from questfoundry.domain.errors import PromptError
from questfoundry.infra.llm.draft.premise import Premise
from questfoundry.infra.llm.draft.setting import RegionTexts, Room, Trade


class SlotError(Exception):
    """An error for a slot or a condition that asks for something that the material lacks."""


class MaterialError(PromptError):
    """An error for a faulty file of the material; the message says where, and what to do."""


@frozen(kw_only=True)
class StoryMaterial:
    """The parsed files from which one story is drawn; texts of the room replace the region's."""

    premise: Premise
    region: RegionTexts
    room: Room
    trade: Trade

    @property
    def fixed_texts(self) -> Mapping[str, tuple[str, ...]]:
        """The alternative texts for each key; one story always uses the same text for a key."""
        return {**self.region.fixed, **self.room.fixed}

    @property
    def drawn_texts(self) -> Mapping[str, tuple[str, ...]]:
        """The alternative texts for each key; each use in a story takes a new text."""
        return {**self.region.drawn, **self.room.drawn}


@frozen(kw_only=True)
class DrawnFacts:
    """The facts drawn once per story: sky, deadline, fixed texts, and texts of the trade."""

    sky: str
    deadline: str
    comes: str
    fixed: Mapping[str, str] = field(factory=dict[str, str])
    trade: Mapping[str, str] = field(factory=dict[str, str])
