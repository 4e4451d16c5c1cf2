"""Apply a rename to the data of an artifact: to its texts, its ids and the name itself."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self

from attrs import field, frozen

from questfoundry.app.project.rename_target import ENDING, LABEL, STORY, TITLE, RenameTarget
from questfoundry.domain.ids import slug_of
from questfoundry.domain.renaming.texts import (
    NamePhrases,
    Phrase,
    TextRenaming,
    find_lowercase_words,
    is_id_text,
    phrases_of,
    rename_ids,
)

Path = tuple[str | int, ...]

_LABELS = ("label", "onward")
"""The fields with labels; choices with equal labels are renamed together."""

_FIELDS = {LABEL: "label", TITLE: "title", ENDING: "name", STORY: "title"}
"""The field with the name of each kind, next to the id of the named thing."""

_INSERT = re.compile(r"^\[([\w-]+)\]$", re.MULTILINE)
"""The flag's name in brackets above a conditional text."""

_NO_NAMES = {
    *("type", "size", "kind", "role", "decision", "explore"),
    *("weight", "residue", "person", "tense"),
}
"""Fields whose values come from a fixed list of words."""


@frozen(kw_only=True)
class RenamedData:
    """The data of an artifact after a rename, and the number of changed texts and ids.

    ``unsure`` lists unchanged texts that may contain the old name.
    """

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

        A word of the name that is also an ordinary word, which these texts contain in lower case,
        is replaced only where it clearly belongs to the name.
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
        return cls(
            target=target,
            texts=TextRenaming(phrases=phrases, common=common),
            ids=rename_ids(known, clear, own) if target.is_entity else {},
        )

    def rename_inserts(self, prose: str) -> str:
        """Return ``prose`` with new flag names in the square brackets above conditional texts.

        The flag of a clue has a number at its end, which stays.
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


@frozen(kw_only=True)
class _Walk:
    renaming: DataRenaming
    stage: str
    unsure: list[tuple[Path, str]] = field(init=False, factory=list)
    changed: list[Path] = field(init=False, factory=list)

    @property
    def places(self) -> int:
        return len(self.changed)

    def rename_value(self, value: Any, path: Path, object_id: str = "") -> Any:
        match value:
            case dict():
                own = str(value.get("id", ""))
                return {
                    self._rename_id(key, path): self.rename_value(each, (*path, key), own)
                    for key, each in value.items()
                }
            case list():
                return [self.rename_value(each, (*path, index)) for index, each in enumerate(value)]
            case str() if is_id_text(value):
                return self._rename_id(value, path)
            case str() if path[-1] not in _NO_NAMES:
                return self._rename_text(value, path, object_id)
            case _:
                return value

    def _rename_id(self, identifier: str, path: Path) -> str:
        new = self.renaming.ids.get(identifier, identifier)
        if new != identifier:
            self.changed.append(path)
        return new

    def _rename_text(self, text: str, path: Path, object_id: str) -> str:
        target = self.renaming.target
        if self.renaming.is_name_field(self.stage, path, text, object_id):
            self.changed.append(path)
            return target.new
        text_with_new_flags = self.renaming.rename_inserts(text) if path[-1] == "prose" else text
        renamed = self.renaming.texts.rename(text_with_new_flags)
        self.unsure.extend((path, each) for each in renamed.unsure)
        # Another choice or passage may have the same words.
        if renamed.text != text and not target.is_entity and path[-1] in _FIELDS.values():
            self.unsure.append((path, text))
            return text
        if renamed.text != text:
            self.changed.append(path)
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
