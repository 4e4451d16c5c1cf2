"""Split, cut and tidy English text by sentences and words."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from attrs import frozen

from questfoundry.domain.ids import SEPARATOR
from questfoundry.domain.protocols.provider import EmbeddingProvider
from questfoundry.domain.run.request_subjects import VoteSubject
from questfoundry.infra.llm.tiny.guides import JudgeWording
from questfoundry.infra.llm.tiny.selector import cosine_similarities

# A full stop after a number (a list item) or after a title does not end a sentence.
_TITLES = "".join(rf"(?<!\b{title})" for title in ("Dr", "Mr", "Mrs", "Ms", "St"))
_SENTENCE_END = re.compile(rf"(?<=[^\W\d]){_TITLES}[.!?][\"'\u201d\u2019)]*(?=\s|$)")
_EDGES = " ,;:-\u2013\u2014"


def bare_words(text: str) -> tuple[str, ...]:
    """Return the words of ``text`` in lower case, without punctuation except apostrophes."""
    return tuple(re.findall(r"[a-z']+", text.lower()))


def humanise(name: str) -> str:
    """Return a field's name or an id as words: ``character::old-mara`` becomes ``old mara``."""
    return " ".join(name.rpartition("::")[2].replace("-", "_").split("_"))


def tidy(text: str) -> str:
    """Return ``text`` on one line, without loose punctuation at its beginning and end."""
    return " ".join(text.split()).strip(_EDGES)


def keep_whole_sentences(text: str, *, is_partial: bool = False) -> str:
    """Return ``text`` up to the end of its last whole sentence, or an empty string.

    With ``is_partial``, more text may arrive. A sentence then counts as whole only if something
    follows it.
    """
    last = len(text) - is_partial
    ends = [match.end() for match in _SENTENCE_END.finditer(text) if match.end() <= last]
    return text[: ends[-1]] if ends else ""


def split_sentences(text: str) -> list[str]:
    """Return the sentences of ``text``; the last sentence may be incomplete."""
    ends = [0, *(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]
    parts = (text[start:end].strip() for start, end in pairwise(ends))
    return [part for part in parts if part]


def cut_to(text: str, length: int) -> str:
    """Return the beginning of ``text`` with at most ``length`` characters.

    The result ends after a whole sentence if one fits, else after a whole word if possible.
    """
    if len(text) <= length:
        return text
    return (
        keep_whole_sentences(text[:length])
        or text[: length + 1].rpartition(" ")[0]
        or text[:length]
    )


def close_quote(text: str) -> str:
    """Return ``text`` with a closing quotation mark added if its last quotation is still open."""
    if text.count("“") > text.count("”"):
        return f"{text}”"
    return f'{text}"' if text.count('"') % 2 else text


def first_words(text: str, words: int) -> str:
    """Return the beginning of ``text`` on one line; ``words`` is the maximum number of words."""
    return " ".join(text.split()[:words])


def end_sentence(text: str) -> str:
    """Return ``text`` with a full stop added if it has no final punctuation."""
    return text if not text or text.endswith((".", "!", "?", "”", '"')) else f"{text}."


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


_SAME_MATTER = 0.5
"""The typical similarity of a task and a text about its topic."""


@frozen(kw_only=True)
class Judge:
    """A judge that answers votes on story drafts without calling the model.

    All drafts are judged by criteria that code can measure. A draft's marks depend on its text and
    on the task, not on the order of the drafts.
    """

    wording: JudgeWording
    embeddings: EmbeddingProvider

    async def answer(self, subject: VoteSubject) -> Mapping[str, Any]:
        """Return the marks of all drafts of ``subject``, or the criteria if it has no drafts."""
        if not subject.drafts:
            return {"criteria": list(self.wording.criteria.values())}
        return {"marks": await self._score_drafts(subject)}

    async def _score_drafts(self, subject: VoteSubject) -> Mapping[str, Any]:
        near = await cosine_similarities(self.embeddings, subject.task, *subject.drafts)
        by_text = {text: name for name, text in self.wording.criteria.items()}
        marks: dict[str, Any] = {}
        for at, (text, similarity) in enumerate(zip(subject.drafts, near, strict=True), start=1):
            shares = {
                "near": _scale_similarity(similarity),
                "clean": _faultless_share(text),
                "varied": _distinct_pair_share(text),
            }
            for by, criterion in enumerate(subject.criteria, start=1):
                mark = self._build_mark(shares, by_text.get(criterion, "near"))
                marks[f"draft-{at}::criterion-{by}"] = mark
        return marks

    def _build_mark(self, shares: Mapping[str, float], criterion: str) -> Mapping[str, Any]:
        percent = round(100 * shares[criterion])
        reason = self.wording.reasons[criterion].replace("{percent}", str(percent))
        return {"reason": reason, "score": round(percent / 10)}


def _scale_similarity(similarity: float) -> float:
    return min(1.0, max(0.0, similarity / _SAME_MATTER))


def _faultless_share(text: str) -> float:
    """Return the share, from 0 to 1, of faultless sentences that repeat no earlier sentence."""
    sentences: Sequence[str] = split_sentences(text)
    words = [frozenset(bare_words(each)) for each in sentences]
    faults = [count_faults(each, words[:at]) for at, each in enumerate(sentences)]
    return faults.count(0) / max(1, len(faults))


def _distinct_pair_share(text: str) -> float:
    """Return the share, from 0 to 1, of distinct pairs among all pairs of consecutive words.

    The result is 1 if ``text`` has no pair.
    """
    pairs = list(pairwise(bare_words(text)))
    return len(set(pairs)) / len(pairs) if pairs else 1.0
