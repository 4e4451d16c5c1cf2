"""Define the tool ``submit_<stage>``, by which a model submits an artifact, and read its calls."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from attrs import field, frozen

from questfoundry.app.stages.section import Section
from questfoundry.domain.answer.diagnosis import add_example, parse_artifact
from questfoundry.domain.answer.manifest import Manifest, check_structural_completeness
from questfoundry.domain.answer.payload import decode_nested
from questfoundry.domain.answer.request_schema import (
    constrain_schema,
    describe_fields,
    sketch_fields,
)
from questfoundry.domain.answer.schema import strip_steps
from questfoundry.domain.answer.short_ids import fill_single_values, omit_single_values
from questfoundry.domain.answer.submission import find_submission, is_whole, names_tool
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ToolDefinition
from questfoundry.domain.fault import Fault
from questfoundry.domain.field_types import Artifact, json_schema_of
from questfoundry.domain.models.traits import StructuredOutput
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.text.thoughts import remove_thoughts_inside
from questfoundry.domain.text.wording import IdentityKey, phrase


@frozen(kw_only=True)
class Finalization:
    """The tool by which the model submits the data of one section (a part) of an artifact.

    ``schema``: the section's JSON Schema, limited to the expected counts and ids, with descriptions
        from ``prompts/fields/``. Fields with one legal value are left out.
    ``guide``: the description and examples of each field, by dotted field name.
    ``wording``: the content of ``prompts/feedback.yaml``.
    ``whole_schema``: the schema with the fields that have one legal value.
    """

    stage: str
    section: Section[Any]
    description: str
    schema: Mapping[str, Any]
    guide: Mapping[str, Any]
    wording: Mapping[str, Any]
    whole_schema: Mapping[str, Any] = field(factory=dict[str, Any])

    @property
    def name(self) -> str:
        """The name of the tool: ``submit_`` and the name of the stage."""
        return f"submit_{self.stage}"

    def build_tool(self, schema: Mapping[str, Any] | None = None) -> ToolDefinition:
        """Return the tool definition for ``schema``, by default for the section's own schema."""
        return ToolDefinition(
            name=self.name, description=self.description, parameters=schema or self.schema
        )

    def describe_fields(self, schema: Mapping[str, Any] | None = None) -> str:
        """Return a description of the fields of ``schema``.

        If the prompt explains the fields, the description is only a list.
        """
        wanted, ids = schema or self.schema, self.section.manifest.ids
        if self.section.has_field_descriptions:
            return sketch_fields(wanted, self.wording, ids=ids).strip()
        return describe_fields(wanted, self.guide, self.wording, ids=ids).strip()

    def validate(
        self, data: Mapping[str, Any], ignored_rules: Collection[str] = ()
    ) -> Artifact | tuple[Fault, ...]:
        """Return the artifact if ``data`` is valid, else the faults in ``data``.

        The expected counts and ids are checked first, then the schema. The section's rules are
        checked last, and only if ``data`` has no other faults. Rules in ``ignored_rules`` are not
        checked. Fields with one legal value are filled in first.
        """
        data = fill_single_values(data, self.whole_schema)
        count_faults = tuple(
            add_example(each, self.section.model, self.guide, self.wording)
            if each.rule == "manifest.absent"
            else each
            for each in check_structural_completeness(data, self.section.manifest, self.wording)
        )
        artifact = parse_artifact(self.section.model, data, self.guide, self.wording)
        if isinstance(artifact, tuple):
            known = [fault.field for fault in count_faults]
            return (
                *count_faults,
                *(fault for fault in artifact if not strip_steps(known, fault.field)),
            )
        if count_faults:
            return count_faults
        broken = (each for each in self.section.check(artifact) if each.rule not in ignored_rules)
        return tuple(broken) or artifact

    def repair(self, data: Mapping[str, Any]) -> Artifact | None:
        """Return the artifact after the section's own repair (``last_resort``), or ``None``.

        Fields that the artifact does not have are left out.
        """
        if self.section.last_resort is None:
            return None
        known = {name: data[name] for name in data if name in self.section.model.model_fields}
        data = fill_single_values(known, self.whole_schema)
        artifact = parse_artifact(self.section.model, data, self.guide, self.wording)
        count_faults = check_structural_completeness(data, self.section.manifest, self.wording)
        return (
            None
            if count_faults or isinstance(artifact, tuple)
            else self.section.last_resort(artifact)
        )


def build_finalization(
    stage: str, section: Section[Any], prompts: PromptRepository
) -> Finalization:
    """Return the tool, with its texts, by which the model submits the data of ``section``."""
    guide = prompts.wording(section.guide or f"fields/{stage}")
    wording = prompts.wording("feedback")
    model: type[Artifact] = section.model
    whole_schema = _build_schema(
        model, IdentityKey(guide), IdentityKey(wording), *section.manifest.to_key()
    )
    return Finalization(
        stage=stage,
        section=section,
        description=str(prompts.wording("tools/submit")["description"]).format(stage=stage),
        schema=_omit_single_values(IdentityKey(whole_schema)),
        whole_schema=whole_schema,
        guide=guide,
        wording=wording,
    )


