"""Joined sections: one request asks for several sections, and one answer has all their fields.

Shared context, such as the brief, is sent once. Every section keeps its own rules, and only the
faulty parts are requested again.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from attrs import evolve, frozen
from pydantic import create_model

from questfoundry.app.stages.section import Section
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.answer.schema import join_path
from questfoundry.domain.fault import Fault
from questfoundry.domain.field_types import Artifact, SomeById
from questfoundry.domain.run.request_subjects import SectionSubject

RebuildSections = Callable[[], Generator[Section[Any], Any, object]]
"""A function that yields each section, rebuilt from the earlier results, then gets its result."""


def batch(
    sections: Sequence[Section[Any]],
    *,
    title: str,
    template: str,
    variables: Mapping[str, Any],
    guide: str = "",
    rebuild: RebuildSections | None = None,
) -> Section[Any]:
    """Return one section that joins ``sections``; ``title`` is the title of its JSON Schema.

    The joined section's name consists of the names of ``sections``. Sections with equal field names
    must have different paths. ``rebuild`` is needed if the rules of a section depend on the results
    of earlier sections.
    """
    parts = _Batch(rebuild=rebuild or (lambda: (each for each in sections)))
    mentions = {each.id: each for section in sections for each in section.about.mentions}
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
        has_field_descriptions=True,
        soft_rules=frozenset[str]().union(*(each.soft_rules for each in sections)),
        is_creative=any(each.is_creative for each in sections),
        answer_words=sum(each.answer_words for each in sections),
        about=SectionSubject(mentions=tuple(mentions.values())),
    )


@frozen(kw_only=True)
class _Batch:
    rebuild: RebuildSections

    def split(self, answer: Artifact) -> Mapping[str, Artifact]:
        return {section.name: part for section, part in self._split_in_order(answer)}

    def check(self, answer: Artifact) -> Sequence[Fault]:
        found: list[Fault] = []
        loose: set[tuple[str, str]] = set()
        for section, part in self._split_in_order(answer):
            for fault in section.check(part):
                own, fields = (fault.rule, fault.field), section.model.model_fields
                has_field = fault.field.partition(".")[0] in fields
                at = join_path(section.path, fault.field) if has_field else section.path
                # Any section can mend a fault that names no field: report it only once.
                if own not in loose:
                    found.append(evolve(fault, field=at or next(iter(fields))))
                if not has_field:
                    loose.add(own)
        return found

    def last_resort(self, answer: Artifact) -> Artifact | None:
        mended: dict[str, Any] = answer.model_dump()
        for section, part in self._split_in_order(answer):
            if section.check(part):
                right = section.last_resort(part) if section.last_resort else None
                if right is None or section.path:
                    return None
                mended.update(right.model_dump())
        return type(answer).model_validate(mended)

    def _split_in_order(self, answer: Artifact) -> Iterator[tuple[Section[Any], Artifact]]:
        flow = self.rebuild()
        section = next(flow, None)
        while section:
            part = _extract_part(section, answer)
            yield section, part
            try:
                section = flow.send(part)
            except StopIteration:
                return


def _extract_part(section: Section[Any], answer: Artifact) -> Artifact:
    if section.path:
        holder, _, key = section.path.partition(".")
        part: Artifact = getattr(answer, holder)[key]
        return part
    fields = {name: getattr(answer, name) for name in section.model.model_fields}
    for name, ids in section.manifest.sections.items():
        fields[name] = {each: fields[name][each] for each in ids}
    model: type[Artifact] = section.model
    return model.model_validate(fields)


@lru_cache(maxsize=64)
def _build_model(title: str, models: tuple[tuple[str, type[Artifact]], ...]) -> type[Artifact]:
    fields: dict[str, Any] = {}
    for at, model in models:
        if at:
            fields[at.partition(".")[0]] = (SomeById[model], ...)  # type: ignore[valid-type]
        else:
            fields |= {name: (each.annotation, each) for name, each in model.model_fields.items()}
    return create_model(title, __base__=Artifact, **fields)


def _merge_manifests(sections: Sequence[Section[Any]]) -> Manifest:
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
            options={**found.options, **_prefix_fields(each, own.options)},
        )
    return evolve(found, sections={**entries, **found.sections})


def _prefix_fields(section: Section[Any], fields: Mapping[str, Any]) -> dict[str, Any]:
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
