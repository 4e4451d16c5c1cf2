"""Split an idea into words, punctuation marks and names."""

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from questfoundry.domain.text.names.stated_names import NameSpan, find_names
from questfoundry.domain.text.names.word_classes import TITLES, is_function_word
from questfoundry.infra.llm.draft.nouns import to_singular

_TOKEN = re.compile(r"\w[\w'\u2019-]*|[^\w\s]")
_NOUN_WORDS = "son war hat man sin mine night evening morning midnight"
_NOUNS = frozenset(_NOUN_WORDS.split())
"""English nouns that are also function words of other languages; they count as nouns."""
_POSSESSIVE = re.compile(r"(?:['\u2019]s|(?<=s)['\u2019])$")


@frozen(kw_only=True)
class Token:
    """A word, a punctuation mark or a whole name in an idea; ``owns``: whether it is possessive."""

    text: str
    start: int
    end: int
    is_name: bool = False
    owns: bool = False

    @property
    def low(self) -> str:
        """The text in lower case."""
        return self.text.lower()

    @property
    def is_word(self) -> bool:
        """Return whether this is a word in a noun phrase: no mark, name or function word."""
        is_noun = self.low in _NOUNS or not is_function_word(self.text)
        return not self.is_name and self.text[:1].isalnum() and is_noun


def split_tokens(text: str, nouns: frozenset[str]) -> Sequence[Token]:
    """Return the tokens of ``text``.

    ``nouns``: words that are not joined to a name if they are the first word of the text.
    """
    names = list(_list_spans(text, nouns))
    found: list[Token] = []
    for word in _TOKEN.finditer(text):
        span = next((each for each in names if each.start <= word.start() < each.end), None)
        if span is None:
            found.append(_build(word[0], word.start(), word.end(), is_name=False))
        elif word.start() == span.start:
            end = max(span.end, word.end())
            found.append(_build(text[span.start : end], span.start, end, is_name=True))
    return [_join_end(each, text) for each in found]


def _list_spans(text: str, nouns: frozenset[str]) -> Iterator[NameSpan]:
    """Yield all places in ``text`` where a name, or the last word of a name, occurs."""
    for each in find_names(text):
        words = each.name.split()
        if each.start == 0 and len(words) > 1 and words[0].lower() in nouns - TITLES:
            words = words[1:]
        elif each.start == 0 and len(words) == 1 and _precedes_noun(text, each, nouns):
            continue
        for form in dict.fromkeys((" ".join(words), words[-1])):
            for found in re.finditer(rf"\b{re.escape(form)}\b", text):
                yield NameSpan(name=form, start=found.start(), end=found.end())


def _precedes_noun(text: str, span: NameSpan, nouns: frozenset[str]) -> bool:
    """Return whether ``span`` is only a noun, or an adjective before a noun, and no name."""
    following = re.match(r" ([a-z]+)\b", text[span.end :])
    is_noun = span.name.lower() in nouns
    return is_noun or (following is not None and to_singular(following[1]) in nouns)


def _build(text: str, start: int, end: int, *, is_name: bool) -> Token:
    owns = _POSSESSIVE.search(text) is not None
    return Token(text=_POSSESSIVE.sub("", text), start=start, end=end, is_name=is_name, owns=owns)


def _join_end(token: Token, text: str) -> Token:
    """Return ``token`` extended by the ``'s`` after it, if the token is a name."""
    ending = re.match(r"['\u2019]s\b", text[token.end :])
    if not token.is_name or token.owns or not ending:
        return token
    return Token(text=token.text, start=token.start, end=token.end + 2, is_name=True, owns=True)
