"""Strategies for events of every kind."""

from typing import Any

import attrs
from hypothesis import strategies as st

from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.events import Event, UnknownEvent
from questfoundry.domain.run.result import Candidate, ResultStatus, RunResult, Spending
from questfoundry.domain.run.spec import CoordinationOverrides, RunMode, RunSpec
from tests.strategies.plain import TEXTS, json_objects

_WORDS = st.text(min_size=1, max_size=8)
_LINES = st.builds("Describe {}.".format, _WORDS)
_COUNTS = st.integers(0, 2**53)
_USAGES = st.builds(
    Usage,
    input_tokens=_COUNTS,
    output_tokens=_COUNTS,
    cached_tokens=_COUNTS,
    estimated=st.booleans(),
)
_SPECS = st.builds(
    RunSpec,
    task=_LINES,
    context=st.none() | _LINES,
    agents=st.none() | st.just(("ann", "bo")),
    agent_system_prompts=st.dictionaries(_WORDS, _WORDS, max_size=2),
    coordination_overrides=st.builds(
        CoordinationOverrides, budget=st.none() | st.just("2.50usd"), timeout=st.none() | st.just(9)
    ),
)
_SPENDING = st.builds(
    Spending,
    calls=_COUNTS,
    cost=st.none() | st.decimals(0, 99, places=6, allow_nan=False, allow_infinity=False),
)
_RESULTS = st.builds(
    RunResult,
    run=_WORDS,
    task=_LINES,
    mode=st.sampled_from(RunMode),
    status=st.sampled_from(ResultStatus),
    answer=_LINES,
    candidates=st.lists(st.builds(Candidate, agent=_WORDS, text=_LINES), max_size=2).map(tuple),
    spent=_SPENDING,
    by_agent=st.dictionaries(_WORDS, _SPENDING, max_size=2),
    seconds=st.floats(0, 1e9),
)
for _type, _strategy in ((Usage, _USAGES), (RunSpec, _SPECS), (RunResult, _RESULTS), (str, TEXTS)):
    st.register_type_strategy(_type, _strategy)


def events_of(kind: type[Event]) -> st.SearchStrategy[Event]:
    """Draw events of ``kind`` with any values in their fields."""
    attrs.resolve_types(kind)
    return st.builds(kind, **{field.name: _values(field.type) for field in attrs.fields(kind)})


def _values(kind: Any) -> st.SearchStrategy[Any]:
    if kind is float:
        return st.floats(allow_nan=False)
    if "typing.Any" in str(kind):
        return json_objects(2)
    return st.from_type(kind)


UNKNOWN_EVENTS = st.builds(UnknownEvent, kind=_WORDS.map("newer_{}".format), fields=json_objects())
