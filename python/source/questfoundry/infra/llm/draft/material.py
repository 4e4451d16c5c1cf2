"""Define the material of one story, and errors that name the file, scene, variant and line."""

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from questfoundry.domain.errors import PromptError
from questfoundry.infra.llm.draft.premise import Premise
from questfoundry.infra.llm.draft.setting import RegionTexts, Room, Trade


class SlotError(Exception):
    """A slot or a condition in a text asks for something that the material does not have."""


class MaterialError(PromptError):
    """A file of the material is wrong; the message says where, and what to do."""


@frozen(kw_only=True)
class StoryMaterial:
    """The files from which one story is drawn; a room and a trade replace texts of the region.

    ``tellings``: sentences for what an idea names and no scene tells, by kind.
    """

    premise: Premise
    region: RegionTexts
    room: Room
    trade: Trade
    tellings: Mapping[str, Sequence[str]] = field(factory=dict[str, Sequence[str]])

    @property
    def fixed_texts(self) -> Mapping[str, tuple[str, ...]]:
        """The texts by key; the story keeps one of each."""
        return {**self.region.fixed, **self.room.fixed}

    @property
    def drawn_texts(self) -> Mapping[str, tuple[str, ...]]:
        """The texts by key; each use takes a new one."""
        return {**self.region.drawn, **self.room.drawn}


@frozen(kw_only=True)
class DrawnFacts:
    """The facts that are drawn once: sky, deadline, fixed texts, and texts of the trade."""

    sky: str
    deadline: str
    comes: str
    fixed: Mapping[str, str] = field(factory=dict[str, str])
    trade: Mapping[str, str] = field(factory=dict[str, str])
