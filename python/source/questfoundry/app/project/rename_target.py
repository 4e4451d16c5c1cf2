"""Find the object that an author wants to rename: an entity, label, title, ending, or the story."""

from collections.abc import Iterator
from difflib import get_close_matches

from attrs import evolve, field, frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import make_id, slug_of
from questfoundry.domain.story.entity import Entity
from questfoundry.domain.story.story import Story

LABEL, TITLE, ENDING, STORY = "label", "title", "ending", "story"
"""The kinds of targets that are not entities; an entity's kind is its own."""


@frozen(kw_only=True)
class RenameTarget:
    """An object of the story to rename; ``others`` are the names of all other entities."""

    kind: str
    id: str
    old: str
    new: str
    others: tuple[str, ...] = field(default=())

    @property
    def is_entity(self) -> bool:
        """Return whether the object is an entity, whose name occurs in sentences and ids."""
        return self.kind not in {LABEL, TITLE, ENDING, STORY}

    @property
    def new_id(self) -> str:
        """The id that the object gets from its new name."""
        return make_id(self.kind, self.new)


def find_rename_target(story: Story, old: str, new: str) -> RenameTarget:
    """Return the object with the name or id ``old``, together with its new name.

    For an entity, ``old`` may be one word of the name; then only this word changes. If no object
    matches, return the entity that already has the name ``new``, since the rest of the story may
    still contain ``old``. Raise ``InputError`` if no object or several objects match, or if another
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
    near = get_close_matches(old, names, n=3, cutoff=0.5)
    hint = f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
    return f"Nothing has the name {old!r}: no entity, place, label or title.{hint}"
