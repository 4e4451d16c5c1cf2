"""Shorten drafts so that an agent can read the drafts of all other agents in one request."""

from collections.abc import Sequence

from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.writing.fitting import beginning_of

_WORDS_OF_A_TOKEN = 0.6


def shorten_drafts(texts: Sequence[str], traits: ModelTraits) -> list[str]:
    """Return ``texts``, shortened to fill together at most half of the model's context window.

    Each text keeps at least 40 words, even if the texts together then exceed this limit.
    """
    max_words = traits.capabilities.context_window // 2 * _WORDS_OF_A_TOKEN
    return [beginning_of(each, max(40, int(max_words / len(texts)))) for each in texts]
