"""Find names that occur only at the start of a sentence, where every word has a capital.

A countable noun needs an article. The subject of a verb without an article is therefore a person, a
place or an uncountable noun such as rain. This file lists the uncountable nouns.
"""

from __future__ import annotations

import re
from collections.abc import Container

from questfoundry.domain.text.names.word_classes import (
    is_day,
    is_function_word,
    is_text_part,
    is_title,
)

_OF_ONE = """
has is was does lies stands sits lives knows wants keeps says tells asks thinks comes goes gets
takes gives makes finds sees hears believes owns belongs works loves hates drinks sleeps waits
stays leaves runs carries remembers refuses promises
"""
_OF_MANY = """
had did belonged lived stood lay kept knew wanted said told asked thought came went took gave
found saw heard
"""
"""Verb forms of both singular and plural, as in ``Wells went dry``."""

_BEGINS = r"(?:^|(?<=[.!?;:])|(?<=[.!?][\"\u201d)]))[ \t]*(?:(?:[-*+•]|\d+[.)])[ \t]+)?[\"\u201c(]?"
_WORD = r"([^\W\d_a-z][\w'\u2019-]*[^\W_])"
_CLOSED = r"(?:[^\s,.;!?]+ ){0,5}[^\s,.;!?]+[,.;]"
_FOUND = re.compile(
    rf"{_BEGINS}{_WORD}(?= (?:{'|'.join(_OF_ONE.split())})\b"
    rf"|(?<!s) (?:{'|'.join(_OF_MANY.split())})\b"
    rf"|, (?:an?|the|who(?:se|m)?|his|her|its|their|my|our) {_CLOSED}"
    r"|, (?:\d\d|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b))",
    re.MULTILINE,
)
_UNCOUNTED = """
rain snow ice fog mist wind water blood salt sand dust mud smoke fire light darkness night dawn
dusk day daylight sunlight moonlight time life death love hate fear hope faith grief pain hunger
thirst sleep silence sound noise music magic power money gold silver iron bread milk wine beer
food work war peace law justice order chaos truth beauty health luck fate history memory guilt
shame pride pity anger rage envy trust debt slack home heaven hell nature society god winter
summer spring autumn school church dinner breakfast supper tea coffee news word talk gossip help
advice evidence proof weather thunder lightning frost heat cold grass hair paper glass wood steel
stone tide low high dry wet gone part parts upstairs downstairs outside inside indoors outdoors
overhead elsewhere afterwards afterward nearby abroad ashore aboard somewhere anywhere everywhere
alone halfway ahead enough worse better best worst less least anything whatever whoever whichever
everyone mankind humanity mother father grandmother grandfather mum dad people children men women
folk police cattle sheep
"""
_NO_NAMES = frozenset(_UNCOUNTED.split())
_ENDINGS = re.compile(
    r"(?:ing|ness|ity|tion|sion|ment|ence|ance|ism|ship|hood|dom|ly|wards?|less|ful|ology)$"
)


def find_sentence_start_names(text: str, used: Container[str]) -> frozenset[str]:
    """Return the names in ``text`` that have a capital only at the start of a sentence.

    A word that also occurs in ``used``, the lower-case words of the text, is no name.
    """
    return frozenset(
        word
        for word in (re.sub(r"['\u2019]s$", "", each) for each in _FOUND.findall(text))
        if word.casefold() not in used
        and word.casefold() not in _NO_NAMES
        and not word.isupper()
        and not _ENDINGS.search(word)
        and not (is_function_word(word) or is_title(word) or is_day(word) or is_text_part([word]))
    )
