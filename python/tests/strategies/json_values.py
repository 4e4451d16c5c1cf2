"""Strategies for the values that a model may submit."""

from hypothesis import strategies as st

texts = st.text(max_size=12)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | texts
json_values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
any_text = st.text(st.characters(exclude_categories=()), max_size=12)
"""Includes lone surrogates, which JSON can express."""

unserializable = st.sampled_from(
    [object(), {1, 2}, b"bytes", 3 + 4j, float("nan"), float("-inf"), {(1, 2): {None: "x"}}]
)
