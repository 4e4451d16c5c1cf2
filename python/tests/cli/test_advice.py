"""Advice names only commands and options that exist, whatever command fails."""

import ast
import re
import shlex
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from typer.main import get_command

from questfoundry.cli.app import BOOK, COMMANDS, MODELS, OLD_OPTIONS, PROMPT, STAGES, app
from questfoundry.domain import remedy as remedies
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.remedy import (
    ChooseDraft,
    ChooseModel,
    FetchModel,
    GiveIdea,
    PropagateName,
    Remedy,
    RemoveBook,
    ResumeRun,
    RetryLast,
    RewritePassage,
    RunPipeline,
    RunStage,
    ShowArtifact,
    ShowBrief,
    SimpleAction,
    TalkWithBook,
    Translate,
    Undo,
)
from questfoundry.presentation.errors import COMMAND_OPTIONS, message_of
from questfoundry.presentation.remedies import command_of
from tests.support.checkout import ROOT
from tests.support.qf import qf
from tests.support.validation import PYDANTIC_WORDS

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
COMMAND = re.compile(r"\bqf ((?:(?:book|models|prompt) )?[a-z]+)([^\n`;]*)")
STAGE = ("dream", "brainstorm", "seed", "grow", "fill")
ALL: tuple[Remedy, ...] = (
    *(RunStage(each) for each in (*STAGE, "ship")),
    *(RunStage(each, "a note") for each in STAGE),
    *(ResumeRun(each) for each in STAGE),
    *(ResumeRun(each, f"{each}-1") for each in STAGE),
    *(RetryLast(each, f"{each}-1") for each in STAGE),
    *(ShowArtifact(each) for each in STAGE),
    *(Undo(each) for each in ("", *STAGE)),
    *(ChooseModel(each) for each in ("", *(phase.value for phase in Phase))),
    *(GiveIdea(), GiveIdea("dream"), RemoveBook("moby"), TalkWithBook("moby", 2)),
    ShowBrief("a"),
    *(RewritePassage("a", "b"), RewritePassage("a", "b", retry_last=True)),
    *(RunPipeline(), RunPipeline(start="seed", size="short", shape="quest", chapter=2)),
    *(RunPipeline(interactive=True), ChooseDraft("take-1"), PropagateName("Ada", "Eve")),
    *(FetchModel("small"), Translate(), Translate("de")),
    *SimpleAction,
)


@cache
def all_commands() -> Mapping[str, Any]:
    """Return the commands by name, such as ``book add``."""
    qf: Any = get_command(app)
    found = {}
    for name, command in qf.commands.items():
        for inner, each in getattr(command, "commands", {"": command}).items():
            found[f"{name} {inner}".strip()] = each
    return found


def options_of(command: Any) -> set[str]:
    return {opt for each in command.params for opt in (*each.opts, *each.secondary_opts)}


def wrong_options(text: str) -> list[str]:
    """Return the options in ``qf`` commands in ``text`` that their command does not have."""
    return [
        f"qf {name} {option}"
        for name, rest in COMMAND.findall(text)
        for option in OPTION.findall(rest)
        if name in all_commands() and option not in {*options_of(all_commands()[name]), "--help"}
    ]


def test_every_remedy_is_tried() -> None:
    """A remedy that these tests leave out could name anything. (CLI-11.6)"""
    assert {type(each) for each in ALL} == {*remedies.Remedy.__args__}


def test_the_command_of_a_remedy_exists_with_its_options() -> None:
    """An author who copies the advice must not get a usage error. (CLI-11.6)"""
    for remedy in ALL:
        words = shlex.split(command_of(remedy, Path("x")))
        if words[0] != "qf" or "STAGE" in words:
            continue
        name = next(each for each in (" ".join(words[1:3]), words[1]) if each in all_commands())
        command, given = all_commands()[name], words[1 + len(name.split()) :]
        command.make_context(name, given)


