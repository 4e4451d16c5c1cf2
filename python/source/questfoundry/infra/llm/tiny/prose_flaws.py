"""What a sentence of prose must not show, beside the noise that no text may show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from questfoundry.infra.llm.tiny.sentences import count_flaws, words_of

_CAPITAL = re.compile(r"\b[A-Z][a-z]+")
_PAST = re.compile(r"\b(?:was|were|had|did|could|would|said|told|felt|saw|knew|went|came)\b")


class ProseFlaws:
    """Counts the flaws of a sentence's continuation.

    A name that stands nowhere in ``told`` is one, and so is a verb of the past, or one of
    the choices in its own words.
    """

    def __init__(self, *, told: Iterable[str], labels: Iterable[str]) -> None:
        self._told = {word for text in told for word in words_of(text)}
        self._labels = [" ".join(words_of(label)) for label in labels]

    def __call__(self, text: str, earlier: Sequence[frozenset[str]]) -> int:
        """How many there are; 0 is a sentence to take."""
        plain = " ".join(words_of(text))
        return sum(
            (
                count_flaws(text, earlier),
                any(name.lower() not in self._told for name in _CAPITAL.findall(text)),
                _PAST.search(text) is not None,
                any(label in plain for label in self._labels if label.count(" ") > 1),
            )
        )
