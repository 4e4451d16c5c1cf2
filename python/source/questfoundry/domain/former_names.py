"""Keep former public names usable in this version, with a warning that names the new name."""

import warnings
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar, cast

Renamed = TypeVar("Renamed")


def former_names(**names: str) -> Callable[[Renamed], Renamed]:
    """Return a decorator that lets members of a class be used under their former ``names``.

    ``names`` maps each former name to the new name; using the former name warns. If a subclass
    overrides a member under the former name, the member with the new name is overridden.
    """

    def add(renamed: Renamed) -> Renamed:
        target: Any = renamed
        inherited = vars(target).get("__init_subclass__")
        for old, new in names.items():
            setattr(target, old, _FormerName(target.__name__, old, new))

        def adopt(subclass: Any, /, **arguments: Any) -> None:
            if inherited:
                inherited.__func__(subclass, **arguments)
            else:
                super(target, subclass).__init_subclass__(**arguments)
            for old, new in names.items():
                if old in vars(subclass) and new not in vars(subclass):
                    _warn(f"{subclass.__name__}.{old}", f"{subclass.__name__}.{new}", depth=4)
                    setattr(subclass, new, vars(subclass)[old])

        target.__init_subclass__ = classmethod(adopt)
        return renamed

    return add


def former_arguments(**names: str) -> Callable[[Renamed], Renamed]:
    """Return a class decorator that accepts former ``names`` of arguments, and then warns."""

    def add(renamed: Renamed) -> Renamed:
        target: Any = renamed
        target.__init__ = former_parameters(**names)(target.__init__)
        return renamed

    return add


def former_parameters(**names: str) -> Callable[[Renamed], Renamed]:
    """Return a function decorator that accepts former ``names`` of parameters, and then warns."""

    def add(renamed: Renamed) -> Renamed:
        function: Any = renamed

        @wraps(function)
        def call_with_former(*values: Any, **arguments: Any) -> Any:
            owner = function.__qualname__.removesuffix(".__init__")
            return function(*values, **_rename_arguments(owner, names, arguments))

        wrapped: Any = call_with_former
        return cast(Renamed, wrapped)

    return add


class _FormerName:
    def __init__(self, owner: str, old: str, new: str) -> None:
        self._owner, self._old, self._new = owner, old, new

    def __get__(self, instance: object | None, owner: type) -> Any:
        _warn(f"{self._owner}.{self._old}", f"{self._owner}.{self._new}", depth=3)
        return getattr(owner if instance is None else instance, self._new)


def _rename_arguments(
    owner: str, names: Mapping[str, str], arguments: Mapping[str, Any]
) -> Mapping[str, Any]:
    if not names.keys() & arguments.keys():
        return arguments
    for old in names.keys() & arguments.keys():
        _warn(f"{owner}({old}=...)", f"{owner}({names[old]}=...)", depth=4)
    return {names.get(name, name): value for name, value in arguments.items()}


def _warn(old: str, new: str, *, depth: int) -> None:
    warnings.warn(
        f"{old} is now {new}; the former name goes away in the next version.",
        DeprecationWarning,
        stacklevel=depth,
    )
