"""Shorten a long idea, such as an outline, to its premise and the names that it lists."""

import re
from collections.abc import Iterator

from attrs import evolve, frozen

from questfoundry.domain.outline.material import MaterialPage
from questfoundry.domain.outline.names import find_outline_names
from questfoundry.domain.outline.points import extract_idea
from questfoundry.domain.story.entity import EntityKind, OutlineName
from questfoundry.infra.llm.draft.cast import Cast, CastPlace, Thing

_MOST_WORDS = 120
"""A text with more words is shortened before it is read as an idea."""

_MOST_PEOPLE = 4
_CLAUSE = re.compile(r"[.;:,(]|\bwho\b|\bat\b|\bin\b|\bof the\b")
_GROUPS = frozenset({EntityKind.FACTION, EntityKind.LOCATION, EntityKind.OBJECT})


@frozen(kw_only=True)
class ShortOutline:
    """An idea, shortened if it was long, and the names in the lists of the whole text.

    ``lead_name``: the name of the listed person that the player plays; may be empty.
    ``place``, ``thing``: the first listed place and thing, with article; may be empty.
    """

    text: str
    lead_name: str = ""
    place: str = ""
    thing: str = ""

    def keep_names(self, cast: Cast) -> Cast:
        """Return ``cast`` with the listed names of the place, the thing and the lead."""
        place = CastPlace(name=self.place, preposition="in") if self.place else cast.place
        thing: Thing = evolve(cast.thing, name=self.thing) if self.thing else cast.thing
        return evolve(cast, place=place, thing=thing, lead_name=self.lead_name or cast.lead_name)


def shorten_outline(idea: str, outline: str = "") -> ShortOutline:
    """Return ``idea``, shortened if long, with the names listed in ``outline`` or ``idea``."""
    is_long = len(idea.split()) > _MOST_WORDS
    if not outline and not is_long:
        return ShortOutline(text=idea)
    text = outline or idea
    pages = (MaterialPage(name="outline/idea.md", text=text),)
    names = [each for each in find_outline_names(pages) if each.is_listed]
    premise = _drop_title(extract_idea(pages) if is_long else idea, text)
    people = [each for each in names if each.kind not in _GROUPS]
    lead = next((each for each in people if _is_lead(each, premise)), None)
    others = [each for each in people if each is not lead][:_MOST_PEOPLE]
    return ShortOutline(
        text=" ".join((premise, *_tell_people(others, premise))),
        lead_name=lead.name if lead else "",
        place=_find_first(names, EntityKind.LOCATION, text),
        thing=_find_first(names, EntityKind.OBJECT, text),
    )


def _drop_title(premise: str, text: str) -> str:
    """Return ``premise`` without the title of the outline ``text``, which is not a sentence."""
    title = re.match(r"#+ +(.+)", text.strip())
    return premise.removeprefix(f"{title[1].strip()}. ") if title else premise


def _is_lead(name: OutlineName, premise: str) -> bool:
    role = _shorten_role(name.told)
    return bool(role) and role.split()[-1].lower() in premise.lower().partition(" must ")[0].split()


def _shorten_role(told: str) -> str:
    return re.sub(r"^(?:an?|the) ", "", _CLAUSE.split(told)[0].strip(), flags=re.IGNORECASE)


def _tell_people(people: list[OutlineName], premise: str) -> Iterator[str]:
    """Yield a sentence that introduces each of ``people`` that ``premise`` does not name."""
    for each in people:
        if each.name not in premise:
            role = _shorten_role(each.told)
            article = "" if re.match(r"(?:her|his|their|your|my) ", role) else "the "
            yield f"There is {article}{role} {each.name}." if role else f"There is {each.name}."


def _find_first(names: list[OutlineName], kind: EntityKind, text: str) -> str:
    """Return the first name of ``kind``, after ``the`` if ``text`` uses it so; may be empty."""
    name = next((each.name for each in names if each.kind == kind), "")
    has_article = name and re.search(rf"\bthe {re.escape(name)}\b", text, re.IGNORECASE)
    return f"the {name}" if has_article else name
