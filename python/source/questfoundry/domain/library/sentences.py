"""Find sentence boundaries by punctuation and capitals; the rules hold for most languages."""

# ruff: noqa: RUF001 - the marks of several languages are what this is about

import re
from collections.abc import Iterator

_END = re.compile(r"""[.!?…]["'”’»)\]]*+ (?=\S)|[。！？]++[」』”’）]*+""")
_ABBREVIATIONS = """
bzw ca capt cf col dr e.g etc fig gen gov hon i.e jr lt m messrs mlle mme mr mrs ms mt no nr p pp
prof rev sen sgt sr st usw vgl viz vol vs z.b
"""
_SHORT = frozenset(_ABBREVIATIONS.split())
_LONGEST_SHORT = 8
_WHOLE = re.compile(r"""[.!?…。！？]["'”’»)\]」』）]*+$""")
_LONGEST_CLOSING = 8


def split_sentences(text: str) -> Iterator[str]:
    """Yield the sentences of ``text``, a paragraph with single spaces and no line breaks."""
    begin = 0
    for mark in _END.finditer(text):
        if _is_sentence_end(text, mark):
            if sentence := text[begin : mark.end()].strip():
                yield sentence
            begin = mark.end()
    if rest := text[begin:].strip():
        yield rest


def has_sentence_end(text: str) -> bool:
    """Return whether ``text`` ends with a mark that ends a sentence, such as a full stop."""
    return bool(_WHOLE.search(text[-_LONGEST_CLOSING:]))


def _is_sentence_end(text: str, mark: re.Match[str]) -> bool:
    if text[mark.end() : mark.end() + 1].islower():
        return False
    if text[mark.start()] != ".":
        return True
    before = text[max(0, mark.start() - _LONGEST_SHORT) : mark.start()].rpartition(" ")[2]
    word = before.lstrip("\"'“‘«([").lower()
    return not (word in _SHORT or (len(word) == 1 and word.isalpha()))
