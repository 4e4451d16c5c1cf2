"""Fill the slots (placeholders) of a text, such as ``{rival.they}`` or ``{any.sound}``.

If the name or the last part of a slot begins with a capital letter, so does the text in its place.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping

from attrs import define, field, frozen

from questfoundry.infra.llm.draft.cast import PRONOUNS, Cast, CastPerson, Extra, Thing
from questfoundry.infra.llm.draft.conditions import parse_condition, settle_facts
from questfoundry.infra.llm.draft.grammar import add_article, capitalise, drop_article
from questfoundry.infra.llm.draft.material import DrawnFacts, SlotError, StoryMaterial
from questfoundry.infra.llm.draft.setting import SENTENCES, SHORT, SettingLine

SLOT = re.compile(r"\{([A-Za-z][A-Za-z_-]*)((?:\.[A-Za-z_]+)*)(?::([^{}]*))?\}")
"""A slot: its name, its attributes, and the two forms of a verb."""

_DEEPEST = 6
_SINGULAR = {"they": "it", "them": "it", "their": "its", "theirs": "its", "themself": "itself"}
_STAT_BAND = "mid"
"""The band in which the stat is taken to be, because stats do not change yet."""


@frozen
class _Slot:
    name: str
    attributes: tuple[str, ...]
    forms: tuple[str, ...]

    @property
    def attribute(self) -> str:
        return self.attributes[0] if self.attributes else ""


@define(eq=False, kw_only=True)
class SlotFiller:
    """A filler of the slots (placeholders) in the texts of one story.

    ``hour``: the time of day of the current scene; only lines that suit it are used.
    ``left``: the lines for slots such as ``{any.sound}`` that are not used yet, by key.
    ``taken``: the number of lines that such slots have asked for, by key and hour.
    """

    material: StoryMaterial
    cast: Cast
    facts: DrawnFacts
    left: dict[str, list[SettingLine]]
    rng: random.Random
    hour: str = "dusk"
    taken: Counter[tuple[str, str]] = field(factory=Counter[tuple[str, str]], init=False)
    phrases: Mapping[str, str] = field(init=False)
    _reasons: dict[str, str] = field(factory=dict[str, str], init=False)
    _used: dict[str, SettingLine] = field(factory=dict[str, SettingLine], init=False)

    def __attrs_post_init__(self) -> None:
        of_class = self.material.premise.classes.get(self.cast.thing.kind, {})
        self.phrases = {**of_class, **self.cast.phrases}

    def fill(self, text: str) -> str:
        """Return ``text`` with slots filled and conditions about the cast replaced by their words.

        Raise ``SlotError`` if the material lacks what a slot asks for.
        """
        return self._fill(text, _DEEPEST)

    def is_offered(self, need: str) -> bool:
        """Return whether the cast allows an option with the condition ``need``.

        Parts about the stat count as true, because stats do not change yet.
        """
        stat, facts = self.material.premise.stat, self.list_facts()
        return all(
            each.is_true_of(facts)
            for each in (parse_condition(need) if need else ())
            if each.value and not (stat and each.name == stat.id)
        )

    def _fill(self, text: str, depth: int) -> str:
        if not depth:
            raise SlotError(f"slots lead back to themselves in {text!r}")
        try:
            settled = settle_facts(text, self.list_facts())
        except KeyError as error:
            raise SlotError(f"the condition asks for the unknown fact {error.args[0]!r}") from None
        return SLOT.sub(lambda found: self._fill_slot(found, depth), settled)

    def _fill_slot(self, found: re.Match[str], depth: int) -> str:
        attributes = tuple(each for each in found[2].split(".") if each)
        forms = tuple(found[3].split("/")) if found[3] else ()
        last = attributes[-1] if attributes else ""
        slot = _Slot(found[1].lower(), tuple(map(str.lower, attributes)), forms)
        try:
            words = self._fill(self._find_words(slot), depth - 1)
        except (AttributeError, KeyError, IndexError):
            raise SlotError(f"the slot {found[0]} asks for something that is not there") from None
        is_capital = found[1][0].isupper() or last[:1].isupper()
        return capitalise(words) if is_capital else words

    def list_facts(self) -> Mapping[str, frozenset[str]]:
        """Return the values of the facts about the cast, by the names that conditions use."""
        people = {name: frozenset({each.status}) for name, each in self.cast.people.items()}
        thing = self.cast.thing
        stat = self.material.premise.stat
        return {
            **{name: frozenset({words}) for name, words in self.phrases.items()},
            **people,
            **{
                name: frozenset({self.cast.extras.get(name, Extra()).kind.value})
                for name in self.material.premise.extras
            },
            "thing": frozenset({thing.kind, "many" if thing.many else "one"}),
            "sky": frozenset({self.facts.sky}),
            **({stat.id: frozenset({_STAT_BAND})} if stat else {}),
        }

    def _find_words(self, slot: _Slot) -> str:
        role = self.material.premise.other if slot.name == "other" else slot.name
        if role in self.cast.people:
            return _word_person(self.cast.people[role], slot)
        if slot.name in self.material.premise.extras:
            return self._word_extra(slot)
        finder: Callable[[_Slot], str] | None = {
            "thing": self._word_thing,
            "lead": self._word_lead,
            "place": self._word_place,
            "outside": self._word_outside,
            "set": self._word_set,
            "any": self._word_any,
            "trade": lambda each: self.facts.trade[each.attribute],
            "line": self._word_line,
        }.get(slot.name)
        return finder(slot) if finder else self.phrases[slot.name]

    def _word_extra(self, slot: _Slot) -> str:
        extra = self.cast.extras.get(slot.name, Extra())
        if not slot.attribute:
            return extra.name
        texts = self.material.premise.extras[slot.name][extra.kind]
        return str(getattr(texts, slot.attribute))

    def _word_thing(self, slot: _Slot) -> str:
        thing = self.cast.thing
        if slot.attribute == "door":
            door = _full_form(self.facts.fixed["entrance"])
            return door if thing.kind == "secret" else thing.name
        return _word_noun(thing, slot)

    def _word_lead(self, slot: _Slot) -> str:
        lead = self.cast.lead
        group = self.cast.lead_group
        one = f"one of {group}" if group else add_article(lead)
        forms = {"": lead, "a": one, "the": f"the {lead}"}
        return {**forms, "name": self.cast.lead_name or f"the {lead}"}[slot.attribute]

    def _word_place(self, slot: _Slot) -> str:
        place = self.cast.place
        return {"": place.name, "in": f"{place.preposition} {place.name}"}[slot.attribute]

    def _word_outside(self, slot: _Slot) -> str:
        place = self.material.region.outside
        return {"": place.name, "in": f"{place.preposition} {place.name}"}[slot.attribute]

    def _word_set(self, slot: _Slot) -> str:
        if slot.attribute in ("deadline", "comes"):
            return str(getattr(self.facts, slot.attribute))
        words = self.facts.fixed[slot.attribute]
        if slot.attributes[1:] == ("short",):
            if slot.attribute not in SHORT:
                raise KeyError(slot.attribute)
            return words.rpartition(" = ")[2]
        return _full_form(words)

    def _word_any(self, slot: _Slot) -> str:
        """Return an unused line; if no line is left, an empty text or a used line.

        Raise ``SlotError`` if there never was a line. The bench finds scenes that take too many
        lines.
        """
        key, left = slot.attribute, self.left[slot.attribute]
        self.taken[key, self.hour] += 1
        for line in left:
            if line.tags <= {self.hour, self.facts.sky}:
                left.remove(line)
                self._used.setdefault(key, line)
                return line.text
        if key in SENTENCES:
            return ""
        if key in self._used:
            return self._used[key].text
        where = f"{self.material.region.id}, {self.hour}, {self.facts.sky}"
        raise SlotError(f"no line is left of `drawn.{key}` ({where}); add lines")

    def _word_line(self, slot: _Slot) -> str:
        if slot.attribute not in self._reasons:
            groups = self.material.premise.lines[slot.attribute]
            names = sorted(groups)
            motive = self.cast.motive if self.cast.motive in groups else self.rng.choice(names)
            self._reasons[slot.attribute] = self.rng.choice(groups[motive])
        return self._reasons[slot.attribute]


def _full_form(words: str) -> str:
    return words.partition(" = ")[0]


def _word_person(person: CastPerson, slot: _Slot) -> str:
    if slot.attribute == "v":
        return slot.forms[person.they == "they"]
    names = {"": person.short, "name": person.name, "intro": person.intro, "s": f"{person.short}'s"}
    more = {"where": person.where, "role": person.role or person.short}
    return {**names, **more, **PRONOUNS[person.they]}[slot.attribute]


def _word_noun(thing: Thing, slot: _Slot) -> str:
    if slot.attribute == "v":
        return slot.forms[thing.many]
    pronouns = PRONOUNS["they"] if thing.many else _SINGULAR
    names = {"": thing.name, "short": drop_article(thing.name)}
    return {**names, **pronouns, "it": pronouns["they"]}[slot.attribute]
