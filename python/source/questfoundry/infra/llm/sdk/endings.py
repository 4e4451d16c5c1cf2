"""Classify the words by which servers say why an answer has ended."""

import re

from questfoundry.domain.chat.exchange import FinishReason

_FAMILIES = {
    FinishReason.LENGTH: (
        *("length", "max_tokens", "max_length", "model_length", "max_output_tokens", "token_limit"),
        *("model_context_window_exceeded", "context_length_exceeded", "limit"),
    ),
    FinishReason.REFUSED: (
        *("content_filter", "content_filtered", "refusal", "safety", "recitation", "blocklist"),
        *("prohibited_content", "spii", "image_safety", "guardrail_intervened", "moderation"),
    ),
    # The server failed: the answer is not whole.
    None: (
        *("error", "insufficient_system_resource", "malformed_function_call", "abort", "aborted"),
        *("cancelled", "unexpected_tool_call", "network_error", "timeout"),
    ),
}
_FAMILY_OF = {word: family for family, words in _FAMILIES.items() for word in words}
_BETWEEN_WORDS = re.compile(r"[\W_]+")


def classify_ending(ending: str) -> FinishReason | None:
    """Return the reason that ``ending`` names, or ``None`` if the server failed.

    ``ending`` is a server's own word, for example ``MAX_TOKENS`` or ``content_filter: VIOLENCE``.
    An unknown word counts as ``STOP``: the server says that the answer has ended.
    """
    word = _BETWEEN_WORDS.sub("_", ending.partition(":")[0].strip().casefold()).strip("_")
    return _FAMILY_OF.get(word, FinishReason.STOP)
