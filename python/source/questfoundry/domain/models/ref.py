"""Define the reference to a model, written ``provider/model``, and its licence."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

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


_LICENCES = (
    ("local/smollm2-135m", "SmolLM2-135M-Instruct; its weights are under Apache-2.0."),
    ("ollama/qwen3*", "Qwen3; its weights are under Apache-2.0."),
)
_UNKNOWN = "Not known to QuestFoundry; see the terms of the model and of its provider."


def licence_note(model: str) -> str:
    """Return a sentence about the licence of ``model``, written ``provider/model``."""
    return next((note for pattern, note in _LICENCES if fnmatchcase(model, pattern)), _UNKNOWN)
