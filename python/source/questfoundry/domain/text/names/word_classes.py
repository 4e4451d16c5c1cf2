"""List words that are no names, and words that mark a place or a person."""

import re

APOSTROPHES = "'\u2019"
_SMALL = """
a an the this that these those it its he she they we you i who whom whose what when where why how if
in on at to of for from by with without after before while during until since once every each all
some any no not nobody somebody everybody everyone someone anyone nothing something everything one
two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds
thousand thousands million millions dozen dozens first second third fourth fifth sixth seventh
eighth ninth tenth half both many most more much few several other others another there here then
now but and or so yet as although though because whether either neither nor than my your his her
their our me him them us himself herself themselves is are was were be been being am do does did has
have had can could might must shall should would let let's dear perhaps maybe meanwhile
later finally still also even only just never always often sometimes again suddenly soon tonight
today tomorrow yesterday morning noon evening night midnight instead however otherwise please
possibly probably officially behind beyond beside besides between above below across along among
around near off out over under up down through toward towards within against about like unless
except despite nearly almost quite rather too very such same next last yes ok okay well oh
make give tell keep set add call name rename write take use drop remove cut god
der die das dem den des ein eine einer einem einen eines und oder aber wenn als ich du er sie es wir
ihr ihre ihren ihrem ihrer mein meine sein seine seinen seinem dein im am um zum zur vom beim kein
keine niemand jemand alle alles man wer was wie wo warum weil dass doch noch nur auch dann da nun
hier dort nach vor mit ohne auf aus bei in von zu nicht ist sind war hat wird kann muss soll
un una uno unos unas el los las les il lo gli des du le la et ou mais dans sur avec sans pour par
que qui quand elle elles ils nous vous je tu son sa ses leur leurs ce cette ces y o u pero con sin
por para en de del al su sus si cuando como donde quien mi tu ella ellos ellas nosotros ni muy todo
toda todos todas al final puede luego mas che chi con per non ma sono e da di os as um uma nao dos
"""
FUNCTION_WORDS = frozenset(_SMALL.split())
"""Words that are no name, even with a capital, for example at the start of a sentence."""

_NUMBERS = """
one two three four five six seven eight nine ten eleven twelve thirteen twenty forty hundred
"""
NUMBERS = frozenset(_NUMBERS.split())
"""Numbers that may be part of a name after an article, as in ``the Three Pilchards``."""

_DAYS = """
monday tuesday wednesday thursday friday saturday sunday january february march april june july
august september october november december christmas easter halloween advent lent candlemas
evensong michaelmas mondays tuesdays wednesdays thursdays fridays saturdays sundays
montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar juni
juli oktober dezember weihnachten ostern herbst sommer winter spring summer autumn
"""
CALENDAR = frozenset(_DAYS.split())

_TITLES = """
mr mrs ms miss mister madam madame monsieur mademoiselle sir dame lord lady dr doctor prof
professor rev reverend pastor parson father mother sister brother canon bishop dean vicar captain
capt major colonel general lieutenant sergeant inspector detective constable superintendent
officer commander admiral king queen prince princess duke duchess count countess baron baroness
aunt auntie uncle grandmother grandfather granny grandma grandpa mum mom dad nurse judge mayor
councillor senator president minister engineer old young don doña dom dona señor señora señorita
padre madre frau herr fräulein doktor hauptmann pfarrer père mère
"""
TITLES = frozenset(_TITLES.split())  # Titles before a name; alone, a title is a role and no name

_POLICE = frozenset(("DI", "DS", "DC", "DCI", "PC"))

_KIN = """
father mother sister brother aunt auntie uncle granny old young king queen prince princess bishop
"""
_RANKS = TITLES - frozenset(_KIN.split())
"""Titles that precede a full name but are no part of it, as in ``Captain Isolde Marrack``."""

_OF_COUNTRIES = """
english american british german french polish russian spanish italian portuguese dutch danish
norwegian swedish finnish irish scottish welsh latin greek turkish arabic hebrew chinese japanese
korean indian african european austrian hungarian czech ukrainian
"""
_LANGUAGES = frozenset(_OF_COUNTRIES.split())

