"""Read the promise that an idea states: what somebody swore to do, or never to do."""

import re
from collections.abc import Mapping

from questfoundry.infra.llm.draft.grammar import drop_article

_KEEPING = frozenset({"keep", "hold", "guard"})
"""Verbs that are not taken from a promise: the phrases of the thing's class say it better."""

_OTHERS = re.compile(r"\b(?:her|his|their|him|them|she|he|they|me|my|your)\b|[A-Z]")
_ARTICLE = r"(?:an?|the|her|his|their|its|one of the|that|this)"
_END = r"(?=[.,;]| (?:until|before|and|when|if)\b|$)"
_VERB = r"(?!(?:her|his|their|the|an?|my|your)\b|[A-Z])\w"


def read_promise(text: str, promises: str, thing: str) -> Mapping[str, str]:
    """Return the promise about ``thing`` as a verb phrase, by its key; empty without one.

    ``promises``: the verbs of promising, separated by bars. ``vow``: what somebody promised to do;
    the key ``until`` comes with it. ``plea``: what somebody promised not to do.
    """
    pattern = rf"\b(?:{promises})\b[^.;]*?\b(never |not )?to (never |not )?({_VERB}[^.,;]*?){_END}"
    found = re.search(pattern, text)
    phrase = _settle(found[3], thing) if found and thing else ""
    if not found or not phrase:
        return {}
    return {"plea": phrase} if found[1] or found[2] else {"vow": phrase, "until": "at"}


def _settle(phrase: str, thing: str) -> str:
    """Return ``phrase`` with the full name ``thing``; empty if it concerns anything else."""
    last = re.escape(drop_article(thing).rpartition(" ")[2])
    settled = re.sub(rf"\b{_ARTICLE} (?:[\w-]+ )*?{last}\b", thing, phrase)
    is_keeping = settled.split()[0].lower() in _KEEPING
    is_usable = thing in settled and not _OTHERS.search(settled)
    return settled if is_usable and not is_keeping else ""
