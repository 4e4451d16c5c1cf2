"""Turn the aim of somebody in an idea into the question whether this person reaches it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from questfoundry.infra.llm.draft.chunks import find_phrases
from questfoundry.infra.llm.draft.deeds import (
    LISTED,
    begins_with_verb,
    drop_second_verb,
    shorten_deed,
)
from questfoundry.infra.llm.draft.grammar import capitalise, form_base, tell_deed
from questfoundry.infra.llm.draft.naming import define
from questfoundry.infra.llm.draft.nouns import NounClasses
from questfoundry.infra.llm.draft.phrases import NounPhrase
from questfoundry.infra.llm.draft.question import IdeaQuestion
from questfoundry.infra.llm.draft.subject import SubjectFinder
from questfoundry.infra.llm.draft.tagging import tag_words

_ABLE = r"can|could|may|might"
_UNABLE = (
    r"(?:cannot|can not|can['\u2019]?t|could not|couldn['\u2019]t|(?:is|are) unable to"
    r"|(?:has|have) no idea how to|(?:do|does)(?: not|n['\u2019]t) know how to)"
)
_WANTED = r"(?:wanted|wished|hoped|tried|planned) to"
_PURPOSE = (
    r"(?:comes?|go|goes|travels?|returns?|teams? up|joins? forces) to"
    r"(?= \w+ (?:an?|the|his|her|its|their|my|our|him|it|them)\b)"
)
_AIM = re.compile(
    rf"\b(?<!n't )(?<!not )(?<!the )(?<!a )(?<!his )(?<!her )(?:{_ABLE}|must|{_UNABLE}|{_WANTED}"
    rf"|{_PURPOSE}|(?:is|are) offered [^,.;:]{{1,30}}? to"
    r"|(?:(?:must|(?:has|have|needs?) to) )?(?:decides?|chooses?) (?:whether|if)"
    r" to|(?:has|have|needs?|tr(?:y|ies)|attempts?|wants?|hopes?|plans?|intends?|prepares?|decides?"
    r"|threatens?|offers?|dares?|struggles?|fights?|races?|longs?|would rather|would like"
    r"|vows?|swears?|promises?|agrees?|sets? out"
    r"|(?:has|have) (?:[\w-]+ ){0,2}?(?:until \w+"
    r"|(?:night|day|week|month|year|hour|minute|second)s?|chance|evening|summer|winter)"
    r"|(?:is|are|(?:has|have) been) (?:determined|hired|paid|bribed|sent|desperate|trying|racing"
    r"|asked|ready|ordered|told|forced|begged)(?: by (?:[\w'-]+ ){1,4}?)?)"
    r" ?(?:to|(?<=would rather))"
    r"|wants?(?= (?:an?|the|his|her|its|their) (?!to\b|gone\b|dead\b|back\b)))"
    r" (?!(?:have|decide|choose|be (?!an?\b|the\b))\b)"
)
"""Matches the words before what somebody tries to do, may do, or wants."""

_EITHER = re.compile(
    r"(?:either )?([^.?!;:,]+?)(?:, (?:who|which|where|whose) [^.?!;:,]+)?,? "
    r"or (?:else )?(?:to )?(?!not\b)([^.?!;:,]+)"
)
_END = re.compile(
    r"[.?!;:,\u2014]| - | (?:before|while|because|until|but|when|if|or|so|and then) |$"
)
_RELATIVE = re.compile(
    r" (?:to|with|for|in|on|at|from|of|into|about) (?:an?|the) [\w-]+ "
    r"(?:s?he|they|it|I|we|you|nobody|no one) .*"
)
"""Matches the end of ``lead her cubs to a place she only knows from songs``."""

_UNSAID = re.compile(
    r"( (?:an?|the) [\w-]+) (?:s?he|they|it|I|we|you|nobody|no one"
    r"|(?:his|her|their|my) (?:[\w-]+ ){1,2}"
    r"(?:never|always|once|had|has|would|could|left|made)) ?.*"
)
"""Matches the end of ``open a vault nobody has a key to``, after the noun."""

_SAYS = re.compile(
    r"(?:find out|discover|learn|prove|show|know|remember|tell|warn|say|admit|confess|understand)\b"
)
"""Matches a deed that a clause may follow: ``find out who killed him``."""

_WHO = re.compile(r" (?:who|whose|which|that|where)\b")

_OURS = frozenset({"my", "our", "your"})
_MOST_DEED, _MOST_NAME = 60, 32


def read_aim(text: str, classes: NounClasses, words: Mapping[str, Any]) -> IdeaQuestion | None:
    """Return the question whether somebody in the idea ``text`` does what they try to do.

    ``words``: templates for the question and its answers, under ``aim`` and ``options``. Return
    ``None`` if the idea names no aim, or if the aim is that of ``I`` or ``you``.
    """
    is_short = not re.search(r"[.!?;:,] \w", text)
    if is_short:  # a longer idea is about more than what somebody cannot do
        text = _NEVER.sub(lambda never: f"cannot {form_base(never[1])}", text)
    tagged = tag_words(text)
    phrases = find_phrases(text, tagged, classes)
    aims = [e for e in _AIM.finditer(text) if is_short or not re.match(_APART, e[0])]
    for found in sorted(aims, key=lambda each: "whether" not in each[0]):
        deeds = tuple(_list_deeds(found, _read_rest(found)))
        actor = _find_actor(SubjectFinder(text, tagged, phrases, found)) if all(deeds) else None
        if deeds and actor:
            return _ask(actor, deeds, words)
    return None


_ASKED = re.compile(r"\b(?:asked|hired|paid|bribed|sent|ordered|told|forced|begged) to ")
_ASKER = re.compile(r" by (?:an?|the|his|her|their|my) .*")
"""Matches who asks somebody for a deed."""

_APART = rf"{_UNABLE}|{_WANTED}"
_NEVER = re.compile(r"(?:has|have) never (?!been\b|had\b|met\b|seen\b|known\b|told\b)(\w+)")


def _read_rest(found: re.Match[str]) -> str:
    """Return the text after ``found``, without the end of ``forge it by a dealer``."""
    rest = found.string[found.end() :]
    return _ASKER.sub("", rest) if _ASKED.search(found[0]) else rest


@frozen
class _Actor:
    """Somebody who acts: the name, and whether they are several."""

    name: str
    is_many: bool


def _find_actor(finder: SubjectFinder) -> _Actor | None:
    """Return who acts; ``None`` for ``I``, ``you`` and a long or borrowed name."""
    subject, near = finder.find(finder.found.end(), is_question=False)
    lead, they = finder.find_lead(subject, () if _is_described(finder) else near)
    if subject == "?" or not lead or they in {"I", "we", "you"} or not _is_named(lead):
        return None
    if finder.is_pair(lead) or _is_second(lead, finder) or subject == "they":
        return _Actor("they", is_many=True)
    return _Actor(define(lead), is_many=lead.many)


def _is_second(lead: NounPhrase, finder: SubjectFinder) -> bool:
    """Return whether somebody else acts with ``lead``, who is named last: ``Elise and Tom``."""
    names = [each for each in finder.phrases if each.name and each.after == "CC"]
    return lead.before == "and" and any(e.end + len(" and ") == lead.start for e in names)


def _is_described(finder: SubjectFinder) -> bool:
    """Return whether the words before the aim tell of somebody: ``a samurai who fears horses``."""
    before = re.split(r"[.?!;:,]", finder.text[: finder.found.start()])[-1]
    return re.search(r"\w who(?:se)? \w+ \w", before) is not None


def _is_named(lead: NounPhrase) -> bool:
    return lead.owner not in _OURS and len(define(lead)) <= _MOST_NAME


def _list_deeds(found: re.Match[str], text: str) -> Iterator[str]:
    """Yield the deeds at the start of ``text``, one or two; an empty one if it is not clear."""
    if pair := _EITHER.match(text):
        one, two = pair[1].replace(" either ", " "), pair[2]
        is_noun = re.match(r"(?:the|an?|his|her|their|its) ", two)
        deeds = [_shorten(one), _shorten(f"{one.split()[0]} {two}" if is_noun else two)]
        if all(deeds):
            yield from deeds
            return
    if not re.match(rf"(?:{_ABLE}) ", found[0]):
        wanted = "get " if re.match(r"wants? $", found[0]) else ""
        yield _shorten(wanted + re.sub(r"^be ", "become ", text))


def _shorten(text: str) -> str:
    """Return the deed at the start of ``text``; empty if it is long or not clear."""
    end = _END.search(text)
    clause = text[: end.start()] if end and not LISTED.match(text, end.start()) else ""
    clause = drop_second_verb(clause)
    if _SAYS.match(clause):
        return clause if len(clause) <= _MOST_DEED else ""
    deed = shorten_deed(_UNSAID.sub(r"\1", _RELATIVE.sub("", clause)))
    is_whole = " " in deed or deed == clause
    if not (is_whole and begins_with_verb(deed)):
        return ""
    longer = clause if _WHO.match(clause, len(deed)) else deed
    return next((each for each in (longer, deed) if len(each) <= _MOST_DEED), "")


def _ask(actor: _Actor, deeds: Sequence[str], words: Mapping[str, Any]) -> IdeaQuestion:
    """Return the question whether ``actor`` does the deed, or which of two deeds."""
    said = {"do": "Do" if actor.is_many else "Does", "name": actor.name}
    said |= {"Name": capitalise(actor.name)}
    said |= {"deed": deeds[0], "other": deeds[-1]}
    said |= {"did": tell_deed(deeds[0]), "did-other": tell_deed(deeds[-1])}
    form = words["options" if len(deeds) > 1 else "aim"]
    asked, one, two = (str(form[key]).format(**said) for key in ("asked", "one", "two"))
    kind = "options" if len(deeds) > 1 else "aim"
    form = "either" if len(deeds) > 1 else "yes-no"
    return IdeaQuestion(form=form, asked=asked, one=one, two=two, kind=kind, name=actor.name)
