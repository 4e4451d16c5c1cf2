"""Lets a player walk through a story; a view shows it and says what the player wants."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from enum import Enum, auto
from typing import Protocol

from attrs import frozen

from questfoundry.app.playing.paragraphs import prose_of
from questfoundry.app.playing.walk import Paragraphs, ShownPassage, Walk
from questfoundry.domain.play.playthrough import Playthrough
from questfoundry.domain.story.clue import Clue
from questfoundry.domain.story.story import Story


@frozen
class TakeChoice:
    """Take an open choice, by its place among the labels, from 0."""

    index: int


class PlayCommand(Enum):
    """What a player may want other than a choice."""

    BACK = auto()
    RESTART = auto()
    FLAGS = auto()
    CLUES = auto()
    QUIT = auto()


class PlayView(Protocol):
    """Shows a story to one player."""

    @abstractmethod
    def show(self, passage: ShownPassage) -> None:
        """Show where the player is."""

    @abstractmethod
    def show_flags(self, flags: Sequence[str]) -> None:
        """Show what is true so far, in words."""

    @abstractmethod
    def show_clues(self, clues: Sequence[Clue]) -> None:
        """Show what is known so far, question by question."""

    @abstractmethod
    def ask(self, passage: ShownPassage) -> TakeChoice | PlayCommand:
        """What the player does there: a label, or a command; from the start none leads back."""


class WalkStoryUseCase:
    """Lets a player walk through a woven story until they have had enough of it."""

    def __init__(self, *, view: PlayView) -> None:
        self._view = view

    def execute(self, story: Story, paragraphs: Paragraphs = prose_of) -> Playthrough:
        """Walk from the start; what comes out is where the player left."""
        walk = Walk(story, paragraphs)
        self._view.show(walk.current_passage())
        while (wanted := self._view.ask(walk.current_passage())) is not PlayCommand.QUIT:
            match wanted:
                case PlayCommand.FLAGS:
                    self._view.show_flags(walk.flags())
                    continue
                case PlayCommand.CLUES:
                    self._view.show_clues(walk.clues())
                    continue
                case PlayCommand.BACK:
                    walk.undo_choice()
                case PlayCommand.RESTART:
                    walk.restart()
                case TakeChoice(place):
                    walk.take(place)
            self._view.show(walk.current_passage())
        return walk.here
