"""Find names in a language that capitalises all nouns, such as German.

A capital proves nothing in such a language, so other evidence counts. A name has no article. A
person has a second name or a title, or is the subject of a verb without an article. A place follows
a verb of motion with a preposition, or has a typical ending. A name without such evidence is not
found: ``über die Elbe`` looks the same as ``über die Brücke``.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable

from questfoundry.domain.ids import slugify
from questfoundry.domain.text.names.stated_names import (
    build_name_span,
    find_capitalised_runs,
    find_names,
)
from questfoundry.domain.text.names.word_classes import is_function_word, is_title

_NOUN = re.compile(
    r"\b(?:[dmsk]?eine?[rmns]?|de[rmns]|die|das|ihre?[rmns]?|unsere?[rmns]?|diese[rmns]?|jede[rmns]?"
    r"|viele[rn]?|alle[rn]?|einige[rn]?|im|am|ins|vom|beim|zu[rm])\s+(?:\w+e[nrms]?\s+)?$",
    re.IGNORECASE,
)
_ACTS = re.compile(
    r" (?:ist|war|hat|hatte|kann|will|muss|soll|wird|darf|weiß|sagt|\w{2,}t|\w{2,}te)\b"
)
_TO = re.compile(r"\b(?:[Nn]ach|[Aa]us|[Ii]n|[Bb]ei|[Bb]is|[Vv]on|Richtung)\s+$")
_AFTER = re.compile(r"[Nn]ach\s+$")
_GOING = re.compile(
    r"[^.!?]{0,30}\b(?:ge)?(?:fahr|ging|geh|gegang|reis|zieh|zog|kehr|komm|kam|flieg|flog|flieh|ruf)"
)
_PLACE = re.compile(
    r"(?:rod[ea]|hof|hofen|burg|berg|dorf|heim|hausen|stadt|stedt|bach|th?al|ow|itz|ingen|brück"
    r"|furt|hagen|kirchen|leben|feld|wald|haven|hafen|büttel|horst|münde)$"
)
_KIN = (
    r"(?:Sohn|Tochter|Bruder|Schwester|Mann|Frau|Freund|Freundin|Vater|Mutter|Onkel|Tante|Neffe"
    r"|Nichte|Enkel|Enkelin|Kollege|Kollegin|Nachbar|Nachbarin)"
)
_SON = re.compile(rf"\b(?:{_KIN}|namens|heißt)\s+$")
_OWNS = re.compile(r"s$")
_STARTS = re.compile(r"\b\w")
_CONTEXT_LENGTH = 60


def find_names_among_nouns(text: str) -> dict[str, int]:
    """Map each name in ``text``, in its longest form, to the number of its occurrences."""
    found = dict.fromkeys(each.name for each in find_names(text))
    nouns, acting, singles = Counter[str](), Counter[str](), Counter[str]()
    places = set[str]()
    for run in find_capitalised_runs(text):
        span = build_name_span(run)
        before = text[max(0, span.start - _CONTEXT_LENGTH) : span.start]
        after = text[span.end : span.end + _CONTEXT_LENGTH]
        if len(run) > 1:
            if is_title(run[0][0]) and slugify(span.name):
                found.setdefault(span.name)
            continue
        if _SON.search(before):
            found.setdefault(span.name)
        elif _NOUN.search(before):
            nouns[span.name] += 1
        elif _TO.search(before) and (
            _PLACE.search(span.name) or (_AFTER.search(before) and _GOING.match(after))
        ):
            acting[span.name] += 2
            places.add(span.name)
        elif _ACTS.match(after):
            acting[span.name] += 1
        singles[span.name] += 1
    for name in acting:
        often = singles[name] + singles[f"{name}s"]
        if not nouns[name] and often + acting[name] > 2 and not is_function_word(name):
            found.setdefault(name)
    # "in Hamburg Klavierstunden geben" has a place and an object, not a name of two words.
    found = dict.fromkeys(
        first if (first := name.split()[0]) in places and name.count(" ") == 1 else name
        for name in found
    )
    return _drop_parts(_count_starts(text, found), nouns)


def _count_starts(text: str, names: Iterable[str]) -> dict[str, int]:
    """Map each name to the number of words in ``text`` that begin with its most frequent word.

    The words are sorted, so that bisection counts all with a common start.
    """
    words = sorted(text[at.start() : at.start() + _CONTEXT_LENGTH] for at in _STARTS.finditer(text))

    def count(start: str) -> int:
        return bisect_right(words, f"{start}\U0010ffff") - bisect_left(words, start)

    return {
        name: max(count(each[:_CONTEXT_LENGTH]) for each in name.split())
        for name in names
        if not all(map(is_title, name.split()))
    }


def _drop_parts(counts: dict[str, int], nouns: Counter[str]) -> dict[str, int]:
    """Return ``counts`` without parts of longer names and without words that are no names.

    ``nouns`` are words that occur with an article, so they are probably no names.
    """
    with_word = Counter(word for name in counts for word in {*name.split()})

    def is_part(name: str) -> bool:
        owner = _OWNS.sub("", name)
        return with_word[name] > 1 or (owner != name and with_word[owner] > 0)

    kept = {
        name: count
        for name, count in counts.items()
        if not (nouns[name] or (len({*name.split()}) == 1 and is_part(name)))
        and not re.search(rf"s {_KIN}$", name)
    }
    return dict(sorted(kept.items(), key=lambda each: -each[1]))
