"""Add an entity, or find words in texts and replace them, as one step that can be undone."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime
from typing import Any

from attrs import frozen

from questfoundry.app.stages.invalid_file import build_refusal
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.domain.artifacts.brainstorm import EntityEntry
from questfoundry.domain.artifacts.seed import EntityDecision
from questfoundry.domain.artifacts.version import ADDITION, REPLACE, ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import make_id, slug_of
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.player_texts import (
    FILL,
    GROW,
    PlayerText,
    list_player_texts,
    replace_texts,
)

_CONTEXT = 40  # characters shown on each side of an occurrence

_UNSEEN = re.compile(r"^\[[\w-]+\][^\S\n]*$|\]\([^)\n]*\)", re.MULTILINE)
"""Matches what players do not read in prose: the name of a flag, and the address of a link."""


@frozen(kw_only=True)
class Occurrence:
    """One occurrence of the sought words; ``number`` counts from 1 in the order of the story.

    ``start`` and ``end`` are offsets in the text, in characters.
    """

    number: int
    text: PlayerText
    start: int
    end: int

    @property
    def text_before(self) -> str:
        """Up to 40 characters before the occurrence, on one line."""
        cut = self.text.text[max(0, self.start - _CONTEXT) : self.start]
        whole = cut if self.start <= _CONTEXT else cut.partition(" ")[2]
        return _show(whole)

    @property
    def matched_text(self) -> str:
        """The words as they occur in the text."""
        return self.text.text[self.start : self.end]

    @property
    def text_after(self) -> str:
        """Up to 40 characters after the occurrence, on one line."""
        cut = self.text.text[self.end : self.end + _CONTEXT]
        is_end = self.end + _CONTEXT >= len(self.text.text)
        return _show(cut if is_end else cut.rpartition(" ")[0])


@frozen(kw_only=True)
class FindTextUseCase:
    """A use case that finds words in the texts that players read, and replaces them."""

    _registry: StageRegistry
    _store: ProjectStore
    _prompts: PromptRepository
    _clock: Clock

    def execute(
        self, words: str, *, match_case: bool = False, whole_words: bool = False
    ) -> Sequence[Occurrence]:
        """Return the occurrences of ``words``; raise ``InputError`` if there is no story yet."""
        pattern = _compile(words, match_case=match_case, whole_words=whole_words)
        texts = list_player_texts(self._get(GROW).data, self._get_prose())
        found = ((text, span) for text in texts for span in _find_spans(pattern, text.text))
        return tuple(
            Occurrence(number=number, text=text, start=start, end=end)
            for number, (text, (start, end)) in enumerate(found, 1)
        )

    def replace(
        self,
        words: str,
        new: str,
        *,
        only: Collection[int] = (),
        match_case: bool = False,
        whole_words: bool = False,
    ) -> Sequence[Occurrence]:
        """Replace the occurrences of ``words`` with the numbers in ``only``, or else all of them.

        Return the replaced occurrences. The changed artifacts get new versions, which one undo
        reverts. Raise ``InputError``, and change nothing, if a number is unknown or a rule forbids
        a text.
        """
        with self._store.lock.hold("editing"):
            found = self.execute(words, match_case=match_case, whole_words=whole_words)
            chosen = [each for each in found if not only or each.number in only]
            if unknown := sorted({*only} - {each.number for each in found}):
                raise InputError(f"There is no occurrence {unknown[0]}; {len(found)} were found.")
            if chosen:
                self._store_texts(_replace(chosen, new))
        return chosen

    def _store_texts(self, changes: Mapping[str, Mapping[tuple[str | int, ...], str]]) -> None:
        before = {name: self._get(name) for name in (GROW, FILL) if name in changes}
        data: dict[str, Any] = {}
        for name, version in before.items():
            data[name] = self._validate(name, replace_texts(version.data, changes[name]), data)
        store_jointly(self._store, data, step=REPLACE, created_at=self._clock.now())

    def _validate(
        self, name: str, data: Mapping[str, Any], changed: Mapping[str, Mapping[str, Any]]
    ) -> dict[str, Any]:
        story = self._registry.story(self._store.artifacts, before=name, changed=changed)
        checked = self._registry.get(name).validate(data, story=story, prompts=self._prompts)
        if isinstance(checked, tuple):
            raise build_refusal(checked)
        return checked.model_dump(mode="json")

    def _get(self, name: str) -> ArtifactVersion:
        current = self._store.artifacts.current(name)
        if current is None:
            raise InputError("There are no texts for players yet.", remedies=(RunStage(name),))
        return current

    def _get_prose(self) -> Mapping[str, Any]:
        current = self._store.artifacts.current(FILL)
        return current.data if current else {}


def _show(text: str) -> str:
    """Return ``text`` on one line, without the names of flags."""
    return re.sub(r"\s*\n\s*", " ", re.sub(r"^\[[\w-]+\]?$", "", text, flags=re.MULTILINE))


def _compile(words: str, *, match_case: bool, whole_words: bool) -> re.Pattern[str]:
    parts = words.split()
    if not parts:
        raise InputError("There is nothing to find. Enter a word or several.")
    text = r"\s+".join(map(re.escape, parts))
    bounded = rf"(?<!\w){text}(?!\w)" if whole_words else text
    return re.compile(bounded, 0 if match_case else re.IGNORECASE)


def _find_spans(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    unseen = [each.span() for each in _UNSEEN.finditer(text)]
    for match in pattern.finditer(text):
        if not any(start < match.end() and match.start() < end for start, end in unseen):
            yield match.span()


def _replace(
    chosen: Iterable[Occurrence], new: str
) -> Mapping[str, Mapping[tuple[str | int, ...], str]]:
    grouped: dict[PlayerText, list[Occurrence]] = {}
    for each in chosen:
        grouped.setdefault(each.text, []).append(each)
    changes: dict[str, dict[tuple[str | int, ...], str]] = {}
    for text, places in grouped.items():
        changes.setdefault(text.stage, {})[text.path] = "".join(_join(text.text, places, new))
    return changes


def _join(text: str, places: Sequence[Occurrence], new: str) -> Iterator[str]:
    at = 0
    for each in places:
        yield text[at : each.start]
        yield new
        at = each.end
    yield text[at:]


def store_jointly(
    store: ProjectStore, data: Mapping[str, Mapping[str, Any]], *, step: str, created_at: datetime
) -> None:
    """Store ``data`` (by stage, in the order of the stages) as new versions of artifacts.

    ``step`` is the prefix of their common origin. What was made from the versions before stays up
    to date. If one version cannot be stored, nothing changes.
    """
    origin = f"{step}{_count_steps(store, step) + 1}"
    before = {name: version for name in data if (version := store.artifacts.current(name))}
    with ExitStack() as files:
        for name, each in data.items():
            files.enter_context(store.replace_file(name, each))
        with store.artifacts.transaction():
            added: dict[str, int] = {}
            for name, old in before.items():
                made = store.artifacts.add(
                    name,
                    data[name],
                    made_from=_move_sources(old.made_from, before, added),
                    origin=origin,
                    created_at=created_at,
                    parts_made_from={
                        part: _move_sources(sources, before, added)
                        for part, sources in old.parts_made_from.items()
                    },
                )
                added[name] = made.version


def _count_steps(store: ProjectStore, step: str) -> int:
    stages = store.artifacts.stages()
    origins = {each.origin for name in stages for each in store.artifacts.versions(name)}
    return sum(each.startswith(step) for each in origins)


def _move_sources(
    sources: Mapping[str, int], before: Mapping[str, ArtifactVersion], added: Mapping[str, int]
) -> dict[str, int]:
    return {
        need: added[need] if need in added and version == before[need].version else version
        for need, version in sources.items()
    }


BRAINSTORM, SEED = "brainstorm", "seed"


@frozen(kw_only=True)
class AddEntityUseCase:
    """A use case that adds an entity, which passages can use at once."""

    _registry: StageRegistry
    _store: ProjectStore
    _prompts: PromptRepository
    _clock: Clock

    def execute(self, kind: EntityKind, name: str, concept: str) -> str:
        """Add the entity and return its id; ``concept`` describes it in one sentence.

        The artifacts of all later stages get a new version, too, so that they stay up to date.
        Raise ``InputError``, and change nothing, if the name is in use or a rule forbids the
        entity.
        """
        identifier = make_id(kind, name)
        entity = EntityEntry.model_construct(
            id=identifier,
            kind=kind,
            name=name,
            concept=concept,
            background=kind is EntityKind.CHARACTER,
        )
        with self._store.lock.hold("editing"):
            self._require_new(identifier, name)
            data = self._add(entity)
            store_jointly(self._store, data, step=ADDITION, created_at=self._clock.now())
        return identifier

    def _require_new(self, identifier: str, name: str) -> None:
        if not slug_of(identifier):
            raise InputError(f"The name {name!r} gives no id. Use letters or digits.")
        for each in self._registry.story(self._store.artifacts).entities:
            if each.id == identifier or each.name.casefold() == name.casefold():
                raise InputError(f"The name {name!r} is in use. Choose another name.")

    def _add(self, entity: EntityEntry) -> Mapping[str, Mapping[str, Any]]:
        found = map(self._store.artifacts.current, self._registry.artifact_names)
        data = {each.stage: each.data for each in found if each}
        if BRAINSTORM not in data:
            raise InputError("There is no story yet.", remedies=(RunStage(BRAINSTORM),))
        material = data[BRAINSTORM]
        entities = [*material["entities"], entity.model_dump(mode="json")]
        changed = {BRAINSTORM: {**material, "entities": entities}}
        if SEED in data:
            added = EntityDecision(decision="keep", unplanned=True).model_dump(mode="json")
            decisions = {**data[SEED]["entities"], entity.id: added}
            changed[SEED] = {**data[SEED], "entities": decisions}
        names = [*data]
        later = {name: data[name] for name in names[names.index(BRAINSTORM) :]}
        return later | {name: self._validate(name, changed) for name in changed}

    def _validate(self, name: str, changed: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
        story = self._registry.story(self._store.artifacts, before=name, changed=changed)
        checked = self._registry.get(name).validate(
            changed[name], story=story, prompts=self._prompts
        )
        if isinstance(checked, tuple):
            raise build_refusal(checked)
        return checked.model_dump(mode="json")
