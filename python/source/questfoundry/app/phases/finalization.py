"""The tool with which a model hands in an artifact: ``submit_<stage>``."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from attrs import frozen

from questfoundry.app.stages.section import Section
from questfoundry.domain.answer.constrain_schema import shaped
from questfoundry.domain.answer.diagnosis import parsed
from questfoundry.domain.answer.faults import Fault
from questfoundry.domain.answer.field_path import rests
from questfoundry.domain.answer.field_sketch import forms
from questfoundry.domain.answer.manifest import Manifest, check_structural_completeness
from questfoundry.domain.answer.outline import outline
from questfoundry.domain.artifacts.base import Artifact, json_schema_of
from questfoundry.domain.chat.tools import ToolDefinition
from questfoundry.domain.identity_key import IdentityKey
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.wording import phrase


@frozen(kw_only=True)
class Finalization:
    """What a stage wants handed in, and in which words it asks.

    ``schema`` is the section's own JSON Schema, with descriptions from ``prompts/fields/`` and
    narrowed by its manifest. ``guide`` are those descriptions and examples by dotted field,
    ``wording`` is ``prompts/feedback.yaml``.
    """

    stage: str
    section: Section
    description: str
    schema: Mapping[str, Any]
    guide: Mapping[str, Any]
    wording: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The tool's name."""
        return f"submit_{self.stage}"

    def tool(self, schema: Mapping[str, Any] | None = None) -> ToolDefinition:
        """The tool's definition, for the whole artifact or for a part of it."""
        return ToolDefinition(
            name=self.name, description=self.description, parameters=schema or self.schema
        )

    def fields(self, schema: Mapping[str, Any] | None = None) -> str:
        """In words what is asked for, all of it or a part: of what the prompt tells, its form."""
        asked, ids = schema or self.schema, self.section.manifest.ids
        if self.section.told:
            return forms(asked, self.wording, ids=ids).strip()
        return outline(asked, self.guide, self.wording, ids=ids).strip()

    def accepted(
        self, data: Mapping[str, Any], waived: Collection[str] = ()
    ) -> Artifact | tuple[Fault, ...]:
        """The artifact, or the faults that keep the data from being one.

        First come counts, then ids, then the schema; where all of that is right, the stage's
        rules, but for those that are ``waived``.
        """
        counted = check_structural_completeness(data, self.section.manifest, self.wording)
        artifact = parsed(self.section.model, data, self.guide, self.wording)
        if isinstance(artifact, tuple):
            known = [fault.field for fault in counted]
            return (*counted, *(fault for fault in artifact if not rests(known, fault.field)))
        return counted or self._broken(artifact, waived) or artifact

    def _broken(self, artifact: Artifact, waived: Collection[str]) -> tuple[Fault, ...]:
        return tuple(each for each in self.section.check(artifact) if each.rule not in waived)

    def mended(self, data: Mapping[str, Any]) -> Artifact | None:
        """What the section's last resort makes of data whose form is right, if it has one."""
        if self.section.last_resort is None:
            return None
        artifact = parsed(self.section.model, data, self.guide, self.wording)
        counted = check_structural_completeness(data, self.section.manifest, self.wording)
        return (
            None if counted or isinstance(artifact, tuple) else self.section.last_resort(artifact)
        )


def finalization(stage: str, section: Section, prompts: PromptRepository) -> Finalization:
    """The finalization tool for a section of a stage's artifact, in the words of ``prompts/``."""
    guide, wording = prompts.wording(section.guide), prompts.wording("feedback")
    return Finalization(
        stage=stage,
        section=section,
        description=str(prompts.wording("tools/submit")["description"]).format(stage=stage),
        schema=_schema_of(
            section.model, IdentityKey(guide), IdentityKey(wording), *section.manifest.as_key()
        ),
        guide=guide,
        wording=wording,
    )


@lru_cache(maxsize=128)
def _schema_of(
    model: type[Artifact],
    guide: IdentityKey[Mapping[str, Any]],
    wording: IdentityKey[Mapping[str, Any]],
    *manifest: tuple[Any, ...],
) -> Mapping[str, Any]:
    """The schema of a section, made once: each attempt and each run asks by the same one."""
    asked = without_constants(json_schema_of(model))
    schema = with_limits(described(asked, guide.value), wording.value)
    return shaped(schema, Manifest.from_key(*manifest))


def without_constants(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema without what can only be one thing, such as an artifact's type and version."""
    fields = {
        name: each
        for name, each in schema.get("properties", {}).items()
        if not {"const", "default"} <= {*each}
    }
    return {**schema, "properties": fields}


def described(schema: Mapping[str, Any], guide: Mapping[str, Any]) -> dict[str, Any]:
    """The schema with the guide's descriptions instead of the code's docstrings and titles.

    What a model reads stands in ``prompts/``; a docstring is for programmers. The schema's own
    title stays: it says what is asked for.
    """
    bare = without_words(schema)
    for name, hints in guide.items():
        fields = bare.get("properties", {})
        *parents, last = name.split(".")
        for parent in parents:
            fields = _properties(bare, fields.get(parent, {}))
        if last in fields and "description" in hints:
            fields[last] = {**fields[last], "description": hints["description"]}
    return bare


def with_limits(schema: Mapping[str, Any], wording: Mapping[str, Any]) -> dict[str, Any]:
    """The schema with the longest that a text may be in its description, too.

    Servers that hold a model to a schema leave the limits themselves out.
    """
    found: dict[str, Any] = {
        key: with_limits(value, wording) if isinstance(value, Mapping) else value
        for key, value in schema.items()
    }
    for kind, node in (("text", schema), ("texts", schema.get("items"))):
        if isinstance(node, Mapping) and node.get("type") == "string" and "maxLength" in node:
            said = phrase(wording, f"limit.{kind}", limit=node["maxLength"])
            found["description"] = f"{schema.get('description', '')} {said}".lstrip()
    return found


def _properties(schema: Mapping[str, Any], value: Mapping[str, Any]) -> dict[str, Any]:
    """The properties of an object, of what it refers to, of its items or of its values."""
    while not value.get("properties"):
        if "$ref" in value:
            value = schema["$defs"][value["$ref"].rpartition("/")[2]]
        elif isinstance(value.get("items"), dict):
            value = value["items"]
        elif isinstance(value.get("additionalProperties"), dict):
            value = value["additionalProperties"]
        else:
            return {}
    properties: dict[str, Any] = value.get("properties", {})
    return properties


def without_words(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema without titles and descriptions; its own title stays."""
    return {**_bare(schema), "title": schema["title"]}


def described_once(schema: Mapping[str, Any], ids: Collection[str]) -> dict[str, Any]:
    """The schema with the fields of entries described in the first entry alone, by these ids.

    They are the same for all, and each request pays for them.
    """
    fields: dict[str, Any] = {}
    for name, section in schema.get("properties", {}).items():
        entries = section.get("properties", {})
        if entries and entries.keys() <= {*ids}:
            first, *others = entries
            bare = {each: _bare(entries[each]) for each in others}
            section = {**section, "properties": {first: entries[first], **bare}}
        fields[name] = section
    return {**schema, "properties": fields}


def _bare(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {
            key: _bare(item)
            for key, item in value.items()
            if not (key in {"title", "description"} and isinstance(item, str))
        }
    if isinstance(value, list):
        return [_bare(item) for item in value]
    return value
