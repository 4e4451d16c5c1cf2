"""Define a tagged word of an idea, and correct tags that the neighbouring words disprove."""

import re
from collections.abc import Callable, Sequence
from functools import cached_property

from attrs import frozen

_DETERMINERS = frozenset({"DT", "PRP$", "CD"})
FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
"""The tags of verbs that have a subject."""

_VERBS = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ"})
_PARTICIPLES = frozenset({"VBD", "VBG", "VBN"})
_PARTICLES = frozenset({"out", "up", "off", "back", "down", "away"})
_COPULAS = frozenset({"is", "are", "was", "were"})
_SHORT_VERBS = frozenset({"'s", "'re", "'m", "'ve", "'d", "'ll"})
_AUXILIARIES = frozenset(
    {"has", "have", "had", "'ve", "is", "are", "was", "were", "be", "been", "being", "never"}
)
_CLAUSE_WORDS = frozenset({"that", "whether", "if", "who", "how", "why", "what"})
_AFTER_VERBS = _CLAUSE_WORDS | frozenset(
    {"to", "the", "a", "an", "his", "her", "their", "its", "it", "him"}
)
_OBJECTS = frozenset({"it", "him", "them", "me", "us"})


@frozen
class Word:
    """A word or a punctuation mark of an idea, with its tag and its place in the text."""

    text: str
    tag: str
    start: int
    end: int

    @cached_property
    def low(self) -> str:
        """The word in lower case, with straight apostrophes."""
        return self.text.lower().replace("\u2019", "'")

    @property
    def is_noun(self) -> bool:
        """Return whether this is a noun, but no name."""
        return self.tag in {"NN", "NNS"}

    @property
    def is_name(self) -> bool:
        """Return whether this is a name or a part of one."""
        return self.tag in {"NNP", "NNPS"}

    @property
    def is_verb(self) -> bool:
        """Return whether this is a verb or a modal verb such as ``must``."""
        return self.tag in _VERBS or self.tag == "MD"

    @property
    def is_determiner(self) -> bool:
        """Return whether this is an article, a possessive pronoun or a number."""
        return self.tag in _DETERMINERS


_UNMARKED = {
    **dict.fromkeys(("theres", "shes", "hes", "isnt", "doesnt", "thats", "whats"), "VBZ"),
    **dict.fromkeys(("dont", "im", "ive", "youre", "theyre", "theyve", "arent"), "VBP"),
    **dict.fromkeys(("cant", "wont", "wouldnt", "couldnt", "shouldnt"), "MD"),
}
"""The tags of contractions that are typed without an apostrophe."""


def word_at(words: Sequence[Word], place: int) -> Word:
    """Return the word at ``place``; an empty one outside of ``words``."""
    return words[place] if 0 <= place < len(words) else Word("", "", 0, 0)


def _correct_small(words: Sequence[Word], place: int) -> str:
    """Return the tag at ``place``, corrected for short words such as ``'s``, ``n't`` and ``no``."""
    word, before = words[place], word_at(words, place - 1)
    if word.low in _COPULAS:
        return "VBD" if word.low in {"was", "were"} else "VBZ"
    if word.low in _SHORT_VERBS:
        is_owner = word.low == "'s" and before.tag not in {"PRP", "WP", "EX", "WRB"}
        return "POS" if is_owner else "VBZ"
    if word.low == "n't":
        return "RB"
    if word.low in _UNMARKED:
        return _UNMARKED[word.low]
    if word.low == "'" and word.tag == "POS" and word_at(words, place + 1).start == word.end:
        return "``"
    if word.low in {"vs", "versus"}:
        return "CC"
    return "DT" if word.low == "no" else word.tag


