"""The error of an artifact's file that does not hold what its stage asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from questfoundry.domain.answer.faults import Fault
from questfoundry.domain.answer.field_path import find_steps
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import ArtifactFiles
from questfoundry.domain.remedy import Undo


def build_invalid_file_error(
    files: ArtifactFiles,
    stage: str,
    data: Mapping[str, Any],
    faults: Sequence[Fault],
    *,
    has_version: bool = True,
) -> InputError:
    """The error that names the line of every fault; ``known`` is a file with a version to go to."""
    return InputError(
        "\n".join(
            (
                f"artifacts/{stage}.yaml {'was edited and ' if has_version else ''}is not valid:",
                *(_format_fault(files, stage, data, fault) for fault in faults),
                f"Mend these lines, or {'take the edit back' if has_version else 'move the file away'}.",
            )
        ),
        remedies=(Undo(),) if has_version else (),
    )


def _format_fault(files: ArtifactFiles, stage: str, data: Mapping[str, Any], fault: Fault) -> str:
    """The fault with its line; what is missing has that of what it is missing from."""
    place = files.place_of(stage, find_steps(fault.field, data))
    where = f"line {place.line}: " if place else ""
    wanted = f" (wanted: {fault.requirement})" if fault.requirement else ""
    problem = fault.problem or fault.kind.value
    return f"  {where}{fault.field}: {problem}{wanted}"
