"""Compute the ledger of hands from the stored versions, the journal and the inputs of runs."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from attrs import frozen

from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.hand_sources import HandSources, KnownSentences
from questfoundry.domain.artifacts.version import JOINT_STEPS, ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.prose.sentence_tracing import Key, State, trace_version
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.story.hands import HandLedger, LedgerEntry
from questfoundry.domain.story.player_texts import (
    DREAM,
    FILL,
    GROW,
    SEED,
    PlayerText,
    list_plan_texts,
    list_player_texts,
)

_STAGES = (DREAM, SEED, GROW, FILL)


@frozen(kw_only=True)
class HandLedgerUseCase:
    """A use case that finds out who wrote each sentence that players read."""

    _store: ProjectStore

    def execute(self) -> HandLedger:
        """Return the ledger of the current story; raise ``InputError`` if there is none."""
        current = {stage: self._store.artifacts.current(stage) for stage in _STAGES}
        if current[GROW] is None:
            raise InputError("There are no texts for players yet.", remedies=(RunStage(GROW),))
        sources = HandSources(self._store)
        states = {
            stage: _trace_stage(self._store, sources, version)
            for stage, version in current.items()
            if version is not None
        }
        data = {stage: version.data if version else {} for stage, version in current.items()}
        texts = (
            *list_plan_texts(data[DREAM], data[SEED]),
            *list_player_texts(data[GROW], data[FILL]),
        )
        return HandLedger(
            entries=tuple(
                LedgerEntry(text=text, sentence=sentence)
                for text in texts
                for sentence in states[text.stage][_key_of(text, data[text.stage])].sentences
            )
        )


def _trace_stage(store: ProjectStore, sources: HandSources, current: ArtifactVersion) -> State:
    """Return the texts of ``current``, followed through all versions of its stage.

    Versions that the author has undone are read, too: their sentences may have been pasted since.
    """
    states: dict[int | None, State] = {}
    known = KnownSentences()
    for version in store.artifacts.versions(current.stage):
        before, texts = states.get(version.replaces), _list_texts(version)
        is_renaming = version.origin.startswith(JOINT_STEPS)
        if before is not None and is_renaming and len(before) == len(texts):
            before = dict(zip(texts, before.values(), strict=True))  # a rename changes ids
        write = sources.choose_writer(version, known, is_first=not before)
        states[version.version] = state = trace_version(
            before or {}, texts, write, keeps_sentences=is_renaming
        )
        for each in (sentence for text in state.values() for sentence in text.sentences):
            known.add(each)
    return states[current.version]


def _list_texts(version: ArtifactVersion) -> Mapping[Key, PlayerText]:
    data = version.data
    with suppress(KeyError, TypeError):  # artifacts of earlier program versions
        found = {
            DREAM: lambda: list_plan_texts(data, {}),
            SEED: lambda: list_plan_texts({}, data),
            GROW: lambda: list_player_texts(data, {}),
            FILL: lambda: _list_prose(data),
        }[version.stage]()
        return {_key_of(each, data): each for each in found}
    return {}


def _list_prose(fill: Mapping[str, Any]) -> Iterator[PlayerText]:
    """Yield all prose and corrected labels of FILL's artifact, also for passages that are gone."""
    frame = {"title": "", "hook": "", "onward": "", "endings": {}}
    choices = [{"id": name, "label": each["was"]} for name, each in fill.get("labels", {}).items()]
    passages = [{"id": name, "title": ""} for name in fill["passages"]]
    grow = {**frame, "passages": [*passages, {"id": "", "title": "", "choices": choices}]}
    return (each for each in list_player_texts(grow, fill) if each.stage == FILL)


def _key_of(text: PlayerText, data: Any) -> Key:
    """Return the path of ``text`` with the ids of list items in place of their positions."""
    steps: list[str | int] = []
    for step in text.path:
        data = data[step]
        steps.append(data.get("id", step) if isinstance(data, Mapping) else step)
    return tuple(steps)
