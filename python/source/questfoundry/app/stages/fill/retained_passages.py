"""The passages that a new run of FILL keeps: the author's own, and those with unchanged inputs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from attrs import field, frozen

from questfoundry.app.stages.fill.stage import FILL, VOICE
from questfoundry.app.store import ProjectStore
from questfoundry.domain.artifacts.version import RENAME


@frozen(kw_only=True)
class AuthoredPassages:
    """The passages that the author edited, by id.

    ``voice`` says whether the voice was edited as well.
    """

    passages: Mapping[str, Any] = field(factory=dict)
    voice: bool = False


def find_authored_passages(store: ProjectStore) -> AuthoredPassages:
    """Return the passages that the author edited, rewrote or kept since FILL's last run.

    A file that was adopted without a version before is no edit, as its authorship is unknown.
    """
    current = store.artifacts.current(FILL)
    if current is None:
        return AuthoredPassages()
    edits = [each for each in store.edits_of(FILL) if each.before is not None]
    run = store.runs.get(edits[-1].before.origin if edits and edits[-1].before else current.origin)
    names = set(run.stage_inputs.kept) if run else set()
    voice = False
    for edit in reversed(edits):
        before, after = edit.before.data if edit.before else {}, edit.after.data
        if edit.after.origin.startswith(RENAME):
            # A rename changes ids and sentences without rewriting passages.
            renamed = dict(zip(before["passages"], after["passages"], strict=True))
            names = {renamed.get(name, name) for name in names}
        else:
            names |= _find_changed(before["passages"], after["passages"])
            voice = voice or before[VOICE] != after[VOICE]
    passages = current.data["passages"]
    return AuthoredPassages(
        passages={name: each for name, each in passages.items() if name in names}, voice=voice
    )


def find_affected_passages(
    before: Mapping[str, Any], now: Mapping[str, Any], authored: Collection[str]
) -> tuple[str, ...]:
    """Return the passages whose inputs ``before`` and ``now`` differ, without authored ones."""
    return tuple(
        name for name, each in now.items() if before.get(name) != each and name not in authored
    )


def _find_changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> set[str]:
    return {name for name, each in after.items() if each != before.get(name)}
