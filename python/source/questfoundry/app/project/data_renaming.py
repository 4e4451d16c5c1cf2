"""Find the part of a story to rename, and apply the rename to the data of artifacts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self

from attrs import define, evolve, field, frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import make_id, slug_of
from questfoundry.domain.renaming import (
    NamePhrases,
    Phrase,
    TextRenaming,
    find_lowercase_words,
    is_id_text,
    phrases_of,
    rename_ids,
)
from questfoundry.domain.story.entity import Entity
from questfoundry.domain.story.stat import MOST_STEPS, Level, make_stat_id
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.suggestion import suggest_words

LABEL, TITLE, ENDING, STORY = "label", "title", "ending", "story"
"""The kinds of rename targets that are not entities; for an entity, the target has its kind."""


@frozen(kw_only=True)
class RenameTarget:
    """A part of the story to rename; ``others`` are the names of all other entities."""

    kind: str
    id: str
    old: str
    new: str
    others: tuple[str, ...] = field(default=())

    @property
    def is_entity(self) -> bool:
        """Return whether the part is an entity, whose name occurs in sentences and ids."""
        return self.kind not in {LABEL, TITLE, ENDING, STORY}

    @property
    def new_id(self) -> str:
        """The id that the part gets from its new name."""
        return make_id(self.kind, self.new)


def find_rename_target(story: Story, old: str, new: str) -> RenameTarget:
    """Return the part of the story with the name or id ``old``, together with its new name.

    For an entity, ``old`` may be one word of the name; then only this word changes. If no part
    matches, return the entity that already has the name ``new``, since the rest of the story may
    still contain ``old``. Raise ``InputError`` if no part or several parts match, or if another
    entity has the name ``new``.
    """
    new = " ".join(new.split())
    if not new:
        raise InputError("The new name is empty. Give a name.")
    candidates = list(_list_targets(story))
    matches = _merge_labels(
        [each for each in candidates if old == each.id]
        or [each for each in candidates if _is_same_name(old, each.old) or old == slug_of(each.id)]
        or [each for each in candidates if each.is_entity and _is_same_name(old, *each.old.split())]
        or [
            evolve(each, old=old)
            for each in candidates
            if each.is_entity and _is_same_name(new, each.old)
        ]
    )
    if len(matches) != 1:
        raise InputError(_format_ambiguity(old, matches, candidates))
    target = matches[0]
    if not (old == target.id or _is_same_name(old, target.old) or old == slug_of(target.id)):
        words = (new if _is_same_name(old, word) else word for word in target.old.split())
        new = " ".join(words)
    if target.old == new:
        raise InputError(f"{target.id} has the name {new!r} already. Choose another name.")
    target = evolve(target, new=new)
    if target.is_entity:
        _require_unused_name(story, target)
    return target


def _merge_labels(found: list[RenameTarget]) -> list[RenameTarget]:
    return found[:1] if {each.kind for each in found} == {LABEL} else found


def _list_targets(story: Story) -> Iterator[RenameTarget]:
    for entity in story.entities:
        others = tuple(each.name for each in story.entities if each.id != entity.id)
        yield RenameTarget(
            kind=entity.kind.value, id=entity.id, old=entity.name, new="", others=others
        )
    if story.structure is None:
        return
    yield RenameTarget(kind=STORY, id="story", old=story.title, new="")
    for passage in story.structure.passages:
        yield RenameTarget(kind=TITLE, id=passage.id, old=passage.title, new="")
    for choice in story.structure.choices:
        yield RenameTarget(kind=LABEL, id=choice.id, old=choice.label, new="")
    for ending in story.endings:
        yield RenameTarget(kind=ENDING, id=ending.id, old=ending.name, new="")


def _require_unused_name(story: Story, target: RenameTarget) -> None:
    if not slug_of(target.new_id):
        raise InputError(f"{target.new!r} gives no id. Use letters or digits.")
    for entity in story.entities:
        if entity.id != target.id and _has_new_name(entity, target):
            raise InputError(f"{entity.id} has that name already. Choose another name.")


def _has_new_name(entity: Entity, target: RenameTarget) -> bool:
    return entity.id == target.new_id or _is_same_name(entity.name, target.new)


def _is_same_name(one: str, *others: str) -> bool:
    return " ".join(one.split()).casefold() in {
        " ".join(each.split()).casefold() for each in others
    }


def _format_ambiguity(old: str, found: list[RenameTarget], candidates: list[RenameTarget]) -> str:
    if found:
        ids = ", ".join(f"{each.id} ({each.kind})" for each in found)
        return f"{old!r} matches several things: {ids}. Give the id of one of them."
    parts = [word for each in candidates if each.is_entity for word in each.old.split()]
    names = list(dict.fromkeys((*(each.old for each in candidates), *parts)))
    hint = suggest_words(old, names)
    return f"Nothing has the name {old!r}: no entity, place, label or title.{hint}"


Path = tuple[str | int, ...]

_LABELS = ("label", "onward")
"""The fields with labels; choices with equal labels are renamed together."""

_FIELDS = {LABEL: "label", TITLE: "title", ENDING: "name", STORY: "title"}
"""The field that holds the name, for each kind of target; the target's id is beside this field."""

_INSERT = re.compile(r"^\[([\w-]+)\]$", re.MULTILINE)
"""A line with the name of a flag in brackets, above a conditional text."""

_NO_NAMES = {
    *("type", "size", "kind", "role", "decision", "explore"),
    *("weight", "residue", "person", "tense"),
}
"""Fields whose values come from a fixed list of words, so that they never contain a name."""


