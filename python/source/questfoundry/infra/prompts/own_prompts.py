"""Check an author's own prompt files, so that a mistake is found before anything is paid."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from inspect import isclass
from pathlib import Path
from pkgutil import walk_packages

import questfoundry.domain
from questfoundry.domain.errors import PromptError
from questfoundry.infra.prompts.jinja import JinjaPromptRepository, load_templates

_ALWAYS_USED = frozenset({"system", "opening", "user", "instruction", "section"})
"""The sections that the program always reads if the shipped file has them."""

_NOTE = re.compile(r"Variables: (.+)\.$", re.MULTILINE)


def require_valid_prompts(folders: Iterable[Path], shipped: Path) -> None:
    """Raise ``PromptError`` for a prompt file in ``folders`` that could not be rendered.

    The folder ``shipped`` has the program's own files. An own file may use the variables of the
    shipped files in the same folder, and needs the same main sections.
    """
    for folder in folders:
        words = JinjaPromptRepository((folder,))
        for path in sorted(folder.rglob("*.*")):
            name = path.relative_to(folder)
            if path.suffix == ".md" and name.parts[0] == "templates":
                _require_valid_template(path, shipped / name)
            elif path.suffix == ".yaml" and (shipped / name).is_file():
                words.wording(name.with_suffix("").as_posix())


def _require_valid_template(path: Path, shipped: Path) -> None:
    sections = load_templates(path)
    if not shipped.is_file():
        return
    missing = _ALWAYS_USED & load_templates(shipped).keys() - sections.keys()
    if missing:
        names = ", ".join(sorted(missing))
        raise PromptError(f"{str(path)!r} lacks the section {names}. Add the section to that file.")
    known = _list_known_variables(shipped.parent)
    if unknown := sorted(_find_variables(path) - known):
        raise PromptError(
            f"{str(path)!r} uses the unknown variable {', '.join(unknown)}. The variables are: "
            f"{', '.join(sorted(known))}. Correct that file."
        )
    _require_known_attributes(path, shipped)


def _require_known_attributes(path: Path, shipped: Path) -> None:
    """Raise ``PromptError`` if the prompt reads an attribute that no value has."""
    usual = _list_usual_attributes(shipped.parents[1])
    unusual = {name: line for name, line in _find_attributes(path).items() if name not in usual}
    for name, line in unusual.items() if unusual else ():
        known = usual | _list_all_attributes()
        if name not in known:
            similar = get_close_matches(name, sorted(known), n=3)
            hint = f" Similar names: {', '.join(similar)}." if similar else ""
            raise PromptError(
                f"{str(path)!r}, line {line}: no variable has the attribute {name!r}.{hint} "
                "Correct that line."
            )


@cache
def _list_known_variables(folder: Path) -> frozenset[str]:
    """Return the variables that the files in ``folder`` and the shared files use or note."""
    files = [*folder.glob("*.md"), *(folder.parent / "stage").glob("*.md")]
    noted = [_NOTE.search(each.read_text("utf-8")) for each in files]
    names = {
        name
        for note in noted
        if note
        for name in re.findall(r"\w+", re.sub(r"\([^)]*\)", "", note[1]))
    }
    return frozenset(names).union(*map(_find_variables, files))


@cache
def _list_usual_attributes(templates: Path) -> frozenset[str]:
    """Return the attributes that the shipped prompts read, and the attributes of plain values.

    Plain values are texts, numbers, lists, mappings, and the variable ``loop`` of Jinja2.
    """
    from jinja2.runtime import LoopContext

    plain = (str, int, float, list, tuple, dict, LoopContext)
    names = frozenset(name for each in plain for name in dir(each))
    return names.union(*map(_find_attributes, templates.rglob("*.md")))


@cache
def _list_all_attributes() -> frozenset[str]:
    """Return the names of all attributes of the classes in ``domain``, whose values prompts get.

    Every module of ``domain`` is imported, which takes a second.
    """
    modules = walk_packages(questfoundry.domain.__path__, f"{questfoundry.domain.__name__}.")
    classes = {
        each
        for module in modules
        for each in vars(import_module(module.name)).values()
        if isclass(each)
    }
    fields = {name for each in classes for name in getattr(each, "__annotations__", ())}
    return frozenset(fields.union(*map(dir, classes)))


def _find_attributes(path: Path) -> dict[str, int]:
    from questfoundry.infra.prompts.templates import find_attributes

    above, marker, template = path.read_text("utf-8").partition("<!-- section")
    return find_attributes("\n" * above.count("\n") + marker + template)


def _find_variables(path: Path) -> frozenset[str]:
    from questfoundry.infra.prompts.templates import find_variables

    _, marker, template = path.read_text("utf-8").partition("<!-- section")
    return find_variables(marker + template)
