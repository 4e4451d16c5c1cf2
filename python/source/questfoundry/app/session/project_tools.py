"""Offer the use cases of a project as tools to the studio's agent, with short results."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from questfoundry.domain.answer.schema import item_names, join_path
from questfoundry.domain.chat.envelope import Envelope, error, no_results, success
from questfoundry.domain.chat.messages import ToolDefinition, define_tool
from questfoundry.domain.errors import QuestFoundryError
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.workspace import Tool
from questfoundry.domain.text.digest import to_canonical_json

Work = Callable[..., Awaitable[Any]]
"""The use case of a tool, called with the tool's parameters by name; it may return nothing."""


class ProjectTool(Tool):
    """A use case of the project as a tool for a model, which receives errors as messages."""

    def __init__(
        self,
        name: str,
        work: Work,
        prompts: PromptRepository,
        *,
        effects: bool = False,
        at_most_once: bool = False,
        require: Callable[..., object] | None = None,
    ) -> None:
        """Set up the tool, which calls ``work``.

        ``require`` takes the same arguments, and raises an error if ``work`` would fail.
        """
        self._name = name
        self._work = work
        self._words = prompts.wording("tools/project")[name]
        self._require = require
        self.effects = effects
        self.at_most_once = at_most_once

    @property
    def definition(self) -> ToolDefinition:
        """The tool's definition; parameters are strings unless the wording says otherwise."""
        return define_tool(self._name, self._words)

    def problem(self, arguments: Mapping[str, Any]) -> str:
        """Return the message of the error that ``require`` raises for these arguments, or ""."""
        try:
            if self._require is not None:
                self._require(**self._select_arguments(arguments))
        except QuestFoundryError as problem:
            return str(problem)
        return ""

    def _select_arguments(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        known = self.definition.parameters["properties"]
        return {
            name: str(value) if known[name]["type"] == "string" else value
            for name, value in arguments.items()
            if name in known and value is not None
        }

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Run the use case with these arguments; return its result or error for the model."""
        actions = self._words["actions"]
        given = self._select_arguments(arguments)
        query = " ".join(
            each if isinstance(each, str) else to_canonical_json(each) for each in given.values()
        )
        try:
            found = await self._work(**given)
        except QuestFoundryError as problem:
            return error(str(problem), action=actions["error"])
        if not found:
            return no_results(query, action=actions["no_results"])
        return success(found, query=query or None, action=actions["success"])


MAX_CHARACTERS = 24_000
"""The maximum characters of a result; a longer result would fill the window of many models."""

_DIGITS = 2


def compact_value(value: Any) -> Any:
    """Return ``value`` without empty parts, and with decimal numbers rounded to two places."""
    match value:
        case Mapping():
            compact = {name: compact_value(item) for name, item in value.items()}
            return {name: item for name, item in compact.items() if item not in (None, "", [], {})}
        case list() | tuple():
            return [compact_value(each) for each in value]
        case float():
            return round(value, _DIGITS)
        case _:
            return value


def truncate_value(value: Any, path: str) -> Any:
    """Return ``value``, or if it is too long, a map from the paths of its parts to their lengths.

    ``path`` is the path of ``value`` itself.
    """
    items: Mapping[str, Any]
    match value:
        case Mapping():
            items = value
        case list():
            items = dict(zip(_list_item_names(value), value, strict=True))
        case _:
            return value
    if len(to_canonical_json(value)) <= MAX_CHARACTERS:
        return value
    lengths = {join_path(path, name): len(to_canonical_json(each)) for name, each in items.items()}
    return {"characters_of_parts": lengths}


def _list_item_names(items: Sequence[Any]) -> Sequence[str]:
    names = list(item_names(items))
    return names if len({*names}) == len(items) else [str(place) for place in range(len(items))]
