"""Divide an idea into people, things, places, and its question or decision."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from questfoundry.app.stages.grow.option_rules import MOST_TOLERATED_WORDS
from questfoundry.domain.text.tone import split_tone
from questfoundry.infra.llm.draft.act import find_lead, read_act
from questfoundry.infra.llm.draft.aim import read_aim
from questfoundry.infra.llm.draft.chunks import find_phrases
from questfoundry.infra.llm.draft.deciding import read_decision
from questfoundry.infra.llm.draft.grammar import capitalise, drop_article
from questfoundry.infra.llm.draft.library import FOLDER, MaterialLibrary
from questfoundry.infra.llm.draft.naming import (
    ALIVE,
    BEING,
    COPULAS,
    HELPERS,
    RANKS,
    define,
    drop_name,
    is_alive,
    is_somebody,
)
from questfoundry.infra.llm.draft.nouns import IdeaWords, NounClass, NounClasses
from questfoundry.infra.llm.draft.phrases import KIN, TIMES, TITLES, NounPhrase, PropFinder
from questfoundry.infra.llm.draft.question import LAST, IdeaQuestion, read_question
from questfoundry.infra.llm.draft.requests import drop_requests, strip_request, use_third_person
from questfoundry.infra.llm.draft.tagged_words import FINITE
from questfoundry.infra.llm.draft.tagging import tag_words
from questfoundry.infra.llm.draft.tale import Tale

_ONE_IN_MANY = re.compile(r"\b(?:are|were) (?:all |really )*the same\b")
"""Matches words by which several people are one."""

_TITLE = re.compile(r"\b(Mr|Mrs|Ms|Dr|St|Lt|Sgt|Capt|Prof|Col|Gen|Rev)\.(?= )")
"""Matches a title with its point, which would end a sentence."""

_PLACED = frozenset({"in", "at", "on", "aboard", "inside", "outside", "near", "beneath", "under"})
_KNOWN = frozenset(NounClass) - {NounClass.OTHER, NounClass.SKIP, NounClass.EVENT}
_UNSAID = frozenset({"whose", "no", "this", "those", "that", "these", "any", "every", "each"})
_MOST_WORDS = 7
_MOST_PEOPLE = 5
_MOST_THINGS = 8
_MOST_PLACES = 4
_MOST_OTHERS = 4


def read_tale(
    idea: str, library: MaterialLibrary, people: Sequence[str] = (), places: Sequence[str] = ()
) -> Tale:
    """Return the parts of ``idea`` for a story; ``people`` and ``places`` are further names."""
    entries, words = load_lists(library), library.prompts.wording(f"{FOLDER}/words")
    bare, classes = drop_requests(join_lines(idea)), NounClasses(entries)
    question = _read_question(bare, classes, words)
    decision = read_decision(bare, classes, has_question=question.is_own)
    if decision is None and (told := use_third_person(bare)) != bare:
        bare, question = told, _read_question(told, classes, words)
    phrases = tuple(_drop_descriptions(list(_name_owners(list(_list_clear(bare, classes))))))
    if _ONE_IN_MANY.search(bare):
        phrases = tuple(each for each in phrases if not is_alive(each))
    if _names_the_first(list(_list_people(phrases))):
        phrases = tuple(e for e in phrases if e is not next(_list_people(phrases)))
    named = sorted(_list_people(phrases), key=lambda each: not each.name)
    props = [each for each in phrases if PropFinder(classes).is_prop(each) and each not in named]
    where = next((each for each in phrases if _place(each)), None)
    used = {id(each) for each in (*named[:_MOST_PEOPLE], *props[:_MOST_THINGS], where)}
    vague = entries.list_all("vague")
    others = [each for each in phrases if id(each) not in used and _is_told(each, vague)]
    first = _place_first(phrases, bare)
    at = (_place(where) if where else "") or (f"in {first}" if first else "")
    places = [*places, *([first] if first else ())]
    return Tale(
        idea=write_idea(idea, is_told=decision is None),
        people=_unite([*people, *_define_people(named)])[:_MOST_PEOPLE],
        things=_unite([define(each) for each in props])[:_MOST_THINGS],
        others=_unite(list(map(define, others)))[:_MOST_OTHERS],
        places=_unite([*places, *_list_places(where, others[:_MOST_OTHERS])])[:_MOST_PLACES],
        at=at,
        question=question,
        tones=split_tone(idea).tones,
        genres=frozenset() if _has_aim(question) else _find_genres(idea, entries),
        decision=decision,
        tellings=library.load_tellings(question.kind or question.form),
    )


def _read_question(text: str, classes: NounClasses, words: Mapping[str, Any]) -> IdeaQuestion:
    """Return the question of the idea ``text``: its own, that of an aim, or a general one."""
    question = read_question(text, words)
    if not question.is_typed:
        question = read_aim(text, classes, words) or question
    is_long = any(len(e.split()) > MOST_TOLERATED_WORDS for e in (question.one, question.two))
    is_vague = is_long or question.form == LAST
    question = (is_vague and read_act(text, classes, words)) or question
    lead = find_lead(text, classes)
    return evolve(question, name=question.name or (lead.name if lead else ""))


def _has_aim(question: IdeaQuestion) -> bool:
    """Return whether an idea says what somebody tries or must do, which scenes of a genre lack."""
    return question.is_own and not question.is_typed and question.form != "open"


def _find_genres(idea: str, lists: IdeaWords) -> frozenset[str]:
    """Return the genres with a word in ``idea``; each genre has a list in ``idea.yaml``."""
    words = frozenset(re.findall(r"[a-z]+", idea.lower()))
    return frozenset(each for each in GENRES if not words.isdisjoint(lists.list_all(each)))


GENRES = ("mystery", "heist")
"""The genres that a premise may need."""


def _define_people(named: Sequence[NounPhrase]) -> Iterator[str]:
    """Yield the names of people; ``her enemy`` stays hers after somebody else."""
    for number, each in enumerate(named):
        is_hers = number and not each.name and each.owner in {"her", "his", "their"}
        words = (each.owner, each.number if each.many else "", drop_name(each))
        yield " ".join(filter(None, words)) if is_hers else define(each)


def _list_places(where: NounPhrase | None, others: Sequence[NounPhrase]) -> Iterator[str]:
    """Yield the place ``where`` an idea begins, then the places with names in ``others``."""
    if where:
        yield define(where)
    yield from (
        define(e) for e in others if e.kind is NounClass.PLACE and re.search("[A-Z]", define(e))
    )


def _is_told(phrase: NounPhrase, vague: Sequence[str]) -> bool:
    """Return whether a list of what an idea names may contain ``phrase``."""
    is_plain = re.fullmatch(r"[^\W\d_][^\d%]*", phrase.words) is not None
    is_time = phrase.kind is NounClass.SKIP or not TIMES.isdisjoint(phrase.words.lower().split())
    is_thing = phrase.article in {"a", "an", "the"} and not phrase.number
    is_bare = phrase.kind is NounClass.EVENT and phrase.before in _PLACED
    is_sure = is_thing or not (phrase.kind is NounClass.OTHER or is_bare)
    return is_plain and is_sure and not (is_time or phrase.owns or phrase.head in vague)


def load_lists(library: MaterialLibrary) -> IdeaWords:
    """Return the word lists by which ideas are read."""
    return IdeaWords(entries=library.prompts.wording(f"{FOLDER}/idea"))


def join_lines(idea: str) -> str:
    """Return ``idea`` on one line, without clauses that instruct the program: ``Write me``."""
    return strip_request(_TITLE.sub(r"\1", " ".join(idea.split())))


def write_idea(idea: str, *, is_told: bool = False) -> str:
    """Return ``idea`` as typed, on one line, without sentences that instruct the program.

    This is the first paragraph of a story. If ``is_told``, the idea is rewritten in the third
    person: ``You are a driver`` becomes ``A driver``.
    """
    typed = " ".join(re.sub(r"[*\[\]]", "", idea).split())
    said = drop_requests(typed)
    named = use_third_person(said) if is_told else said
    bare = strip_request(named)
    text = capitalise(bare)
    return text if text.endswith((".", "!", "?", '"', "\u2026", "\u201d")) else f"{text}."


def _list_clear(text: str, classes: NounClasses) -> Iterator[NounPhrase]:
    """Yield each phrase of ``text`` that surely names something, once."""
    words = tag_words(text)
    has_verb = any(each.tag in FINITE for each in words)
    seen = list[str]()
    for each in find_phrases(text, words, classes):
        said = define(each).casefold()
        is_new = not any(_repeats(said, old) for old in seen)
        if is_new and _is_clear(each, classes, has_verb=has_verb):
            seen.append(said)
            yield each


def _repeats(said: str, earlier: str) -> bool:
    """Return whether ``said`` is a part of ``earlier``: ``the shop`` of ``the noodle shop``."""
    return f" {drop_article(said)} " in f" {earlier} "


def _is_clear(phrase: NounPhrase, classes: NounClasses, *, has_verb: bool) -> bool:
    is_named = bool(phrase.name or phrase.article or phrase.owner or phrase.number)
    kind = classes.find_listed(phrase.head) if phrase.head else None
    is_noun = is_named or not has_verb or kind in _KNOWN
    is_said = _UNSAID.isdisjoint({phrase.article, phrase.owner, *phrase.words.lower().split()})
    is_short = len(define(phrase).split()) <= _MOST_WORDS
    is_skipped = phrase.kind is NounClass.SKIP and not _is_name(phrase)
    is_skipped = is_skipped or _is_bare_noun(phrase, classes)
    is_free = not (is_skipped or phrase.before in {"as", "without"} or phrase.after == "CD")
    is_free = is_free and not (phrase.text == "friends" and phrase.before in {"make", "makes"})
    is_free = is_free and (
        is_named or kind is not NounClass.PERSON or phrase.before not in {"for", "of"}
    )
    is_free = is_free and (not phrase.owns or _is_titled(phrase))
    return is_free and is_noun and is_said and is_short


def _is_titled(phrase: NounPhrase) -> bool:
    """Return whether ``phrase`` has a title and a name, as ``Mrs Pettigrew's`` has."""
    return not phrase.noun and phrase.name.partition(" ")[0].lower() in TITLES | RANKS


