"""Calculate the cost of model calls with the price tables of the package ``genai-prices``."""

from decimal import Decimal
from functools import lru_cache

from attrs import frozen

from questfoundry.domain.chat.usage import PRICE_STEP, Usage
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.traits import ModelRef
from questfoundry.domain.protocols.provider import PriceBook

FREE = frozenset({"local", "ollama", "recorded", "replay", "scripted"})
"""Providers that run on the author's own machine or replay stored answers."""


class GenaiPriceBook(PriceBook):
    """The list prices of model providers; for resellers, no prices are known."""

    def cost(self, model: str, usage: Usage) -> Decimal | None:
        per_token = _per_token(model, usage.input_tokens // max(1, usage.calls) // PRICE_STEP)
        if per_token is None:
            return None
        read = usage.input_tokens - usage.cached_tokens
        return (
            read * per_token.read
            + usage.cached_tokens * per_token.cached
            + usage.output_tokens * per_token.written
        )


@frozen(kw_only=True)
class _PerToken:
    """The prices of one token in US dollars."""

    read: Decimal = Decimal(0)
    cached: Decimal = Decimal(0)
    written: Decimal = Decimal(0)


@lru_cache(maxsize=4096)
def _per_token(model: str, step: int) -> _PerToken | None:
    """Return the prices of one token in a request of ``step * PRICE_STEP`` input tokens.

    Some prices rise with the length of the request. The result is cached, because a price lookup
    takes 0.2 ms and cost reports sum thousands of calls.
    """
    try:
        ref = ModelRef.parse(model)
    except SettingsError:  # from a damaged journal
        return None
    if ref.provider in FREE:
        return _PerToken()
    import genai_prices

    whole = step * PRICE_STEP + PRICE_STEP // 2

    def cost(cached: int, written: int) -> Decimal:
        tokens = genai_prices.Usage(
            input_tokens=whole, output_tokens=written, cache_read_tokens=cached
        )
        return genai_prices.calc_price(tokens, ref.model, provider_id=ref.provider).total_price

    try:
        read = cost(0, 0)
        return _PerToken(
            read=read / whole,
            cached=cost(whole, 0) / whole,
            written=(cost(0, PRICE_STEP) - read) / PRICE_STEP,
        )
    except (LookupError, ValueError):
        return None
