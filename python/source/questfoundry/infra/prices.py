"""Calculate the cost of model calls with the price tables of the package ``genai-prices``."""

from decimal import Decimal
from functools import lru_cache

from questfoundry.domain.chat.usage import PRICE_STEP, Usage
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.traits import ModelRef
from questfoundry.domain.protocols.provider import PriceBook

FREE = frozenset({"draft", "local", "ollama", "recorded", "replay", "scripted"})
"""The names of providers that run on the author's own machine or replay stored answers."""


class GenaiPriceBook(PriceBook):
    """The list prices of model providers; the prices of resellers are unknown."""

    def cost(self, model: str, usage: Usage) -> Decimal | None:
        prices = _per_token(model, usage.input_tokens // max(1, usage.calls) // PRICE_STEP)
        if prices is None:
            return None
        read, cached, written = prices
        uncached = usage.input_tokens - usage.cached_tokens
        return uncached * read + usage.cached_tokens * cached + usage.output_tokens * written


@lru_cache(maxsize=4096)
def _per_token(model: str, step: int) -> tuple[Decimal, Decimal, Decimal] | None:
    """Return the prices of an input token, a cached input token and an output token.

    The prices are in US dollars and apply to a request of about ``step * PRICE_STEP`` input tokens:
    some prices rise with the length of the request. The result is cached, because a price lookup
    takes 0.2 ms and cost reports sum thousands of calls.
    """
    try:
        ref = ModelRef.parse(model)
    except SettingsError:  # from a damaged journal
        return None
    if ref.provider in FREE:
        return Decimal(0), Decimal(0), Decimal(0)
    import genai_prices

    whole = step * PRICE_STEP + PRICE_STEP // 2

    def cost(cached: int, written: int) -> Decimal:
        tokens = genai_prices.Usage(
            input_tokens=whole, output_tokens=written, cache_read_tokens=cached
        )
        return genai_prices.calc_price(tokens, ref.model, provider_id=ref.provider).total_price

    try:
        read = cost(0, 0)
        written = (cost(0, PRICE_STEP) - read) / PRICE_STEP
        return read / whole, cost(whole, 0) / whole, written
    except (LookupError, ValueError):
        return None