def _is_bare_noun(phrase: NounPhrase, classes: NounClasses) -> bool:
    """Return whether a noun with the capital of a sentence looks like a name: ``Baby monitor``."""
    word = phrase.name.lower()
    return word == phrase.words.lower() and word not in KIN and classes.find_listed(word) in ALIVE


def _is_name(phrase: NounPhrase) -> bool:
    return bool(phrase.name) and TIMES.isdisjoint(phrase.name.lower().split())


def _drop_descriptions(phrases: Sequence[NounPhrase]) -> Iterator[NounPhrase]:
    """Yield ``phrases`` without ``the only physician`` in ``Farida is the only physician``."""
    for place, each in enumerate(phrases):
        is_told = each.name or each.after == "VBG" or not (place and is_alive(each))
        if is_told or not (each.before in COPULAS | BEING or each.before.endswith("ly")):
            yield each


def _name_owners(phrases: Sequence[NounPhrase]) -> Iterator[NounPhrase]:
    """Yield ``phrases`` with ``Agnes's husband`` for ``her husband`` if only Agnes has a name."""
    names = [each.name for each in _list_people(phrases) if each.name]
    for place, each in enumerate(phrases):
        before = list(_list_people(phrases[:place]))
        is_after = bool(before) and all(earlier.name or earlier.owner for earlier in before)
        is_hers = each.owner in {"her", "his"} and each.kind is NounClass.PERSON and not each.name
        is_sure = len(names) == 1 and is_after and is_hers
        yield evolve(each, owner=f"{names[0]}'s") if is_sure else each


