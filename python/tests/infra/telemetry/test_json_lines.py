"""Tests that any value is one readable line of a log."""

import json
import math
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from questfoundry.domain.events import ToolCallStarted
from questfoundry.infra.telemetry.events import JsonLines, StructlogEventSink, build_debug_log
from questfoundry.infra.telemetry.redaction import redact_by_pattern
from questfoundry.testing.scripted import ManualClock
from tests.support.examples import examples

texts = st.text(st.characters(exclude_categories=()))
leaves = st.none() | st.booleans() | st.integers() | st.floats() | texts
values = st.recursive(leaves, lambda each: st.lists(each) | st.dictionaries(texts, each))


def reject(constant: str) -> None:
    raise AssertionError(f"{constant} is not JSON")


@given(values)
@example([math.nan, {"a": math.inf}, -math.inf])
@example("a\nb\r\u2028\x85\0\ud800\\")
@examples(60)
def test_any_value_is_one_readable_line(
    tmp_path_factory: pytest.TempPathFactory, value: Any
) -> None:
    """One line that other programs cannot read can make them refuse the whole log."""
    path = tmp_path_factory.mktemp("logs") / "log.jsonl"
    JsonLines(path).write({"value": value})
    event = ToolCallStarted(tool="lookup", arguments={"value": value})
    StructlogEventSink(build_debug_log(path, ManualClock())).emit(event)
    *lines, rest = path.read_bytes().split(b"\n")
    call, logged = (json.loads(line, parse_constant=reject) for line in lines)
    assert rest == b""
    expected = json.loads(json.dumps(redact_by_pattern({"value": value})), parse_constant=str)
    assert call == logged["context"]["arguments"] == expected
