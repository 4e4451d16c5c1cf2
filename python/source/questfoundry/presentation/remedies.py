"""Write the remedies for an error as commands of ``qf``.

Only this module knows the syntax of the commands.
"""

import shlex
from collections.abc import Collection, Iterator, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import assert_never

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

DATABASE_OPTIONS: ContextVar[str] = ContextVar("DATABASE_OPTIONS", default="")
"""The options that name the database of the command that runs; empty for a folder."""

_IDEA = '"your idea"'
_COMMANDS = {
    SimpleAction.BEGIN_PROJECT: "qf init NAME",
    SimpleAction.TRUST_PROJECT: "--trust",
    SimpleAction.CHOOSE_FOLDER: "--project FOLDER",
    SimpleAction.NAME_PROJECT: "--project NAME",
    SimpleAction.PLAY: "play",
    SimpleAction.PLAY_OUTLINE: "play --outline",
    SimpleAction.OPEN_STORY: "open",
    SimpleAction.CHECK_STRUCTURE: "check",
    SimpleAction.ADD_BOOK: "book add FILE",
    SimpleAction.LIST_BOOKS: "book list",
    SimpleAction.REINDEX_BOOKS: "book reindex",
    SimpleAction.LIST_CONVERSATIONS: "book conversations",
    SimpleAction.LIST_MODELS: "qf models list",
    SimpleAction.REPLAY_ONE_STAGE: "STAGE --provider replay/RUN",
    SimpleAction.BUDGET_IN_TOKENS: "--budget 50000tokens",
    SimpleAction.KEEP: "keep",
    SimpleAction.KEEP_PASSAGE: "keep PASSAGE",
    SimpleAction.REGENERATE_PASSAGE: "rewrite PASSAGE",
    SimpleAction.COMPARE_REQUESTS: "prompt show fill PASSAGE --compare",
    SimpleAction.PREVIEW: "run --preview",
    SimpleAction.START_SESSION: "studio",
    SimpleAction.LIST_DRAFTS: "drafts",
    SimpleAction.LIST_RUNS: "runs",
    SimpleAction.UPGRADE_DATABASE: "qf database upgrade",
}
"""The command for each action, without the leading ``qf`` if the command needs a project."""


def command_of(remedy: Remedy, project: Path | None = None) -> str:
    """Return the ``qf`` command that carries out ``remedy`` in ``project``.

    If the author only needs to add an option to the last command, return this option.
    """
    words = _words(remedy)
    if words.startswith(("qf ", "-")):
        return words
    where = f" --project {shlex.quote(str(project))}" if project else ""
    return f"qf {words}{where}{DATABASE_OPTIONS.get()}"


def remedy_lines(
    remedies: Sequence[Remedy],
    project: Path | None = None,
    options: Collection[str] | None = None,
    command: str = "",
) -> Iterator[str]:
    """Yield one line with a command for each remedy; ``command`` precedes a mere option.

    ``options`` are the options of the command that runs; a remedy that needs another option is left
    out, or names the general option. ``None`` means that no command runs.
    """
    if options is not None:
        remedies = tuple(fit_remedies(remedies, options))
    for number, remedy in enumerate(remedies):
        what = f"or {remedy}" if number else str(remedy)
        words = command_of(remedy, project)
        words = f"{command} {words}" if command and words.startswith("-") else words
        yield f"{what[:1].upper()}{what[1:]}: {words}"


def fit_remedies(remedies: Sequence[Remedy], options: Collection[str]) -> Iterator[Remedy]:
    """Yield the remedies whose option is one of ``options``, and those that are whole commands."""
    for remedy in remedies:
        found = remedy
        if isinstance(remedy, ChooseModel) and command_of(remedy).split()[0] not in options:
            found = ChooseModel()
        words = command_of(found)
        if not words.startswith("-") or words.split()[0] in options:
            yield found


def _words(remedy: Remedy) -> str:  # noqa: C901  a case for each remedy
    match remedy:
        case RunStage(stage, remark):
            return f"{stage} {_quote(remark)}" if remark else stage
        case ResumeRun(stage, run):
            return f"{stage} --resume {shlex.quote(run) if run else ''}".rstrip()
        case RetryLast(stage, run):
            return f"{stage} --resume {run} --retry-last"
        case GiveIdea(stage):
            return f"{stage or 'run'} {_IDEA}"
        case RunPipeline():
            options = (
                ("--from", remedy.start),
                ("--size", remedy.size),
                ("--shape", remedy.shape),
                ("--chapter", remedy.chapter),
            )
            arguments = [f" {name} {value}" for name, value in options if value]
            return "".join(("run", " -i" if remedy.interactive else "", *arguments))
        case Undo(stage):
            return f"undo {stage}".rstrip()
        case ShowArtifact(stage):
            return f"show {stage}"
        case ShowBrief(passage):
            return f"brief {shlex.quote(passage)}"
        case ChooseModel(phase):
            return f"--provider{f'-{phase}' if phase else ''} PROVIDER/MODEL"
        case RemoveBook(book):
            return f"book remove {shlex.quote(book)}"
        case TalkWithBook(book, number):
            return f"book chat {shlex.quote(book)}{f' --conversation {number}' if number else ''}"
        case RewritePassage(passage, how, retry_last):
            note = "" if how is None else f" --how {_quote(how) if how else '...'}"
            again = " --retry-last" if retry_last else ""
            return f"rewrite {shlex.quote(passage)}{note}{again}"
        case ChooseDraft(take):
            return f"drafts {take} --choose"
        case PropagateName(old, new):
            return f"rename {_quote(old)} {_quote(new)}"
        case Translate(language):
            return f"translate {language or 'LANG'}"
        case FetchModel(name):
            return f"qf models pull {name}"
        case SimpleAction():
            return _COMMANDS[remedy]
    assert_never(remedy)


def _quote(words: str) -> str:
    quoted = shlex.quote(words)
    return quoted if quoted != words else f'"{words}"'
