"""Define typed providers for the containers of dependency-injector.

A provider makes an object when it is called, and imports the code that it needs on its first call.
A run imports its code ahead, in a thread, so that the first use does not stop the event loop.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from inspect import signature
from pkgutil import resolve_name
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

from dependency_injector import providers

_P = ParamSpec("_P")
_T = TypeVar("_T")
_T_co = TypeVar("_T_co", covariant=True)


class LazyProvider(Protocol[_P, _T_co]):
    """The type of a dependency-injector provider, with its parameters and its result."""

    def __call__(self, *args: _P.args, **given: _P.kwargs) -> _T_co:
        """Return the provided object."""

    def override(self, provider: object) -> object:
        """Provide ``provider``, which is a value or another provider, from now on."""

    def reset_override(self) -> None:
        """End the override: provide the container's own object again."""


class factory(Generic[_P, _T]):  # noqa: N801 - a decorator
    """A decorator that turns a container's method into a dependency-injector provider.

    Each call of the provider calls the method.
    """

    _kind: type[providers.Provider[Any]] = providers.Factory

    def __init__(self, method: Callable[Concatenate[Any, _P], _T]) -> None:
        self._method = method

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, container: Any, owner: type) -> LazyProvider[_P, _T]:
        made: LazyProvider[_P, _T] = self._kind(self._method, container)  # type: ignore[call-arg]
        # Later look-ups find the provider in the instance, so an override lasts.
        vars(container)[self._name] = made
        return made


class singleton(factory[_P, _T]):  # noqa: N801 - a decorator
    """A decorator like ``factory``; its provider calls the method once and keeps the result."""

    _kind = providers.Singleton


Provided = LazyProvider[..., _T]


def wire(path: str, kind: type[factory[..., Any]] = factory, **sources: str) -> Any:
    """Return a provider that imports and calls the class or function at ``path``.

    ``path`` has the form ``module:name``. A required parameter gets its value from the container's
    provider of the same name, or from the provider that ``sources`` names for it, unless the
    provider's caller passes a value.
    """

    def make(container: Any, **given: Any) -> Any:
        build = resolve_name(path)
        wanted = {name: name for name in _list_required(build)}
        found = {
            each: getattr(container, source)()
            for each, source in {**wanted, **sources}.items()
            if each not in given
        }
        return build(**found, **given)

    return kind(make)


@cache
def _list_required(build: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of the required parameters of ``build``."""
    return tuple(
        name
        for name, each in signature(build).parameters.items()
        if each.default is each.empty and each.kind not in {each.VAR_POSITIONAL, each.VAR_KEYWORD}
    )


# A run imports these modules when it needs them, which takes tens of milliseconds or more.
_RUN = (
    "filelock",
    "questfoundry.app.pipeline.run_stage",
    "questfoundry.app.writing.write_story",
    "questfoundry.infra.prompts.templates",
    "questfoundry.infra.storage.migrations",
)
_PIPELINE = (
    "questfoundry.app.pipeline.run_pipeline",
    "questfoundry.infra.export.gamebook.exporter",
    "questfoundry.infra.export.html",
    "questfoundry.infra.export.ink",
    "questfoundry.infra.export.story_document",
    "questfoundry.infra.export.twine_formats",
    "ruamel.yaml",
)


async def preload_run_modules(*, pipeline: bool = False) -> None:
    """Import the slow modules of a run in a thread; only the first call in a process takes time.

    With ``pipeline``, the modules of all stages and of the exports are imported, too.
    """
    await import_in_thread((*_RUN, *(_list_pipeline_modules() if pipeline else ())))


def _list_pipeline_modules() -> Iterator[str]:
    from questfoundry.app.stages.descriptions import BUILT_IN

    yield from _PIPELINE
    for each in BUILT_IN:
        if each.code:
            yield f"questfoundry.app.stages.{each.code.partition(':')[0]}"


async def import_in_thread(names: Iterable[str]) -> None:
    """Import the modules ``names`` in a thread; the SDK of a model takes up to a second."""
    await asyncio.to_thread(_import_all, tuple(names))


@cache
def _import_all(names: tuple[str, ...]) -> None:
    for each in names:
        import_module(each)
