"""Tests of the check of an author's own prompts."""

from pathlib import Path

import pytest

from questfoundry.domain.errors import PromptError
from questfoundry.infra.prompts.own_prompts import require_valid_prompts
from tests.support.checkout import PROMPTS


def test_the_shipped_prompts_are_valid_as_an_authors_own() -> None:
    """An author begins with a copy of a shipped prompt, so the check must accept each of them."""
    require_valid_prompts([PROMPTS], PROMPTS)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{{ vision.genre.upper() }} {{ vision['tone'] }}", ""),
        ("{% set n = namespace(seen=0) %}{% set n.more = 1 %}{{ n.seen }}{{ n.more }}", ""),
        ("{{ {'wet': 1}.wet }}{% for each in entities %}{{ loop.index }}{% endfor %}", ""),
        ("{{ vision.maturity }}", "line 4: .*'maturity'"),
        ("\n{{ vision['toon'] }}", "line 5: .*'toon'.* Similar names: .*tone"),
    ],
)
def test_an_attribute_that_no_value_has_is_found(tmp_path: Path, text: str, problem: str) -> None:
    """A mistyped attribute would stop a run after its first phases are paid. (PRM-3.3)"""
    own = tmp_path / "templates" / "seed" / "entities.md"
    own.parent.mkdir(parents=True)
    own.write_text(f"<!-- section: system -->\nx\n<!-- section: user -->\n{text}")
    if problem:
        with pytest.raises(PromptError, match=problem):
            require_valid_prompts([tmp_path], PROMPTS)
    else:
        require_valid_prompts([tmp_path], PROMPTS)
