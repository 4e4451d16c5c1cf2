"""The language check of ``.ci/run`` finds planted faults."""

import sys
from pathlib import Path

from tests.support.checkout import ROOT

sys.path.insert(0, str(ROOT / ".ci"))

import language

CODE = '''"""{module}"""

def {name}(story: str) -> str:
    """{function}"""
    return story  # {comment}
'''
PLAIN = {
    "module": "Passages of a story.",
    "name": "find_passage",
    "function": "Return the passage of ``story``.",
    "comment": "The first passage wins.",
}


def problems(path: Path, text: str) -> list[str]:
    path.write_text(text)
    return [*language.pattern_problems([path]), *language.harper_problems([path])]


PLANTED = (
    ("module", "What a story holds.", "begins with 'What'"),
    ("function", "Those of whom more is true.", "begins with 'Those'"),
    ("function", "Return the passage that is told anew.", "says 'is told'"),
    ("comment", "Whoever has one keeps it.", "says 'Whoever'"),
    ("name", "asked_next", "the name asked_next begins with a participle"),
    ("name", "within", "the name within begins with a participle or preposition"),
    ("function", "Return the the passage.", "RepeatedWords"),
    ("function", "Return the pasage of the story.", "SpellCheck: 'pasage'"),
    ("function", "Return the color of the passage.", "SpellCheck: 'color'"),
)


def test_planted_faults_of_code_are_found(tmp_path: Path) -> None:
    """Each rule must be able to fail, or the dialect comes back unseen."""
    files = [tmp_path / f"planted{number}.py" for number in range(len(PLANTED))]
    for path, (part, planted, _) in zip(files, PLANTED, strict=True):
        path.write_text(CODE.format(**{**PLAIN, part: planted}))
    lines = [*language.pattern_problems(files), *language.harper_problems(files)]
    for path, (_, planted, found) in zip(files, PLANTED, strict=True):
        assert any(path.name in line and found in line for line in lines), (planted, lines)


def test_plain_code_passes(tmp_path: Path) -> None:
    """A false alarm would teach everybody to ignore the check."""
    assert problems(tmp_path / "plain.py", CODE.format(**PLAIN)) == []


def test_messages_are_read_as_text_and_lists_of_words_are_not(tmp_path: Path) -> None:
    """Authors read error messages; word lists and patterns are data."""
    text = 'PROBLEM = "The stroy has no ending, so add one."\nWORDS = "der die das und oder"\n'
    assert [line.split(": ", 1)[1] for line in problems(tmp_path / "texts.py", text)] == [
        "SpellCheck: 'stroy'"
    ]


def test_a_document_is_read_without_its_code(tmp_path: Path) -> None:
    """Commands and examples in a guide are not English."""
    path = tmp_path / "guide.md"
    assert problems(path, "Run `qf anew` to begin.\n\n```text\nwhoever\n```\n") == []
    (line,) = problems(path, "The story is read as far as it is written.\n")
    assert line.endswith(":1: says 'as far as'")


def test_an_exception_names_the_place_and_the_text() -> None:
    """Line numbers change with every edit, so an exception must not depend on them."""
    assert language.key("docs/a.md:12: says 'anew'") == "docs/a.md: says 'anew'"
