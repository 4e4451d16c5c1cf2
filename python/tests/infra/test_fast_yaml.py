"""Tests that texts in YAML have the same data with libyaml and with ruamel.yaml."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from questfoundry.infra.fast_yaml import UnsuitableError, compose_yaml, load_yaml
from tests.support.checkout import PROMPTS
from tests.support.examples import examples

SCALARS = r"[-+]?(0[box]?)?[0-9a-f_]*\.?[0-9_]*([eE][-+]?[0-9]*)?|\.?[-+]?(inf|NaN|nan)|<<|="
TIMES = (
    r"20[0-9]{2}-[0-9]{1,2}-[0-9]{1,2}([Tt ][0-9]{1,2}:[0-9]{2}(:[0-9]{2}(\.5|Z| \+1:00|-3)?)?)?"
)


def read_carefully(text: str) -> object:
    return YAML(typ="safe", pure=True).load(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a:",
        "x: yes\ny: 010\nz: 1:30\nd: 2001-01-01",
        "a: 0o14\nb: 0x1F\nc: 1_000\nd: .inf\ne: 1e3\nf: ~\ng: Null\nh: TRUE",
        "- 1\n- -3\n- +4\n- 0\n- -0\n- 1.5",
        "%YAML 1.1\n---\na: yes",
        "<<: {a: 1}\nb: 2",
        "{b:1}",
        "? [1, 2]\n: 3",
        "1: a\nb: c",
        "a: &x {b: 1}\nc: *x",
        "a: 'no'\nb: !!str 12\nc: ! 12\nd: !!bool 'yes'\ne: !!int '0o7'",
        "a: \"\\u00e9\"\nb: 'it''s'\nc: \"x\n  y\n\n  z\"",
        "a: |\n x\n  y\nb: >-\n x\n\n y",
    ],
)
def test_data_is_that_of_yaml_1_2(text: str) -> None:
    """Authors write `no` as a title, and a project's prompts may be written in any way."""
    assert repr(load_yaml(text)) == repr(read_carefully(text))


@pytest.mark.parametrize(
    "text", ["a: 1\na: 2", "1: a\ntrue: b", "a: [", "a: !x 1", "{[a]: 1, {}: 2}"]
)
def test_a_fault_is_described_by_ruamel(text: str) -> None:
    """One reader describes all faults, with the line and column."""
    with pytest.raises(YAMLError):
        load_yaml(text)


def test_the_texts_of_the_program_are_read_alike() -> None:
    """One of the many texts could look like a date or a number; scenes are left out for speed."""
    texts = [
        path.read_text("utf-8") for path in PROMPTS.rglob("*.yaml") if "draft" not in path.parts
    ]
    assert [load_yaml(text) for text in texts] == [read_carefully(text) for text in texts]


def find_places(node: Any) -> Iterator[tuple[object, ...]]:
    """Yield the kind, the start and, for a scalar, the end of ``node`` and of all nodes in it."""
    end = node.end_mark.index if node.id == "scalar" else None
    yield node.id, node.tag, node.start_mark.index, node.start_mark.line, end
    for part in node.value if node.id != "scalar" else ():
        for each in part if isinstance(part, tuple) else (part,):
            yield from find_places(each)


@pytest.mark.parametrize(
    "text",
    [
        "a: b # c\n'd': \"e # f\"\n",
        "# é 🌊\né 🌊: 🌊\nx: [a, {b: c}, 'd',\n  e]\n",
        "a: |\n  x # y\n\n  z\n\n# c\nb: >-\n  x\n\n\n",
        "- a\n-\n  - b\n  - c: 1\n    d: ~\n    e: true\n",
        "a: two\n  lines # c\nb: 'two\n\n  lines'\n",
    ],
)
def test_nodes_have_the_same_places(text: str) -> None:
    """Comments are kept, and errors name lines, by the places of values."""
    careful = YAML(typ="safe", pure=True).compose(text)
    assert [*find_places(compose_yaml(text))] == [*find_places(careful)]


@examples(400)
@given(st.from_regex(SCALARS, fullmatch=True) | st.from_regex(TIMES, fullmatch=True))
def test_a_scalar_has_the_same_kind(text: str) -> None:
    """The patterns are copied from ruamel.yaml; a wrong one would make a number of a word."""
    try:
        found = [*find_places(compose_yaml(f"- {text}"))]
    except UnsuitableError:
        assume(False)
    assert found == [*find_places(YAML(typ="safe", pure=True).compose(f"- {text}"))]


@pytest.mark.parametrize(
    "text", ["a: b\tc", "a: |#\n b", "\ufeffa: b", "a: b\u2028c: d", "%YAML 1.1\n"]
)
def test_text_that_the_parsers_read_differently_is_refused(text: str) -> None:
    """An author's file has one meaning, whatever else is in the file."""
    with pytest.raises(UnsuitableError):
        compose_yaml(text)
