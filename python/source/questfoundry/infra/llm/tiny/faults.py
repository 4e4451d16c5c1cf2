"""Count the signs that a sentence by a very small model is unusable, such as repeated words."""

import re
from collections.abc import Callable, Collection, Iterable

from questfoundry.domain.ids import SEPARATOR
from questfoundry.infra.llm.tiny.sentences import bare_words

CountFaults = Callable[[str, Collection[frozenset[str]]], int]
"""A function that counts a text's faults, given word sets of sentences not to repeat."""

_ABOUT_WRITING = re.compile(
    r"\b(stor(?:y|ies)|narratives?|protagonists?|genres?|readers?|plots?|fiction|novels?"
    r"|characters?|assistants?|writ(?:er|ers|ing)|tales?|themes?|concepts?|ideas|options"
    r"|audiences?|engaging|compelling|creativ(?:e|ity)|imagination|language models?|me|my)\b|\bI\b",
    re.IGNORECASE,
)
_DOUBLED = re.compile(r"\b(\w+) \1\b", re.IGNORECASE)
_BROKEN_OFF = re.compile(
    r"\b(Dr|Mrs?|Ms|Prof|St|an?|the|and|or|but|just|with|which|reads|says|called)\.?$"
)
_UNUSUAL = re.compile(r"[^\x20-\x7e\u2018\u2019\u201c\u201d\u2013\u2014éèáïñ]")
_CAPITAL = re.compile(r"\b[A-Z][a-z]+")
_PAST = re.compile(r"\b(?:was|were|had|did|could|would|said|told|felt|saw|knew|went|came)\b")


def count_faults(text: str, earlier: Collection[frozenset[str]]) -> int:
    """Return how many faults ``text`` has, such as repeated words; 0 means a usable text.

    ``earlier`` has a set of words for each earlier sentence that must not be repeated. Serious
    faults count more than once.
    """
    words = bare_words(text)
    distinct = frozenset(words)
    return sum(
        (
            4 * (len(words) < 4),
            2 * (_ABOUT_WRITING.search(text) is not None),
            2 * (SEPARATOR in text),
            _DOUBLED.search(text) is not None,
            _BROKEN_OFF.search(text.rstrip()) is not None,
            len(distinct) < 0.7 * len(words),
            any(len(distinct & other) > 0.7 * len(distinct) for other in earlier),
            text.count('"') % 2 == 1 or text.count("“") != text.count("”"),
            _UNUSUAL.search(text) is not None,
        )
    )


class UnknownNameFaults:
    """A counter of faults in a sentence; a capitalised name that is not in ``known`` is a fault.

    The faults that ``count_faults`` finds also count.
    """

    def __init__(self, *, known: Iterable[str]) -> None:
        self._known = {word for text in known for word in bare_words(text)}

    def __call__(self, text: str, earlier: Collection[frozenset[str]]) -> int:
        """Return the number of faults in ``text``; 0 means that the sentence is usable.

        ``earlier`` has a set of words for each earlier sentence that must not be repeated.
        """
        stranger = any(name.lower() not in self._known for name in _CAPITAL.findall(text))
        return count_faults(text, earlier) + stranger


class ProseFaults(UnknownNameFaults):
    """A counter of faults in the prose of a passage.

    Besides the faults of ``UnknownNameFaults``, it counts verbs in the past tense and text that
    repeats the label of a choice.
    """

    def __init__(self, *, known: Iterable[str], labels: Iterable[str]) -> None:
        super().__init__(known=known)
        self._labels = [" ".join(bare_words(label)) for label in labels]

    def __call__(self, text: str, earlier: Collection[frozenset[str]]) -> int:
        """Return the number of faults in ``text``; 0 means that the text is usable.

        ``earlier`` has a set of words for each earlier sentence that must not be repeated.
        """
        plain = " ".join(bare_words(text))
        return sum(
            (
                super().__call__(text, earlier),
                _PAST.search(text) is not None,
                any(label in plain for label in self._labels if label.count(" ") > 1),
            )
        )
