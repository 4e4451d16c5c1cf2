"""Compose stories from a premise with all casts and variants, and check every paragraph."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from attrs import frozen

from benchmarks.scene_checks.finding import MaterialFinding
from questfoundry.infra.llm.draft.decision import CastPerson, IdeaDecision
from questfoundry.infra.llm.draft.draw import DrawnScene, DrawnStory, Pick, WordingError, draw_story
from questfoundry.infra.llm.draft.grammar import takes_an
from questfoundry.infra.llm.draft.paragraphs import collect_groups, expand_text
from questfoundry.infra.llm.draft.premise import Premise, PremiseHead, SlotError, Telling
from questfoundry.infra.llm.draft.question import IdeaQuestion
from questfoundry.infra.llm.draft.selection import is_met
from questfoundry.infra.llm.draft.tale import Cast, Tale, build_cast

PEOPLE = (
    (),
    ("the twenty-six nine-year-olds",),
    ("Ottoline Vance", "the goose"),
    ("Kit", "the last official forgiver", "the night cleaners", "Tib"),
)

THINGS = (
    (),
    ("the rain",),
    ("the letters", "Ceres Dock"),
    ("the dogcatcher's van", "Bucharest", "the flood", "the eighty-one loaves", "the bell"),
)

QUESTIONS = (
    IdeaQuestion(form="yes-no", asked="Does she go in?", one="Yes", two="No"),
    IdeaQuestion(
        form="either",
        asked="Should she uncover the rest, or seal it again and never know?",
        one="Uncover the rest",
        two="Seal it again and never know",
    ),
    IdeaQuestion(form="open", asked="Who ate the moon?", one="Ann found out", two="It stayed so"),
    IdeaQuestion(form="none", asked="How does it end?", one="It ended well", two="It ended badly"),
)

_TELLINGS = (Telling(turn="They waited.", one="It began again.", two="It was over."),)

_INES, _CAPTAIN = CastPerson(name="Ines", they="she"), CastPerson(name="the captain")
_DECIDERS = (
    IdeaDecision(lead="a nurse", name="the nurse", deed="sing", refusal="do not sing"),
    IdeaDecision(is_human=False, deed="leave", refusal="do not leave", people=(_CAPTAIN,)),
    IdeaDecision(
        lead="Ife Okonjo, an archivist",
        name="Ife Okonjo",
        deed="tell the passengers",
        refusal="keep quiet",
        until="before the ship lands",
        facts=("the planet was destroyed forty years ago",),
        people=(_CAPTAIN,),
        is_secret=True,
    ),
    IdeaDecision(
        deed="burn the letters",
        refusal="do not burn the letters",
        time="you have one night",
        tie="Ines wants the letters",
        facts=("you promised", "it is late", "you owe money"),
        people=(_INES, _CAPTAIN),
        is_secret=True,
    ),
    IdeaDecision(
        lead="a dragon",
        name="the dragon",
        is_human=False,
        deed="eat Ines",
        refusal="do not eat Ines",
        until="before dawn",
        tie="Ines came to apologise",
        facts=("your mother is watching", "it is late"),
        people=(_INES, _CAPTAIN),
        effect="harm",
    ),
    IdeaDecision(
        lead="an ageing clockmaker",
        name="the ageing clockmaker",
        deed="forgive the captain",
        refusal="shut the shop for good",
        tie="the captain sold the shop",
        facts=("you owe money", "it is late", "the bank is coming", "you are tired"),
        people=(_CAPTAIN,),
        effect="help",
    ),
    IdeaDecision(
        lead="Kit",
        name="Kit",
        deed="choose Ines",
        refusal="choose your oath",
        time="you have one night",
        facts=("the bank is coming", "it is late"),
        people=(_INES, CastPerson(name="Bo", they="he"), _CAPTAIN),
        effect="plain",
    ),
    IdeaDecision(deed="betray Ines", refusal="do not betray Ines", people=(_INES,), effect="harm"),
)
"""Decisions of all kinds, which name much or little."""


def _list_deciders(premise: PremiseHead) -> Iterator[Cast]:
    """Yield a cast for each kind of decision that the premise takes, with and without a place."""
    for number, each in enumerate(_DECIDERS):
        for tones in (frozenset[str](), frozenset({"funny", "eerie"})):
            tale = Tale(
                idea="An idea.",
                at="on Ceres Dock" if number % 2 else "",
                question=QUESTIONS[-1],
                tellings=_TELLINGS,
                decision=each,
                tones=tones,
            )
            if any(is_met(need, tale.facts) for need in premise.needs):
                yield build_cast(tale, premise)


def list_casts(premise: PremiseHead) -> Iterator[Cast]:
    """Yield casts with all numbers of people and things; the questions differ from cast to cast.

    A premise for decisions gets a cast for each kind of decision.
    """
    if deciders := list(_list_deciders(premise)):
        yield from deciders
        return
    for number, (people, things) in enumerate(product(PEOPLE, THINGS)):
        tale = Tale(
            idea="An idea.",
            people=people,
            things=things,
            at="on Ceres Dock" if number % 2 else "",
            question=QUESTIONS[(number + number // 4) % len(QUESTIONS)],
            tellings=_TELLINGS,
        )
        yield build_cast(tale, premise)


def list_plain_casts(premise: PremiseHead) -> Iterator[Cast]:
    """Yield a cast that names nothing, and one that names people and things without nouns."""
    if deciders := list(_list_deciders(premise)):
        yield from deciders[::2]
        return
    for names in ((), ("Kit", "Tib")):
        tale = Tale(
            idea="An idea.",
            people=names,
            things=names,
            at="on Ceres" if names else "",
            question=QUESTIONS[-1],
            tellings=_TELLINGS,
        )
        yield build_cast(tale, premise)


_ALLOWED_TWICE = frozenset({"had", "that", "no", "very", "now", "so", "one", "there", "up", "and"})


@frozen
class ProseFault:
    """A fault in a paragraph: the problem, the words, and what to do."""

    problem: str
    words: str
    fix: str


_PATTERNS = (
    (
        r"[{}]|\[\[|\]\]|\|\|",
        "a slot or a condition is left",
        "Close its brackets, or correct its name.",
    ),
    (r"\s[,.;:!?](?=\s|$)", "there is a space before punctuation", "Remove the space."),
    (r"(?<!\.)\.\.(?!\.)|,,|;;|[,;]\.", "punctuation is doubled", "Keep one mark."),
    (
        r"(?<![.!?A-Z]\b)[a-z]\. (?=[a-z])[a-z'-]+ \w+",
        "a sentence begins with a small letter",
        "Begin the slot with a capital letter, as in {Who}.",
    ),
    (
        r"(?i)\b(?:somehow|ancient|mysterious|mysteriously)\b",
        "the word is on the list of worn-out words",
        "Say what is there.",
    ),
    (
        r"[a-z,][.!?][A-Z]|[.!?][\"*][A-Za-z]",
        "a space is missing",
        "Put a space between the sentences.",
    ),
    (r'""', "two quotation marks meet", "Remove the marks in the slot or around it."),
)

_COMPILED = tuple((re.compile(pattern), problem, fix) for pattern, problem, fix in _PATTERNS)


@lru_cache(maxsize=100_000)
def find_prose_faults(paragraph: str) -> tuple[ProseFault, ...]:
    """Return the faults in ``paragraph``, a text as players read it; results are cached."""
    return tuple(_find_faults(paragraph))


def _find_faults(paragraph: str) -> Iterator[ProseFault]:
    for pattern, problem, fix in _COMPILED:
        for found in pattern.finditer(paragraph):
            yield ProseFault(problem, _quote(paragraph, found), fix)
    yield from _find_doubled(paragraph)
    yield from _find_articles(paragraph)
    if paragraph.count('"') % 2:
        yield ProseFault(
            "a quotation mark is missing", paragraph[:60], "Open and close each speech."
        )


def _find_doubled(paragraph: str) -> Iterator[ProseFault]:
    for found in re.finditer(r"(?i)\b([a-z]+) \1\b", paragraph):
        if found[1].lower() not in _ALLOWED_TWICE:
            yield ProseFault(
                "a word stands twice", _quote(paragraph, found), "Remove one of the two."
            )


def _find_articles(paragraph: str) -> Iterator[ProseFault]:
    for found in re.finditer(r"\b([Aa]n?) ([A-Za-z][\w-]*)", paragraph):
        if (found[1].lower() == "an") is not takes_an(found[2]):
            yield ProseFault("the article is wrong", _quote(paragraph, found), "Correct it.")


def _quote(paragraph: str, found: re.Match[str]) -> str:
    """Return the match ``found`` with a few words around it."""
    before = paragraph[: found.start()].split(" ")[-3:]
    after = paragraph[found.end() :].split(" ")[:4]
    return f"{' '.join(before)}{found[0]}{' '.join(after)}".strip()


def pick_variant(number: int) -> Pick:
    """Return a function that picks variant ``number``, from 0; the first follows the last."""
    return lambda _, variants: variants[number % len(variants)]


def compose_all(premise: Premise, file: str) -> Iterator[MaterialFinding]:
    """Yield the faults of ``premise`` with all casts and variants."""
    most = max(len(each.variants) for each in premise.scenes.values())
    for cast in list_casts(premise):
        for number in range(most):
            yield from compose_once(premise, cast, file, number)


def compose_once(premise: Premise, cast: Cast, file: str, number: int) -> Iterator[MaterialFinding]:
    """Yield the faults of one story; ``number`` is the index of the variant of each scene."""
    try:
        story = draw_story(premise, cast, "0", pick_variant(number))
    except WordingError as error:
        yield MaterialFinding(
            file=file,
            scene=error.scene,
            variant=error.number,
            problem=error.problem,
            fix="Correct the slot, or add what it asks for.",
            words=_quote_slot(error),
        )
        return
    yield from _check_heads(story, file)
    for scene in story.scenes.values():
        yield from _check_scene(story, scene, file)


def _quote_slot(error: WordingError) -> str:
    start = error.problem.find("{")
    end = error.problem.find("}", start)
    return error.problem[start : end + 1] if 0 <= start < end else error.text[:40]


def _check_scene(story: DrawnStory, scene: DrawnScene, file: str) -> Iterator[MaterialFinding]:
    groups = collect_groups(story)

    def build(problem: str, fix: str, words: str) -> MaterialFinding:
        return MaterialFinding(
            file=file, scene=scene.name, variant=scene.number, problem=problem, fix=fix, words=words
        )

    for text in scene.texts:
        try:
            pieces = list(expand_text(text, groups))
        except SlotError as error:
            yield build(str(error), "", text.strip()[:40])
            continue
        for piece in pieces:
            for fault in find_prose_faults(piece.text):
                yield build(fault.problem, fault.fix, fault.words)
    labels = (option.label for option in scene.options)
    for text in (scene.title, scene.summary, scene.label, scene.leave, *labels):
        for fault in find_prose_faults(text):
            yield build(fault.problem, fault.fix, fault.words)


def _check_heads(story: DrawnStory, file: str) -> Iterator[MaterialFinding]:
    premise = story.premise
    answers = [
        text
        for dilemma in premise.dilemmas.values()
        for text in (
            dilemma.name,
            dilemma.question,
            dilemma.why,
            *(
                each
                for answer in dilemma.answers.values()
                for each in (answer.text, answer.benefit, answer.after)
            ),
        )
    ]
    for text in (premise.about, *premise.titles, *premise.hooks, *premise.clues.values(), *answers):
        try:
            faults = list(find_prose_faults(story.fill(text)))
        except SlotError as error:
            yield MaterialFinding(file=file, problem=str(error), words=text[:40])
            continue
        for fault in faults:
            yield MaterialFinding(
                file=file, problem=fault.problem, fix=fault.fix, words=fault.words
            )