def test_a_failing_command_names_only_options_that_it_has() -> None:
    """`qf book chat` has one model, and advised `--provider-discuss`. (CLI-11.6)"""
    for name in all_commands():
        command = all_commands()[name]
        token = COMMAND_OPTIONS.set(frozenset(options_of(command)))
        lines = message_of(InputError("It failed.", remedies=ALL), Path("x")).splitlines()
        COMMAND_OPTIONS.reset(token)
        advised = [each.rpartition(": ")[2] for each in lines]
        bare = {word for each in advised if each.startswith("-") for word in OPTION.findall(each)}
        assert bare <= options_of(command), name
        assert ("--provider" in bare) == ("--provider" in options_of(command)), name


def commands_in(module: str) -> set[str]:
    """Return the names of the commands that ``module`` defines; all if it defines none."""
    table = {
        **COMMANDS,
        **{f"book {name}": place for name, place in BOOK.items()},
        **{f"models {name}": place for name, place in MODELS.items()},
        **{f"prompt {name}": place for name, place in PROMPT.items()},
    }
    if module in {"cli.stage_run", "cli.stage_command"}:
        return {*STAGE}
    own = {name for name, place in table.items() if place.rpartition(".")[0] == module}
    return own - {STAGES} or {*all_commands()}


def texts_in(path: Path) -> Iterator[str]:
    """Yield the texts in the code of ``path`` without docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    alone = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


PACKAGE = ROOT / "python" / "source" / "questfoundry"
FILES = sorted(
    each
    for each in PACKAGE.rglob("*.py")
    if "pull" not in each.name and "--" in each.read_text("utf-8")
)


def test_messages_name_only_options_that_exist_where_they_are_shown() -> None:
    """A message of a command must fit this command, and not another one. (CLI-11.6)"""
    wrong = []
    for path in FILES:
        module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        known = {"--help", "--version", "--no-interactive", "--provider-", *OLD_OPTIONS}
        known |= {opt for name in commands_in(module) for opt in options_of(all_commands()[name])}
        for text in texts_in(path):
            wrong += [f"{module}: {each}" for each in wrong_options(text)]
            rest = COMMAND.sub("", text)
            wrong += [f"{module}: {each}" for each in OPTION.findall(rest) if each not in known]
    assert wrong == []


def test_documents_name_only_options_that_the_command_has() -> None:
    """A reader copies commands from the documents, too. (CLI-11.6)"""
    files = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    wrong = [f"{path.name}: {each}" for path in files for each in wrong_options(path.read_text())]
    assert wrong == []


def list_checked_options() -> Iterator[tuple[str, str, tuple[Any, ...]]]:
    """Yield each option with a closed set of values or a number, with its command and values."""
    for name, command in all_commands().items():
        for each in command.params:
            kind = each.type_descriptor
            takes_value = each.param_type_name == "option" and not each.is_flag and not each.count
            if takes_value and (kind.choices or kind.annotation in (int, float)):
                yield name, each.opts[0], kind.choices or ()


def test_a_wrong_value_of_an_option_is_refused_in_plain_words() -> None:
    """Every option says what is possible, and never what pydantic says of it. (CLI-11.7)"""
    checked = list(list_checked_options())
    assert {"--size", "--shape", "--prose", "--format", "--strategy"} <= {e[1] for e in checked}
    for name, option, choices in checked:
        message = qf(*name.split(), option, "hugely", code=2).err.rpartition("Error: ")[2]
        assert message.startswith(f"Invalid value for '{option}'"), message
        assert all(each.value in message for each in choices), message
        assert not PYDANTIC_WORDS.search(message), message


def test_a_slip_in_the_value_of_an_option_gets_a_suggestion() -> None:
    """A slip costs one look, not a search in the help. (CLI-11.7)"""
    assert "Did you mean 'short'? Write micro, short," in qf("run", "--size", "shrt", code=2).err
