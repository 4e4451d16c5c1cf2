"""Turn the parameters of a command's function into the options and arguments of Typer.

The last paragraph of the docstring describes the parameters, in their order, as the help does::

    PASSAGE: Id of a passage.
    --budget, -b AMOUNT: Stop when this amount is spent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from inspect import Parameter, getdoc, signature
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import attrs
import typer
from attrs import AttrsInstance, frozen
from typer.models import ArgumentInfo, OptionInfo, ParameterInfo

_DESCRIPTION = re.compile(r"(--[^ :]+(?:, -[^ :]+)?)? ?([A-Z][A-Z|.,]*)?: (.+)", re.DOTALL)
_NEXT = re.compile(r"\n(?=\S)")

_KEPT = ("autocompletion", "min", "max", "show_default")

Natural = Annotated[int, typer.Option(min=0)]
Positive = Annotated[int, typer.Option(min=1)]
Port = Annotated[int, typer.Option(min=0, max=65_535, show_default=False)]


@frozen
class DescribedParameters:
    """A docstring in two parts: the text, and the parameters described in its last paragraph."""

    text: str
    infos: tuple[ParameterInfo, ...] = ()

    @classmethod
    def read(cls, documented: object) -> DescribedParameters:
        """Return the parts of the docstring of ``documented``, a function or an attrs class."""
        text = getdoc(documented) or ""
        above, _, last = text.rpartition("\n\n")
        found = [_DESCRIPTION.fullmatch(" ".join(each.split())) for each in _NEXT.split(last)]
        if not above or not all(found):
            return cls(text)
        return cls(above, tuple(_build_info(each) for each in found if each))


def _build_info(described: re.Match[str]) -> ParameterInfo:
    flags, metavar, text = described.groups()
    if flags is None:
        return ArgumentInfo(default=..., metavar=metavar, help=text)
    return OptionInfo(default=..., param_decls=flags.split(", "), metavar=metavar, help=text)


def list_parameters(body: Callable[..., object]) -> list[Parameter]:
    """Return the parameters of a command's function, except the first, its ``Call``."""
    return list(signature(body, eval_str=True).parameters.values())[1:]


def expand_parameters(body: Callable[..., object]) -> Iterator[Parameter]:
    """Yield the parameters for Typer; an attrs class is replaced by its fields."""
    described = iter(DescribedParameters.read(body).infos)
    for each in list_parameters(body):
        if attrs.has(each.annotation):
            yield from _expand_class(each.annotation)
        else:
            yield keyword(each.name, _describe(each.annotation, described), each.default)


def _expand_class(options: type[AttrsInstance]) -> Iterator[Parameter]:
    described = iter(DescribedParameters.read(options).infos)
    for field in attrs.fields(attrs.resolve_types(options)):
        default = Parameter.empty if field.default is attrs.NOTHING else field.default
        yield keyword(field.name, _describe(field.type, described), default)


def keyword(name: str, annotation: Any, default: Any) -> Parameter:
    """Return the keyword parameter with this name, annotation and default value."""
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _describe(annotation: Any, described: Iterator[ParameterInfo]) -> Any:
    known = _find_info(annotation)
    if known and known.help:
        return annotation
    info = next(described)
    for name in _KEPT if known else ():
        setattr(info, name, getattr(known, name))
    return Annotated[_strip_info(annotation), info]


def _find_info(annotation: Any) -> ParameterInfo | None:
    if get_origin(annotation) is Annotated:
        return next(
            (each for each in get_args(annotation) if isinstance(each, ParameterInfo)), None
        )
    return next(filter(None, map(_find_info, get_args(annotation))), None)


def _strip_info(annotation: Any) -> Any:
    if get_origin(annotation) is Annotated:
        return get_args(annotation)[0]
    if get_origin(annotation) in {Union, UnionType}:
        return Union[tuple(map(_strip_info, get_args(annotation)))]  # noqa: UP007  of a tuple
    return annotation


def collect_arguments(body: Callable[..., object], typed: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments for the command's own function, and build its attrs classes."""
    arguments: dict[str, Any] = {}
    for each in list_parameters(body):
        if attrs.has(each.annotation):
            names = {field.name for field in attrs.fields(each.annotation)} & typed.keys()
            arguments[each.name] = each.annotation(**{name: typed[name] for name in names})
        elif each.name in typed:
            arguments[each.name] = typed[each.name]
    return arguments
