"""Drafts as another agent is shown them: as long as there is room for all of them."""

from __future__ import annotations

from collections.abc import Sequence

from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.writing.shortening import beginning_of

_WORDS_OF_A_TOKEN = 0.6


def shorten_drafts(texts: Sequence[str], traits: ModelTraits) -> list[str]:
    """The texts, the longer ones cut so that together they take half of the model's window."""
    most = traits.capabilities.context_window // 2 * _WORDS_OF_A_TOKEN
    return [beginning_of(each, max(40, int(most / len(texts)))) for each in texts]
