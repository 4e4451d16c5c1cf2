"""Play a story interactively, and show the player one passage at a time."""

from collections.abc import Callable, Collection, Sequence

from attrs import frozen

from questfoundry.app.playing.paragraphs import prose_of
from questfoundry.domain.story.clue import Clue
from questfoundry.domain.story.passage import Choice, Passage, Playthrough, play
from questfoundry.domain.story.story import Story

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

    ``closed`` holds the reasons why choices that the player sees are closed, ``chapter`` the title
    of the chapter that begins here, ``missed`` the choices never taken, at an ending.
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
        """Start ``story``, and take ``choices``; raise ``InputError`` if one is not open."""
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
