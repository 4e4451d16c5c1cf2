"""Find people, places, things and groups in the author's words, by rules and word lists.

The rules replace the model, because a very small model cannot find entities. The word lists are in
``prompts/local/said.yaml``.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType

from attrs import evolve, frozen

from questfoundry.domain.story.entity import OutlineName
from questfoundry.domain.text.names.stated_names import NameSpan, find_names, has_name
from questfoundry.infra.llm.tiny.guides import EntityWording

_DETERMINER = r"\b([Aa]n?|[Tt]he|[Hh]er|[Hh]is|[Tt]heir|[Mm]y|[Yy]our|[Ii]ts)"
_BEFORE = re.compile(
    rf"{_DETERMINER} ((?:[a-z][\w-]* ){{1,4}}?)(?:(?:named|called|by the name of) )?[\"“]?$"
)
_AFTER = re.compile(
    rf"^,? (?:is )?{_DETERMINER} ([a-z][^,.;:!?]{{2,60}}?)"
    r"(?=[,.;:!?]| (?:and|who|must|that|has|can|wants|finds)\b|$)"
)
_NO_PART = re.compile(r"\b(?:of|in|at|on|to|for|from|with|above|below|by|near|and|or|\w+[^s]s)\b")
_IN = re.compile(r"\b(?:[Ii]n|[Aa]t|near|off|outside|inside|aboard|across)\s+(?:the\s+)?$")
_TO = re.compile(
    r"\b(?:travel|return|go|come|came|sail|move|flee|flie|fly|journey|way|train|road|ship|ferry"
    r"|arrive|voyage|escape)\w*(?: \w+)? (?:to|from|into|for)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_TITLE = re.compile(r"(?:Dr|Mrs?|Ms|Prof|Lord|Lady|Sir|Captain|Detective|Inspector)\b")
_GONE = re.compile(r"\b(?:drop|remove|cut|without|no|not|instead of)\s+$", re.IGNORECASE)
_RENAMED = re.compile(
    r"\s+(?:to|into|should be (?:called|named)|is (?:now )?(?:called|named))\s+", re.IGNORECASE
)


_DETERMINED = re.compile(rf"{_DETERMINER} ")
_LONGEST_CONCEPT = 300

_NEEDED: Mapping[str, int] = MappingProxyType({"character": 1, "location": 2})
"""The minimum number of entities that every story needs, by kind."""


@frozen(kw_only=True)
class ExtractedEntity:
    """A person, place, thing or group that the author mentions.

    ``name``: The name; empty for an unnamed entity.
    ``noun``: For an unnamed entity, the noun that the author uses for it, such as ``lighthouse``;
      else empty.
    ``role``: A noun phrase such as ``a lighthouse cook``, or empty.
    ``concept``: A sentence in which the author describes the entity, or empty.
    """

    kind: str
    name: str = ""
    noun: str = ""
    role: str = ""
    concept: str = ""

    @property
    def template_values(self) -> Mapping[str, str]:
        """The values for the placeholders ``noun``, ``role`` and ``described`` in a text template.

        ``described`` is ``said`` if the entity has a role, else ``unsaid``.
        """
        described = "said" if self.role else "unsaid"
        return {"noun": self.noun.title(), "role": self.role, "described": described}

    @property
    def preset_fields(self) -> Mapping[str, str]:
        """The entity's ``kind``, ``name`` and ``concept``, without empty values, by field name."""
        fields = {"kind": self.kind, "name": self.name, "concept": self.concept}
        return {field: value for field, value in fields.items() if value}


