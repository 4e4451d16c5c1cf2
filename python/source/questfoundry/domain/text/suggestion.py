"""Suggest known words for a word that is unknown, such as a command with a slip."""

from collections.abc import Iterable
from difflib import get_close_matches

_MOST, _LONGEST = 2_000, 80
"""Among more or longer words, the search would take seconds."""


def suggest_words(word: str, known: Iterable[str]) -> str:
    """Return a sentence such as " Did you mean 'grow'?" with up to three near words, or "".

    Case does not matter. A word that is known except for its case is the only suggestion.
    """
    words = list(dict.fromkeys(known))
    folded = {each.casefold(): each for each in reversed(words[:_MOST])}
    wanted = word[:_LONGEST].casefold()
    near = [wanted] if wanted in folded else get_close_matches(wanted, folded, n=3, cutoff=0.5)
    return f" Did you mean {' or '.join(repr(folded[each]) for each in near)}?" if near else ""