@frozen(kw_only=True)
class RenamedData:
    """Data after a rename, the number of changes, and texts that may still hold the old name."""

    data: Mapping[str, Any]
    places: int
    unsure: tuple[tuple[Path, str], ...]


@frozen(kw_only=True)
class DataRenaming:
    """A rename that can be applied to the data of several artifacts."""

    target: RenameTarget
    texts: TextRenaming
    ids: Mapping[str, str]

    @classmethod
    def from_artifacts(cls, target: RenameTarget, artifacts: Sequence[Mapping[str, Any]]) -> Self:
        """Create the rename from the texts and ids of all artifacts of a story.

        If a word of the name also occurs in lower case in these texts, it is an ordinary word, too.
        It is then replaced only where it clearly belongs to the name.
        """
        strings = [each for data in artifacts for each in _list_strings(data)]
        known = {each for each in strings if is_id_text(each)}
        if target.is_entity:
            phrases = phrases_of(
                target.old, target.new, person=target.kind == "character", others=target.others
            )
        elif len(target.old.split()) > 1:
            phrases = NamePhrases(replaced=(Phrase(old=target.old, new=target.new, strict=True),))
        else:
            phrases = NamePhrases(replaced=(), doubtful=(target.old,))
        texts = [_INSERT.sub("", each) for each in strings if each not in known]
        common = find_lowercase_words(texts, phrases)
        clear = [each for each in phrases.replaced if each.old.casefold() not in common]
        own = {target.id: target.new_id} if target.is_entity else {}
        renaming = TextRenaming(phrases=phrases, common=common)
        if not target.is_entity:
            return cls(target=target, texts=renaming, ids={})
        stats = dict(_rename_stats(artifacts, renaming))
        return cls(target=target, texts=renaming, ids={**rename_ids(known, clear, own), **stats})

    def rename_inserts(self, prose: str) -> str:
        """Return ``prose`` with new flag names in the square brackets above conditional texts.

        The number at the end of a clue's flag is kept.
        """
        slugs = {slug_of(old): slug_of(new) for old, new in self.ids.items()}

        def replace_flag(found: re.Match[str]) -> str:
            name, dash, number = found[1].rpartition("-")
            whole = slugs.get(found[1])
            return f"[{whole or slugs.get(name, name) + dash + number}]"

        return _INSERT.sub(replace_flag, prose)

    def rename_data(self, stage: str, data: Mapping[str, Any]) -> RenamedData:
        """Apply the rename to ``data``, the artifact of ``stage``, and return the result."""
        walk = _Walk(renaming=self, stage=stage)
        return RenamedData(
            data=walk.rename_value(dict(data), ()), places=walk.places, unsure=tuple(walk.unsure)
        )

    def is_name_field(self, stage: str, path: Path, value: str, object_id: str) -> bool:
        """Return whether the field at ``path`` contains the name that is being renamed.

        ``object_id`` is the id of the object that contains the field, or empty.
        """
        if self.target.is_entity:
            return value.casefold() == self.target.old.casefold()
        if self.target.kind == LABEL:
            return path[-1] in _LABELS and value.casefold() == self.target.old.casefold()
        at = path[-1:] == (_FIELDS[self.target.kind],)
        if self.target.kind == STORY:
            return at and len(path) == 1 and stage == "grow"
        return at and self.target.id in (object_id, *path[-2:-1])


def _rename_stats(
    artifacts: Sequence[Mapping[str, Any]], texts: TextRenaming
) -> Iterator[tuple[str, str]]:
    """Yield the old and new ids of stats whose names change, and of all their levels."""
    names = [each["name"] for data in artifacts for each in data.get("stats", ())]
    for name in names:
        old, new = (make_stat_id(each) for each in (name, texts.rename(name).text))
        if old != new:
            yield old, new
            for value in range(-MOST_STEPS, MOST_STEPS + 1):
                if value:
                    yield Level(old, value).id, Level(new, value).id


@define(kw_only=True)
class _Walk:
    renaming: DataRenaming
    stage: str
    unsure: list[tuple[Path, str]] = field(init=False, factory=list)
    places: int = field(init=False, default=0)

    def rename_value(self, value: Any, path: Path, object_id: str = "") -> Any:
        match value:
            case dict():
                own = str(value.get("id", ""))
                return {
                    self._rename_id(key): self.rename_value(each, (*path, key), own)
                    for key, each in value.items()
                }
            case list():
                return [self.rename_value(each, (*path, index)) for index, each in enumerate(value)]
            case str() if is_id_text(value):
                return self._rename_id(value)
            case str() if path[-1] not in _NO_NAMES:
                return self._rename_text(value, path, object_id)
            case _:
                return value

    def _rename_id(self, identifier: str) -> str:
        new = self.renaming.ids.get(identifier, identifier)
        if new != identifier:
            self.places += 1
        return new

    def _rename_text(self, text: str, path: Path, object_id: str) -> str:
        target = self.renaming.target
        if self.renaming.is_name_field(self.stage, path, text, object_id):
            self.places += 1
            return target.new
        text_with_new_flags = self.renaming.rename_inserts(text) if path[-1] == "prose" else text
        renamed = self.renaming.texts.rename(text_with_new_flags)
        self.unsure.extend((path, each) for each in renamed.unsure)
        # Another choice or passage may have the same words.
        if renamed.text != text and not target.is_entity and path[-1] in _FIELDS.values():
            self.unsure.append((path, text))
            return text
        if renamed.text != text:
            self.places += 1
        return renamed.text


def _list_strings(value: Any) -> Iterator[str]:
    match value:
        case dict():
            for key, each in value.items():
                yield key
                yield from _list_strings(each)
        case list():
            for each in value:
                yield from _list_strings(each)
        case str():
            yield value