def _list_people(phrases: Sequence[NounPhrase]) -> Iterator[NounPhrase]:
    """Yield the phrases that surely name somebody."""
    return (each for each in phrases if is_alive(each) and is_somebody(each))


def _names_the_first(people: Sequence[NounPhrase]) -> bool:
    """Return whether a name may be that of the first person: ``A jockey ... Will Delphine``."""
    first, *others = people or (None,)
    is_role = first is not None and first.kind is NounClass.PERSON and not first.name
    if first is None or not is_role or first.many or first.article not in {"a", "an"}:
        return False
    named = next((each for each in others if each.name), None)
    return named is not None and named.before in HELPERS | _STARTS


_STARTS = frozenset({".", "!", "?"})
"""The marks before the first word of a sentence."""


_RELATIVE = re.compile(r"\d|^(?:next|other|wrong|same) ")
"""Matches places that only the idea itself can name: ``the next town``, ``1980s Leeds``."""


def _place(phrase: NounPhrase) -> str:
    is_place = phrase.kind is NounClass.PLACE and not _RELATIVE.search(phrase.words)
    is_first = phrase.before == "from" and phrase.start == len("from ")
    is_house = phrase.article == "the" or _HOUSE.search(phrase.words) is not None
    is_home = phrase.before == "of" and bool(phrase.name)
    before = "at" if is_home and is_house else "in" if is_home or is_first else phrase.before
    return f"{before} {define(phrase)}" if is_place and before in _PLACED else ""


def _place_first(phrases: Sequence[NounPhrase], text: str) -> str:
    """Return ``1920s Shanghai`` for an idea that begins with ``1920s Shanghai.``."""
    first = next(iter(phrases), None)
    if first is None or first.start or is_alive(first) or not first.name:
        return ""
    year = re.match(r"(?:,? \d{3,4})?\.", text[first.end :])
    is_place = first.kind is NounClass.PLACE or re.search(r"\d", text[: text.find(".")])
    return first.words if year and is_place else ""


_HOUSE = re.compile(r" (?:School|House|Hotel|Station|Hall|Park|Abbey|College|Academy|Inn|Farm)$")
"""Matches names of places that take ``at``."""


def _unite(names: Sequence[str]) -> tuple[str, ...]:
    return tuple({each.casefold(): each for each in reversed(names)}.values())[::-1]