def _correct_name(words: Sequence[Word], place: int) -> str:
    """Return the tag at ``place``, corrected for names: capitals inside a sentence show a name."""
    word, before = words[place], word_at(words, place - 1)
    is_first = before.tag in {"", ".", ":"} or before.low in {'"', "'"}
    is_capital = (
        _CAPITAL.match(word.text) is not None
        and word.text != "I"
        and word.tag not in {"PRP", "PRP$", "."}
    )
    if word.is_name and word.text.islower():
        return "NN"
    is_verb_next = (
        word_at(words, place + 1).tag == "NNS" and word_at(words, place + 2).is_determiner
    )
    if is_first and word.is_name and word_at(words, place + 1).is_noun and not is_verb_next:
        return "NN"
    if is_first or not is_capital:
        return word.tag
    is_number = word.tag == "CD" and before.is_name and not word.text[0].isdigit()
    if word.is_determiner or word.tag in {"IN", "CC", "WP"}:
        return "NNP" if is_number else word.tag
    return "NNP"


_CAPITAL = re.compile(r"[A-Z]|(?:al|el|van|de|d|o)[-'\u2019][A-Z]")


def _correct_verb(words: Sequence[Word], place: int) -> str:
    """Return the tag at ``place``, corrected for verbs such as ``ring`` in ``to ring the bell``."""
    word, before, after = words[place], word_at(words, place - 1), word_at(words, place + 1)
    if word.tag == "VB" and (before.is_noun or before.is_name) and not _is_led(words, place):
        return "VBP"
    if not word.is_noun:
        return word.tag
    is_object_next = after.is_determiner or after.is_name or after.tag == "PRP"
    ends = after.tag in {"", ".", ",", ":", "IN", "RB", "TO"}
    if before.tag in {"TO", "MD"} and word.tag == "NN" and (is_object_next or ends):
        is_base = before.tag == "MD" or word_at(words, place - 2).is_verb or after.low in _PARTICLES
        return "VB" if is_object_next or is_base else word.tag
    if before.low in {"not", "n't"}:
        return "VB"
    is_object = word_at(words, place - 2).tag == "VBG"
    if word.tag == "NNS" and before.tag in {"NN", "NNP"} and after.low in _AFTER_VERBS:
        return word.tag if is_object else "VBZ"
    names_thing = after.is_noun or after.is_determiner or after.is_name
    if word.tag == "NNS" and before.is_name and names_thing:
        return "VBZ"
    if before.tag == "NNS" and (after.low == "that" or after.is_determiner):
        return "VBP"
    if before.tag == "CC" and word.tag == "NN" and after.low in _OBJECTS:
        return "VB"
    if before.tag == "PRP" or (before.low in {"who", "that"} and after.low != "of"):
        return "VBZ" if word.tag == "NNS" else "VBP"
    return word.tag


def _is_led(words: Sequence[Word], place: int) -> bool:
    """Return whether an earlier verb requires the base form at ``place``, as in ``let him go``."""
    before = words[max(0, place - FAR) : place]
    return any(each.tag in {"MD", "TO", "VB"} or each.low in _CAUSING for each in before)


FAR = 6
"""The number of words around a word that may explain its tag."""

_CAUSING = frozenset(
    {"let", "lets", "make", "makes", "help", "helps", "watch", "see", "sees", "do"}
)
_CAUSING |= {"do", "does", "did"}


def _correct_noun(words: Sequence[Word], place: int) -> str:
    """Return the tag at ``place``, corrected for nouns such as ``call`` in ``a call centre``."""
    word, before, after = words[place], word_at(words, place - 1), word_at(words, place + 1)
    is_article = before.is_determiner and before.low not in {"both", "all"}
    opens = is_article or before.tag in {"JJ", "POS"}
    continues = after.is_noun or after.is_name or after.tag.startswith("JJ")
    if word.tag == "VBD" and (_has_auxiliary(words, place) or after.low == "by"):
        return "VBN"
    if word.tag == "VBN" and before.is_noun and after.is_determiner:
        return word.tag if _has_auxiliary(words, place - 1) else "VBD"
    if word.tag in _PARTICIPLES and (opens or before.text == ",") and continues:
        return "JJ"
    if word.tag in {"VB", "VBP"} and (opens or before.tag == "NN"):
        is_object_next = after.is_determiner or after.tag in {"PRP", "RB"}
        is_object_next = is_object_next or after.low in _CLAUSE_WORDS
        asks = any(word_at(words, place - step).tag == "MD" for step in range(1, 5))
        opens = opens or (before.low.endswith("ing") and word_at(words, place - 2).is_determiner)
        return word.tag if (is_object_next or asks) and not opens else "NN"
    if word.tag == "RB" and before.tag == "DT" and (continues or word.low not in _DEGREES):
        return "JJ" if continues else "NN"
    if word.tag.startswith("JJ") and before.tag == "CD" and not continues:
        return "NNS" if word.low.endswith("s") else word.tag
    if word.tag.startswith("JJ") and opens and not continues and after.tag not in {"CC", ",", "CD"}:
        return word.tag if before.tag == "JJ" and after.tag == "VBG" else "NN"
    if word.tag == "JJ" and after.tag == "MD" and before.low != "how":
        return "NN"
    if word.low in {"fair", "official"} and before.is_noun and not continues:
        return "NN"
    return "NN" if word.tag == "FW" else word.tag


