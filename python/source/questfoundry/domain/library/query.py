"""Prepare search queries: remove control characters, and extract keywords."""

import re

from questfoundry.domain.library.text import tidy

LONGEST_QUERY = 2_000
"""Longest query, in characters; the rest is cut off."""

_WORD = re.compile(r"\w+")
_MOST_WORDS = 32
_COMMON_ENGLISH = """
a about after all also am an and any are as at be because been before being but by can could d did
do does doing don down during each else ever few for from had has have having he her here hers him
his how i if in into is it its just ll m may me might more most must my no nor not now of off on
once one only or other our out over own re s said say says shall she should so some such t than
that the their them then there these they this those through to too under until up upon us ve very
was we were what when where which while who whom whose why will with without would you your
"""
_COMMON = frozenset(_COMMON_ENGLISH.split())


def tidy_query(query: str) -> str:
    """Return ``query`` without control characters, cut to ``LONGEST_QUERY`` characters."""
    return tidy(query[:LONGEST_QUERY])


def extract_keywords(query: str) -> list[str]:
    """Return up to 32 distinct words of ``query`` in lower case, without common English words.

    If all words are common, they are returned. Common words of other languages are always returned,
    which makes a search slower but not worse.
    """
    words = list(dict.fromkeys(_WORD.findall(query.lower())))
    distinctive = [word for word in words if word not in _COMMON]
    return (distinctive or words)[:_MOST_WORDS]
