"""Read verb phrases of an idea: whether one is a deed, where it ends, and a short form of it."""

import re
from itertools import pairwise

from questfoundry.infra.llm.draft.grammar import form_base
from questfoundry.infra.llm.draft.tagging import tag_words

MOST_CHARACTERS = 60
"""The most characters of one answer, because an answer is a part of a label."""

CLAUSE_END = re.compile(
    r"[.?!;:,\u2014]| (?:-|though|although|while|because|when|if|since|but|so that|even) "
    r"| and (?=(?:it|he|she|they)\b)|$"
)
"""Matches the end of the clause of a deed or an event."""

LISTED = re.compile(r", (?:an?|the|one|two|three|with|[A-Z]\w*)\b")
"""Matches the comma of a list or an apposition, which a deed cannot do without."""

_AFTERS = "before|by|until|with|who|that|which|where|while|because|so|in|from|for|after|if|and"

_SUFFIX = re.compile(rf" (?:{_AFTERS}) (?!.* (?:{_AFTERS}) ).*")
"""Matches the last part of a deed that can be left out: ``with a passenger who is ill``."""

_CLAUSE = re.compile(
    r", (?=(?:in|at|on|where|which|who|while|when|before|after|and|as|since|because|even)\b)"
    r"|,? (?=(?:but|so)\b)"
)

_SAYS = re.compile(r"(?:tell|warn|inform|admit|confess)\b[^,]* that ")
"""Matches a deed that a clause may follow: ``tell him that it rains``."""


def shorten_deed(deed: str) -> str:
    """Return the verb phrase ``deed`` without later clauses and, if it is long, its last parts."""
    deed = _CLAUSE.split(deed, maxsplit=1)[0]
    while len(deed) > MOST_CHARACTERS or (has_clause(deed) and not _SAYS.match(deed)):
        shorter = _SUFFIX.sub("", deed, count=1)
        if shorter == deed:
            break
        deed = shorter
    return deed.strip(" ,")


def begins_with_verb(deed: str) -> bool:
    """Return whether ``deed`` begins with a base form, and has no second, finite verb."""
    tags = tag_words(f"They will {deed}.")[2:]
    return bool(deed) and tags[0].tag == "VB" and not has_clause(deed)


def use_base(deed: str) -> str:
    """Return ``deed`` with its first verb in the base form: ``save her`` for ``saving her``."""
    verb = re.match(r"(?:\w{3,}|go|do|be)ing\b", deed)
    return form_base(verb[0]) + deed[verb.end() :] if verb else deed


def drop_second_verb(deed: str) -> str:
    """Return ``deed`` without what somebody does who does it: ``fly`` for ``fly goes home``."""
    words = tag_words(f"They will {deed}")[2:]
    second = next((n for n, each in enumerate(words) if n and each.tag == "VBZ"), 0)
    before = words[:second]
    is_clause = any(e.tag in {"WP", "WDT"} or e.low == "that" for e in before)
    if not before or is_clause or before[-1].tag in {"IN", "DT"}:
        return deed
    return deed[: before[-1].end - len("They will ")].removesuffix(" and")


def has_clause(deed: str) -> bool:
    """Return whether the verb phrase ``deed`` contains a second, finite verb."""
    tags = tag_words(f"They will {deed}.")[2:]
    return any(_is_finite(each.tag, following.tag) for each, following in pairwise(tags))


def _is_finite(tag: str, following: str) -> bool:
    """Return whether ``tag`` is a finite verb; ``the bread meant for`` has none."""
    return tag in {"MD", "VBZ"} or (tag == "VBD" and following != "IN")
