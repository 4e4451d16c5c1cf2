"""Tests that logs contain no keys or headers, while prose stays readable."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.infra.telemetry.redaction import REDACTED, Redactor, redact_by_pattern

KEY = "sk-proj-Ab3dEf6hIj9lMn2pQr5t"


@pytest.mark.parametrize(
    "text",
    [
        f"the key {KEY} is wrong",
        f"Authorization: Bearer {KEY}",
        f"authorization = Basic {KEY}",
        f"Bearer {KEY}",
        f"{{'x-api-key': '{KEY}'}}",
        f'{{"OPENAI_API_KEY": "{KEY}"}}',
        f"ANTHROPIC_API_KEY={KEY}",
        f"https://author:{KEY}@example.org/v1",
    ],
)
def test_a_key_in_a_text_is_replaced(text: str) -> None:
    """People share logs, and a provider's error often repeats the key."""
    assert KEY not in redact_by_pattern(text)
    assert REDACTED in redact_by_pattern(text)


@pytest.mark.parametrize(
    "key",
    [
        "ghp_0123456789abcdefghij",
        "hf_0123456789abcdefghij",
        "gsk_0123456789abcdefghij",
        "AKIA0123456789ABCDEF",
        "AIza0123456789abcdefghijklmnopqrstuvwxy",
    ],
)
def test_keys_of_known_shapes_are_replaced(key: str) -> None:
    """A key without a name before it is only recognisable by its shape."""
    assert redact_by_pattern(f"({key})") == f"({REDACTED})"


@pytest.mark.parametrize(
    "name", ["Authorization", "x-api-key", "api_key", "OPENAI_API_KEY", "Cookie", "set-cookie"]
)
def test_a_value_under_a_secret_name_is_replaced(name: str) -> None:
    """A structured value has no prefix in its text, so its name must decide."""
    assert redact_by_pattern({"headers": [{name: "anything"}]}) == {"headers": [{name: REDACTED}]}


@pytest.mark.parametrize(
    "prose",
    [
        "The ring-bearer of bad news is the bearer unquestionably.",
        "A risk-taking-ghost-of-the-sky-is-the-limit.",
        "She has a secret: the password is swordfish, and a cookie: half eaten.",
        "https://example.org/a:b@c",
        "It is 12:30; the key: a brass one.",
    ],
)
def test_prose_stays_as_it_is(prose: str) -> None:
    """A log of prose is useless if ordinary words are replaced."""
    assert redact_by_pattern(prose) == prose


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@given(JSON)
def test_redacting_twice_changes_nothing_more(value: Any) -> None:
    once = redact_by_pattern(value)

    assert redact_by_pattern(once) == once
    assert json.loads(json.dumps(once)) == once


def test_the_folder_one_is_in_is_no_secret() -> None:
    """Shells store the current folder in `PWD`, a name that looks like a password."""
    redact = Redactor.from_variables({"PWD": "/home/author/story", "DB_PWD": "hunter22"})
    assert redact.redact("/home/author/story: hunter22") == f"/home/author/story: {REDACTED}"
