"""Read the results of a project's delegated runs from its workspace."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from questfoundry.domain.protocols.workspace import ProjectWorkspace
from questfoundry.domain.run.result import RunResult


def list_results(workspace: ProjectWorkspace) -> list[RunResult]:
    """Return the results of all runs, oldest first; leave out those that cannot be read."""
    return [result for _, result in list_described_results(workspace)]


def find_result(workspace: ProjectWorkspace, run: str) -> RunResult | None:
    """Return the result of the run with the id ``run``, or ``None``."""
    return next((each for each in list_results(workspace) if each.run == run), None)


def list_described_results(
    workspace: ProjectWorkspace,
) -> list[tuple[Mapping[str, Any], RunResult]]:
    """Return the readable descriptions of runs, each with its result, oldest first."""
    return list(_read_results(workspace))


def _read_results(workspace: ProjectWorkspace) -> Iterator[tuple[Mapping[str, Any], RunResult]]:
    for each in workspace.run_descriptions():
        try:
            yield each, RunResult.model_validate(each.get("result"))
        except ValidationError:
            continue