_PARTS_OF_TEXT = """
act part chapter scene book section episode volume draft version day ending option
"""
_PARTS = frozenset(_PARTS_OF_TEXT.split())  # The numbered parts of a text

PLACE_BEFORE = re.compile(
    r"\b(?:in|at|into|inside|outside|near|through|throughout|across|beyond|below|beneath|above|over"
    r"|down|upon|up on|off|towards?|aboard|via|past|leav(?:e|es|ing)|left|reach(?:es|ed)?"
    r"|(?:lobby|doors?|roofs?|streets?|roads?|banks?|edge|middle|people|town|gates?|map|plan|kitchen"
    r"|walls?|hall|cellar|vestry|villagers?|inhabitants|outskirts|shores?|quay|road to) of"
    r"|en|em|dans|à)\s+(?:the\s+)?(?:old\s+|little\s+)?$",
    re.IGNORECASE,
)
"""Words that precede a place, and rarely a person."""

_PLACES = """
village town city houses house street island farm country planet harbour port valley river hamlet
district forest wood mountain bay bridge chapel church abbey castle tower hotel inn hall landing
cross arcade lane road square spit reach point station hill lake sea coast beach desert ruin
colony mine mill quay abbey cottage manor prison school hospital gate market marsh moor row fen
heath alley terrace wharf dock yard pier palace temple library museum archive theatre steps stairs
basin light lighthouse hollow fjord ridge pass creek cove cave caves garden gardens park fort
fortress keep court inn arms tavern works mansion vault tunnel canal falls cliff cliffs head ness
shore
"""
PLACES = frozenset(_PLACES.split())  # Nouns for places, which also end the names of places

_GROUPS = """
board guild company council ministry order league society brotherhood sisterhood union party
committee club agency bureau clan tribe army watch crew gang congregation choir institute syndicate
"""
GROUPS = frozenset(_GROUPS.split())
"""Nouns for groups of people, which also end the names of groups."""

PLACE_AFTER = re.compile(
    rf",? (?:is|was|are|were|an?|the)\b[^.!?;]{{0,40}}?\b(?:{'|'.join(_PLACES.split())})\b"
)
"""Words that follow a place, as in ``Cold Amery is forty-one houses``."""

PERSON_BEFORE = re.compile(
    r"\b(?:called|named|names? (?:is|was|are)|(?:s?he|who)(?: is|['\u2019]s| was)"
    r"|(?:grand)?(?:father|mother|son|daughter|child)|brother|sister|wife|husband|widow|widower"
    r"|uncle|aunt|cousin|niece|nephew|friend|boy|girl|man|woman),? $",
    re.IGNORECASE,
)
PERSON_AFTER = re.compile(
    r",? (?:who|whom|whose)\b| \((?:\d|early|mid|late)"
    r"|, (?:\d\d|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b)"
    r"| (?:says|said|tells|told|asks|asked|knows|knew|wants|thinks|hides|lies|drives|finds)\b"
)
"""Words that precede and that follow a person."""

CALLED_THE = re.compile(r"\b(?:call(?:s|ed)?|nam(?:e|es|ed)|on)\s+(?:it|them)?\s*the\s+$")
"""Words that precede a place with an article, as in ``Everybody calls it the Sill``."""


def normalise_word(word: str) -> str:
    """Return ``word`` in the form that the word lists contain: lower case and without ``'s``."""
    return re.split(rf"[{APOSTROPHES}]", word.casefold())[0].rstrip("-")


def is_function_word(word: str) -> bool:
    """Return whether ``word`` is never a name, even with a capital, such as ``It's``."""
    return normalise_word(word) in FUNCTION_WORDS


def is_language(name: str) -> bool:
    """Return whether ``name`` is a language or a nationality."""
    return name.casefold() in _LANGUAGES


