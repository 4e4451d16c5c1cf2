"""Build casts for tests: ideas that name much or little, with each form of question."""

from collections.abc import Iterator
from itertools import product

from questfoundry.infra.llm.draft.cast import Cast, build_cast
from questfoundry.infra.llm.draft.premise import PremiseHead
from questfoundry.infra.llm.draft.question import IdeaQuestion
from questfoundry.infra.llm.draft.tale import Tale

_PEOPLE = (
    (),
    ("the twenty-six nine-year-olds",),
    ("Ottoline Vance", "the goose"),
    ("Kit", "the last official forgiver", "the night cleaners", "Tib"),
)
_THINGS = (
    (),
    ("the rain",),
    ("the letters", "Ceres Dock"),
    ("the dogcatcher's van", "Bucharest", "the flood", "the eighty-one loaves", "the bell"),
)
_QUESTIONS = (
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
_UNNAMED = {
    "who": "somebody",
    "other": "somebody else",
    "people": "somebody",
    "what": "something",
    "more": "something else",
    "things": "all of it",
    "rest": "everything else",
}


def list_casts(premise: PremiseHead) -> Iterator[Cast]:
    """Yield casts with all numbers of people and things; the questions differ from cast to cast."""
    for number, (people, things) in enumerate(product(_PEOPLE, _THINGS)):
        tale = Tale(
            idea="An idea.",
            people=people,
            things=things,
            at="on Ceres Dock" if number % 2 else "",
            question=_QUESTIONS[(number + number // 4) % len(_QUESTIONS)],
            words=_UNNAMED,
        )
        yield build_cast(tale, premise)