def extract_entities(
    texts: Sequence[str], wording: EntityWording, outline: Sequence[OutlineName] = ()
) -> tuple[ExtractedEntity, ...]:
    """Return the entities that ``texts``, the author's lines, mention.

    The first character comes first, then other entities with names, then entities without. A later
    text may remove or rename an entity.

    ``outline`` has the names in the author's outline. If the outline describes any of these names,
    names in the first text that the outline lacks are ignored.
    """
    listed = outline if any(each.told for each in outline) else ()
    named: dict[str, ExtractedEntity] = {}
    plain = [" ".join(text.split()) for text in texts]
    for at, text in enumerate(plain):
        _read_names(text, named, wording)
        if listed and not at:
            named = {
                key: entity
                for key, entity in named.items()
                if any(_is_same_name(key, each.name) for each in listed)
            }
    for each in listed:
        known = next((key for key in named if _is_same_name(key, each.name)), each.name)
        named[known] = _build_listed_entity(each, wording)
    unnamed = _iter_unnamed(plain[0], named.values(), wording)
    things = [*named.values(), *unnamed]
    first = next((each for each in things if each.kind == "character"), None)
    player = first.name if first else ""
    others = [_resolve_possessive(each, player) for each in things if each is not first]
    return (first, *others) if first else tuple(others)


def plan_entries(
    entities: Sequence[ExtractedEntity],
    *,
    kinds: Sequence[str],
    least: Mapping[str, int],
    most: int,
    length: int,
) -> list[ExtractedEntity]:
    """Return the entities for a list in the story, in the order in which they will be written.

    The author's ``entities`` come first, if there is room for them. New entities without a name
    follow; their kinds are those in ``kinds``, in turn. The result has ``length`` entities, or up
    to ``most`` if more are needed.

    ``least`` is the required number of entities of each kind. A named entity may take the place of
    a required object.
    """
    entries: list[ExtractedEntity] = []
    for thing in entities:
        fills = thing.kind in _missing_kinds(entries, least)
        wanted = _NEEDED if thing.name or fills else least
        if len(entries) + 1 + len(_missing_kinds([*entries, thing], wanted)) <= most:
            entries.append(thing)
    lacking = _missing_kinds(entries, least)[: int(most) - len(entries)]
    free = list(kinds)
    for each in entries:
        if each.kind in free:
            free.remove(each.kind)
    count = max(length, len(entries) + len(lacking)) - len(entries)
    rest = [free[at % len(free)] for at in range(count)]
    for kind in lacking:
        if rest.count(kind) < lacking.count(kind):
            spare = (at for at in reversed(range(count)) if rest[at] not in lacking)
            rest[next(spare, count - 1)] = kind
    return [*entries, *(ExtractedEntity(kind=kind) for kind in rest)]


def _missing_kinds(entries: Sequence[ExtractedEntity], least: Mapping[str, int]) -> list[str]:
    kinds = [each.kind for each in entries]
    return [kind for kind, wanted in least.items() for _ in range(wanted - kinds.count(kind))]


def _read_names(text: str, named: dict[str, ExtractedEntity], wording: EntityWording) -> None:
    renamed = ""
    spans = find_names(text)
    for each, following in zip_longest(spans, spans[1:]):
        known = next((key for key in named if _is_same_name(named[key].name, each.name)), "")
        to_next = text[each.end : following.start] if following else ""
        if renamed:
            named[renamed] = evolve(named[renamed], name=each.name)
            renamed = ""
        elif known and _RENAMED.fullmatch(to_next):
            renamed = known
        elif known and _GONE.search(text[: each.start]):
            del named[known]
        elif not known:
            named[each.name] = _build_entity(text, each, wording)


def _is_same_name(one: str, other: str) -> bool:
    return has_name(one, other) or has_name(other, one)


def _build_entity(text: str, span: NameSpan, wording: EntityWording) -> ExtractedEntity:
    lead, rest = text[: span.start], text[span.end :]
    role = determiner = ""
    if ((found := _BEFORE.search(lead)) and not _NO_PART.search(found[2])) or (
        found := _AFTER.match(rest)
    ):
        determiner, role = found[1].lower(), found[2].strip()
    kind = "character" if _TITLE.match(span.name) else wording.find_kind_of_name(span.name)
    kind = kind or wording.find_kind(_NO_PART.split(role)[0])
    if kind is None:
        kind = "location" if _IN.search(lead) or _TO.search(lead) else "character"
    return ExtractedEntity(kind=kind, name=span.name, role=f"{determiner} {role}" if role else "")


