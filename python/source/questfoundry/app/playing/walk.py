"""Play a story interactively: show one passage at a time, and carry out the player's commands."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import Enum, auto
from typing import Protocol

from attrs import frozen

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.entity import Clue
from questfoundry.domain.story.passage import Choice, Passage, Playthrough, play_steps, take
from questfoundry.domain.story.prose_markup import show_numbers
from questfoundry.domain.story.stat import format_value, list_steps, read_level, value_of
from questfoundry.domain.story.story import Story


def prose_of(story: Story, passage: Passage, flags: Collection[str]) -> tuple[str, ...]:
    """Return the paragraphs that a player with ``flags`` reads; without prose, the outline."""
    written = story.paragraphs(passage.id)
    if not written:
        return outline_of(story, passage, flags)
    numbers = {slug_of(each.id): value_of(each.id, flags) for each in story.stats}
    return tuple(
        show_numbers(each.text, numbers) for each in written if each.is_visible_with(flags)
    )


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
        yield f"[Read only after: {story.describe_condition(flag)}]"


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
    ``changes``: the steps of the stats that the last choice moved, if numbers are wanted.
    """

    number: int
    title: str
    paragraphs: tuple[str, ...]
    labels: tuple[str, ...]
    ending: str
    closed: tuple[str, ...] = ()
    chapter: str = ""
    missed: tuple[MissedChoice, ...] = ()
    changes: tuple[str, ...] = ()


@frozen(kw_only=True)
class ShownStat:
    """A stat as the player sees it: the sentence that is true now (empty at 0), and the value."""

    name: str
    question: str
    sentence: str
    value: int

    @property
    def number(self) -> str:
        """The value with its sign."""
        return format_value(self.value)


class Walk:
    """A playthrough whose choices can be undone, because the state after each choice is kept."""

    def __init__(
        self,
        story: Story,
        paragraphs: Paragraphs = prose_of,
        choices: Sequence[str] = (),
        *,
        show_numbers: bool = False,
    ) -> None:
        """Start ``story`` and take ``choices`` (ids); raise ``InputError`` if any is closed.

        ``show_numbers``: whether the player sees the steps of stats as numbers.
        """
        self._story = story
        self._show_numbers = show_numbers
        self._structure = story.existing_structure
        # A stat that nothing reads means nothing to the player.
        self._stats = [each for each in story.stats if each.id in self._structure.read_stats]
        self._paragraphs = paragraphs
        self._steps = [*play_steps(self._structure, choices)]

    @property
    def here(self) -> Playthrough:
        """The player's current state: the passage, the flags, and the choices taken so far."""
        return self._steps[-1]

    def take(self, index: int) -> None:
        """Take the open choice with the index ``index``, counted from 0."""
        choice = self.here.open[index].id
        self._steps.append(take(self._structure, self.here, choice))

    def undo_choice(self) -> None:
        """Undo the last choice; the player must have taken at least one."""
        self._steps.pop()

    def restart(self) -> None:
        """Return to the start of the story."""
        del self._steps[1:]

    def flags(self) -> tuple[str, ...]:
        """Return the descriptions of the flags that the player's choices have set.

        Levels of stats are left out; :meth:`stats` returns the stats.
        """
        flags = (flag for flag in sorted(self.here.flags) if not read_level(flag))
        return tuple(self._story.flags.get(flag, flag) for flag in flags)

    def clues(self) -> tuple[Clue, ...]:
        """Return the clues that the player has found, sorted by the question that they answer."""
        return tuple(clue for clue in self._story.clues if clue.id in self.here.flags)

    def stats(self) -> tuple[ShownStat, ...]:
        """Return the stats as the player sees them now, in the order of the story."""
        values = ((stat, value_of(stat.id, self.here.flags)) for stat in self._stats)
        return tuple(
            ShownStat(
                name=stat.name, question=stat.question, sentence=stat.describe(value), value=value
            )
            for stat, value in values
        )

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
            changes=self._list_changes(),
        )

    def _list_changes(self) -> tuple[str, ...]:
        if not self._show_numbers or len(self._steps) == 1:
            return ()
        before, after = (step.flags for step in self._steps[-2:])
        return list_steps(self._stats, before, after)

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
    def show_clues(self, clues: Sequence[Clue], stats: Sequence[ShownStat]) -> None:
        """Show the ``clues`` that the player has found, grouped by question, and the ``stats``."""

    @abstractmethod
    def ask(self, passage: ShownPassage) -> TakeChoice | PlayCommand:
        """Ask the player for a command at ``passage``; never return ``BACK`` at the start."""


@frozen(kw_only=True)
class WalkStoryUseCase:
    """A use case that lets a player play a story until the player quits."""

    _view: PlayView
    _show_numbers: bool = False

    def execute(self, story: Story, paragraphs: Paragraphs = prose_of) -> Playthrough:
        """Play ``story`` from the start, and return the player's state when the player quits."""
        walk = Walk(story, paragraphs, show_numbers=self._show_numbers)
        self._view.show(walk.current_passage())
        while (wanted := self._view.ask(walk.current_passage())) is not PlayCommand.QUIT:
            match wanted:
                case PlayCommand.FLAGS:
                    self._view.show_flags(walk.flags())
                    continue
                case PlayCommand.CLUES:
                    self._view.show_clues(walk.clues(), walk.stats())
                    continue
                case PlayCommand.BACK:
                    walk.undo_choice()
                case PlayCommand.RESTART:
                    walk.restart()
                case TakeChoice(place):
                    walk.take(place)
            self._view.show(walk.current_passage())
        return walk.here
