"""The story: the fold of the accepted artifacts, a new value after each stage."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from questfoundry.domain.errors import UsageError
from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.dilemma import Dilemma
from questfoundry.domain.story.entity import Entity, EntityKind
from questfoundry.domain.story.passage import Ending, Structure
from questfoundry.domain.story.path import Path
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.vision import Vision
from questfoundry.domain.story.voice import Fact, Voice


@frozen(kw_only=True)
class Story:
    """All that is decided so far; empty where no stage has decided yet.

    ``size`` is the one that the newest stage was made for. Dilemmas stand in the order in
    which they come up, once SEED has settled it; beats in the order of their stage's
    artifact, which GROW weaves into one. From GROW on there is a ``structure``, with the
    story's ``title``, its ``hook`` (the line that draws a player in) and its ``endings``; from
    FILL on a ``voice``, the ``prose`` of each passage by its id, and the ``facts`` in it.
    """

    vision: Vision | None = None
    size: Size | None = None
    entities: tuple[Entity, ...] = ()
    dilemmas: tuple[Dilemma, ...] = ()
    paths: tuple[Path, ...] = ()
    beats: tuple[Beat, ...] = ()
    title: str = ""
    hook: str = ""
    structure: Structure | None = None
    endings: tuple[Ending, ...] = ()
    voice: Voice | None = None
    prose: Mapping[str, str] = field(factory=dict[str, str], hash=False)
    facts: tuple[Fact, ...] = ()

    @property
    def settled_vision(self) -> Vision:
        """The vision, which must have been settled."""
        if self.vision is None:
            raise UsageError("The story has no vision yet. Run DREAM first.")
        return self.vision

    @property
    def settled_size(self) -> Size:
        """The size, which must have been settled."""
        return self.size or self.settled_vision.size

    @property
    def settled_structure(self) -> Structure:
        """The structure, which must have been woven."""
        if self.structure is None:
            raise UsageError("The story has no passages yet. Run GROW first.")
        return self.structure

    @property
    def settled_voice(self) -> Voice:
        """The voice, which must have been settled."""
        if self.voice is None:
            raise UsageError("The story has no voice yet. Run FILL first.")
        return self.voice

    def kept(self, *kinds: EntityKind) -> tuple[Entity, ...]:
        """The entities that SEED did not cut, of the given kinds or of all."""
        return tuple(
            entity
            for entity in self.entities
            if entity.kept is not False and (not kinds or entity.kind in kinds)
        )

    def dilemma(self, identifier: str) -> Dilemma:
        """The dilemma of that id."""
        return next(dilemma for dilemma in self.dilemmas if dilemma.id == identifier)


EMPTY_STORY = Story()
