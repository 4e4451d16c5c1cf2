"""A section sees only the parts of the brief that it uses."""

import pytest

from questfoundry.app.phases.stage_prompts import remove_parts

A, B = "dilemma::the-log", "dilemma::the-log-book"
AMONG = (A, B)


@pytest.mark.parametrize(
    ("brief", "left"),
    [
        (f"Begins.\n\n{A}: soft.\n- Report.\n- Keep.\n\nEnds.", "Begins.\n\nEnds."),
        (f"**{A}**\n\n- Report.\n\n  More.\n\nEnds.", "Ends."),
        (f"## {A}\nOne.\n## Ends\nTwo.", "## Ends\nTwo."),
        (f"{A}: soft.\n{B}: hard.\nMore.", f"{B}: hard.\nMore."),
        (f"- {A}: soft.\n- It ends.", "- It ends."),
        (f"1. {A}: soft.\n2. {B}: hard.", f"2. {B}: hard."),
        (f"One.\n\n**Times**\n- {A}: ten.\n\nEnds.", "One.\n\nEnds."),
        (f"Times:\n- {A}: ten.", ""),
        (f"TIMES.\n- {A}: ten.\n\nEnds.", "Ends."),
        (f"**Times,** all on day 1\n- {A}: ten.\n\nEnds.", "Ends."),
        (f"**Times**\n- {A}: ten.\n- {B}: one.", f"**Times**\n- {B}: one."),
        (f"It begins.\n- {A}: ten.", "It begins."),
        (f"{A} and {B} meet.", f"{A} and {B} meet."),
        (f"First {A}, then none.", f"First {A}, then none."),
        (f"{B}: hard.", f"{B}: hard."),
        ("Nothing of it.", "Nothing of it."),
    ],
)
def test_what_is_settled_is_left_out_where_it_has_a_part_of_its_own(brief: str, left: str) -> None:
    """Settled parts of the brief waste tokens, but text about other ids must stay."""
    assert remove_parts(brief, (A,), known_ids=AMONG) == left
    assert remove_parts(brief, (), known_ids=AMONG) == brief
