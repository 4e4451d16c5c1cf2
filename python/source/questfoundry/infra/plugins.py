"""Find plug-ins of other packages by their entry points, and load them on demand.

Reading the entry points of an environment takes some hundredths of a second, and loading an entry
point runs code of its package. So both happen only when a name is unknown or all plug-ins of a
group are needed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

import questfoundry
from questfoundry.domain.errors import SettingsError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from questfoundry.domain.checks.law import AddedLaw

PROVIDERS = "questfoundry.providers"
EXPORTERS = "questfoundry.exporters"
STAGES = "questfoundry.stages"
LAWS = "questfoundry.laws"
EMBEDDINGS = "questfoundry.embeddings"
SCENES = "questfoundry.scenes"


_KINDS: Mapping[str, tuple[str, Callable[[Any], bool], str]] = {
    PROVIDERS: (
        "a questfoundry.Provider",
        lambda value: isinstance(value, questfoundry.Provider),
        "name",
    ),
    EXPORTERS: (
        "a story exporter, with a format and export",
        lambda value: hasattr(value, "format") and hasattr(value, "export"),
        "format",
    ),
    STAGES: (
        "a questfoundry.ArtifactStage",
        lambda value: isinstance(value, questfoundry.ArtifactStage),
        "name",
    ),
    LAWS: (
        "a questfoundry.AddedLaw",
        lambda value: isinstance(value, questfoundry.AddedLaw),
        "value",
    ),
    EMBEDDINGS: ("a function of a model's name and questfoundry.ProviderSettings", callable, ""),
    SCENES: ("a folder with draft/premises", lambda value: isinstance(value, Path), ""),
}
"""For each group: a description of its plug-ins, a check, and the attribute with the name."""

GROUPS = tuple(_KINDS)
"""The entry point groups of QuestFoundry."""


@frozen(kw_only=True)
class Plugin:
    """A plug-in's group, its name and the package that provides it."""

    group: str
    name: str
    package: str


def find_plugins(group: str) -> tuple[Plugin, ...]:
    """Return the plug-ins of a group in order of name, without loading them."""
    return tuple(_plugin(entry) for entry in _entries(group))


def load(group: str, *, reserved: Collection[str] = ()) -> dict[str, Any]:
    """Load all plug-ins of a group and return them by name.

    Raise ``SettingsError`` if a plug-in cannot be loaded, has the wrong type, or uses a name that
    is duplicate or ``reserved``.
    """
    return {entry.name: _load_entry(entry, reserved) for entry in _entries(group)}


def load_named(group: str, name: str, *, reserved: Collection[str] = ()) -> Any:
    """Load the plug-in ``name`` of a group, or return ``None`` if no plug-in has this name.

    Raise ``SettingsError`` as :func:`load` does.
    """
    named = [entry for entry in _entries(group) if entry.name == name]
    return _load_entry(named[0], reserved) if named else None


def find_problems(group: str, *, reserved: Collection[str]) -> Iterator[str]:
    """Yield a sentence for each plug-in of a group that cannot be used; this loads the plug-ins."""
    for entry in _entries(group):
        try:
            _load_entry(entry, reserved)
        except SettingsError as error:
            yield str(error)


def load_added_laws() -> tuple[AddedLaw, ...]:
    """Load the laws that other packages add: rules that a story's structure must obey."""
    from questfoundry.domain.checks.law import Law

    return tuple(load(LAWS, reserved=tuple(Law)).values())


def _entries(group: str) -> tuple[EntryPoint, ...]:
    return _entries_below(group, tuple(sys.path))


@cache
def _entries_below(group: str, folders: tuple[str, ...]) -> tuple[EntryPoint, ...]:  # noqa: ARG001
    """Return the entry points of a group, sorted by name; cached for each ``sys.path``."""
    from importlib.metadata import entry_points

    return tuple(sorted(entry_points(group=group), key=lambda entry: entry.name))


def _plugin(entry: EntryPoint) -> Plugin:
    package = entry.dist.name if entry.dist else entry.module
    return Plugin(group=entry.group, name=entry.name, package=package)


def _load_entry(entry: EntryPoint, reserved: Collection[str]) -> Any:
    plugin, (words, fits, name) = _plugin(entry), _KINDS[entry.group]
    prefix = (
        f"The package {plugin.package!r} adds {entry.name!r} to {entry.group} ({entry.value}), but"
    )
    advice = "Fix or uninstall that package."
    others = [other for other in _entries(entry.group) if other.name == entry.name]
    if entry.name in reserved or len(others) > 1:
        raise SettingsError(f"{prefix} that name is already taken. {advice}")
    try:
        value = entry.load()
        if isinstance(value, type) and entry.group != EMBEDDINGS:
            value = value()
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
        raise SettingsError(f"{prefix} it cannot be loaded: {problem}. {advice}") from error
    if not fits(value):
        raise SettingsError(f"{prefix} it is not {words}. {advice}")
    if name and (own := getattr(value, name)) != entry.name:
        raise SettingsError(f"{prefix} it calls itself {own!r}. {advice}")
    return value
