"""The port to what models cost."""

from __future__ import annotations

from abc import abstractmethod
from decimal import Decimal
from typing import Protocol

from questfoundry.domain.chat.usage import Usage


class PriceBook(Protocol):
    """Knows the prices of models."""

    @abstractmethod
    def cost(self, model: str, usage: Usage) -> Decimal | None:
        """US dollars for that use of ``provider/model``; ``None`` where no price is known.

        What several calls used together costs what as many of their mean size cost.
        """
