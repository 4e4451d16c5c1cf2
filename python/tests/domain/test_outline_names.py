"""Whom and what an outline names."""

import pytest

from questfoundry.domain.material import MaterialPage
from questfoundry.domain.outline_names import names_of_outline

OUTLINE = """\
# The Salt Ledger

The town of Saltmouth has had one bank since the flood, and one man who knows what is in it.

## People

- **Mara Quill**: a harbour pilot who cannot swim.
- Tobin Hale, her brother, keeps the tollgate
- Edda Voss - the banker
1. Old Perrin (a diver)
- somebody who is never named: the thief

## Places

### The Drowned Chapel

Its bell rings at low water.

### Tollgate House

## What happens

1. Mara Quill finds a page of the ledger.
2. Chapter Two: the gate. Councillor Brandt asks for it.
3. Councillor Brandt lies. Then Councillor Brandt burns the page in the town of Saltmouth.

Theme: debt. Note: keep it short.
"""
TWELVE = "Mara Quill|Tobin Hale|Edda Voss|Old Perrin|Drowned Chapel|Tollgate House"


def names(text: str) -> str:
    return "|".join(each.name for each in names_of_outline([MaterialPage(name="o", text=text)]))


def test_those_listed_and_those_often_named() -> None:
    """MAT-2.2."""
    assert names(OUTLINE) == f"{TWELVE}|Councillor Brandt"
    told = {
        each.name: each.told for each in names_of_outline([MaterialPage(name="o", text=OUTLINE)])
    }
    assert told["Mara Quill"] == "a harbour pilot who cannot swim."
    assert told["Old Perrin"] == "a diver"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# Plot\n\n- Act One: they meet\n- Theme: debt",
        "## People\n\na man and a woman\n\n## Plot\n\nMara leaves. Mara comes back.",
    ],
)
def test_what_is_no_name(text: str) -> None:
    """MAT-2.2."""
    assert names(text) == ""
