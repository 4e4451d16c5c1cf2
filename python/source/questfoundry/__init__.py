"""The library ``questfoundry``: it imports each public name when that name is first used.

``import questfoundry`` itself loads no model SDK, no database and no dependency container. The one
list of public names is ``__init__.pyi`` beside this file, which type checkers read, too.
"""

__version__ = "0.1.0"

_modules: dict[str, str] = {}
_FORMER_NAMES = {"Redo": "Rerun", "paired": "pair_tool_calls"}
"""Names of the version before, each with the name that it has now."""


def _list_modules() -> dict[str, str]:
    """Return the module of each public name, read once from ``__init__.pyi``."""
    if _modules:
        return _modules
    with open(f"{__file__}i", encoding="utf-8") as file:  # noqa: PTH123  pathlib loads slowly
        _, *imports = f"\n{file.read()}".split("\nfrom .")
    for line in imports:
        module, _, names = line.partition(" import ")
        for name in names.split(" as ")[1:]:
            _modules[name.replace(")", ",").replace("\n", ",").partition(",")[0].strip()] = module
    return _modules


def __getattr__(name: str) -> object:
    if name in _FORMER_NAMES:
        from warnings import warn

        new = _FORMER_NAMES[name]
        warn(f"{name} is now questfoundry.{new}.", DeprecationWarning, stacklevel=2)
        return __getattr__(new)
    modules = _list_modules()
    if name == "__all__":
        return sorted(modules)
    if name not in modules:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"{__name__}.{modules[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*_list_modules(), "__version__"]
