"""Read an idea: its lead, place and thing, and the form of its question, by lists of words."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from attrs import frozen

from questfoundry.infra.llm.draft.cast import Place, Thing
from questfoundry.infra.llm.draft.grammar import drop_article
from questfoundry.infra.llm.draft.premise import QuestionShape

ARTICLE = r"(?:an?|the|her|his|their|its|one of the|that|this)"
MODIFIERS = r"(?:[\w'\u2019-]+ ){0,3}?"
_SMALL = frozenset(
    {"that", "which", "from", "with", "their", "before", "until", "after", "must", "have", "whose"}
)
_LEAD_END = r"(?= (?:\w+s|\w+ed|must|who|whose|on|at|in|of|is|can|has|and)\b)"
_KEEPING = frozenset({"keep", "hold", "guard"})
"""Verbs of a promise that the class of a thing says better."""

_OTHERS = re.compile(r"\b(?:her|his|their|him|them|she|he|they|me|my|your)\b|[A-Z]")


@frozen(kw_only=True)
class IdeaWords:
    """The word lists of ``prompts/draft/idea.yaml``: alternatives of a pattern, by key."""

    entries: Mapping[str, Any]

    def find(self, group: str, text: str) -> str:
        """Return the first key of ``group`` whose words occur in ``text``, or an empty string."""
        for key, words in self.entries[group].items():
            if re.search(rf"\b(?:{words})\b", text, re.IGNORECASE):
                return str(key)
        return ""

    def join(self, group: str) -> str:
        """Return all words of ``group`` as one pattern."""
        return "|".join(map(str, self.entries[group].values()))


@frozen(slots=False)
class Idea:
    """An author's idea, read with ``words``; ``trades`` are the nouns of known trades."""

    text: str
    words: IdeaWords
    trades: tuple[str, ...] = ()

    @property
    def shape(self) -> QuestionShape:
        """The form of the question that the idea asks."""
        return QuestionShape(self.words.find("shapes", self.text) or QuestionShape.WHETHER)

    @property
    def motive(self) -> str:
        """The reason that the idea states, or an empty string."""
        return self.words.find("motives", self.text)

    @cached_property
    def said(self) -> frozenset[str]:
        """The words of the idea in lower case, without small words."""
        return frozenset(re.findall(r"[a-z][a-z-]{3,}", self.text.lower())) - _SMALL

    @cached_property
    def lead(self) -> str:
        """The player's role without article; empty if the idea has none."""
        trades = "|".join(map(re.escape, sorted(self.trades, key=len, reverse=True))) or "(?!)"
        nouns = f"{trades}|{self.words.join('people')}"
        known = re.search(rf"\b{ARTICLE} ({MODIFIERS}(?:{nouns}))\b", self.text, re.IGNORECASE)
        first = re.match(rf"an? ((?:[\w'-]+ ){{0,2}}?[a-z-]+){_LEAD_END}", self.text, re.IGNORECASE)
        found = first if first and (not known or first.start() < known.start()) else known
        return found[1] if found else ""

    @cached_property
    def place(self) -> Place | None:
        """The place that the idea names, or ``None``."""
        articles, nouns = r"(?:(?:an?|the|her|his|their|our) )?", self.words.join("places")
        pattern = rf"\b(?:on|at|in|aboard|inside) ({articles}{MODIFIERS}(?:{nouns}))\b"
        found = re.search(pattern, self.text, re.IGNORECASE)
        if not found:
            return None
        name = re.sub(r"^(?:an?|her|his|their|our) ", "the ", found[1], flags=re.IGNORECASE)
        preposition = self.words.find("places", name.rpartition(" ")[2])
        return Place(name=name, preposition=preposition or "in")

    @cached_property
    def thing(self) -> Thing | None:
        """The thing that the idea is about, or ``None``."""
        for kind, nouns in self.words.entries["things"].items():
            pattern = rf"\b{ARTICLE} ({MODIFIERS})({nouns})(?![\w-])"
            for found in re.finditer(pattern, self.text, re.IGNORECASE):
                if not (self.place and found[2] in self.place.name.split()):
                    name = f"the {drop_small(found[1])}{found[2]}"
                    return Thing(name=name, kind=kind, many=_is_plural(found[2]))
        return None

    def read_phrases(self) -> Mapping[str, str]:
        """Return the verb phrases that the idea states: its ``vow`` with ``until``, or ``plea``."""
        end = r"(?=[.,;]| (?:until|before|and|when|if)\b|$)"
        verb = r"(?!(?:her|his|their|the|an?|my|your)\b|[A-Z])\w"
        promise = self.words.entries["promise"]
        pattern = rf"\b(?:{promise})\b[^.;]*?\b(never |not )?to (never |not )?({verb}[^.,;]*?){end}"
        found = re.search(pattern, self.text)
        phrase = self._settle_phrase(found[3]) if found else ""
        if not found or not phrase:
            return {}
        is_ban = found[1] or found[2]
        return {"plea": phrase} if is_ban else {"vow": phrase, "until": "at"}

    def _settle_phrase(self, phrase: str) -> str:
        """Return ``phrase`` with the whole name of the thing; empty if it names anybody else."""
        name = self.thing.name if self.thing else ""
        last = re.escape(drop_article(name).rpartition(" ")[2])
        settled = re.sub(rf"\b{ARTICLE} (?:[\w-]+ )*?{last}\b", name, phrase) if name else phrase
        is_keeping = settled.split()[0].lower() in _KEEPING
        is_usable = name and name in settled and not _OTHERS.search(settled)
        return settled if is_usable and not is_keeping else ""


def drop_small(words: str) -> str:
    """Return ``words`` without articles at the start, with a space after the last word."""
    kept = re.sub(r"^(?:(?:of|the|an?) )+", "", words.strip() + " ", flags=re.IGNORECASE).strip()
    return f"{kept} " if kept else ""


def _is_plural(noun: str) -> bool:
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is"))
