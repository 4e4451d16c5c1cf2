"""What a new run of FILL takes over as it is: the author's passages, and those not concerned."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from attrs import field, frozen

from questfoundry.app.project.edits import edits_of
from questfoundry.app.stages.fill.stage import FILL, VOICE
from questfoundry.app.store import ProjectStore


@frozen(kw_only=True)
class Authored:
    """Passages by id as the author left them, and whether the voice is the author's, too."""

    passages: Mapping[str, Any] = field(factory=dict)
    voice: bool = False


def authored(store: ProjectStore) -> Authored:
    """What an author edited or had rewritten since the last run of FILL, or kept already in it.

    Of a file that was found nobody knows whose each passage is.
    """
    current = store.artifacts.current(FILL)
    if current is None:
        return Authored()
    names: set[str] = set()
    voice, made = False, current
    for edit in edits_of(store, FILL):
        if edit.before is not None:
            before, after = edit.before.data, edit.after.data
            names |= _changed(before["passages"], after["passages"])
            voice = voice or before[VOICE] != after[VOICE]
            made = edit.before
    run = store.runs.get(made.origin)
    names |= set(run.stage_inputs.kept) if run else set()
    passages = current.data["passages"]
    return Authored(
        passages={name: each for name, each in passages.items() if name in names}, voice=voice
    )


def concerned(
    before: Mapping[str, Any], now: Mapping[str, Any], authored: Collection[str]
) -> tuple[str, ...]:
    """The passages whose prose was made from something else, the author's own left out."""
    return tuple(
        name for name, each in now.items() if before.get(name) != each and name not in authored
    )


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> set[str]:
    return {name for name, each in after.items() if each != before.get(name)}
