"""Playing a structure: what a player's choices lead to. This is what choices mean."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.story.passage import Choice, Structure


@frozen(kw_only=True)
class Playthrough:
    """Where a player is after some choices, and what can be chosen now.

    ``passages`` are those met, the first being the start and the last the one shown now.
    ``open`` is empty at an ending, and where the player is stuck; ``closed`` are the choices
    of which the player reads there why they are not open.
    """

    passages: tuple[str, ...]
    choices: tuple[str, ...]
    flags: frozenset[str]
    open: tuple[Choice, ...]
    closed: tuple[Choice, ...]
    ending: str

    @property
    def passage(self) -> str:
        """The passage shown now."""
        return self.passages[-1]


def play(structure: Structure, choices: Iterable[str] = ()) -> Playthrough:
    """The playthrough in which those choices are taken; ``InputError`` where one is not open."""

    def list_offered() -> tuple[Choice, ...]:
        return tuple(
            each for each in structure.selectable_choices(passages[-1]) if is_open(each, flags)
        )

    passages, flags, choice_ids = [structure.start], frozenset[str](), tuple(choices)
    for choice_id in choice_ids:
        matches = [each for each in list_offered() if each.id == choice_id]
        if not matches:
            raise InputError(
                f"The choice {wanted!r} is not open in the passage {met[-1]!r}. "
                f"Open are: {', '.join(each.id for each in offered()) or 'none'}."
            )
        passages.append(matches[0].target)
        flags = flags - matches[0].clears | matches[0].grants
    return Playthrough(
        passages=tuple(passages),
        choices=choice_ids,
        flags=flags,
        open=list_offered(),
        closed=tuple(
            each
            for each in structure.selectable_choices(passages[-1])
            if is_shown_closed(each, flags)
        ),
        ending=structure.passage(passages[-1]).ending,
    )


def is_open(choice: Choice, flags: frozenset[str]) -> bool:
    """Whether a player who has those flags can take it."""
    return choice.requires <= flags and not choice.forbids & flags


def is_shown_closed(choice: Choice, flags: frozenset[str]) -> bool:
    """Whether a player who has those flags reads why it is closed."""
    return bool(choice.closed) and not is_open(choice, flags) and not choice.one_time_flags & flags
