"""Describe the licences of model weights, if they are known."""

from fnmatch import fnmatchcase

_LICENCES = (
    ("local/smollm2-135m", "SmolLM2-135M-Instruct; its weights are under Apache-2.0."),
    ("ollama/qwen3*", "Qwen3; its weights are under Apache-2.0."),
)
_UNKNOWN = "Not known to QuestFoundry; see the terms of the model and of its provider."


def licence_note(model: str) -> str:
    """Return a sentence about the licence of ``model``, which is written ``provider/model``.

    If the licence is unknown, the sentence says so.
    """
    return next((note for pattern, note in _LICENCES if fnmatchcase(model, pattern)), _UNKNOWN)
