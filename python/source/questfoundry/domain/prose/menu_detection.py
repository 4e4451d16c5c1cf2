"""Find prose that offers or takes choices, or that has the wrong person or tense.

Person and tense are judged in English only, by the words outside speech. Sentences about another
time or addressed to somebody are tolerated: only a clear majority counts as wrong.
"""

import re
from collections.abc import Sequence

from questfoundry.domain.prose.narration import Narration, split_words
from questfoundry.domain.story.voice import Person, Tense

_MENU_PHRASE = re.compile(
    # Testing the first letter before anything else halves the time.
    r"\b(?=[wtyco])(?:what (?:do|will|would|should) you (?:do|choose)(?: now| next)?\s?\?"
    r"|the choice is yours\b|your (?:choices|options) are\b"
    r"|choose (?:wisely|your path|your next)\b|option [a-d1-9](?=[:.)]))",
    re.IGNORECASE,
)
_ITEM = re.compile(r"(?:\d{1,2}[.)]|[A-Da-d][.)]|[*\u2022])[ \t]+\S")
_STOP = re.compile(r"[.!?\u2026\n]+")
_PLAYER = {Person.FIRST: "i|we", Person.SECOND: "you", Person.THIRD: "he|she|they"}
_MIN_LABEL_WORDS = 3  # The fewest words of a label whose occurrence in the prose is no coincidence


def find_menu(prose: Narration, labels: Sequence[str]) -> str:
    """Return the text that offers choices, or an empty string.

    The text is a question, a list at the end, or one of at least two labels in the prose. A label
    that the prose weighs ("If you keep it, ...") is no offer.
    """
    if phrase := _MENU_PHRASE.search("\n".join(prose.stretches)):
        return phrase.group()
    lines = [line.strip() for line in prose.text.splitlines() if line.strip()][-2:]
    if len(lines) == 2 and all(_ITEM.match(line) for line in lines):
        return lines[0]
    labels_in_text = [
        label
        for label in labels
        if _is_distinctive(label) and _is_offered(_space_words(label), prose.narrated_text)
    ]
    return labels_in_text[0] if len({_space_words(label) for label in labels_in_text}) > 1 else ""


def _is_offered(label: str, text: str) -> bool:
    return label in text.replace(f" if you{label}", " ")


def find_decided_label(prose: Narration, labels: Sequence[str], person: Person) -> str:
    """Return the label of a choice that the prose takes for the player, or an empty string.

    The prose may lead up to the only choice of a passage. A choice that is only considered is not
    reported.
    """
    # Prose inflects only the first word of a label, its verb.
    named = [
        each
        for each in labels
        if _is_distinctive(each) and f" {' '.join(split_words(each)[1:])} " in prose.narrated_text
    ]
    if len(labels) < 2 or not named:
        return ""
    sentences = (_space_words(each) for part in prose.stretches for each in _STOP.split(part))
    narration = f" . {' . '.join(sentences)}"
    for label in named:
        verb, *rest = map(re.escape, split_words(label))
        action = f"{verb}(?:e?d|e?s)? {' '.join(rest)} "
        if re.search(f" (?:[.]|and|then)  ?(?:{_PLAYER[person]}) {action}", narration):
            return label
    return ""


def _is_distinctive(label: str) -> bool:
    return len(split_words(label)) >= _MIN_LABEL_WORDS


def _space_words(text: str) -> str:
    return f" {' '.join(split_words(text))} "


_FIRST = re.compile(r"\b(?:I|[Mm](?:e|y|ine|yself)|[Ww]e|[Uu]s|[Oo]urs?)\b")
_SECOND = re.compile(r"\b(?:you|yours?|yourself)\b", re.IGNORECASE)
_THIRD = re.compile(
    r"\b(?:he|him|his|himself|she|hers?|herself|they|them|theirs?|themselves)\b", re.IGNORECASE
)

_VERB = re.compile(
    # Testing the first letter before anything else halves the time.
    r"\b(?=[histwy])((?:if|though)\s+)?\b((?:you|I|we|he|she|they|it|there)\s+(\w+))",
    re.IGNORECASE,
)
_PRESENT_VERBS = frozenset(
    split_words(
        "am are is have has do does see sees hear hears feel feels turn turns take takes step "
        "steps walk walks look looks stand stands know knows find finds hold holds go goes come "
        "comes reach reaches open opens pull pulls push pushes wait waits want wants sit sits "
        "say says nod nods smile smiles lean leans climb climbs"
    )
)
_PAST_VERBS = frozenset(
    split_words(
        "was were did saw heard felt took stood knew found held went came said made gave sat ran "
        "began thought told kept left drew fell rose spoke swam dove got"
    )
)
_PRESENT_VERBS_IN_ED = frozenset(
    split_words("need feed bleed speed heed breed exceed proceed succeed")
)
"""Present verbs that end in "ed". The lists omit "read" and "set", which are also past forms."""

_MIN_MATCHES = 4  # The fewest matches of the wrong person or tense that count as a problem

_HIGH_RATIO, _RATIO = 8, 2
"""The ratio of wrong to right matches above which a text is reported.

The ratio is high for first and second person, because a narrator may say "you" for a while. It is
low for third person, which every story contains, and for tenses, which few words show.
"""


def find_wrong_person(prose: Narration, person: Person) -> str:
    """Return a pronoun of the wrong person, or an empty string if the person is right."""
    narration = " ".join(prose.stretches)
    match person:
        case Person.FIRST:
            wrong, right, times = [_SECOND], _FIRST, _HIGH_RATIO
        case Person.SECOND:
            wrong, right, times = [_FIRST], _SECOND, _HIGH_RATIO
        case Person.THIRD:
            wrong, right, times = [_SECOND, _FIRST], _THIRD, _RATIO
    found = [word for each in wrong for word in each.findall(narration)]
    if len(found) < _MIN_MATCHES:  # nearly always; then counting the right ones is unnecessary
        return ""
    return _first_if_prevalent(found, len(right.findall(narration)), times)


def find_wrong_tense(prose: Narration, tense: Tense) -> str:
    """Return a pronoun and verb that are in the wrong tense for certain, or an empty string."""
    verbs = _VERB.findall(" ".join(prose.stretches))
    found = [(words, verb.lower()) for unreal, words, verb in verbs if not unreal]
    wrong = [words for words, verb in found if _is_other_tense(verb, tense)]
    return _first_if_prevalent(wrong, len(found) - len(wrong), _RATIO)


def _is_other_tense(verb: str, tense: Tense) -> bool:
    if tense is Tense.PAST:
        return verb in _PRESENT_VERBS
    return verb in _PAST_VERBS or (verb.endswith("ed") and verb not in _PRESENT_VERBS_IN_ED)


def _first_if_prevalent(wrong: Sequence[str], right: int, ratio: int) -> str:
    return wrong[0] if len(wrong) >= _MIN_MATCHES and len(wrong) > ratio * right else ""
