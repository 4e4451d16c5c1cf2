"""The language check of ``.ci/run`` finds planted faults."""

import sys

import pytest

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


TEXTS = {
    **{
        f"planted{number}.py": CODE.format(**{**PLAIN, part: planted})
        for number, (part, planted, _) in enumerate(PLANTED)
    },
    "plain.py": CODE.format(**PLAIN),
    "texts.py": 'PROBLEM = "The stroy has no ending, so add one."\nWORDS = "der die das oder"\n',
    "code.md": "Run `qf anew` to begin.\n\n```text\nwhoever\n```\n",
    "words.md": "The story is read as far as it is written.\n",
}


@pytest.fixture(scope="module")
def problems(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Return the lines about each file of ``TEXTS``; Harper takes a second to start."""
    folder = tmp_path_factory.mktemp("texts")
    for name, text in TEXTS.items():
        (folder / name).write_text(text)
    paths = [folder / name for name in TEXTS]
    lines = [*language.pattern_problems(paths), *language.harper_problems(paths)]
    return {name: [line for line in lines if f"{name}:" in line] for name in TEXTS}


def test_planted_faults_of_code_are_found(problems: dict[str, list[str]]) -> None:
    """Each rule must be able to fail, or the dialect comes back unseen."""
    for number, (_, planted, found) in enumerate(PLANTED):
        assert any(found in line for line in problems[f"planted{number}.py"]), (planted, problems)


def test_plain_code_passes(problems: dict[str, list[str]]) -> None:
    """A false alarm would teach everybody to ignore the check."""
    assert problems["plain.py"] == []


def test_messages_are_read_as_text_and_lists_of_words_are_not(
    problems: dict[str, list[str]],
) -> None:
    """Authors read error messages; word lists and patterns are data."""
    assert [line.split(": ", 1)[1] for line in problems["texts.py"]] == ["SpellCheck: 'stroy'"]


def test_a_document_is_read_without_its_code(problems: dict[str, list[str]]) -> None:
    """Commands and examples in a guide are not English."""
    assert problems["code.md"] == []
    (line,) = problems["words.md"]
    assert line.endswith(":1: says 'as far as'")


def test_an_exception_names_the_place_and_the_text() -> None:
    """Line numbers change with every edit, so an exception must not depend on them."""
    assert language.key("docs/a.md:12: says 'anew'") == "docs/a.md: says 'anew'"
