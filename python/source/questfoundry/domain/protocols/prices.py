"""Define the interface to the prices of models."""

from abc import abstractmethod
from decimal import Decimal
from typing import Protocol

from questfoundry.domain.chat.usage import Usage


class PriceBook(Protocol):
    """A price list of models."""

    @abstractmethod
    def cost(self, model: str, usage: Usage) -> Decimal | None:
        """Return the price of ``usage`` in US dollars, or ``None`` if the model's price is unknown.

        ``model`` is written ``provider/model``. The price per token may depend on the size of a
        call. If ``usage`` covers several calls, their mean size is used.
        """
