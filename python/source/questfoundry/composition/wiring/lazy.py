"""Decorators that turn the methods of a container into typed, lazy providers.

A method imports the classes it needs, so a module is imported when its provider is first called.
"""

from collections.abc import Callable
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

from dependency_injector import providers

_P = ParamSpec("_P")
_T = TypeVar("_T")
_T_co = TypeVar("_T_co", covariant=True)


class LazyProvider(Protocol[_P, _T_co]):
    """A provider of dependency-injector that knows its parameters and what it provides."""

    def __call__(self, *args: _P.args, **given: _P.kwargs) -> _T_co:
        """Return the provided object."""

    def override(self, provider: object) -> object:
        """Provide what ``provider``, another provider or a value, provides."""

    def reset_override(self) -> None:
        """Provide the container's own object again."""


class factory(Generic[_P, _T]):  # noqa: N801 - a decorator
    """A method of a container as a provider; each call of the provider calls the method."""

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
    """A method of a container as a provider that calls the method once and keeps the result."""

    _kind = providers.Singleton