def is_day(word: str) -> bool:
    """Return whether ``word`` is a day, a month or a feast."""
    return normalise_word(word) in CALENDAR or word == "May"


def is_place(name: str) -> bool:
    """Return whether the last word of ``name`` marks a place, as in ``Pennywell Farm``."""
    return _ends_with(name, PLACES)


def is_group(name: str) -> bool:
    """Return whether the last word of ``name`` marks a group of people, as in ``Water Board``."""
    return _ends_with(name, GROUPS)


def _ends_with(name: str, kinds: frozenset[str]) -> bool:
    words = name.split()
    return len(words) > 1 and normalise_word(words[-1]) in kinds


def is_title(word: str) -> bool:
    """Return whether ``word`` is a title that precedes a name, such as ``Captain``."""
    return normalise_word(word.rstrip(".")) in TITLES or word in _POLICE


def strip_titles(name: str) -> str:
    """Return ``name`` without ``the`` and without titles at its start."""
    words = name.split()
    while len(words) > 1 and words[0].casefold() == "the":
        words = words[1:]
    while (
        len(words) > 2 and normalise_word(words[0].rstrip(".")) in _RANKS and words[1][0].isupper()
    ):
        words = words[1:]
    if len(words) == 2 and re.fullmatch(r"(?:Mr|Mrs|Ms|Mister)\.?", words[0]):
        words = words[1:]
    return " ".join(words)


def is_text_part(words: list[str]) -> bool:
    """Return whether ``words`` name a part of the text, such as ``Act Two``."""
    return normalise_word(words[0]) in _PARTS and len(words) <= 2


_CONTEXT_LENGTH = 40
_MOVING = re.compile(
    r"\b(?:go(?:es|ne|ing)?|went|com(?:e|es|ing)|came|moved?s?|moving|travel\w*|return\w*|sail\w*"
    r"|dr(?:ive|ives|ove|iven)|ride?s?|rode|walk\w*|flees?|fled|back|home|way|road|ferry|boat"
    r"|train|ship|steamer|bus|it(?:['\u2019]s| is)|letter|sent|taken|brought"
    r"|arriv\w*)"
    r"(?: (?!to\b)\w+){0,2} (?:to|from) $",
    re.IGNORECASE,
)
_PEOPLED = re.compile(
    r" (?:has|had) (?!(?:his|her|their|my)\b)[^.,;!?]{0,30}?\b(?:people|inhabitants|souls|streets"
    r"|houses|walls|gates|boats|farms|roofs|churches)\b"
)
_SOUNDS = re.compile(
    r"(?:mouth|mere|garth|foss|haug|ford|wick|port|haven|stead|dale|fjord|fjell|holme?|burgh?"
    r"|borough|minster|combe|bridge|chester|hampton|ville|stadt|dorf)$"
)


def is_place_in_context(text: str, name: str, start: int, end: int) -> bool:
    """Return whether the words around ``name`` in ``text``, or its last word, mark a place."""
    before = text[max(0, start - _CONTEXT_LENGTH) : start]
    return bool(
        PLACE_BEFORE.search(before)
        or CALLED_THE.search(before)
        or PLACE_AFTER.match(text, end, end + 2 * _CONTEXT_LENGTH)
        or _PEOPLED.match(text, end, end + 2 * _CONTEXT_LENGTH)
        or is_place(name)
    )


def can_be_place(text: str, name: str, start: int) -> bool:
    """Return whether somebody moves to or from ``name``, or ``name`` sounds like a place.

    The evidence is weak, since somebody may also move to a person.
    """
    before = text[max(0, start - _CONTEXT_LENGTH) : start]
    return bool(_MOVING.search(before) or _SOUNDS.search(name))


def is_person_in_context(text: str, first: str, start: int, end: int) -> bool:
    """Return whether the words around the name in ``text``, or a title in it, mark a person."""
    before = text[max(0, start - _CONTEXT_LENGTH) : start]
    return bool(is_title(first) or PERSON_BEFORE.search(before) or PERSON_AFTER.match(text, end))
