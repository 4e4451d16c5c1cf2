"""Tests of the call log: each model call in full, one JSON object per line."""

import json
from pathlib import Path
from typing import Any

import pytest

from questfoundry.domain.chat.codec import request_to_dict, response_to_dict
from questfoundry.domain.errors import ProviderFaultError
from questfoundry.infra.llm.transport.forwarding import CallLoggingChatProvider
from questfoundry.infra.telemetry.events import JsonLines
from questfoundry.testing.scripted import ManualClock, Reply, ScriptedChatProvider, says
from tests.support.calls import request


def logging(path: Path, *script: Reply) -> CallLoggingChatProvider:
    clock = ManualClock()

    def slowly(_: object) -> Any:
        clock.advance(1.5)
        return says("Water everywhere.")

    return CallLoggingChatProvider(
        ScriptedChatProvider(script or [slowly]), lines=JsonLines(path), clock=clock
    )


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


async def test_a_call_is_logged_with_request_and_response(tmp_path: Path) -> None:
    """A log without the whole request cannot be replayed. (OBS-3.1)"""
    path = tmp_path / "logs" / "llm_calls.jsonl"

    response = await logging(path).complete(request())

    assert lines_of(path) == [
        {
            "timestamp": "2030-01-01T12:00:01.500000+00:00",
            "event": "llm_call",
            "model": "scripted/model",
            "seconds": 1.5,
            "request": request_to_dict(request()),
            "response": response_to_dict(response),
        }
    ]


async def test_a_failed_call_is_logged_with_its_error(tmp_path: Path) -> None:
    """Failed calls are the ones that people look for in the log."""
    path = tmp_path / "llm_calls.jsonl"

    with pytest.raises(ProviderFaultError):
        await logging(path, ProviderFaultError("The server failed.")).complete(request())

    (line,) = lines_of(path)
    assert line["error"] == {"type": "ProviderFaultError", "message": "The server failed."}
    assert "response" not in line


async def test_a_broken_log_is_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A full disk or a wrong folder must not cost the author the run. (OBS-4.1)"""
    in_the_way = tmp_path / "logs"
    in_the_way.write_text("not a folder", encoding="utf-8")
    provider = logging(in_the_way / "llm_calls.jsonl", says("One."), says("Two."))

    answers = [(await provider.complete(request())).text for _ in range(2)]

    assert answers == ["One.", "Two."]
    (record,) = caplog.records
    assert "llm_calls.jsonl cannot be written" in record.getMessage()
