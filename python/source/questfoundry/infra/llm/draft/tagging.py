"""Split an idea into words, and tag each word with its part of speech.

The tags are those of TextBlob's tagger. Ideas are short and often without verbs or capitals, so a
few rules correct the tags that the neighbouring words disprove.
"""

import re
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec, module_from_spec

from attrs import evolve

from questfoundry.infra.llm.draft.tagged_words import ANYBODY, CORRECTIONS, FAR, Word, word_at

Tag = Callable[..., Sequence[tuple[str, str]]]
_WORD = re.compile(
    r"o['\u2019]clock|\w+?(?=n['\u2019]t\b)|n['\u2019]t\b|\w+(?:[-.]\w+)*"
    r"|['\u2019](?:s|re|m|ve|d|ll)\b|[^\w\s]"
)


def tag_words(text: str) -> tuple[Word, ...]:
    """Return the words and punctuation marks of ``text``, in order."""
    tag = _import_tagger()
    found = list(_WORD.finditer(text))
    if not found:
        return ()
    plain = [each[0].replace("\u2019", "'") for each in found]
    with warnings.catch_warnings():
        # TextBlob does not close the file of its lexicon.
        warnings.simplefilter("ignore", ResourceWarning)
        tags = [name for _, name in tag(" ".join(plain), tokenize=False)]
    words = [
        Word(each[0], name, each.start(), each.end())
        for each, name in zip(found, tags, strict=True)
    ]
    for place in range(len(words)):
        for correct in CORRECTIONS:
            if (new := correct(words, place)) != words[place].tag:
                words[place] = evolve(words[place], tag=new)
    return tuple(_join_nicknames(_tag_subjects(words)))


@cache
def _import_tagger() -> Tag:
    """Return TextBlob's tagger, without the NLTK and NumPy that only its package needs.

    They are 400 modules and 45 MB. While the tagger is imported, an empty package stands in.
    """
    if "textblob" in sys.modules:
        return _find_tag()
    found = find_spec("textblob")
    if found is None:
        raise ModuleNotFoundError("TextBlob is not installed.", name="textblob")
    sys.modules["textblob"] = module_from_spec(found)
    try:
        return _find_tag()
    finally:
        for name in [each for each in sys.modules if each.partition(".")[0] == "textblob"]:
            del sys.modules[name]


def _find_tag() -> Tag:
    tag: Tag = import_module("textblob.en").tag
    return tag


def _tag_subjects(words: Sequence[Word]) -> Sequence[Word]:
    """Return ``words`` with names for nouns without an article that act: ``Bucket is a dog who``.

    A noun at the start of a sentence is a name if it has a capital letter inside of one as well, or
    if it is said to be somebody who does something.
    """
    names = {each.text for each in words if each.is_name}
    if words[0].tag == "NN" and words[0].low.endswith("s") and word_at(words, 1).tag == "VBP":
        return (evolve(words[0], tag="NNS"), *words[1:])
    return [
        evolve(each, tag="NNP")
        if each.tag == "NN"
        and each.text[:1].isupper()
        and each.low not in ANYBODY
        and (each.text in names or _is_who(words, n))
        else each
        for n, each in enumerate(words)
    ]


def _is_who(words: Sequence[Word], place: int) -> bool:
    """Return whether ``is a`` and ``who`` follow shortly after ``place``."""
    following = [each.low for each in words[place + 1 : place + FAR + 1]]
    return following[:1] in (["is"], ["was"]) and following[1:2] == ["a"] and "who" in following


def _join_nicknames(words: Sequence[Word]) -> Iterator[Word]:
    """Yield ``words`` with a nickname in quotation marks as a part of its name."""
    for place, word in enumerate(words):
        near = [word_at(words, place + step) for step in range(-3, 4)]
        opens = [each for each in near if each.text in _QUOTES]
        inside = len(opens) == 2 and opens[0].start <= word.start <= opens[1].start
        around = [each for each in near if each.is_name and each is not word]
        yield evolve(word, tag="NNP") if inside and len(around) >= 2 else word


_QUOTES = frozenset({"'", '"', "\u2018", "\u2019", "\u201c", "\u201d"})
