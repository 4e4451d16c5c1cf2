"""Names in a language whose nouns all have a capital, as German.

There a capital says nothing. A name has no article; whoever is named has a second name or a title,
or acts without an article; a place stands behind a word of going, or ends as places do. What does
none of this is not found: ``über die Elbe`` says no more than ``über die Brücke``.
"""

from __future__ import annotations

import re
from collections import Counter

from questfoundry.domain.ids import slugify
from questfoundry.domain.text.names.stated_names import capitalised, names_in, spanning
from questfoundry.domain.text.names.word_classes import is_small, is_title

_NOUN = re.compile(
    r"\b(?:[dmsk]?eine?[rmns]?|de[rmns]|die|das|ihre?[rmns]?|unsere?[rmns]?|diese[rmns]?|jede[rmns]?"
    r"|viele[rn]?|alle[rn]?|einige[rn]?|im|am|ins|vom|beim|zu[rm])\s+(?:\w+e[nrms]?\s+)?$",
    re.IGNORECASE,
)
_ACTS = re.compile(
    r" (?:ist|war|hat|hatte|kann|will|muss|soll|wird|darf|weiß|sagt|\w{2,}t|\w{2,}te)\b"
)
_TO = re.compile(r"\b(?:[Nn]ach|[Aa]us|[Ii]n|[Bb]ei|[Bb]is|[Vv]on|Richtung)\s+$")
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
_LOOKED_AT = 60


def names_among_nouns(text: str) -> dict[str, int]:
    """The names, in the longest form, and how often each or a word of it is said."""
    found = dict.fromkeys(each.name for each in names_in(text))
    nouns, acting, singles = Counter[str](), Counter[str](), Counter[str]()
    places = set[str]()
    for run in capitalised(text):
        said = spanning(run)
        before = text[max(0, said.start - _LOOKED_AT) : said.start]
        after = text[said.end : said.end + _LOOKED_AT]
        if len(run) > 1:
            if is_title(run[0][0]) and slugify(said.name):
                found.setdefault(said.name)
            continue
        if _SON.search(before):
            found.setdefault(said.name)
        elif _NOUN.search(before):
            nouns[said.name] += 1
        elif _TO.search(before) and (_PLACE.search(said.name) or _goes(before, after)):
            acting[said.name] += 2
            places.add(said.name)
        elif _ACTS.match(after):
            acting[said.name] += 1
        singles[said.name] += 1
    for name in acting:
        often = singles[name] + singles[f"{name}s"]
        if not nouns[name] and often + acting[name] > 2 and not is_small(name):
            found.setdefault(name)
    # "in Hamburg Klavierstunden geben": a place, and what is done there.
    found = dict.fromkeys(
        first if (first := name.split()[0]) in places and name.count(" ") == 1 else name
        for name in found
    )
    counts = {
        name: max(len(re.findall(rf"\b{re.escape(each)}", text)) for each in name.split())
        for name in found
        if not all(map(is_title, name.split()))
    }
    return _merged(counts, nouns)


def _goes(before: str, after: str) -> bool:
    return bool(re.search(r"[Nn]ach\s+$", before) and _GOING.match(after))


def _merged(counts: dict[str, int], nouns: Counter[str]) -> dict[str, int]:
    """Without parts and genitives of others, and what has an article elsewhere."""
    words = {name: frozenset(name.split()) for name in counts}

    def is_part(name: str) -> bool:
        own = {name, _OWNS.sub("", name)}
        return any(
            other != name and (own & words[other] or words[name] < words[other]) for other in counts
        )

    kept = {
        name: count
        for name, count in counts.items()
        if not (nouns[name] or (len(words[name]) == 1 and is_part(name)))
        and not re.search(rf"s {_KIN}$", name)
    }
    return dict(sorted(kept.items(), key=lambda each: -each[1]))
