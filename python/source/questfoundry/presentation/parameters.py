"""Turn the parameters of a command's function into the options and arguments of Typer.

The last paragraph of the docstring describes the parameters, in their order, as the help does::

    PASSAGE: Id of a passage.
    --budget, -b AMOUNT: Stop when this amount is spent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from inspect import Parameter, getdoc, signature
from pathlib import Path
from shlex import quote
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

import attrs
import typer
from attrs import AttrsInstance, frozen
from typer.models import ArgumentInfo, OptionInfo, ParameterInfo

if TYPE_CHECKING:
    from questfoundry.domain.models.settings import SourceChoices


_DESCRIPTION = re.compile(r"(--[^ :]+(?:, -[^ :]+)?)? ?([A-Z][A-Z|.,]*)?: (.+)", re.DOTALL)
_NEXT = re.compile(r"\n(?=\S)")

_KEPT = ("autocompletion", "min", "max", "show_default")

Natural = Annotated[int, typer.Option(min=0)]
Positive = Annotated[int, typer.Option(min=1)]
Port = Annotated[int, typer.Option(min=0, max=65_535, show_default=False)]


@frozen
class DescribedParameters:
    """A docstring in two parts: its text, and the parameters that its last paragraph describes."""

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
    """Return the parameters of a command's function, without the first, which is the ``Call``."""
    return list(signature(body, eval_str=True).parameters.values())[1:]


def expand_parameters(body: Callable[..., object]) -> Iterator[Parameter]:
    """Yield the parameters for Typer, with the fields of each attrs class in place of the class."""
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
    """Return the arguments for ``body``, with attrs classes built from the values ``typed``."""
    arguments: dict[str, Any] = {}
    for each in list_parameters(body):
        if attrs.has(each.annotation):
            names = {field.name for field in attrs.fields(each.annotation)} & typed.keys()
            arguments[each.name] = each.annotation(**{name: typed[name] for name in names})
        elif each.name in typed:
            arguments[each.name] = typed[each.name]
    return arguments


Verbose = Annotated[
    int,
    typer.Option(
        "--verbose",
        "-v",
        count=True,
        help="Show more detail; -vv shows everything.",
        show_default=False,
    ),
]


BudgetFlag = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="AMOUNT",
        help="Stop when this amount is spent: 50000tokens, or 2.50usd (dollars).",
    ),
]


SeedFlag = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        min=0,
        help="Random seed with which the model repeats its answers (if supported).",
    ),
]
DraftsFlag = Annotated[
    int | None,
    typer.Option("--drafts", metavar="N", min=1, max=9, help="Make N drafts to choose from."),
]


@frozen(kw_only=True)
class ModelFlags:
    """The options that choose models, for all phases of a stage or for one phase.

    --provider MODEL: Model for all phases, as provider/model.
    --provider-discuss MODEL: Model for Discuss only.
    --provider-summarize MODEL: Model for Summarize only.
    --provider-serialize MODEL: Model for Serialize only.
    """

    provider: str | None = None
    provider_discuss: str | None = None
    provider_summarize: str | None = None
    provider_serialize: str | None = None

    @property
    def source_choices(self) -> SourceChoices:
        """The models chosen on the command line, each with its option for use in error messages."""
        from questfoundry.domain.models.settings import SourceChoices
        from questfoundry.domain.models.traits import Phase

        models = {phase: getattr(self, f"provider_{phase}") for phase in Phase}
        flags: dict[Phase | None, str] = {phase: f"--provider-{phase}" for phase in Phase}
        flags[None] = "--provider"
        return SourceChoices(general=self.provider, phases=models, origins=flags)

    @property
    def command_text(self) -> str:
        """The options that were given, as text to append to a command; empty if there are none."""
        models: dict[str, str | None] = attrs.asdict(self)
        flags = {f"--{name.replace('_', '-')}": model for name, model in models.items()}
        return "".join(f" {flag} {quote(model)}" for flag, model in flags.items() if model)


_Debug = Annotated[bool, typer.Option("--debug", help="If an error occurs, show its traceback.")]
_TrustFlag = Annotated[
    bool,
    typer.Option(
        "--trust", help="Trust the prompts, servers, models and logging that the project sets."
    ),
]
_DatabaseOption = Annotated[
    str,
    typer.Option(
        "--database",
        metavar="URL",
        help="PostgreSQL database with the project (default: QF_DATABASE_URL).",
        show_default=False,
    ),
]
_TenantOption = Annotated[
    str,
    typer.Option(
        "--tenant",
        metavar="NAME",
        help="Owner of the project in the database (default: QF_TENANT, else default).",
        show_default=False,
    ),
]


def list_shared_parameters(json: str, project: str, *, in_database: bool) -> list[Parameter]:
    """Return the parameters that many commands share.

    ``json`` and ``project`` are the help texts of ``--json`` and ``--project``; without
    ``project``, there is no ``--project`` and no ``--trust``. The options of the database are
    there if ``in_database`` is true.
    """
    folder = Annotated[Path | None, typer.Option("--project", "-p", metavar="FOLDER", help=project)]
    as_json = Annotated[bool, typer.Option("--json", help=json)]
    database = [
        keyword("database", _DatabaseOption, default=""),
        keyword("tenant", _TenantOption, default=""),
    ]
    return [
        *([keyword("project", folder, None)] if project else []),
        *(database if in_database else []),
        *([keyword("trust", _TrustFlag, default=False)] if project else []),
        keyword("as_json", as_json, default=False),
        keyword("debug", _Debug, default=False),
    ]
