"""Where in the artifact of GROW a finding points to."""

from __future__ import annotations

from collections.abc import Iterator

from questfoundry.domain.artifacts.grow import GrowArtifact


def place_in(grow: GrowArtifact, place: str) -> str:
    """The field path of a passage or choice, as in ``passages.3.choices.0``.

    Of an id that stands there twice it is the second; what is neither is the start.
    """
    found = [field for identifier, field in _fields(grow) if identifier == place]
    return found[:2][-1] if found else "start"


def _fields(grow: GrowArtifact) -> Iterator[tuple[str, str]]:
    for number, passage in enumerate(grow.passages):
        field = f"passages.{number}"
        yield passage.id, field
        yield from (
            (choice.id, f"{field}.choices.{at}") for at, choice in enumerate(passage.choices)
        )
