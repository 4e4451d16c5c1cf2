"""Find the people whom an idea mentions, with their roles, pronouns and states."""

import re
from collections.abc import Iterator

from attrs import frozen

from questfoundry.domain.text.names.stated_names import NameSpan, find_names
from questfoundry.infra.llm.draft.cast import Person
from questfoundry.infra.llm.draft.idea import MODIFIERS, Idea, drop_small

_OWNER = r"an?|the|her|his|their|my|[A-Za-z][\w-]*['\u2019]s"
_TITLED = re.compile(r"(?:Mrs?|Ms|Dr|Sister|Dame|Sir|Captain|Father|Mother)\b")
_SHE = frozenset({"she", "her"})
_REACH = 60
"""The number of characters after a name in which a pronoun is taken for this name."""


@frozen(kw_only=True)
class Mention:
    """A person whom the idea mentions; ``near`` are the words around, in lower case.

    ``start``: the position of the mention. ``named``: whether the idea states a name.
    """

    person: Person
    near: frozenset[str]
    start: int
    named: bool


def find_people(idea: Idea) -> tuple[Mention, ...]:
    """Return the people whom ``idea`` mentions besides the lead, in order."""
    found = sorted((*_list_named(idea), *_list_nouns(idea)), key=lambda each: each.start)
    kept: list[Mention] = []
    for each in found:
        if all(abs(each.start - other.start) > len(other.person.intro) for other in kept):
            kept.append(each)
    return tuple(kept)


def _list_named(idea: Idea) -> Iterator[Mention]:
    earlier = ""
    for span in find_names(idea.text):
        if not _is_place(idea, span.name):
            yield _mention_name(idea, span, earlier)
            earlier = _shorten(span.name)


def _is_place(idea: Idea, name: str) -> bool:
    ends = rf"\b(?:{idea.words.join('places')})$"
    is_known = idea.place is not None and name in idea.place.name
    return is_known or re.search(ends, name, re.IGNORECASE) is not None


def _mention_name(idea: Idea, span: NameSpan, earlier: str) -> Mention:
    before = idea.text[: span.start]
    role, noun = _find_role(idea, before, earlier)
    start = span.start - (len(noun) + 1 if noun else 0)
    person = Person(
        name=span.name,
        short=_shorten(span.name),
        they=_find_pronoun(idea, noun, span.end),
        role=role,
        status=idea.words.find("status", " ".join(before.split()[-2:])) or "here",
    )
    return Mention(person=person, near=_words_near(idea, start, span.end), start=start, named=True)


def _shorten(name: str) -> str:
    return name if _TITLED.match(name) else name.split()[0]


def _find_role(idea: Idea, before: str, earlier: str) -> tuple[str, str]:
    """Return the role phrase before a name, and its noun; both may be empty."""
    pattern = rf"\b({_OWNER}) ({MODIFIERS}(?:{idea.words.join('people')})) $"
    found = re.search(pattern, before, re.IGNORECASE)
    if not found:
        return "", ""
    return f"{_settle_owner(found[1], earlier)} {found[2]}", found[2].rpartition(" ")[2]


def _settle_owner(owner: str, earlier: str) -> str:
    if owner.lower() in {"her", "his", "their", "my"}:
        return f"{earlier}'s" if earlier else "your"
    return "the" if owner.lower() in {"a", "an", "the"} else owner


def _find_pronoun(idea: Idea, noun: str, end: int) -> str:
    they = idea.words.find("people", noun) if noun else "they"
    if they in {"she", "he"}:
        return they
    after = re.search(r"\b(she|her|he|his|him)\b", idea.text[end : end + _REACH])
    if not after:
        return ""
    return "she" if after[1] in _SHE else "he"


def _list_nouns(idea: Idea) -> Iterator[Mention]:
    people = idea.words.join("people")
    pattern = rf"\b({_OWNER}) ({MODIFIERS})({people})\b(?! [A-Z]|['\u2019]s (?:{people}))"
    for found in re.finditer(pattern, idea.text):
        noun = f"{drop_small(found[2])}{found[3]}"
        if not (idea.lead and noun in idea.lead):
            yield _mention_noun(idea, found, noun)


def _mention_noun(idea: Idea, found: re.Match[str], noun: str) -> Mention:
    owner = found[1] if found[1].endswith("s") and "'" in found[1] else "the"
    bare = re.sub(rf"\b(?:{idea.words.join('status')})\b ?", "", noun).strip() or noun
    name, they = f"{owner} {bare}", idea.words.find("people", found[3])
    person = Person(
        name=name,
        short=name,
        they="" if they == "they" else they,
        status=idea.words.find("status", found[2]) or "here",
    )
    near = _words_near(idea, found.start(), found.end())
    return Mention(person=person, near=near, start=found.start(), named=False)


def _words_near(idea: Idea, start: int, end: int) -> frozenset[str]:
    before, after = idea.text[:start].split()[-4:], idea.text[end:].split()[:3]
    words = (*before, *idea.text[start:end].split(), *after)
    return frozenset(re.sub(r"\W", "", each).lower() for each in words)
