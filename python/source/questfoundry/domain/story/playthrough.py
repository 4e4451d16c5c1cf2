"""Play a structure choice by choice."""

from collections.abc import Iterable

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.story.passage import Choice, Structure


@frozen(kw_only=True)
class Playthrough:
    """A player's position after some choices, with the choices that are open there.

    ``passages``: the ids of the visited passages, from the start to the current passage.
    ``open``: the choices that the player can take; empty at an ending, or if the player has no open
      choice.
    ``closed``: the choices that the player sees but cannot take.
    ``ending``: the id of the ending reached; empty if the current passage is no ending.
    """

    passages: tuple[str, ...]
    choices: tuple[str, ...]
    flags: frozenset[str]
    open: tuple[Choice, ...]
    closed: tuple[Choice, ...]
    ending: str

    @property
    def passage(self) -> str:
        """The id of the current passage."""
        return self.passages[-1]


def play(structure: Structure, choices: Iterable[str] = ()) -> Playthrough:
    """Return the playthrough of a player who takes the choices with the ids ``choices`` in order.

    Raise ``InputError`` at the first choice that is not open.
    """

    def list_offered() -> tuple[Choice, ...]:
        return tuple(
            each for each in structure.selectable_choices(passages[-1]) if each.is_open(flags)
        )

    passages, flags, choice_ids = [structure.start], frozenset[str](), tuple(choices)
    for choice_id in choice_ids:
        matches = [each for each in list_offered() if each.id == choice_id]
        if not matches:
            raise InputError(
                f"The choice {choice_id!r} is not open in the passage {passages[-1]!r}. "
                f"Open choices: {', '.join(each.id for each in list_offered()) or 'none'}."
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
            if each.is_shown_closed(flags)
        ),
        ending=structure.passage(passages[-1]).ending,
    )