def _has_auxiliary(words: Sequence[Word], place: int) -> bool:
    """Return whether ``has`` or ``was`` comes before ``place``, as in ``has not told``."""
    before = word_at(words, place - 1)
    return before.low in _AUXILIARIES or (
        before.tag == "RB" and word_at(words, place - 2).low in _AUXILIARIES
    )


ANYBODY = frozenset({"nobody", "somebody", "everybody", "someone", "everyone", "anyone"})
_IN_LOVE = ["in", "love"]
_NO_NOUNS = frozenset(
    {"have", "get", "go", "become", "meet", "look", "inherit", "discover", "decide"}
)
_MEETING = frozenset({"meet", "wait", "argue", "quarrel", "fight", "play"})
_ASKING = frozenset({"do", "does", "did", "will", "would", "should", "can", "could", "must"})
_SAME_FORM = frozenset({"let", "put", "cut", "set", "shut", "come", "become", "run", "bet"})
_DEGREES = frozenset({"very", "only", "once", "even", "almost", "more", "most", "so", "too"})


def _correct_agreement(words: Sequence[Word], place: int) -> str:
    """Return the tag at ``place``, corrected by number: ``a bus stop``, but ``ten buses stop``."""
    word, before, after = words[place], word_at(words, place - 1), word_at(words, place + 1)
    if word.tag == "VBZ" and before.tag == "CD":
        return "NNS"
    if word.tag == "VBP" and before.tag == "NN" and _is_one(words, place - 1):
        return "NN"
    is_verb = before.tag == "NNS" and after.tag == "DT"
    is_verb = is_verb or (before.tag == "NN" and after.text == "," and _is_when(words, place))
    if word.tag == "NNS" and is_verb:
        return "VBZ"
    if word.low in _WANTING and before.is_noun and after.low == "to":
        return "VBP"
    is_wished = before.tag == "TO" and word_at(words, place - 2).low in _WANTING | {"how"}
    return "VB" if is_wished and word.tag == "JJ" else word.tag


_WANTING = frozenset({"want", "wants", "learn", "learns", "try", "tries", "hope", "hopes", "plan"})


def _is_when(words: Sequence[Word], place: int) -> bool:
    """Return whether the clause that ends at ``place`` says when: ``When the river floods,``."""
    return word_at(words, place - 3).low in {"when", "if", "while", "until", "after", "before"}


def _is_one(words: Sequence[Word], place: int) -> bool:
    """Return whether a singular with an article is at ``place``, and no crew, which may be many."""
    is_counted = word_at(words, place - 1).low in {"a", "an", "the", "my", "his", "her"}
    return is_counted and words[place].low not in _MANY


_MANY = frozenset({"crew", "family", "team", "band", "couple", "staff", "police", "group", "pair"})


