"""Write a story's first paragraph: the idea as the author typed it, and who the player is."""

import re

from questfoundry.infra.llm.draft.clauses import list_words
from questfoundry.infra.llm.draft.grammar import capitalise
from questfoundry.infra.llm.draft.speech import speak_to_player

_ABOUT = re.compile(
    r"^(?:(?:please,? )?(?:i want|i'd like|i would like|make|write|tell|create|give)\b[^.]*?"
    r"(?:story|game|adventure)\b (?:about|in which|where|were|of|with) "
    r"|(?:a )?story (?:about|of) )",
    re.IGNORECASE,
)
"""Matches words to the program before the idea itself."""

_TITLE = re.compile(r"\b(Mr|Mrs|Ms|Dr|St)\.(?= )")
"""Matches a title with its point, which would end a sentence."""

_GREETING = re.compile(r"^(?:hi|hello|hey)\b[,!]? ", re.IGNORECASE)
_CRAFT = re.compile(r"\b(?:story|players?|my table|i teach|genre|prompt)\b", re.IGNORECASE)
_PLAYER = re.compile(r"\bthe player is\b(?:([^.,;]*? and) has\b)?", re.IGNORECASE)
_KINDS = "cosy|cozy|noir|gothic|dark|low|high|urban|folk|short|small|sweet|funny|sad|epic"
_KINDS += "|romantic|historical|murder|little"
_GENRE = re.compile(
    rf"^(?:an? |the )?(?:(?:{_KINDS}) ){{0,2}}(?:mystery|noir|thriller|romance|comedy|tragedy|drama"
    r"|fable|adventure|western|whodunit|saga|tale|fantasy|horror|story)"
    r"(?: (?:set )?(?:in|on|at|about|aboard|under|of)\b|:|,)? ?",
    re.IGNORECASE,
)
"""Matches the genre at the start of an idea, which is not a part of the story."""

_NAMED = re.compile(r"\b(?:you|we) are (?:the|an?) |\byou play as\b", re.IGNORECASE)
_ASKING = list_words("do does did will can should is are how what who why which")
_SENTENCES = re.compile(r"(?<=[.!?])\s+")


def strip_craft(text: str) -> str:
    """Return ``text`` without what is said to the program, such as ``I want a story about``."""
    plain = _TITLE.sub(r"\1", " ".join(text.split()))
    bare = _ABOUT.sub("", _GREETING.sub("", plain))
    named = _PLAYER.sub(lambda found: f"You are{found[1]} have" if found[1] else "You are", bare)
    sentences = (_ABOUT.sub("", each) for each in _SENTENCES.split(named))
    told = (each for each in sentences if not _CRAFT.search(each))
    return " ".join(told) or bare


def write_opening(idea: str, player: str, *, describes: bool) -> str:
    """Return the first paragraph for ``idea``; ``player`` says who the player is, or is empty.

    ``describes``: whether the idea only describes the player: ``a witch who opens a shop``.
    """
    bare = _GENRE.sub("", idea, count=1).strip(" ,:")
    told = speak_to_player(bare or idea)
    lowered = told[:1].lower() + told[1:]
    told = f"You are {lowered}" if describes else capitalise(told)
    last = _SENTENCES.split(told)[-1].partition(" ")[0].lower()
    mark = "?" if last in _ASKING else "."
    end = "" if told.endswith((".", "!", "?", '"', "\u2026")) else mark
    is_told = not player or _NAMED.search(told)
    return f"{told}{end}" if is_told else f"{told}{end} You are {player}."
