"""The table of all ``qf`` commands; a command's module is imported on first use.

Most commands take longer to import than Typer itself, which would slow down shell completion.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

import questfoundry
from questfoundry.presentation.console import note
from questfoundry.presentation.errors import COMMAND_OPTIONS, report_errors

HELP_FILE = Path(__file__).with_name("help.txt")
_COLUMNS = 80
_ABOUT = "Turn an idea into a finished, playable, branching story, together with language models."
_EXIT_CODES = """\
Exit codes: 0 success, 1 check or doctor found a problem, 2 wrong usage, 3 invalid input, settings
or prompts, 4 unusable project files, 5 provider failure, 6 no valid artifact, 7 budget reached,
70 bug, 130 interrupted, 129 or 143 stopped by a signal."""

STAGES = "(the stages)"
"""The key in ``COMMANDS`` that is replaced by the commands of all registered stages."""

COMMANDS = {
    "run": "cli.run_command.run",
    STAGES: "",
    "desk": "web.command.desk",
    "studio": "tui.command.studio",
    "studio add-path": "tui.command.add_path",
    "mcp": "mcp.mcp",
    "brief": "cli.author_commands.brief",
    "rewrite": "cli.drafts_command.rewrite",
    "drafts": "cli.drafts_command.drafts",
    "comments": "cli.author_commands.comments",
    "bible": "cli.author_commands.bible",
    "translate": "cli.translate_command.translate",
    "ship": "cli.ship_command.ship",
    "open": "cli.ship_command.open_",
    "projects": "cli.project_commands.projects",
    "init": "cli.project_commands.init",
    "import": "cli.import_command.import_",
    "status": "cli.project_commands.status",
    "show": "cli.project_commands.show",
    "undo": "cli.project_commands.undo",
    "keep": "cli.project_commands.keep",
    "rename": "cli.find_command.rename",
    "find": "cli.find_command.find",
    "hands": "cli.find_command.hands",
    "check": "cli.check_command.check",
    "inspect": "cli.inspect_command.inspect",
    "map": "cli.map_command.map_",
    "play": "cli.play_command.play",
    "plays": "cli.plays_command.plays",
    "runs": "cli.run_commands.runs",
    "log": "cli.run_commands.log",
    "eval": "cli.eval_command.eval_",
    "doctor": "cli.doctor_command.doctor",
    "worker": "cli.database_commands.worker",
    "follow": "cli.database_commands.follow",
    "cancel": "cli.database_commands.cancel",
    "copy": "cli.database_commands.copy",
}
"""The module and function of each command, relative to the package ``questfoundry``."""

BOOK = {
    "add": "cli.book_commands.add",
    "list": "cli.book_commands.list_",
    "show": "cli.book_commands.show",
    "search": "cli.book_commands.search",
    "chat": "cli.book_chat.chat",
    "conversations": "cli.book_conversations.conversations",
    "rename": "cli.book_conversations.rename",
    "forget": "cli.book_conversations.forget",
    "reindex": "cli.book_commands.reindex",
    "remove": "cli.book_commands.remove",
}
OLD_COMMANDS = {"takes": "drafts"}
OLD_OPTIONS = {"--takes": "--drafts", "--no-acts": "--no-minor-choices"}
"""Deprecated options, which work but are not in the help, mapped to the current options."""

PROMPT = {
    "show": "cli.run_commands.show_prompt",
    "show studio": "cli.run_commands.show_studio_prompt",
}
DATABASE = {
    "upgrade": "cli.database_commands.upgrade",
    "check": "cli.database_commands.check",
    "clean": "cli.database_commands.clean",
}
MODELS = {
    "list": "cli.doctor_command.list_",
    "ask": "cli.doctor_command.ask",
    "pull": "cli.doctor_command.pull",
    "path": "cli.doctor_command.path",
}


class _Commands(Mapping[str, Any]):
    """A read-only mapping from command names to commands, imported when they are looked up.

    ``table`` maps each name to a module and function; ``groups`` maps the names of subcommand
    groups, such as ``book``, to the groups.
    """

    def __init__(self, table: Mapping[str, str], groups: Mapping[str, Any]) -> None:
        self._table = table
        self._groups = groups

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[str]:
        for name in self._table:
            if name == STAGES:
                yield from _stage_names()
            else:
                yield name
        yield from self._groups

    def __getitem__(self, name: str) -> Any:
        if name in self._groups:
            return self._groups[name]
        if place := self._table.get(name):
            module, _, function = place.rpartition(".")
            return _build_command(name, getattr(import_module(f"questfoundry.{module}"), function))
        # A name of two words is never a stage, so the stages are not loaded.
        if STAGES in self._table and " " not in name and (command := _stage_command(name)):
            return command
        raise KeyError(name)


class _Command(TyperCommand):
    """A command that also accepts the deprecated names of its options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        options = {name for each in self.params for name in each.opts}
        rest = iter(args)
        current = []
        for word in rest:
            name, equals, value = word.partition("=")
            replacement = OLD_OPTIONS.get(name)
            if replacement in options and name not in options:
                _warn_deprecated(name, replacement)
                word = f"{replacement}{equals}{value}"
            current.append(word)
            if word == "--":
                current.extend(rest)
        with reword_refused_values():
            return super().parse_args(ctx, current)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; advice in its errors names only its options."""
        COMMAND_OPTIONS.set(frozenset(name for each in self.params for name in each.opts))
        return super().invoke(ctx)


def _warn_deprecated(old: str, new: str) -> None:
    note(f"Warning: {old} is deprecated. Use {new}.")


def _build_command(name: str, function: Any) -> TyperCommand:
    typer_app = typer.Typer(add_completion=False, rich_markup_mode=None)
    typer_app.command(name, cls=_Command)(function)
    return get_command(typer_app)  # type: ignore[return-value]  # of one function it makes no group


def _stage_names() -> Iterator[str]:
    from questfoundry.composition.registries.stages import list_artifact_stages

    for stage in list_artifact_stages():
        yield stage.name


def _stage_command(name: str) -> TyperCommand | None:
    from questfoundry.cli.stage_command import stage_command
    from questfoundry.composition.registries.stages import find_artifact_stage

    with report_errors(as_json=False, debug=False):
        stage = find_artifact_stage(name)
    return None if stage is None else _build_command(name, stage_command(stage))


def _build_group_class(table: Mapping[str, str]) -> type[TyperGroup]:
    class Group(TyperGroup):
        """A command group that lists its command names without importing the command modules."""

        def __init__(self, **attributes: Any) -> None:
            super().__init__(**attributes)
            self.commands = _Commands(table, self.commands)  # type: ignore[assignment]

        def resolve_command(self, ctx: Any, args: list[str]) -> Any:
            """Resolve a command, whose name may have two words.

            Replace a deprecated name by the current name, with a warning.
            """
            if (name := " ".join(args[:2])) in self.commands:
                args = [name, *args[2:]]
            new = OLD_COMMANDS.get(args[0])
            if new and new in self.commands and args[0] not in self.commands:
                _warn_deprecated(f"qf {args[0]}", f"qf {new}")
                args = [new, *args[1:]]
            return super().resolve_command(ctx, args)

        def list_commands(self, ctx: Any) -> list[str]:
            """Return the command names of one word in the order of the table."""
            del ctx
            return [name for name in self.commands if " " not in name]

    return Group


def _show_version(requested: bool) -> None:
    if requested:
        typer.echo(f"qf {questfoundry.__version__}")
        raise typer.Exit


app = typer.Typer(
    name="qf",
    cls=_build_group_class(COMMANDS),
    help=_ABOUT,
    epilog=_EXIT_CODES,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": _COLUMNS},
)


@app.callback()
def _qf(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    pass


def _add_group(name: str, table: Mapping[str, str], about: str) -> None:
    group = typer.Typer(cls=_build_group_class(table), help=about, rich_markup_mode=None)
    app.add_typer(group, name=name, no_args_is_help=True)


_add_group("book", BOOK, "Manage, search and question the books that your story draws on.")
_add_group("prompt", PROMPT, "Show the requests that are sent to models.")
_add_group("database", DATABASE, "Create, upgrade, check and clean a shared database.")
_add_group("models", MODELS, "List and download models.")


def help_text() -> str:
    """Return the text of ``qf --help``, 80 columns wide; ``help.txt`` stores a copy."""
    group: Any = get_command(app)
    with group.make_context("qf", [], resilient_parsing=True, terminal_width=_COLUMNS) as context:
        return f"{group.get_help(context)}\n"


if __name__ == "__main__":
    HELP_FILE.write_text(help_text(), encoding="utf-8")


@contextmanager
def reword_refused_values() -> Iterator[None]:
    """Replace the message of a refused value, which pydantic wrote, by plain sentences."""
    try:
        yield
    except typer.BadParameter as refused:
        refused.message = _describe(refused.__cause__, refused.param) or refused.message
        raise


def _describe(problem: BaseException | None, parameter: Any) -> str:
    # Most commands are spelled correctly, so the import waits for a refused value.
    from pydantic import ValidationError

    from questfoundry.domain.text.validation import describe_error, describe_unknown

    if not isinstance(problem, ValidationError):
        return ""
    first = problem.errors(include_url=False)[0]
    if parameter and (choices := parameter.type_descriptor.choices):
        return describe_unknown(first["input"], [each.value for each in choices])
    return describe_error(first)