def _build_listed_entity(listed: OutlineName, wording: EntityWording) -> ExtractedEntity:
    name, kind, description = listed.name, listed.kind, " ".join(listed.told.split())
    at = description.find(name)
    text = description if at >= 0 else f"{name}, {description}"
    start = max(at, 0)
    thing = _build_entity(text, NameSpan(name=name, start=start, end=start + len(name)), wording)
    thing = evolve(thing, concept=_build_concept(name, description))
    if kind:
        return evolve(thing, kind=kind)
    return (
        thing
        if thing.kind != "character"
        else evolve(thing, kind=_guess_kind(text[:start], wording))
    )


def _build_concept(name: str, description: str) -> str:
    """Return ``description`` as a sentence about ``name``; empty if no sentence can be formed."""
    sentence = description.strip().rstrip(",;:")
    if not sentence or len(sentence) > _LONGEST_CONCEPT:
        return ""
    if not has_name(sentence, name):
        link = " is " if _DETERMINED.match(sentence) else ", "
        if link == ", " and sentence[0].isupper():
            return ""
        sentence = f"{name}{link}{sentence}"
    return sentence if sentence.endswith((".", "!", "?", "…")) else f"{sentence}."


def _guess_kind(lead: str, wording: EntityWording) -> str:
    """Return the likely kind of an entity; ``lead`` is the text before the entity's name.

    The last three words of ``lead`` are looked up in the word lists. If they are not found, a name
    after "the" is an object, and any other name is a character.
    """
    words = re.findall(r"[\w-]+", lead)[-3:]
    kind = next((found for each in reversed(words) if (found := wording.find_kind(each))), None)
    return kind or ("object" if words[-1:] in (["the"], ["The"]) else "character")


def _resolve_possessive(thing: ExtractedEntity, player: str) -> ExtractedEntity:
    """Return ``thing`` with the player character's name in place of a possessive pronoun.

    Only a pronoun at the start of the entity's role is replaced. If ``player`` is ``Mara``, ``her
    brother`` becomes ``Mara's brother``.
    """
    if not player:
        return thing
    role = re.sub(r"^(?:her|his|their|my|your|its)\b", f"{player}'s", thing.role)
    return evolve(thing, role=role)


def _iter_unnamed(
    text: str, named: Collection[ExtractedEntity], wording: EntityWording
) -> Iterator[ExtractedEntity]:
    """Yield the entities that ``text`` mentions without a name, such as a cook or a lighthouse."""
    named_words = " ".join(f"{each.name} {each.role}" for each in named).lower()
    for kind, most in wording.unnamed.items():
        there = [each for each in named if each.kind == kind]
        room = most - len(there) if kind == "location" else 0 if there else most
        nouns = (
            wording.singular_noun(word, kind) for word in re.findall(r"\b[a-z][a-z-]+\b", text)
        )
        fresh = (each for each in nouns if each and (kind == "location" or each not in named_words))
        for noun in list(dict.fromkeys(fresh))[: max(0, room)]:
            yield ExtractedEntity(kind=kind, noun=noun, role=_find_phrase(text, noun, wording))


def _find_phrase(text: str, noun: str, wording: EntityWording) -> str:
    """Return the phrase in ``text`` that introduces ``noun``, such as ``a failing space station``.

    The result is empty if there is no such phrase.
    """
    for found in re.finditer(
        rf"\b([Aa]n?) ((?:(?!an? )[a-z][\w-]* ){{0,3}}?{noun})\b ?(\w*)", text
    ):
        if not _NO_PART.search(found[2].rpartition(noun)[0]) and not wording.find_kind(found[3]):
            return f"{found[1].lower()} {found[2]}"
    return ""