@lru_cache(maxsize=128)
def _build_schema(
    model: type[Artifact],
    guide: IdentityKey[Mapping[str, Any]],
    wording: IdentityKey[Mapping[str, Any]],
    *manifest: tuple[Any, ...],
) -> Mapping[str, Any]:
    bare_schema = remove_constants(json_schema_of(model))
    schema = add_limits(add_descriptions(bare_schema, guide.value), wording.value)
    return constrain_schema(schema, Manifest.from_key(*manifest))


@lru_cache(maxsize=128)
def _omit_single_values(schema: IdentityKey[Mapping[str, Any]]) -> Mapping[str, Any]:
    return omit_single_values(schema.value)


def remove_constants(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``schema`` without properties that have only one possible value, such as ``type``."""
    fields = {
        name: each
        for name, each in schema.get("properties", {}).items()
        if not {"const", "default"} <= {*each}
    }
    return {**schema, "properties": fields}


def add_descriptions(schema: Mapping[str, Any], guide: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``schema`` with field descriptions from ``guide`` instead of titles and docstrings.

    Text for models belongs in ``prompts/``; docstrings are for programmers. The title of the schema
    itself stays, because it tells the model what to submit.
    """
    result = remove_descriptions(schema)
    for name, hints in guide.items():
        fields = result.get("properties", {})
        *parents, last = name.split(".")
        for parent in parents:
            fields = _find_properties(result, fields.get(parent, {}))
        if last in fields and "description" in hints:
            fields[last] = _describe_node(fields[last], hints["description"])
    return result


def _describe_node(node: Mapping[str, Any], description: str) -> dict[str, Any]:
    """Return ``node`` with ``description``, and its values too if it maps ids to plain values."""
    values = node.get("additionalProperties")
    described = {**node, "description": description}
    if isinstance(values, Mapping) and not values.keys() & {"$ref", "properties"}:
        described["additionalProperties"] = {**values, "description": description}
    return described


def add_limits(schema: Mapping[str, Any], wording: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``schema`` with maximum lengths in descriptions, because servers ignore the limits."""
    result: dict[str, Any] = {
        key: add_limits(value, wording) if isinstance(value, Mapping) else value
        for key, value in schema.items()
    }
    for kind, node in (("text", schema), ("texts", schema.get("items"))):
        if isinstance(node, Mapping) and node.get("type") == "string" and "maxLength" in node:
            limit_text = phrase(wording, f"limit.{kind}", limit=node["maxLength"])
            result["description"] = f"{schema.get('description', '')} {limit_text}".lstrip()
    return result


def _find_properties(schema: Mapping[str, Any], value: Mapping[str, Any]) -> dict[str, Any]:
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


def remove_descriptions(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``schema`` without titles and descriptions, except for the title of ``schema``."""
    return {**_strip_descriptions(schema), "title": schema["title"]}


def keep_first_descriptions(schema: Mapping[str, Any], ids: Collection[str]) -> dict[str, Any]:
    """Return ``schema`` with the descriptions of repeated fields kept only once, to save tokens.

    Some fields map ids to objects that all have the same fields. If all keys of such a mapping are
    in ``ids``, only the schema of the first object keeps its descriptions.
    """
    fields: dict[str, Any] = {}
    for name, section in schema.get("properties", {}).items():
        entries = section.get("properties", {})
        if entries and entries.keys() <= {*ids}:
            first, *others = entries
            stripped = {each: _strip_descriptions(entries[each]) for each in others}
            section = {**section, "properties": {first: entries[first], **stripped}}
        fields[name] = section
    return {**schema, "properties": fields}


def _strip_descriptions(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {
            key: _strip_descriptions(item)
            for key, item in value.items()
            if not (key in {"title", "description"} and isinstance(item, str))
        }
    if isinstance(value, list):
        return [_strip_descriptions(item) for item in value]
    return value


def find_payload(
    response: ChatResponse, finalization: Finalization, strategy: StructuredOutput
) -> Mapping[str, Any] | str:
    """Return the data that ``response`` submits, or a code that says why there is none.

    The codes are ``refused``, ``cut_off``, ``malformed``, ``wrong_tool``, ``empty`` and
    ``no_payload``.
    """
    calls = response.tool_calls
    if response.finish_reason is FinishReason.REFUSED:
        return "refused"
    if response.finish_reason is FinishReason.LENGTH and not is_whole(response):
        return "cut_off"
    found = find_submission(response, finalization.name, finalization.schema)
    if found is not None:
        cleaned: Mapping[str, Any] = remove_thoughts_inside(found)
        return cleaned
    if any(names_tool(call.name, finalization.name) for call in calls):
        return "malformed"
    if calls:
        return "wrong_tool"
    if not response.text.strip():
        return "empty"
    return "no_payload" if strategy is StructuredOutput.TOOL else "malformed"


def decode_payload(
    payload: Mapping[str, Any], request: ChatRequest, finalization: Finalization
) -> Mapping[str, Any]:
    """Return ``payload`` with texts of JSON decoded where the schema wants no text."""
    schema = request.response_schema or request.tools[0].parameters
    payload = decode_nested(payload, schema)
    return payload if schema is finalization.schema else decode_nested(payload, finalization.schema)
