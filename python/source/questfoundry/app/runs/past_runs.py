"""Read the results of a project's delegated runs from its workspace."""

from collections.abc import Iterator

from pydantic import ValidationError

from questfoundry.domain.protocols import ProjectWorkspace
from questfoundry.domain.run.result import RunResult


def list_results(workspace: ProjectWorkspace) -> list[RunResult]:
    """Return the results of all runs, oldest first; leave out those that cannot be read."""
    return list(_read_results(workspace))


def _read_results(workspace: ProjectWorkspace) -> Iterator[RunResult]:
    for each in workspace.run_descriptions():
        try:
            yield RunResult.model_validate(each.get("result"))
        except ValidationError:
            continue
