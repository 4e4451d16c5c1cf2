"""The command ``qf translate``: translate the story by a model, or exchange translators' files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from questfoundry.composition.registries.formats import write_file
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.translations import TranslationState
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import note, say, write_table
from questfoundry.presentation.parameters import BudgetFlag, ModelFlags
from questfoundry.presentation.progress import Progress
from questfoundry.presentation.text import (
    describe_untranslated,
    format_count,
    format_money,
    format_usage,
    resolve_place,
    select_fields,
    usage_document,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from questfoundry.app.translation.workbook import Workbook
    from questfoundry.composition.wiring.containers import ProjectContainer

_SUFFIXES = {"xliff": ".xlf", "po": ".po", "csv": ".csv"}
_FORMATS = {".xliff": "xliff", **{suffix: form for form, suffix in _SUFFIXES.items()}}


@command(without=("provider_discuss", "provider_summarize", "provider_serialize"))
async def translate(
    call: Call,
    models: ModelFlags,
    language: str = "",
    export: str = "",
    out: Path | None = None,
    import_: Path | None = None,
    undo: bool = False,
    budget: BudgetFlag = None,
) -> CommandResult:
    """Translate the story: by a model, or by a translator with an exported file.

    A model translates only lines that are new, or stale because their source has changed.

    LANG: Language code, such as de (default: show all translations).
    --export FORMAT: Write a file for a translator: `xliff`, `po` or `csv`.
    --out FILE: Name of the exported file (default: LANG with the suffix of the format).
    --import FILE: Read a translator's file back, if it has no fault.
    --undo: Undo the newest import, or the newest line that was typed on the desk.
    """
    if not language and (export or import_ or undo):
        raise typer.BadParameter("Name a language, such as de.")
    if sum(map(bool, (export, import_, undo))) > 1:
        raise typer.BadParameter("Give only one of --export, --import and --undo.")
    progress = Progress(call.screen, verbosity=0)
    async with call.open_project(
        flags=models.source_choices, sinks=(progress,), needs_artifacts=True
    ) as project:
        progress.prices = project.prices()
        if not language:
            return _list_all(project.translations().open_all())
        if export:
            return _export(project, language, export, out)
        if import_:
            return _import(project, language, import_)
        if undo:
            return _undo(project, language)
        return await _translate(call, project, language, budget)


def _list_all(workbooks: Sequence[Workbook]) -> CommandResult:
    documents = [_describe(each) for each in workbooks]

    def write() -> None:
        rows = [tuple(map(str, each.values())) for each in documents]
        if rows:
            write_table(("Language", ">New", ">Stale", ">Done"), rows)
        else:
            say("There are no translations yet. To begin one: qf translate LANG")

    return CommandResult({"translations": documents}, write)


def _export(project: ProjectContainer, language: str, form: str, out: Path | None) -> CommandResult:
    content = project.translation_sheets().export(language, form)
    path = write_file(out or Path(f"{language}{_SUFFIXES[form]}"), content)
    found = _describe(project.translations().open(language))
    count = sum(found[each] for each in TranslationState)
    text = f"Wrote {format_count(count, 'line')} to {path}."
    return CommandResult({"file": resolve_place(path), **found}, text)


def _import(project: ProjectContainer, language: str, file: Path) -> CommandResult:
    form = _FORMATS.get(file.suffix.lower())
    if form is None:
        raise InputError(f"{str(file)!r} has no known suffix. Give {', '.join(_FORMATS)}.")
    try:
        content = file.read_bytes()
    except OSError as problem:
        raise InputError(
            f"Cannot read the file {str(file)!r}: {problem.strerror}. Check the name."
        ) from problem
    result = project.translation_sheets().read_back(language, form, content, str(file))

    def write() -> None:
        _write_warnings(result.warnings)
        say(f"Imported {format_count(result.changed, 'translation')}.")
        _write_state(result.workbook)

    found = {"changed": result.changed, "warnings": result.warnings}
    return CommandResult({**found, **_describe(result.workbook)}, write)


def _undo(project: ProjectContainer, language: str) -> CommandResult:
    workbook, change = project.change_translations().undo(language)

    def write() -> None:
        source = f"the import of {change.file}" if change.file else "an edit on the desk"
        say(f"Undid {source}: {format_count(len(change.after), 'line')}.")
        _write_state(workbook)

    found = {"undone": len(change.after), "file": change.file}
    return CommandResult({**found, **_describe(workbook)}, write)


async def _translate(
    call: Call, project: ProjectContainer, language: str, budget: str | None
) -> CommandResult:
    from questfoundry.composition.project.project import Project

    expected = project.translate_story().estimate(language)
    if expected.calls:
        note(
            f"Translating with {project.phase_providers().discuss.model}: about "
            f"{format_count(expected.calls, 'call')} and "
            f"{format_count(expected.usage.total_tokens, 'token')}, {format_money(expected.cost)}."
        )
    call.interruption_message = (
        "Everything translated so far is saved. To continue, run the command again."
    )
    result = await Project(project).translate(language, budget=budget)
    warnings = [f"{each.line}: {each}" for each in result.warnings]

    def write() -> None:
        _write_warnings(warnings)
        say(f"Translated {format_count(result.translated, 'line')}.")
        if result.run:
            say(f"Run {result.run}: {format_usage(result.ledger)}")
        _write_state(result.workbook)

    found = {**select_fields(result, "translated", "run"), "warnings": warnings}
    usage = {"usage": usage_document(result.ledger)}
    return CommandResult({**found, **_describe(result.workbook), **usage}, write)


def _write_warnings(warnings: Sequence[str]) -> None:
    for each in warnings:
        note(each)


def _write_state(workbook: Workbook) -> None:
    new, stale = map(workbook.count, (TranslationState.NEW, TranslationState.STALE))
    if new:
        say(describe_untranslated(new, len(workbook.book.lines)))
    if stale:
        say(f"Stale: {format_count(stale, 'translation')}, because the source has changed.")
    if not workbook.open_lines:
        say(f"The translation is complete. Export it with: qf ship --language {workbook.language}")


def _describe(workbook: Workbook) -> dict[str, Any]:
    counts = {state.value: workbook.count(state) for state in TranslationState}
    return {"language": workbook.language, **counts}
