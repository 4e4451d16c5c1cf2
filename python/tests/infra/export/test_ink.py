"""Tests of the ink export without its compiler."""

import pytest
from attrs import evolve

from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.ink import InkExporter
from tests.support.editions import told
from tests.support.structures import choice, joined

FORK = told(
    joined(
        choice("row", "quay", "bank", requires=["wet"], forbids=["drowned"], grants=["rowed"]),
        choice("on", "bank", "home", requires=["rowed"], grants=["unread"]),
        home="home",
    ),
    flags={"flag::wet": "Mara's boots\nare wet."},
)


def ink(edition: Edition) -> str:
    (file,) = InkExporter().export(edition)
    assert file.name == "the-drowned-ledger.ink"
    return file.content.decode()


def test_a_story_in_ink() -> None:
    """Sticky choices remain when a passage is met again. (EXP-5.1)"""
    assert ink(FORK) == (
        "# title: The Drowned Ledger\n"
        "# hook: The tide bell wakes you, and it should not.\n"
        "# content notes: drowning\n"
        "# language: en\n"
        "# ifid: 3F2504E0-4F89-41D3-9A0C-0305E82C3301\n"
        "VAR flag_drowned = false // flag::drowned\n"
        "VAR flag_maras_boots_are_wet = false // Mara's boots are wet.\n"
        "VAR flag_rowed = false // flag::rowed\n"
        "-> title_of_quay\n"
        "\n"
        "=== title_of_quay ===\n"
        "# passage: Title of quay\n"
        "You are at quay.\n"
        "It is quiet; it isn't safe.\n"
        "+ {flag_maras_boots_are_wet and not flag_drowned} [Go by row]\n"
        "    ~ flag_rowed = true\n"
        "    -> title_of_bank\n"
        "\n"
        "=== title_of_bank ===\n"
        "# passage: Title of bank\n"
        "You are at bank.\n"
        "It is quiet; it isn't safe.\n"
        "+ {flag_rowed} [Go by on]\n"
        "    -> title_of_home\n"
        "\n"
        "=== title_of_home ===\n"
        "# passage: Title of home\n"
        "You are at home.\n"
        "It is quiet; it isn't safe.\n"
        "Ending home # ending\n"
        "-> END\n"
    )


@pytest.mark.parametrize(
    ("prose", "line"),
    [
        ("TODO: sleep", "\\TODO: sleep"),
        ("VAR is a word", "\\VAR is a word"),
        ("VARIOUS words", "VARIOUS words"),
        ("-> END // #x", "\\-\\> END \\/\\/ \\#x"),
        ("* [a] {b|c} \\", "\\* \\[a\\] \\{b\\|c\\} \\\\"),
    ],
)
def test_prose_that_ink_would_read_is_escaped(prose: str, line: str) -> None:
    """Prose that begins like an ink keyword would otherwise become code."""
    written = ink(evolve(FORK, prose={**FORK.prose, "passage::quay": prose}))
    assert f"\n{line}\n+ " in written


def test_an_empty_hook_is_no_tag_and_an_empty_label_says_where_it_leads() -> None:
    """An empty tag is an error in ink, and a choice without text could not be chosen."""
    choices = tuple(evolve(choice, label="") for choice in FORK.structure.choices)
    written = ink(evolve(FORK, hook="", structure=evolve(FORK.structure, choices=choices)))
    assert "# hook" not in written
    assert "[Title of bank]" in written


def test_the_text_of_a_closed_choice_negates_a_single_flag_without_brackets() -> None:
    """Ink reads a name alone in brackets as a list, and refuses the story. (EXP-5.1)"""
    edition = told(
        joined(
            choice("wet", "quay", "bank", requires=["wet"]),
            choice("dry", "quay", "home", requires=["dry"]),
            bank="bank",
            home="home",
        )
    )
    choices = tuple(
        evolve(each, label="Row", closed="The boat is gone.") for each in edition.structure.choices
    )
    source = ink(evolve(edition, structure=evolve(edition.structure, choices=choices)))
    assert "- not flag_wet:\n    The boat is gone. # closed" in source
