"""Define the ids and values that an answer may contain, and check an answer by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain
from typing import Any

from attrs import evolve, field, frozen

from questfoundry.domain.answer.feedback import build_fault
from questfoundry.domain.answer.schema import ID, id_of, item_names, join_path
from questfoundry.domain.fault import Fault, FaultCategory, FaultKind
from questfoundry.domain.former_names import former_names
from questfoundry.domain.story.size import Range


@former_names(as_key="to_key")
@frozen(kw_only=True)
class Manifest:
    """The ids that an artifact must contain, and the values from which a model may choose.

    ``sections``: the paths of lists or objects, each with the ids that it must contain exactly
      once. An id is the ``id`` of a list item, or the key of an object. A section inside an entry
      of another section, such as ``beats.dilemma::the-key.paths``, comes after the outer section.
    ``pins``: the paths of fields, with the allowed texts of each field. A path skips lists and
      section keys, as in ``dilemmas.anchors``, or names one entry of a section, as in
      ``entities.object::key.decision``.
    ``counts``: the paths of lists, in the same form, with the allowed number of entries.
    ``numbers``: the paths of lists of integers from 1 to the given maximum. The schema of the
      artifact lacks these lists.
    ``options``: the paths of optional fields that the schema of the artifact lacks, with the texts
      from which a model may choose. The rules of the section check these fields.
    """

    sections: Mapping[str, tuple[str, ...]] = field(factory=dict[str, tuple[str, ...]])
    pins: Mapping[str, tuple[str, ...]] = field(factory=dict[str, tuple[str, ...]])
    counts: Mapping[str, Range] = field(factory=dict[str, Range])
    numbers: Mapping[str, int] = field(factory=dict[str, int])
    options: Mapping[str, tuple[str, ...]] = field(factory=dict[str, tuple[str, ...]])

    def to_key(self) -> tuple[tuple[Any, ...], ...]:
        """Return the manifest as a hashable key, for example for a cache."""
        parts = (self.sections, self.pins, self.counts, self.numbers, self.options)
        return tuple(tuple(part.items()) for part in parts)

    @classmethod
    def from_key(cls, *parts: tuple[Any, ...]) -> Manifest:
        """Build the manifest from ``parts``, the parts of a key that :meth:`to_key` returned."""
        sections, pins, counts, numbers, options = map(dict, parts)
        return cls(sections=sections, pins=pins, counts=counts, numbers=numbers, options=options)

    @property
    def ids(self) -> frozenset[str]:
        """All ids that an answer must contain."""
        return frozenset(chain.from_iterable(self.sections.values()))

    @property
    def values(self) -> frozenset[str]:
        """All ids that an answer must contain, and all allowed values."""
        return self.ids.union(*self.pins.values(), *self.options.values())


def check_structural_completeness(
    data: Mapping[str, Any], manifest: Manifest, wording: Mapping[str, Any]
) -> tuple[Fault, ...]:
    """Return the faults of ``data`` by ``manifest``: faults of ids, then of counts, then of values.

    Missing and repeated entries, and entries without an id, are faults of completeness. Invented
    ids and values that are not allowed are semantic faults.
    """
    check = _Check(data=data, manifest=manifest, wording=wording)
    sections = (fault for name in manifest.sections for fault in check.check_section(name))
    counts = (fault for name in manifest.counts for fault in check.check_count(name))
    pins = (fault for name in manifest.pins for fault in check.check_pin(name))
    return (*sections, *counts, *pins)


@frozen(kw_only=True)
class _Check:
    data: Mapping[str, Any]
    manifest: Manifest
    wording: Mapping[str, Any]

    def check_section(self, name: str) -> Iterator[Fault]:
        ids = self.manifest.sections[name]
        for _, value in self._values_at(name):
            given = _ids_in(value)
            if given is None:
                if ids:
                    yield self._missing_section(name, ids, value)
            elif len(given) != len(ids) or set(given) != set(ids):
                yield from self._id_faults(name, ids, given)

    def check_pin(self, name: str) -> Iterator[Fault]:
        allowed = self.manifest.pins[name]
        for path, value in self._values_at(name):
            for where, text in _texts(value, path):
                if text not in allowed:
                    yield self._value_fault("closed", where, text, allowed)

    def check_count(self, name: str) -> Iterator[Fault]:
        allowed = self.manifest.counts[name]
        for path, value in self._values_at(name):
            if not isinstance(value, list | tuple) or len(value) in allowed:
                continue
            numbers = {"expected": allowed, "given": len(value)}
            if value and len(value) < allowed.least:
                for place in range(len(value), allowed.least):
                    at = join_path(path, str(place))
                    yield self._completeness_fault("too_few", FaultKind.MISSING, at, numbers)
            else:
                yield self._completeness_fault(
                    "counted", FaultKind.INVALID, path, numbers, provided=value
                )

    def _values_at(self, name: str) -> Iterator[tuple[str, Any]]:
        first, *rest = name.split(".")
        value = self.data.get(first)
        if rest and first in self.manifest.sections and isinstance(value, dict):
            keys = [rest.pop(0)] if rest[0] in self.manifest.sections[first] else list(value)
            for key in keys:
                yield from _find_values(value.get(key), rest, join_path(first, key))
        else:
            yield from _find_values(value, rest, first)

    def _id_faults(
        self, name: str, ids: Sequence[str], given: Sequence[str | None]
    ) -> Iterator[Fault]:
        numbers = {"section": name, "expected": len(ids), "given": len(given)}
        named = Counter(each for each in given if each is not None)
        for each in ids:
            if each not in named:
                yield self._completeness_fault(
                    "forgotten", FaultKind.MISSING, join_path(name, each), numbers
                )
        for index, found in enumerate(given):
            if found is None:
                path = join_path(name, str(index), ID)
                yield self._completeness_fault("nameless", FaultKind.MISSING, path, numbers)
        for each, times in named.items():
            path = join_path(name, each)
            if each not in ids:
                yield self._value_fault("invented", path, each, ids)
            elif times > 1:
                more = {"times": times, **numbers}
                yield self._completeness_fault(
                    "doubled", FaultKind.INVALID, path, more, provided=each
                )

    def _missing_section(self, name: str, ids: Sequence[str], value: Any) -> Fault:
        kind = FaultKind.MISSING if value is None else FaultKind.INVALID
        words = {"expected": len(ids), "ids": ", ".join(ids)}
        return self._completeness_fault("absent", kind, name, words, provided=value)

    def _completeness_fault(
        self,
        rule: str,
        kind: FaultKind,
        path: str,
        words: Mapping[str, object],
        provided: Any = None,
    ) -> Fault:
        return build_fault(
            f"manifest.{rule}",
            path,
            self.wording,
            words,
            kind=kind,
            category=FaultCategory.COMPLETENESS,
            provided=provided,
        )

    def _value_fault(self, rule: str, path: str, provided: str, allowed: Sequence[str]) -> Fault:
        fault = build_fault(
            f"manifest.{rule}",
            path,
            self.wording,
            {"ids": ", ".join(allowed)},
            category=FaultCategory.SEMANTIC,
            provided=provided,
        )
        return evolve(fault, nearest=next(iter(get_close_matches(provided, allowed, n=1)), ""))


def _ids_in(value: Any) -> list[str | None] | None:
    if isinstance(value, dict):
        return list(value)
    if isinstance(value, list | tuple):
        return [id_of(item) for item in value]
    return None


def _find_values(value: Any, steps: Sequence[str], path: str) -> Iterator[tuple[str, Any]]:
    if not steps:
        yield path, value
    elif isinstance(value, list | tuple):
        for name, item in zip(item_names(value), value, strict=True):
            yield from _find_values(item, steps, join_path(path, name))
    elif isinstance(value, dict):
        yield from _find_values(value.get(steps[0]), steps[1:], join_path(path, steps[0]))


def _texts(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from _texts(item, join_path(path, str(index)))
