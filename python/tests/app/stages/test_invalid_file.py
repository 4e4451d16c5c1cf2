"""Why an edit that the author made by a form is refused."""

from questfoundry.app.stages.invalid_file import build_refusal
from questfoundry.domain.fault import Fault, FaultKind


def make_fault(rule: str, problem: str, requirement: str = "Lead a choice there.") -> Fault:
    return Fault(
        rule=rule,
        kind=FaultKind.INVALID,
        field="passages.0.title",
        problem=problem,
        requirement=requirement,
    )


def test_of_many_faults_of_a_kind_two_are_explained_and_the_cause_comes_first() -> None:
    """One removed choice makes dozens of passages unreachable; only one reason matters."""
    faults = [make_fault("passages-reached", f"No playthrough visits {n}.") for n in range(5)]
    faults.append(make_fault("never-stuck", "'passage::a' leaves a player stuck.", "Add a choice."))
    faults.append(make_fault("schema.string_too_long", "is too long", "at most 60 characters"))
    assert str(build_refusal(faults)).splitlines() == [
        "Nothing was changed.",
        "'passage::a' leaves a player stuck. Add a choice.",
        "No playthrough visits 0. Lead a choice there.",
        "No playthrough visits 1. Lead a choice there.",
        "And 3 more of this kind.",
        "The field 'title' is too long (wanted: at most 60 characters).",
    ]
