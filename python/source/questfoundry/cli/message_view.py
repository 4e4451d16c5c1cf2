"""Write requests to models and their answers as text, from logged JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from questfoundry.presentation.console import say


def write_request(request: Mapping[str, Any]) -> None:
    """Write the messages of a request in order, then its tools and other fields."""
    for message in request["messages"]:
        name = f" {message['tool_name']}" if "tool_name" in message else ""
        say(f"\n--- {message['role']}{name}")
        _write_content(message["content"], message)
    for key, value in request.items():
        if key == "tools":
            for tool in value:
                say(f"\n--- tool {tool['name']}: {tool['description']}")
                say(_json(tool["parameters"]))
        elif key != "messages":
            say(f"\n--- {key}: {value if isinstance(value, str) else _json(value)}")


def write_response(response: Mapping[str, Any]) -> None:
    """Write the text of an answer and the tools that it calls."""
    say(f"\n--- answer of {response['model']} ({response['finish_reason']})")
    _write_content(response["text"], response)


def _write_content(text: str, holder: Mapping[str, Any]) -> None:
    if text:
        say(text)
    for call in holder.get("tool_calls", ()):
        say(f"calls {call['name']} {_json(call['arguments'])}")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
