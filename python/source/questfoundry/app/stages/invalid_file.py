"""The error for an artifact file whose content is not valid."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.domain.answer.schema import find_steps
from questfoundry.domain.errors import InputError
from questfoundry.domain.fault import Fault, FaultKind
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.protocols.artifacts import ArtifactFiles
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.remedy import Undo
from questfoundry.domain.text.suggestion import suggest_words


def require_valid(
    name: str,
    data: Mapping[str, Any],
    *,
    registry: StageRegistry,
    store: ProjectStore,
    prompts: PromptRepository,
    changed: Mapping[str, Mapping[str, Any]] | None = None,
    has_version: bool = False,
) -> Artifact:
    """Return the artifact of the stage ``name`` in ``data``, checked after the earlier artifacts.

    ``changed`` replaces the data of earlier artifacts. Raise the error of
    :func:`build_invalid_file_error`.
    """
    story = registry.story(store.artifacts, before=name, changed=changed)
    artifact = registry.get(name).validate(data, story=story, prompts=prompts)
    if isinstance(artifact, tuple):
        raise build_invalid_file_error(store.files, name, data, artifact, has_version=has_version)
    return artifact


_MAX_LISTED, _MAX_ALIKE = 10, 2
_CLOSED_RULES = {"schema.enum", "schema.literal_error"}
_QUOTED = re.compile(r'"([^"]+)"')


def build_invalid_file_error(
    files: ArtifactFiles,
    stage: str,
    data: Mapping[str, Any],
    faults: Sequence[Fault],
    *,
    has_version: bool = True,
) -> InputError:
    """Build the error for ``faults`` in the artifact file of ``stage``.

    The first ten are listed with their lines, and the others counted.
    ``has_version`` says that an accepted version exists, so that the edit can be undone.
    """
    more = len(faults) - _MAX_LISTED
    return InputError(
        "\n".join(
            (
                f"artifacts/{stage}.yaml {'was edited and ' if has_version else ''}is not valid:",
                *(_format_fault(files, stage, data, each, faults) for each in faults[:_MAX_LISTED]),
                *([f"  and {more:,} more"] if more > 0 else []),
                "Correct these lines, or "
                f"{'undo the edit' if has_version else 'move the file away'}.",
            )
        ),
        remedies=(Undo(),) if has_version else (),
    )


def _format_fault(
    files: ArtifactFiles, stage: str, data: Mapping[str, Any], fault: Fault, faults: Sequence[Fault]
) -> str:
    place = files.place_of(stage, find_steps(fault.field, data))
    where = f"line {place.line}: " if place else ""
    wanted = f" (wanted: {fault.requirement})" if fault.requirement else ""
    problem = fault.problem or fault.kind.value
    closed = isinstance(fault.provided, str) and fault.rule in _CLOSED_RULES
    value = f"{fault.provided!r} " if closed and fault.problem[:1].islower() else ""
    return f"  {where}{fault.field}: {value}{problem}{wanted}{_suggest(fault, faults)}"


def _suggest(fault: Fault, faults: Sequence[Fault]) -> str:
    """Return a sentence with near values, or, for an unknown field, with a near missing field."""
    above, _, name = fault.field.rpartition(".")
    if fault.kind is FaultKind.UNKNOWN:
        missing = (each.field for each in faults if each.kind is FaultKind.MISSING)
        places = (each.rpartition(".") for each in missing)
        return suggest_words(name, [last for parent, _, last in places if parent == above])
    if isinstance(fault.provided, str) and fault.rule in _CLOSED_RULES:
        return suggest_words(fault.provided, _QUOTED.findall(fault.requirement))
    return ""


def build_refusal(faults: Sequence[Fault]) -> InputError:
    """Build the error for ``faults`` of an edit that QuestFoundry was asked to make.

    Of many faults with the same rule, two are explained. A player who is stuck comes first, because
    unreachable passages follow from this.
    """
    rules: dict[str, list[Fault]] = {}
    for fault in sorted(faults, key=lambda each: "stuck" not in each.rule):
        rules.setdefault(fault.rule, []).append(fault)
    lines = (line for each in rules.values() for line in _explain_all(each))
    return InputError("\n".join(("Nothing was changed.", *dict.fromkeys(lines))))


def _explain_all(faults: Sequence[Fault]) -> Iterator[str]:
    yield from map(_explain, faults[:_MAX_ALIKE])
    if (more := len(faults) - _MAX_ALIKE) > 0:
        yield f"And {more:,} more of this kind."


def _explain(fault: Fault) -> str:
    """Return the problem of ``fault`` as a sentence, or after the name of its field."""
    is_sentence = fault.problem[:1].isupper() or fault.problem.endswith(".")
    if is_sentence or not fault.requirement:
        return " ".join(filter(None, (fault.problem, fault.requirement)))
    field = fault.field.rpartition(".")[2]
    what = "" if field.isdigit() else f"The field {field!r} "
    return f"{what}{fault.problem} (wanted: {fault.requirement})."
