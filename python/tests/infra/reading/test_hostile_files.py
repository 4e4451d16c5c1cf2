"""Files that are made to take for ever: reading them takes time in line with their size."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import SourceFile
from questfoundry.infra.reading.twee import TweeReader

TIMES = 50_000
PATIENCE = 5.0
"""Seconds of this process; what is quadratic takes longer, what is linear less than one."""

OPENINGS = (
    *("[", "[[", "[[a", "{", "{a: ", "{{{", "<", "<<", "<<if ", "<<link '", "<<a '\"`", "<!--"),
    *("<script>", "<script", "<%", "/*", "/%", "(a:", '(goto: "', "(link-goto: 'a',", "[img["),
    *("[if a]\n", "a: b\n", "\n", "::", ":: ", "\\", "'", '"', "]]", "<</if>>", " ", "$a"),
    *("{reveal link: 'passage: '", "<<set $x to true>>", "(if: $x)[", "(link: 'a')[", "`"),
)


def hostile() -> Iterator[tuple[str, str]]:
    """Openings that never end, and other files, each with a name."""
    for opening in OPENINGS:
        yield repr(opening), opening * (TIMES // len(opening) + 1)
    for header in ("[", "\\[", "{", "<1,2>", "a b "):
        yield f"a header of {header}", f"\n:: a {header * TIMES}"
    numbers = range(TIMES // 10)
    yield "headers", "\n::" * len(numbers)
    yield "deep flags", "".join(f"<<if $a{number}>>[[x]]" for number in numbers)
    yield "a long condition", f"<<if {' and '.join(f'$a{number}' for number in numbers)}>>[[x]]"
    yield "negations", f"<<if {'not ' * TIMES}$a>>[[x]]"
    yield "a long setter", f"[[x][{','.join(f'$a{number} to true' for number in numbers)}]]"
    yield (
        "flags times links",
        ("".join(f"<<set $a{number} to true>>" for number in numbers) + "[[x]]" * len(numbers)),
    )
    yield "macros in a link", "<<link 'a'>>" + "<<goto b>><<set $x to true>>" * (TIMES // 10)
    yield "misnested", "<<if $a>>" * (TIMES // 10) + "<</link>>" * (TIMES // 10)
    yield "spoiled", "".join(f":: p{number}\n<<x $v{number}>>[[a]]\n" for number in numbers)
    yield "a chain", "".join(f":: p{at}\n<<include p{at + 1}>>\n" for at in numbers)
    yield "closed at last", "<<a \"'`" * TIMES + ">>"
    yield "spaces in a link", "[[a" + " " * TIMES + "]]"


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in hostile()])
def test_time_is_in_line_with_size(text: str) -> None:
    """FMT-9.1."""
    started = time.process_time()
    TweeReader().read([SourceFile("a.twee", f":: Start\n{text}".encode())])
    assert time.process_time() - started < PATIENCE


def test_a_header_may_be_a_megabyte_long() -> None:
    """FMT-9.1."""
    name = "x" * 1_000_000
    story = TweeReader().read([SourceFile("a.twee", f":: {name}\n[[{name}]]".encode())])
    assert [choice.target for choice in story.structure.choices] == [name]


def test_noise_is_refused() -> None:
    """FMT-3.4."""
    with pytest.raises(InputError, match="line 2: byte 0x80 is no UTF-8"):
        TweeReader().read([SourceFile("a.twee", bytes(range(256)))])
