"""Define the reference to a model, written ``provider/model``."""

from __future__ import annotations

import re

from attrs import frozen

from questfoundry.domain.errors import SettingsError

_PROVIDER = re.compile(r"[a-z][a-z0-9_-]*")


@frozen(order=True)
class ModelRef:
    """A provider and one of its models; the model name may contain ``/`` and ``:``."""

    provider: str
    model: str

    @classmethod
    def parse(cls, text: str) -> ModelRef:
        """Parse ``provider/model``; raise ``SettingsError`` for any other text."""
        provider, slash, model = text.strip().partition("/")
        if not slash or not model.strip() or not _PROVIDER.fullmatch(provider):
            raise SettingsError(
                f"{text!r} does not name a model. Write provider/model, "
                "for example ollama/qwen3:8b."
            )
        return cls(provider, model.strip())

    def __str__(self) -> str:
        return f"{self.provider}/{self.model}"
