"""The request to a model, read from the three wire formats."""

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from questfoundry.infra.llm.sdk.json_schema import inline_references
from tests.support.loopback import Asked


@frozen(kw_only=True)
class Said:
    """One message: its role, its text, and whether it is a tool result."""

    role: str
    text: str
    is_result: bool = False


@frozen(kw_only=True)
class Question:
    """A request without its wire format; ``schema`` describes the answer's text."""

    said: tuple[Said, ...]
    schema: Mapping[str, Any] | None
    tools: Mapping[str, Mapping[str, Any]]
    streamed: bool

    @property
    def prompt(self) -> str:
        """Return the text of all messages."""
        return "\n".join(each.text for each in self.said)

    @property
    def answers(self) -> int:
        """Return the number of earlier answers."""
        return sum(each.role == "assistant" for each in self.said)


def question_of(asked: Asked) -> Question:
    """Return the request as a question, whatever its format."""
    body = asked.body
    said = tuple(part for message in _messages(body) for part in _said(message))
    return Question(
        said=said,
        schema=_schema(body),
        tools=dict(_tool(each) for each in body.get("tools", ())),
        streamed=bool(body.get("stream")),
    )


def _messages(body: Any) -> list[Any]:
    """Return all messages; Anthropic sends the system prompt beside them."""
    system = [{"role": "system", "content": body["system"]}] if body.get("system") else []
    return [*system, *body["messages"]]


def _said(message: Any) -> list[Said]:
    role, content = message["role"], message.get("content") or ""
    if isinstance(content, str):
        return [Said(role=role, text=content, is_result=role == "tool")]
    return [
        Said(
            role=role,
            text=str(block.get("text") or block.get("content") or ""),
            is_result=block["type"] == "tool_result",
        )
        for block in content
    ]


def _schema(body: Any) -> Mapping[str, Any] | None:
    found = (
        body.get("response_format", {}).get("json_schema")
        or body.get("output_config", {}).get("format")
        or {"schema": body.get("format")}
    )
    schema: Mapping[str, Any] | None = found.get("schema")
    return inline_references(schema) if schema else None


def _tool(tool: Any) -> tuple[str, Mapping[str, Any]]:
    if "input_schema" in tool:
        return tool["name"], tool["input_schema"]
    return tool["function"]["name"], tool["function"]["parameters"]
