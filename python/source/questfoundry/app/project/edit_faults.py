"""Tell the author which lines of an artifact file are not valid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from questfoundry.domain.answer.faults import Fault
from questfoundry.domain.answer.field_path import steps_to
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import ArtifactFiles
from questfoundry.domain.remedy import Undo


def not_valid(
    files: ArtifactFiles, stage: str, data: Mapping[str, Any], faults: Sequence[Fault]
) -> InputError:
    """The error that names the line of every fault."""
    return InputError(
        "\n".join(
            (
                f"artifacts/{stage}.yaml was edited and is not valid:",
                *(_line(files, stage, data, fault) for fault in faults),
                "Mend these lines, or take the edit back.",
            )
        ),
        remedies=(Undo(),),
    )


def _line(files: ArtifactFiles, stage: str, data: Mapping[str, Any], fault: Fault) -> str:
    """The fault with its line; what is missing has that of what it is missing from."""
    place = files.place_of(stage, steps_to(fault.field, data))
    where = f"line {place.line}: " if place else ""
    wanted = f" (wanted: {fault.requirement})" if fault.requirement else ""
    problem = fault.problem or fault.kind.value
    return f"  {where}{fault.field}: {problem}{wanted}"
