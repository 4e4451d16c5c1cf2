"""What models cost, as the package ``genai-prices`` knows it; the tables come with the package."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.protocols.prices import PriceBook

FREE = frozenset({"local", "ollama", "recorded", "replay", "scripted"})
"""Providers that run on the author's own machine, or do not run a model at all."""


class GenaiPriceBook(PriceBook):
    """List prices of the providers themselves; what a reseller takes is not known."""

    def cost(self, model: str, usage: Usage) -> Decimal | None:
        """US dollars at today's prices; nothing for models on the own machine."""
        return _cost(model, usage)


@lru_cache(maxsize=4096)
def _cost(model: str, usage: Usage) -> Decimal | None:
    """Remembered, since ledgers add the same calls up again and again, and this is slow."""
    try:
        ref = ModelRef.parse(model)
    except SettingsError:  # of a journal that was damaged
        return None
    if ref.provider in FREE:
        return Decimal(0)
    import genai_prices

    tokens = genai_prices.Usage(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cache_read_tokens=usage.cached_tokens,
    )
    try:
        return genai_prices.calc_price(tokens, ref.model, provider_id=ref.provider).total_price
    except (LookupError, ValueError):
        return None
