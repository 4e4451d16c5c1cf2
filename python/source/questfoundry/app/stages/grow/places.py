"""Where in the artifact of GROW a finding points to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from questfoundry.domain.artifacts.grow import GrowArtifact

START = "start"


def places_of(grow: GrowArtifact) -> Mapping[str, str]:
    """The field paths of all passages and choices by id, as in ``passages.3.choices.0``.

    Of an id that stands there twice it is the second.
    """
    found: dict[str, list[str]] = {}
    for identifier, field in _fields(grow):
        found.setdefault(identifier, []).append(field)
    return {identifier: fields[:2][-1] for identifier, fields in found.items()}


def _fields(grow: GrowArtifact) -> Iterator[tuple[str, str]]:
    for number, passage in enumerate(grow.passages):
        field = f"passages.{number}"
        yield passage.id, field
        yield from (
            (choice.id, f"{field}.choices.{at}") for at, choice in enumerate(passage.choices)
        )
