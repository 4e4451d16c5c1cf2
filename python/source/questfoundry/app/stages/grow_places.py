"""Where in ``artifacts/grow.yaml`` a finding's passage or choice stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from questfoundry.domain.artifacts.grow import GrowArtifact, WovenChoice, WovenPassage
from questfoundry.domain.field_path import ID, item_names, joined

START = "start"


def place_in(grow: GrowArtifact, place: str) -> str:
    """The field of a finding's place: ``passages.passage::x`` or ``passages.….choices.…``.

    Of an id that stands there twice it is the second one, by its index. A place that is
    neither a passage nor a choice can only be the start, so the field is ``start``.
    """
    return places_of(grow).get(place, START)


def places_of(grow: GrowArtifact) -> Mapping[str, str]:
    """The fields of all passages and choices, by id."""
    found: dict[str, list[str]] = {}
    for identifier, path in (*_choices(grow), *_passages(grow)):
        found.setdefault(identifier, []).append(path)
    return {identifier: paths[:2][-1] for identifier, paths in found.items()}


def _passages(grow: GrowArtifact) -> Iterator[tuple[str, str]]:
    yield from _named("passages", grow.passages)


def _choices(grow: GrowArtifact) -> Iterator[tuple[str, str]]:
    for passage, (_, path) in zip(grow.passages, _passages(grow), strict=True):
        yield from _named(joined(path, "choices"), passage.choices)


def _named(
    path: str, items: Sequence[WovenPassage] | Sequence[WovenChoice]
) -> Iterator[tuple[str, str]]:
    names = item_names([{ID: item.id} for item in items])
    for item, name in zip(items, names, strict=True):
        yield item.id, joined(path, name)