def _correct_clause(words: Sequence[Word], place: int) -> str:
    """Return the tag at ``place``, corrected by the clause: a verb follows ``who``, for example."""
    word, before = words[place], word_at(words, place - 1)
    if word.tag == "VBN" and before.low == "who":
        return "VBD"
    if (
        word.low in {"fall", "falls"}
        and [word_at(words, place + n).low for n in (1, 2)] == _IN_LOVE
    ):
        return "VBP" if word.low == "fall" else "VBZ"
    if word.low in ANYBODY and before.is_noun:
        return "PRP"
    if word.low in _MEETING and before.is_noun and word_at(words, place + 1).tag in {"IN", "", "."}:
        return "VBP"
    after = word_at(words, place + 1)
    if word.low == "her" and after.tag in {"", ".", ",", ":", "IN", "CC", "TO", "MD"}:
        return "PRP"
    if word.low in _NO_NOUNS and word.is_noun and before.tag != "DT":
        return "VBP"
    if word.low == "own" and before.tag == "NNS":
        return "VBP"
    if word.low in _SAME_FORM and before.low in {"has", "have", "had"}:
        return "VBN"
    ends = word_at(words, place + 1).text == "," and word_at(words, place + 2).tag in {"CC", ""}
    if word.tag == "JJ" and before.tag == "DT" and ends:
        return "NN"
    opens = word.tag in {"JJ", "VBD"} and before.tag in {"MD", "TO"} and after.is_determiner
    return "VB" if opens or (word.tag == "VBP" and before.tag == "TO") else word.tag


def _correct_after_name(words: Sequence[Word], place: int) -> str:
    """Return the tag at ``place``, corrected after a name: ``Ann sails`` or ``did Ann end up``."""
    word, before = words[place], word_at(words, place - 1)
    is_asked = any(each.low in _ASKING for each in words[max(0, place - FAR) : place])
    if word.tag == "NN" and before.is_name and is_asked:
        return "VB"
    first = word_at(words, place - 2)
    opens = first.text in {"", ",", "."} and word_at(words, place + 1).tag in {"IN", "TO", "DT"}
    is_free = opens or not any(each.tag in FINITE for each in words)
    if word.tag == "NNS" and before.is_name and not first.is_determiner and is_free:
        return "VBZ"
    return word.tag


def _correct_after_noun(words: Sequence[Word], place: int) -> str:
    """Return the tag of ``gains`` in ``a machine gains consciousness``: a plural takes no ``a``."""
    here = place - 1
    while here > 0 and words[here].tag in {"NN", "JJ"}:
        here -= 1
    is_article = words[here].low in {"a", "an"} and here < place - 1 and not words[here + 1].is_name
    is_after_noun = is_article and words[place - 1].tag == "NN"
    joins = words[max(place - 1, 0)].low == "and" and word_at(words, place + 1).is_determiner
    is_verb = words[place].tag == "NNS" and (is_after_noun or joins)
    is_free = not any(each.tag in FINITE for each in words)
    if is_free and words[place].tag == "NN" and (_joins(words, here, place) or _acts(words, place)):
        return "VBP"
    return "VBZ" if is_verb else words[place].tag


def _acts(words: Sequence[Word], place: int) -> bool:
    """Return whether a plural acts: ``twin sisters swap places``, ``two strangers wake up``."""
    before, after = word_at(words, place - 1), word_at(words, place + 1)
    is_object = after.tag == "NNS" or after.is_determiner or after.low in _PARTICLES
    is_first = place < FAR and not any(each.text in ",:;" for each in words[:place])
    return is_first and is_object and before.tag == "NNS" and before.low not in _COMPOUNDS


_COMPOUNDS = frozenset({"arms", "goods", "news", "sports", "sales", "customs", "women", "men"})
"""Plurals before a singular noun: ``an arms dealer``."""


def _joins(words: Sequence[Word], here: int, place: int) -> bool:
    """Return whether a second subject begins at ``here``: ``and her teenage son drive``."""
    is_second = (
        words[here].is_determiner and here < place - 1 and word_at(words, here - 1).low == "and"
    )
    return is_second and word_at(words, here - 2).is_noun and word_at(words, place + 1).tag == "IN"


CORRECTIONS: tuple[Callable[[Sequence[Word], int], str], ...] = (
    _correct_small,
    _correct_name,
    _correct_verb,
    _correct_noun,
    _correct_agreement,
    _correct_clause,
    _correct_after_name,
    _correct_after_noun,
)
