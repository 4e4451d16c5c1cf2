"""Turn an author's words into words to the player."""

import re

from questfoundry.infra.llm.draft.tagging import Word

MOST_CHARACTERS = 80
"""The most characters of a deed, which becomes the label of a choice."""

_LIST = re.compile(r"^(\w+) .+,.+? and .+? (across|to|through|into|out|over|past|from|in|on|at)\b")
_TAILS = re.compile(
    r",? (?:without|by|with|across|through|from|for|in|on|at|over|under|near|to|and|that|who) "
)
_SPOKEN = {
    **dict.fromkeys(("i", "we", "me", "us"), "you"),
    **dict.fromkeys(("my", "our"), "your"),
    **dict.fromkeys(("myself", "ourselves"), "yourself"),
    "am": "are",
}
_FIRST_PERSON = re.compile(rf"((?:^|[.!?] +)?)\b({'|'.join(_SPOKEN)})\b", re.IGNORECASE)
_IRREGULAR = {
    "is": "are",
    "'s": "are",
    "was": "were",
    "am": "are",
    "has": "have",
    "does": "do",
    "goes": "go",
}
_ENDINGS = (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("s", ""))


def speak_to_player(text: str) -> str:
    """Return ``text`` with the first person turned into the second."""
    spoken = _FIRST_PERSON.sub(_replace, text)
    return re.sub(r"\byou was\b", "you were", spoken)


def _replace(found: re.Match[str]) -> str:
    spoken = _SPOKEN[found[2].lower()]
    is_capital = found[1] and found[2][0].isupper()
    return found[1] + (spoken.capitalize() if is_capital else spoken)


def agree_with_you(verb: Word) -> str:
    """Return the form of ``verb`` after ``you``: ``inherit`` for ``inherits``."""
    if verb.low in _IRREGULAR or verb.tag != "VBZ":
        return _IRREGULAR.get(verb.low, verb.low)
    end, base = next(each for each in (*_ENDINGS, ("", "")) if verb.low.endswith(each[0]))
    return verb.low.removesuffix(end) + base


def shorten_deed(deed: str) -> str:
    """Return ``deed`` with a length that fits the label of a choice; empty if it cannot.

    A list of objects becomes ``them all``, and phrases at the end are left out.
    """
    if len(deed) > MOST_CHARACTERS:
        deed = _LIST.sub(r"\1 them all \2", deed)
    while len(deed) > MOST_CHARACTERS:
        tails = [each.start() for each in _TAILS.finditer(deed)]
        deed = deed[: tails[-1]] if tails else ""
    return deed
