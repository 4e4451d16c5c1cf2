"""Define the parts of an idea that a story uses: people, things, places, words, question."""

import re
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from questfoundry.infra.llm.draft.decision import CastPerson, IdeaDecision, list_decision_facts
from questfoundry.infra.llm.draft.nouns import is_plural
from questfoundry.infra.llm.draft.premise import PremiseHead, PremiseRole, Telling
from questfoundry.infra.llm.draft.question import IdeaQuestion

MOST_THINGS = 4
"""The most things in one list; the slot ``rest`` lists all else that the idea names."""


@frozen(kw_only=True)
class Tale:
    """An idea, divided into the parts that the scenes of a story use.

    ``idea``: the idea as typed.
    ``people``, ``things``: the names for what the idea mentions: ``the emerald crown``. A thing can
      be carried.
    ``others``: other things that the idea mentions, such as ``the harvest fair``.
    ``places``: the places of the idea.
    ``at``: the place where the idea begins, with its preposition: ``in Marseille``; may be empty.
    ``tones``: the tones that the author asks for, such as ``eerie``.
    ``genres``: the genres that words of the idea show, such as ``mystery``.
    ``decision``: the decision that somebody in the idea must make, if it is certain.
    ``tellings``: what can happen in the idea; a story tells one of them.
    """

    idea: str
    people: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    at: str = ""
    question: IdeaQuestion
    tones: frozenset[str] = frozenset()
    genres: frozenset[str] = frozenset()
    decision: IdeaDecision | None = None
    tellings: tuple[Telling, ...] = ()

    @property
    def slots(self) -> Mapping[str, str]:
        """The words for each slot that the idea fills."""
        return {
            **_number(("who", "other"), self.people),
            **_number(("what", "more"), self.things),
            **_list("people", self._shorten_owner()),
            **_list("things", self.things[:MOST_THINGS]),
            **_list("rest", self._list_rest()),
            "hero": self.question.name or "somebody",
            "at": self.at,
            "asked": self.question.asked,
            "one": self.question.one,
            "two": self.question.two,
            **(self.decision.slots if self.decision else {}),
        }

    def _list_rest(self) -> Sequence[str]:
        return (*self.things[MOST_THINGS:], *self.others)

    def _shorten_owner(self) -> Sequence[str]:
        """Return ``Agnes`` and ``her husband`` if the people are Agnes and Agnes's husband."""
        owner, *others = self.people or ("",)
        return [owner, *(self._shorten(each, f"{owner}'s ") for each in others)] if owner else []

    def _shorten(self, name: str, owner: str) -> str:
        if not name.startswith(owner):
            return name
        noun = name.removeprefix(owner)
        is_hers = re.search(rf"\bher (?:own )?{re.escape(noun.removeprefix('own '))}", self.idea)
        return f"{'her' if is_hers else 'his'} {noun}"

    @property
    def facts(self) -> Mapping[str, frozenset[str]]:
        """The values that conditions of texts test, such as ``people=many``."""
        return {
            "people": _count_people(self.people),
            "things": _count(self.things),
            "rest": _count(self._list_rest()),
            "at": _count((self.at,) if self.at else ()),
            "question": frozenset({self.question.form if self.question.is_own else "none"}),
            "genre": self.genres or frozenset({"none"}),
            **list_decision_facts(self.decision),
        }


def _number(slots: Sequence[str], names: Sequence[str]) -> Mapping[str, str]:
    return dict(zip(slots, names, strict=False))


def _list(slot: str, names: Sequence[str]) -> Mapping[str, str]:
    return {slot: join_names(names)} if names else {}


def join_names(names: Sequence[str]) -> str:
    """Return ``names`` as a list in English: ``Ann, Bo and Cy``."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _count(names: Sequence[str]) -> frozenset[str]:
    if not names:
        return frozenset({"none"})
    return frozenset({"some", "one" if len(names) == 1 else "many"})


def _count_people(people: Sequence[str]) -> frozenset[str]:
    """Return how many ``people`` there are; ``the two sisters`` are many."""
    is_many = any(is_plural(each) or " of " in each for each in people if each.startswith("the "))
    return frozenset({"some", "many"}) if is_many else _count(people)


@frozen(kw_only=True)
class Cast:
    """The people of one story.

    ``people``: the names of the premise's people, by role. ``tale``: the idea, with its own people.
    ``pronouns``: the pronoun for each role: ``he``, ``she`` or ``they``.
    """

    people: Mapping[str, str]
    tale: Tale
    pronouns: Mapping[str, str] = {}


def build_cast(tale: Tale, premise: PremiseHead) -> Cast:
    """Return the cast of ``premise`` for ``tale``.

    The people of the idea who can speak take the roles that are ``of_idea``, in order. Any other
    person gets the first name that the idea does not contain, or else the last name.
    """
    said = frozenset(re.findall(r"\w+", tale.idea.casefold()))
    waiting = iter(tale.decision.people if tale.decision else ())
    found = {key: _cast(each, said, waiting) for key, each in premise.roles.items()}
    return Cast(
        people={key: each.name for key, each in found.items()},
        tale=tale,
        pronouns={key: each.they for key, each in found.items()},
    )


def _cast(role: PremiseRole, said: frozenset[str], waiting: Iterator[CastPerson]) -> CastPerson:
    own = next(waiting, None) if role.of_idea else None
    return own or CastPerson(name=_choose_name(role, said), they=role.they)


def _choose_name(role: PremiseRole, said: frozenset[str]) -> str:
    free = (each for each in role.names if said.isdisjoint(each.casefold().split()))
    return next(free, role.names[-1])
