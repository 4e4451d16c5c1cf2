"""The commands of ``qf``, put together; what each does lies in a module of its own."""

from __future__ import annotations

from typing import Annotated

import typer

import questfoundry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.cli import (
    book_commands,
    book_conversations,
    book_search,
    model_commands,
    project_commands,
    prompt_commands,
    run_commands,
)
from questfoundry.cli.book_chat import chat
from questfoundry.cli.check_command import check
from questfoundry.cli.doctor_command import doctor
from questfoundry.cli.inspect_command import inspect
from questfoundry.cli.map_command import map_
from questfoundry.cli.play_command import play
from questfoundry.cli.rewrite_command import rewrite
from questfoundry.cli.run_command import run
from questfoundry.cli.ship_command import open_, ship
from questfoundry.cli.stage_command import stage_command
from questfoundry.composition.stages import BUILT_IN

_ABOUT = "Turn an idea into a finished, playable, branching story, in talk with language models."
_EXIT_CODES = """\
Exit codes: 0 done, 1 check or doctor found a problem, 2 wrong usage, 3 input, settings or prompts
cannot be used, 4 project files cannot be used, 5 the provider failed, 6 no valid artifact,
7 the budget is reached, 70 a bug, 130 interrupted."""

app = typer.Typer(
    name="qf",
    help=_ABOUT,
    epilog=_EXIT_CODES,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"qf {questfoundry.__version__}")
        raise typer.Exit


@app.callback()
def _qf(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    pass


app.command()(run)
for _stage in BUILT_IN:
    if issubclass(_stage, ArtifactStage):
        app.command(_stage.name)(stage_command(_stage))

app.command()(rewrite)
app.command()(ship)
app.command("open")(open_)
app.command()(project_commands.init)
app.command()(project_commands.status)
app.command()(project_commands.show)
app.command()(project_commands.undo)
app.command()(check)
app.command()(inspect)
app.command("map")(map_)
app.command()(play)
app.command()(run_commands.runs)
app.command()(run_commands.log)
app.command()(doctor)

_book = typer.Typer(help="The books that your story draws on.", rich_markup_mode=None)
_book.command("add")(book_commands.add)
_book.command("list")(book_commands.list_)
_book.command("show")(book_commands.show)
_book.command("search")(book_search.search)
_book.command("chat")(chat)
_book.command("conversations")(book_conversations.conversations)
_book.command("rename")(book_conversations.rename)
_book.command("forget")(book_conversations.forget)
_book.command("reindex")(book_commands.reindex)
_book.command("remove")(book_commands.remove)
app.add_typer(_book, name="book", no_args_is_help=True)

_prompt = typer.Typer(help="See what models are told.", rich_markup_mode=None)
_prompt.command("show")(prompt_commands.show)
app.add_typer(_prompt, name="prompt", no_args_is_help=True)

_models = typer.Typer(help="The models that run on this machine.", rich_markup_mode=None)
_models.command("list")(model_commands.list_)
_models.command("pull")(model_commands.pull)
_models.command("path")(model_commands.path)
app.add_typer(_models, name="models", no_args_is_help=True)
