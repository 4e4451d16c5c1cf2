"""Tests for finding the idea of a story in an outline."""

import pytest

from questfoundry.domain.outline.material_parts import MaterialPage
from questfoundry.domain.outline.points import extract_idea

LONG = "A pilot who cannot swim counts the boats. " * 40


@pytest.mark.parametrize(
    ("text", "idea"),
    [
        ("# Salt\n\nFog comes in.\n\n## People\n\n- Mara", "Salt. Fog comes in."),
        ("# Salt\n\n## People\n\n- Mara\n\n## Plot\n\n1. Fog\n2. Night", "Salt. Fog. Night."),
        ("# Salt\n\nBy me\n\n## Premise\n\nFog comes in.", "Salt. Fog comes in."),
        ("Fog comes in.\n\nThen night.", "Fog comes in. Then night."),
        ("# People\n\n- Mara\n\n# Rules\n\nNo magic.", ""),
        ("# People\n\n## Mara\n\nA pilot.\n\n# Plot\n\nFog.", "Fog."),
        ("# Rules\n\n## Of magic\n\nThere is none.", ""),
        ("# SALT (working title; or what?)\n\nNotes for myself, tidied. Fog.", "SALT. Fog."),
        ("# Salt\n\n*A pitch, for Monday*\n\nFog.", "Salt. Fog."),
        ("Title: Salt (was: Fog)\n\n# Cast\n\n- Mara\n\n# Plot\n\nFog.", "Salt. Fog."),
        ("# Working outline v3\n\nLogline: Fog comes in.\n\n- Setup", "Fog comes in."),
        ("# Salt \u2014 a treatment\n\nFog comes in.", "Salt. Fog comes in."),
        ("SALT\n====\n\nScene list, second draft\n\n1. EXT. PIER - NIGHT\n\nFog.", "SALT. Fog."),
        ("# Salt\n\nBy me\n\n## What it is\n\nFog comes in.", "Salt. Fog comes in."),
        ("Dear me,\n\nFog comes in.", "Fog comes in."),
        ("An outline, as promised. Fog comes in.", "Fog comes in."),
        ("", ""),
    ],
)
def test_its_title_and_premise_else_its_beginning(text: str, idea: str) -> None:
    """An author with an outline should not have to type the idea again."""
    assert extract_idea([MaterialPage(name="outline/a.md", text=text)]) == idea


def test_whole_sentences_of_a_long_one() -> None:
    """An idea that ends in half a sentence would mislead the model."""
    found = extract_idea([MaterialPage(name="outline/a.md", text=LONG)])
    assert 500 < len(found) <= 600
    assert found.endswith("boats.")
    assert len(extract_idea([MaterialPage(name="outline/a.md", text="x" * 9000)])) == 600
