"""Play a story interactively: show one passage at a time, and carry out the player's commands."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import Enum, auto
from typing import Protocol

from attrs import frozen

from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.entity import Clue
from questfoundry.domain.story.passage import Choice, Passage, Playthrough, play
from questfoundry.domain.story.story import Story


def prose_of(story: Story, passage: Passage, flags: Collection[str]) -> tuple[str, ...]:
    """Return the paragraphs that a player with ``flags`` reads; without prose, the outline."""
    written = story.paragraphs(passage.id)
    if not written:
        return outline_of(story, passage, flags)
    return tuple(each.text for each in written if each.is_visible_with(flags))


def outline_of(story: Story, passage: Passage, flags: Collection[str] = ()) -> tuple[str, ...]:
    """Return the summaries of the story moments in ``passage``, followed by notes.

    A note, in square brackets, names an earlier choice that the text depends on or may mention.
    """
    beats = (beat.summary for beat in story.beats_in(passage))
    return (*beats, *_list_reminders(story, passage, flags))


def _list_reminders(story: Story, passage: Passage, flags: Collection[str]) -> Iterator[str]:
    for trace in passage.remembers:
        path = story.path(trace.path)
        answer, seen = story.answer_of(path.id).text, path.describe_in(passage.beats)
        match trace.residue:
            case Residue.HEAVY:
                yield f"[Told only after: {answer} {seen}]"
            case Residue.LIGHT if path.flags <= {*flags}:
                yield f"[Read only after: {answer} {seen}]"
            case Residue.COSMETIC:
                yield f"[May recall: {answer} {seen}]"
    for flag in sorted(passage.callback_flags & {*flags}):
        yield f"[Read only after: {story.flags.get(flag, flag)}]"


Paragraphs = Callable[[Story, Passage, Collection[str]], Sequence[str]]
"""A function that returns the paragraphs of a passage for a player with the given flags."""


@frozen(kw_only=True)
class MissedChoice:
    """A choice that the player never took, and the first passage that offered the choice."""

    title: str
    label: str


@frozen(kw_only=True)
class ShownPassage:
    """The passage that the player sees now.

    ``closed``: why some visible choices are closed.
    ``chapter``: the title of the chapter that begins here, or empty.
    ``missed``: at an ending, the choices that the player never took.
    """

    number: int
    title: str
    paragraphs: tuple[str, ...]
    labels: tuple[str, ...]
    ending: str
    closed: tuple[str, ...] = ()
    chapter: str = ""
    missed: tuple[MissedChoice, ...] = ()


class Walk:
    """A playthrough whose choices can be undone, because the state after each choice is kept."""

    def __init__(
        self, story: Story, paragraphs: Paragraphs = prose_of, choices: Sequence[str] = ()
    ) -> None:
        """Start ``story`` and take ``choices`` (ids); raise ``InputError`` if any is closed."""
        self._story = story
        self._structure = story.existing_structure
        self._paragraphs = paragraphs
        taken = range(len(choices) + 1)
        self._steps = [play(self._structure, choices[:count]) for count in taken]

    @property
    def here(self) -> Playthrough:
        """The player's current state: the passage, the flags, and the choices taken so far."""
        return self._steps[-1]

    def take(self, index: int) -> None:
        """Take the open choice with the index ``index``, counted from 0."""
        choice = self.here.open[index].id
        self._steps.append(play(self._structure, (*self.here.choices, choice)))

    def undo_choice(self) -> None:
        """Undo the last choice; the player must have taken at least one."""
        self._steps.pop()

    def restart(self) -> None:
        """Return to the start of the story."""
        del self._steps[1:]

    def flags(self) -> tuple[str, ...]:
        """Return the descriptions of the flags that the player's choices have set."""
        return tuple(self._story.flags.get(flag, flag) for flag in sorted(self.here.flags))

    def clues(self) -> tuple[Clue, ...]:
        """Return the clues that the player has found, sorted by the question that they answer."""
        return tuple(clue for clue in self._story.clues if clue.id in self.here.flags)

    def current_passage(self) -> ShownPassage:
        """Return the current passage as the player sees it."""
        passage = self._structure.passage(self.here.passage)
        return ShownPassage(
            number=len(self._steps),
            title=_title(passage),
            paragraphs=tuple(self._paragraphs(self._story, passage, self.here.flags)),
            labels=tuple(_label(choice) for choice in self.here.open),
            ending=self._story.ending_name(passage.ending),
            closed=tuple(choice.closed for choice in self.here.closed),
            chapter=self._story.chapter_titles.get(passage.id, ""),
            missed=self._list_missed() if passage.ending else (),
        )

    def _list_missed(self) -> tuple[MissedChoice, ...]:
        """Return the choices that the player could take but never took.

        Choices with the same target and label count as one, because all topics of a hub repeat the
        hub's choices. A hub is a passage that offers topics in any order.
        """
        taken = {_choice_key(self._structure.choice(each)) for each in self.here.choices}
        missed: dict[tuple[str, str], MissedChoice] = {}
        for before in self._steps[:-1]:
            title = _title(self._structure.passage(before.passage))
            for choice in before.open:
                if _choice_key(choice) not in taken:
                    missed.setdefault(
                        _choice_key(choice), MissedChoice(title=title, label=_label(choice))
                    )
        return tuple(missed.values())


def _title(passage: Passage) -> str:
    return passage.title or passage.id


def _choice_key(choice: Choice) -> tuple[str, str]:
    return choice.target, _label(choice)


def _label(choice: Choice) -> str:
    return choice.label or choice.id


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
        """Ask the player for a command at ``passage``; never return ``BACK`` at the start."""


@frozen(kw_only=True)
class WalkStoryUseCase:
    """A use case that lets a player play a story until the player quits."""

    _view: PlayView

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
