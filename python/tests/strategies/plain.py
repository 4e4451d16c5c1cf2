"""Plain JSON values, with texts that break formats."""

from typing import Any

from hypothesis import strategies as st

_MEANINGFUL = " \n\t\r#:-|>'\"\\{}[]&*!%@`?,=~\x00\x85\u2028\ufeff\ud83d"

_TRAPS = (
    *("", " ", "\n", "\n\n", "---", "...", "- a", "? a", "a: b", "# a", "a #b", "%YAML", "<<", "="),
    *(
        "null",
        "~",
        "yes",
        "no",
        "true",
        "2020-01-01",
        "12:30",
        "012",
        "0x1f",
        "1e3",
        "1_000",
        ".inf",
    ),
    *("!!int x", "&a", "*a", " led", "trailed ", "two\nlines", "ends\n", "gap\n\nends\n\n"),
    *("\tled", "a\n\tb", "a\n  b\n c\n", "wide " * 40, "x" * 200, "🌊", "half \ud83d"),
)

TEXTS = st.text(
    alphabet=st.characters() | st.sampled_from(_MEANINGFUL), max_size=20
) | st.sampled_from(_TRAPS)
"""Any text, including lone surrogates and control characters."""

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)  # JSON has neither
    | TEXTS
)


def json_values() -> st.SearchStrategy[Any]:
    return st.recursive(
        SCALARS,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
        max_leaves=8,
    )


def json_objects(max_size: int = 4) -> st.SearchStrategy[dict[str, Any]]:
    """Draw JSON objects with at most ``max_size`` keys."""
    return st.dictionaries(TEXTS, json_values(), max_size=max_size)
