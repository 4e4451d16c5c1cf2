"""Run the game loop: show passages in a view, and carry out the player's commands."""

from abc import abstractmethod
from collections.abc import Sequence
from enum import Enum, auto
from typing import Protocol

from attrs import frozen

from questfoundry.app.playing.paragraphs import prose_of
from questfoundry.app.playing.walk import Paragraphs, ShownPassage, Walk
from questfoundry.domain.story.clue import Clue
from questfoundry.domain.story.passage import Playthrough
from questfoundry.domain.story.story import Story


@frozen
class TakeChoice:
    """A player's command to take the open choice with the index ``index``, counted from 0."""

    index: int


class PlayCommand(Enum):
    """A player's command other than a choice: go back, restart, show flags or clues, or quit."""

    BACK = auto()
    RESTART = auto()
    FLAGS = auto()
    CLUES = auto()
    QUIT = auto()


class PlayView(Protocol):
    """The interface of a view that shows a story to one player and asks for commands."""

    @abstractmethod
    def show(self, passage: ShownPassage) -> None:
        """Show ``passage``, the player's current passage."""

    @abstractmethod
    def show_flags(self, flags: Sequence[str]) -> None:
        """Show ``flags``, the descriptions of the flags that the player's choices have set."""

    @abstractmethod
    def show_clues(self, clues: Sequence[Clue]) -> None:
        """Show ``clues``, the clues that the player has found, grouped by question."""

    @abstractmethod
    def ask(self, passage: ShownPassage) -> TakeChoice | PlayCommand:
        """Ask the player for a command at ``passage``; at the start never for ``BACK``."""


class WalkStoryUseCase:
    """A use case that lets a player play a story until the player quits."""

    def __init__(self, *, view: PlayView) -> None:
        self._view = view

    def execute(self, story: Story, paragraphs: Paragraphs = prose_of) -> Playthrough:
        """Play ``story`` from the start, and return the player's state when the player quits."""
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
