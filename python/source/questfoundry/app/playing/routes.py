"""Encode routes through a story as short texts: the indexes of the choices, such as ``0.2.1``."""

from collections.abc import Iterator, Sequence

from questfoundry.domain.errors import InputError
from questfoundry.domain.story.passage import Structure, play

_CLOSED = "This route is no longer open: the story may have changed. Restart the story."
_MAX_CHOICES = 2_000


def decode_route(structure: Structure, route: str) -> tuple[str, ...]:
    """Return the ids of the choices that the text ``route`` encodes, at most 2,000.

    Raise ``InputError`` if an index is malformed, or if a choice cannot be selected.
    """
    taken: tuple[str, ...] = ()
    for step in route.split(".")[:_MAX_CHOICES] if route else ():
        offered = play(structure, taken).open
        if not (step.isascii() and step.isdigit() and int(step) < len(offered)):
            raise InputError(_CLOSED)
        taken = (*taken, offered[int(step)].id)
    return taken


def encode_route(structure: Structure, choices: Sequence[str]) -> str:
    """Return the ids in ``choices`` as a text such as ``0.2.1``.

    Each number is the index of a choice among those that are open at that point. Raise
    ``InputError`` if a choice cannot be selected.
    """
    play(structure, choices)
    return ".".join(_steps(structure, choices))


def _steps(structure: Structure, choices: Sequence[str]) -> Iterator[str]:
    for count, choice in enumerate(choices):
        offered = [each.id for each in play(structure, choices[:count]).open]
        yield str(offered.index(choice))
