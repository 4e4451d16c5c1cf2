"""Write the agency of a story's players: what each choice changes."""

from collections.abc import Iterator

from questfoundry.app.structure.agency import (
    AgencyFigure,
    DecisionAgency,
    DifferenceCount,
    OptionAgency,
    StoryAgency,
)
from questfoundry.presentation.console import say, write_fields, write_table
from questfoundry.presentation.text import format_count, join_lines

_LEAST_CHANGE = 0.005
"""Changes of a chance below half a point are not shown."""


def write_agency(agency: StoryAgency) -> None:
    """Write the figures of the story, then a line for each decision and its options."""
    write_fields(list(_list_figures(agency)))
    if not agency.choices:
        return
    say()
    write_table(
        ("Decision", ">Met", ">Shift", "Next screen", "Later"),
        [
            (
                join_lines(each.title) or each.passage,
                f"{each.meetings:.2f}",
                f"{100 * each.shift:.0f}",
                _format_difference(each.next),
                _format_difference(each.later),
            )
            for each in agency.choices
        ],
    )
    say(
        "\nMet: how often a random player makes the decision. Shift: by how many points the two "
        "options that differ most change the chances of the endings."
    )
    for decision in agency.choices:
        _write_options(decision, agency)


def _list_figures(agency: StoryAgency) -> Iterator[tuple[str, str]]:
    exact = agency.decisions.exact
    yield "Decisions", f"{agency.decisions.value:.1f} per playthrough{_mark_estimate(exact)}"
    for name, figure, meaning in (
        ("Influence", agency.influence, "of them shift the chances of the endings by 15 points"),
        ("Differs", agency.differs, "of the words, for another player with the same answers"),
        ("Memory", agency.memory, "of the callbacks come three screens later or more"),
        ("Opens", agency.opens, "of the choice flags open an option elsewhere"),
    ):
        if figure is not None:
            yield name, _format_figure(figure, meaning)


def _format_figure(figure: AgencyFigure, meaning: str) -> str:
    return f"{100 * figure.value:.0f}% {meaning}{_mark_estimate(figure.exact)}"


def _mark_estimate(exact: bool) -> str:
    return "" if exact else " (estimated)"


def _format_difference(count: DifferenceCount) -> str:
    counts = (
        (count.passages, "passage"),
        (count.options, "option"),
        (count.paragraphs, "paragraph"),
    )
    return ", ".join(format_count(number, what) for number, what in counts if number) or "nothing"


def _write_options(decision: DecisionAgency, agency: StoryAgency) -> None:
    lines = [(each, _format_changes(each, agency)) for each in decision.options]
    if any(changes for _, changes in lines):
        say(f"\n{join_lines(decision.title) or decision.passage}")
        for option, changes in lines:
            say(f"  {join_lines(option.label) or option.choice}: {changes or 'no change'}")


def _format_changes(option: OptionAgency, agency: StoryAgency) -> str:
    return ", ".join(
        f"{join_lines(agency.endings[ending])} {100 * change:+.0f}"
        for ending, change in option.changes.items()
        if abs(change) >= _LEAST_CHANGE
    )
