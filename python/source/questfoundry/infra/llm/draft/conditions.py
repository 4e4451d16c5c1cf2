"""Parse conditional text: ``[[when: words || other words]]``, with conditions joined by ``&``.

A condition about the idea (``people=none``) is decided when a story is drawn. A condition about
what players did (``refused``, ``!sent-for``) stays, because players differ.
"""

import re
from collections.abc import Callable, Mapping

from attrs import frozen

WHEN = re.compile(r"\[\[([^:\[\]]+):[ ]?(.*?)(?:[ ]?\|\|[ ]?(.*?))?\]\]", re.DOTALL)
"""Matches a conditional text: its condition, its words, and the words if the condition fails."""

_SENTENCE_ENDS = frozenset('.!?"*]')
_OPENS = frozenset('"*{[')


@frozen
class Term:
    """One part of a condition: a mark, clue or answer, or a fact about the cast with its value."""

    name: str
    value: str = ""
    negated: bool = False

    def __str__(self) -> str:
        if self.value:
            return f"{self.name}{'!' if self.negated else '='}{self.value}"
        return f"{'!' if self.negated else ''}{self.name}"

    def is_true_of(self, facts: Mapping[str, frozenset[str]]) -> bool:
        """Return whether this fact about the cast holds; raise ``KeyError`` for an unknown fact."""
        return (self.value in facts[self.name]) is not self.negated


def parse_condition(text: str) -> tuple[Term, ...]:
    """Return the terms of a condition such as ``sent-for & holder=dead & !told``."""
    return tuple(map(_parse_term, text.split("&")))


def _parse_term(text: str) -> Term:
    text = text.strip()
    if text.startswith("!"):
        return Term(text[1:].strip(), negated=True)
    name, sign, value = re.match(r"([^=!]*)([=!]?)(.*)", text).groups()  # type: ignore[union-attr]
    return Term(name.strip(), value.strip(), negated=sign == "!")


def settle_facts(text: str, facts: Mapping[str, frozenset[str]]) -> str:
    """Return ``text`` with each condition about the cast replaced by the words that apply.

    ``facts`` maps the name of each fact to its values. Raise ``KeyError`` for a fact that it lacks.
    """
    return WHEN.sub(lambda found: _settle(found, facts), text)


def _settle(found: re.Match[str], facts: Mapping[str, frozenset[str]]) -> str:
    terms, words, others = parse_condition(found[1]), found[2] or "", found[3] or ""
    if not all(each.is_true_of(facts) for each in terms if each.value):
        return join_words(found, others)
    left = [str(each) for each in terms if not each.value]
    return f"[[{' & '.join(left)}: {words} || {others}]]" if left else join_words(found, words)


def settle_marks(text: str, holds: Callable[[Term], bool]) -> str:
    """Return ``text`` as one player reads it; ``holds`` says which terms are true of the player."""

    def choose(found: re.Match[str]) -> str:
        words = found[2] if all(map(holds, parse_condition(found[1]))) else found[3]
        return join_words(found, words or "")

    return tidy(WHEN.sub(choose, text))


def join_words(found: re.Match[str], words: str) -> str:
    """Return ``words``, which replace the conditional text ``found``.

    A space is added at each end that would otherwise touch a neighbouring sentence, but not inside
    of a quotation mark.
    """
    start, end = found.span()
    before, after = found.string[:start][-1:], found.string[end:][:1]
    spoken = found.string[:start].rpartition("\n\n")[2]
    opens, closes = (each.count('"') % 2 == 1 and '"' for each in (spoken, spoken + words))
    first = " " if before in _SENTENCE_ENDS and before != opens and _is_opening(words[:1]) else ""
    is_next = words[-1:] in _SENTENCE_ENDS and after != closes and _is_opening(after)
    return f"{first}{words}{' ' if is_next else ''}" if words else ""


def _is_opening(character: str) -> bool:
    return character.isalnum() or character in _OPENS


def list_terms(text: str) -> tuple[Term, ...]:
    """Return the terms of all conditions in ``text``, each once."""
    found = (parse_condition(each[1]) for each in WHEN.finditer(text))
    return tuple(dict.fromkeys(term for terms in found for term in terms))


def tidy(paragraph: str) -> str:
    """Return ``paragraph`` on one line, with single spaces between words."""
    return re.sub(r"\s+", " ", paragraph).strip()


def split_paragraphs(text: str) -> tuple[str, ...]:
    """Return the paragraphs of ``text``, which empty lines separate, without line breaks."""
    return tuple(tidy(each) for each in re.split(r"\n[ \t]*\n", text) if each.strip())
