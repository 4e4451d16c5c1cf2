"""Remove instructions to the program, such as ``Please keep it warm``, from an idea."""

import re

from questfoundry.domain.text.tone import split_tone
from questfoundry.infra.llm.draft.grammar import capitalise
from questfoundry.infra.llm.draft.tagging import tag_words

_WORKS = (
    r"(?:story|stories|tale|game|adventure|comedy|tragedy|romance|mystery|thriller|farce|fable"
    r"|whodunit|twist|ending|end|tone|mood|plot|draft)"
)
_ABOUT = re.compile(
    r"^(?:(?:hi|hello|hey|dear \w+)\b[,!]? )?"
    r"(?:(?:please,? )?(?:i want|i'd like|i would like|make|write|tell|create|give)\b[^.]*?"
    rf"(?:{_WORKS}|something)\b(?: \w+)?? (?:about|in which|where|were|of|with) "
    r"|(?:a )?story (?:about|of) )",
    re.IGNORECASE,
)
"""Matches words to the program before the idea itself."""

_TO_PROGRAM = re.compile(
    r"\b(?:pls|plz)\b|\bplease[.!?]*$|^(?:hi|hello|hey)(?: \w+)?[.!]+$"
    r"|^i (?:don.t|do not) (?:want|like|need)\b"
    r"|^(?:(?:but|and|also|so|oh|ps|note)\b[,:]? ?)?(?:"
    r"please,? (?:\w+ )?(?:keep|make|write|let|give|tell|do|don.t|no|not|use|set|include|add|avoid"
    r"|have|be|end|surprise|nothing)\b"
    r"|(?:i (?:really |just |only )?(?:want|need|hope)|i(?:.d| would) (?:really )?(?:like|love)) "
    rf"(?:it|this|(?:\w+ ){{0,3}}{_WORKS}|to (?:feel|read|play|laugh|cry|be surprised))\b"
    r"|(?:can|could|would) you (?:please |maybe )?(?:make|write|tell|give|do|create)\b"
    rf"|(?:make|keep|write|tell|give) (?:it|this|me|us|(?:the |a |an )?(?:\w+ )?{_WORKS})\b"
    r"|surprise me\b|thanks\b|thank you\b"
    rf"|(?:it|this|the {_WORKS}) should (?:be|feel|end|have)\b"
    rf"|(?:an?|the) (?:\w+ )?(?:story|game|adventure|comedy|thriller|romance)[.!?]*$"
    r")",
    re.IGNORECASE,
)
"""Matches a sentence to the program."""

_LIMITS = re.compile(
    r"[,;] (?:and )?(?:it|this) (?:needs to|has to|should|must) be\b[^.!?]*"
    r"\b(?:words|pages|friendly|funny|scary|short|kids?|children)\b[^.!?]*",
    re.IGNORECASE,
)
"""Matches a clause about the length or the readers of a story."""

_SENTENCES = re.compile(r"(?<=[.!?\u2026])\s+")


def strip_request(text: str) -> str:
    """Return ``text`` without clauses that instruct the program: ``Write a story about``."""
    return _LIMITS.sub("", _YOU.sub(_drop_you, _ABOUT.sub("", text)))


_YOU = re.compile(
    r"^you (?:are|play|play as) (?!.*\byou)((?:an?|the) [^,.;:]+?)"
    r"(?:( and )(?=(?:the|an?) (?:[\w'-]+ ){1,3}(?:is|are|has|have|was|were)\b)|(?=[,.;:]|$))",
    re.IGNORECASE,
)
"""Matches words to the player: ``You are a driver and the crew is late``."""


def _drop_you(found: re.Match[str]) -> str:
    return f"{found[1]}; " if found[2] else found[1]


_ADDRESS = re.compile(
    r"^you (?:are|play|play as) (?=(?:an?|the) )"
    r"(?!.*\b(?:do|did|will|would|should|can|could) you\b)",
    re.IGNORECASE,
)
_YOURS = {"your": "their", "yours": "theirs", "yourself": "themselves", "you": "them"}
_BEFORE_OBJECT = frozenset({"to", "for", "with", "at", "of", "from", "by", "on", "about", "near"})


def use_third_person(text: str) -> str:
    """Rewrite ``text`` in the third person if it addresses the player.

    ``You are a driver, and your bus`` becomes ``A driver, and their bus``. A text with a question
    to ``you`` stays as it is.
    """
    if not _ADDRESS.match(text):
        return text
    said, here, before = list[str](), 0, ""
    words = tag_words(text)
    for word, after in zip(words, (*words[1:], words[-1]), strict=True):
        is_acting = after.is_verb or after.tag == "RB"
        is_object = before in _BEFORE_OBJECT or before == "VB" or not is_acting
        own = "they" if word.low == "you" and not is_object else _YOURS.get(word.low, word.text)
        said += [text[here : word.start], own]
        here, before = word.end, "VB" if word.is_verb else word.low
    return capitalise(re.sub(r"^they (?:are|play(?: as)?) ", "", "".join((*said, text[here:]))))


def drop_requests(text: str) -> str:
    """Return ``text`` without sentences that instruct the program or are about tone.

    If there is no other sentence, these sentences stay.
    """
    kept = [each for each in _SENTENCES.split(text) if not _is_to_program(strip_request(each))]
    return split_tone(" ".join(kept) or text).text


def _is_to_program(sentence: str) -> bool:
    """Return whether ``sentence`` is no part of an idea, as ``Keep it or burn it?`` is."""
    found = _TO_PROGRAM.search(sentence)
    is_idea = sentence.endswith("?") and "you " not in sentence.lower()
    return found is not None and not is_idea and " about a" not in sentence
