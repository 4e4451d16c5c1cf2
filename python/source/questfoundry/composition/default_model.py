"""The built-in default model, used if no model is chosen."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.models.provider import ProviderSettings
from questfoundry.domain.models.ref import ModelRef
from questfoundry.infra.llm.ollama.provider import OLLAMA

PREFERRED = ModelRef("ollama", "qwen3:8b")
EMBEDDED = ModelRef("local", "smollm2-135m")
_WAIT = 0.3


@frozen(kw_only=True)
class DefaultModel:
    """The built-in default, and a line for the author that says why it is this one."""

    ref: ModelRef
    reason: str


def find_default_model(settings: ProviderSettings) -> DefaultModel:
    """Ollama's qwen3:8b where a server answers at once and has it, else the embedded model.

    Blocks for fractions of a second.
    """
    url = OLLAMA.resolve_url(settings)
    answer = OLLAMA.ask(settings, wait=_WAIT)
    if PREFERRED.model in answer.models:
        return DefaultModel(ref=PREFERRED, reason=f"Ollama at {url} has {PREFERRED.model}.")
    if answer.reachable:
        lack = f"Ollama at {url} lacks {PREFERRED.model} (get it: ollama pull {PREFERRED.model})"
    else:
        lack = f"No model is chosen and no Ollama answers at {url}"
    return DefaultModel(
        ref=EMBEDDED,
        reason=f"{lack}, so the embedded model {EMBEDDED.model} writes a rough draft. "
        "A larger model writes better.",
    )
