"""Choose articles and forms for English words."""

import re

_SOUNDS_LIKE_VOWEL = re.compile(r"(?:[Hh](?:our|onest|onou?r|eir)|[Xx]-?ray\b|[FHLMNRSX]\b)")
_SOUNDS_LIKE_CONSONANT = re.compile(
    r"(?:uni(?!n|m)|use|usu|eu|ewe|one\b|once\b|ut(?:e|i)|u-)", re.IGNORECASE
)


def takes_an(noun: str) -> bool:
    """Return whether the article before ``noun`` is ``an``, by its sound."""
    if _SOUNDS_LIKE_VOWEL.match(noun):
        return True
    return noun[:1].lower() in "aeiou" and not _SOUNDS_LIKE_CONSONANT.match(noun)


def drop_article(noun: str) -> str:
    """Return ``noun`` without ``a``, ``an`` or ``the``."""
    return re.sub(r"^(?:an?|the)\s+", "", noun, flags=re.IGNORECASE)


def capitalise(text: str) -> str:
    """Return ``text`` with a capital first letter."""
    return text[:1].upper() + text[1:]


_SMALL = frozenset(
    {"a", "an", "the", "of", "in", "on", "at", "to", "by", "and", "or", "for", "from"}
)


def capitalise_title(title: str) -> str:
    """Return ``title`` with capital letters, except for small words inside it."""
    first, *others = title.split(" ")
    words = (each if each in _SMALL else capitalise(each) for each in others)
    return " ".join((capitalise(first), *words))


_IRREGULAR = """
arise arose, awake awoke, bear bore, beat beat, become became, begin began, bend bent, bet bet,
bid bid, bind bound, bite bit, bleed bled, blow blew, break broke, breed bred, bring brought,
build built, burst burst, buy bought, cast cast, catch caught, choose chose, cling clung, come
came, cost cost, creep crept, cut cut, deal dealt, dig dug, do did, draw drew, drink drank, drive
drove, eat ate, fall fell, feed fed, feel felt, fight fought, find found, flee fled, fling flung,
fly flew, forget forgot, forgive forgave, freeze froze, get got, give gave, go went, grind ground,
grow grew, hang hanged, have had, hear heard, hide hid, hit hit, hold held, hurt hurt, keep kept,
kneel knelt, know knew, lay laid, lead led, leave left, lend lent, let let, lie lay, light lit,
lose lost, make made, mean meant, meet met, outrun outran, outwit outwitted, overcome overcame,
overthrow overthrew, pay paid, prove proved, put put, quit quit, read read, rebuild rebuilt,
repay repaid,
retake retook, ride rode, ring rang, rise rose, run ran, say said, see saw, seek sought, sell
sold, send sent, set set, shake shook, shine shone, shoot shot, shut shut, sing sang, sink sank,
sit sat, sleep slept, slide slid, speak spoke, spend spent, spin spun, split split, spread spread,
stand stood, steal stole, stick stuck, sting stung, strike struck, swear swore, sweep swept, swim
swam, swing swung, take took, teach taught, tear tore, tell told, think thought, throw threw,
understand understood, undo undid, wake woke, wear wore, weave wove, weep wept, win won, wind
wound, withdraw withdrew, withstand withstood, wring wrung, write wrote
"""

_PAST = dict(each.split() for each in _IRREGULAR.split(","))

_DOUBLED = re.compile(
    r"[^aeiou]*(?:qu)?[aeiou][bdgklmnprtz]|\w*(?:admit|commit|permit|refer|confer|rebel|equip)"
)
"""Matches verbs that double their last letter: those of one syllable, and a few others."""

_PREFIX = re.compile(r"^(?:un|re|mis|fore|over|baby)")


def form_past(verb: str) -> str:
    """Return the past tense of ``verb``, a base form: ``keep`` gives ``kept``."""
    for bare in (verb, _PREFIX.sub("", verb)):
        if bare in _PAST:
            return verb.removesuffix(bare) + _PAST[bare]
    if verb.endswith("e"):
        return f"{verb}d"
    if re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ied"
    return f"{verb}{verb[-1]}ed" if _DOUBLED.fullmatch(verb) else f"{verb}ed"


def tell_deed(deed: str) -> str:
    """Return the verb phrase ``deed`` in the past tense: ``kept it`` for ``keep it``."""
    verb, _, rest = deed.partition(" ")
    return _ANY.sub(r"some\1", f"{form_past(verb)} {rest}".strip())


_ANY = re.compile(r"\bany(one|body|thing)\b")

_PARTICIPLES = """
be been, bite bitten, break broken, choose chosen, do done, draw drawn, drive driven, eat eaten,
fall fallen, fly flown, forget forgotten, forgive forgiven, give given, go gone, grow grown, hide
hidden, know known, ride ridden, see seen, sing sung, speak spoken, steal stolen, swim swum, take
taken, throw thrown, wear worn, write written
"""

_BASES = {
    form: verb
    for verb, form in (*_PAST.items(), *(each.split() for each in _PARTICIPLES.split(",")))
}

_SILENT = re.compile(
    r"[^aeiou]*(?:qu)?[aeiou][^aeiouwxy]|\w*(?:[cvzu]|[aeiou]s|dg|(?:ch|rr)ang|[clr]at|vit|id)"
)
"""Matches a stem that has lost an *e*: a short vowel would have doubled the consonant."""

_DOUBLE = re.compile(r"\w*([bdgmnprt])\1")


def form_base(form: str) -> str:
    """Return the base of a participle or a past tense: ``saving`` and ``saved`` give ``save``."""
    if form in _BASES:
        return _BASES[form]
    stem = re.sub(r"(?:ing|ed)$", "", form)
    if stem.endswith("i"):
        return f"{stem[:-1]}y"
    if _DOUBLE.fullmatch(stem):
        return stem[:-1]
    return f"{stem}e" if _SILENT.fullmatch(stem) else stem
