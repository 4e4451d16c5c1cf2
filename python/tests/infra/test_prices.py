"""Tests of model prices."""

from decimal import Decimal

import genai_prices
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from questfoundry.domain.chat.usage import Usage
from questfoundry.infra.prices import GenaiPriceBook

USAGE = Usage(input_tokens=10_000, output_tokens=1_000)


@pytest.mark.parametrize("model", ["openai/gpt-4o", "anthropic/claude-sonnet-4-5"])
def test_a_known_model_has_a_price(model: str) -> None:
    """The ledger shows a cost only if the price tables know the model's name."""
    cost = GenaiPriceBook().cost(model, USAGE)

    assert cost is not None
    assert Decimal("0.001") < cost < Decimal(1)


def test_tokens_read_from_the_provider_s_cache_are_cheaper() -> None:
    """Counting cached tokens at the full price would overstate the cost."""
    book = GenaiPriceBook()
    cached = Usage(input_tokens=10_000, output_tokens=1_000, cached_tokens=9_000)

    full, less = book.cost("openai/gpt-4o", USAGE), book.cost("openai/gpt-4o", cached)

    assert full is not None
    assert less is not None
    assert less < full


@given(
    st.sampled_from(["openai/gpt-4o", "google/gemini-2.5-pro", "anthropic/claude-sonnet-4-5"]),
    st.integers(0, 600_000),
    st.integers(0, 600_000),
    st.integers(0, 90_000),
    st.integers(2, 5_000),
)
def test_costs_are_as_listed(model: str, read: int, cached: int, written: int, calls: int) -> None:
    provider, _, name = model.partition("/")
    one = Usage(input_tokens=read, cached_tokens=min(read, cached), output_tokens=written)
    tokens = genai_prices.Usage(
        input_tokens=read, cache_read_tokens=one.cached_tokens, output_tokens=written
    )
    listed = genai_prices.calc_price(tokens, name, provider_id=provider).total_price
    many = Usage(
        input_tokens=calls * read,
        cached_tokens=calls * one.cached_tokens,
        output_tokens=calls * written,
        calls=calls,
    )
    assume(read != 200_000)  # the last count at the low price, if the table has a step
    assert GenaiPriceBook().cost(model, one) == listed
    assert GenaiPriceBook().cost(model, many) == calls * listed


@pytest.mark.parametrize("model", ["openai/made-up", "langchain/gpt-4o"])
def test_an_unknown_model_has_none(model: str) -> None:
    """A cost of zero for an unknown model would mislead the author. (OBS-5.3)"""
    assert GenaiPriceBook().cost(model, USAGE) is None


@pytest.mark.parametrize(
    "model", ["local/smollm2-135m", "ollama/qwen3:8b", "replay/dream-1", "scripted/model"]
)
def test_the_author_s_own_machine_costs_nothing(model: str) -> None:
    """Models on the author's machine are free, and "unknown" would hide this."""
    assert GenaiPriceBook().cost(model, USAGE) == 0
