"""Sections of an artifact that are asked for in one answer: their fields beside each other.

What all of them are made from, such as the brief, is sent once. Each is held to its own rules, and
what is at fault in one of them is asked for again alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from attrs import evolve, frozen
from pydantic import create_model

from questfoundry.app.stages.section import Section, SectionResults
from questfoundry.domain.answer import field_path
from questfoundry.domain.answer.faults import Fault
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.base import Artifact, SomeById

AdaptSection = Callable[[Section, SectionResults], Section]
"""A section as it is once those before it are made, which it was joined to without them."""


def batch(
    sections: Sequence[Section],
    *,
    title: str,
    template: str,
    variables: Mapping[str, Any],
    guide: str = "",
    adapt: AdaptSection = lambda section, _: section,
    has_field_descriptions: bool = False,
) -> Section:
    """Those sections as one, called by all their names; ``title`` is that of its schema.

    What stands in no artifact twice: sections with fields of one name differ in where they are.
    """
    parts = _Batch(sections=tuple(sections), adapt=adapt)
    return Section(
        name="+".join(each.name for each in sections),
        model=_build_model(title, tuple((each.path, each.model) for each in sections)),
        template=template,
        guide=guide or sections[0].guide,
        manifest=_merge_manifests(sections),
        check=parts.check,
        last_resort=parts.last_resort,
        variables=variables,
        settled_ids=tuple(
            each
            for each in sections[0].settled_ids
            if all(each in one.settled_ids for one in sections)
        ),
        split_answer=parts.split,
        has_field_descriptions=has_field_descriptions,
    )


@frozen(kw_only=True)
class _Batch:
    """What the sections have of an answer for all of them, and what is wrong with it."""

    sections: tuple[Section, ...]
    adapt: AdaptSection

    def split(self, answer: Artifact) -> SectionResults:
        """The part of each section."""
        return {section.name: part for section, part in self._split_in_order(answer)}

    def check(self, answer: Artifact) -> Sequence[Fault]:
        """The faults of all parts, each at its place in the answer."""
        found: list[Fault] = []
        loose: set[tuple[str, str]] = set()
        for section, part in self._split_in_order(answer):
            for fault in section.check(part):
                own = (fault.rule, fault.field)
                # What any field may mend is mended in the first section that lacks it.
                if own not in loose:
                    found.append(evolve(fault, field=_locate_fault(section, fault)))
                if _has_no_field(section, fault):
                    loose.add(own)
        return found

    def last_resort(self, answer: Artifact) -> Artifact | None:
        """The answer with the last resorts of the parts at fault, if each of these has one."""
        mended: dict[str, Any] = answer.model_dump()
        for section, part in self._split_in_order(answer):
            if section.check(part):
                right = section.last_resort(part) if section.last_resort else None
                if right is None or section.path:
                    return None
                mended.update(right.model_dump())
        return type(answer).model_validate(mended)

    def _split_in_order(self, answer: Artifact) -> Iterator[tuple[Section, Artifact]]:
        results: dict[str, Artifact] = {}
        for each in self.sections:
            section = self.adapt(each, results)
            results[each.name] = _extract_part(section, answer)
            yield section, results[each.name]


def _locate_fault(section: Section, fault: Fault) -> str:
    """Where a fault stands; one that any field may mend is one of the section, or of its first."""
    if not _has_no_field(section, fault):
        return field_path.join_path(section.path, fault.field)
    return section.path or next(iter(section.model.model_fields))


def _has_no_field(section: Section, fault: Fault) -> bool:
    """Whether it names no field of the section."""
    return fault.field.partition(".")[0] not in section.model.model_fields


def _extract_part(section: Section, answer: Artifact) -> Artifact:
    """What the answer holds of a section, without entries that it turned out not to have."""
    if section.path:
        holder, _, key = section.path.partition(".")
        part: Artifact = getattr(answer, holder)[key]
        return part
    fields = {name: getattr(answer, name) for name in section.model.model_fields}
    for name, ids in section.manifest.sections.items():
        fields[name] = {each: fields[name][each] for each in ids}
    return section.model.model_validate(fields)


@lru_cache(maxsize=64)
def _build_model(title: str, models: tuple[tuple[str, type[Artifact]], ...]) -> type[Artifact]:
    fields: dict[str, Any] = {}
    for at, model in models:
        if at:
            fields[at.partition(".")[0]] = (SomeById[model], ...)  # type: ignore[valid-type]
        else:
            fields |= {name: (each.annotation, each) for name, each in model.model_fields.items()}
    return create_model(title, __base__=Artifact, **fields)


def _merge_manifests(sections: Sequence[Section]) -> Manifest:
    """All that the sections must decide, each at its place."""
    entries: dict[str, tuple[str, ...]] = {}
    found = Manifest()
    for each in sections:
        holder, _, key = each.path.partition(".")
        if key:
            entries[holder] = (*entries.get(holder, ()), key)
    for each in sections:
        own = each.manifest
        found = evolve(
            found,
            sections={**found.sections, **_prefix_fields(each, own.sections)},
            pins={**found.pins, **_prefix_fields(each, own.pins)},
            counts={**found.counts, **_prefix_fields(each, own.counts)},
        )
    return evolve(found, sections={**entries, **found.sections})


def _prefix_fields(section: Section, fields: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of fields, where they stand; each entry of a section below another is named."""
    if not section.path:
        return dict(fields)
    return {
        ".".join((section.path, *steps)): value
        for name, value in fields.items()
        for steps in _expand_ids(name.split("."), section.manifest.sections)
    }


def _expand_ids(
    steps: Sequence[str], sections: Mapping[str, Sequence[str]]
) -> Iterator[Sequence[str]]:
    first, *rest = steps
    ids = sections.get(first, ())
    if not rest or not ids or rest[0] in ids:
        yield steps
    else:
        yield from ((first, each, *rest) for each in ids)
