"""Tests of files that are built to take forever: reading time must grow in line with the size."""

from collections.abc import Iterator

import pytest

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.infra.foreign.twee import TweeReader
from tests.support.pace import is_in_line

TIMES = 30_000

OPENINGS = (
    *("[", "[[", "[[a", "{", "{a: ", "{{{", "<", "<<", "<<if ", "<<link '", "<<a '\"`", "<!--"),
    *("<script>", "<script", "<%", "/*", "/%", "(a:", '(goto: "', "(link-goto: 'a',", "[img["),
    *("[if a]\n", "a: b\n", "\n", "::", ":: ", "\\", "'", '"', "]]", "<</if>>", " ", "$a"),
    *("{reveal link: 'passage: '", "<<set $x to true>>", "(if: $x)[", "(link: 'a')[", "`"),
)


def hostile(times: int = TIMES) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of files with endless openings and similar attacks."""
    for opening in OPENINGS:
        yield repr(opening), opening * (times // len(opening) + 1)
    for header in ("[", "\\[", "{", "<1,2>", "a b "):
        yield f"a header of {header}", f"\n:: a {header * times}"
    numbers = range(times // 10)
    yield "headers", "\n::" * len(numbers)
    yield "deep flags", "".join(f"<<if $a{number}>>[[x]]" for number in numbers)
    yield "a long condition", f"<<if {' and '.join(f'$a{number}' for number in numbers)}>>[[x]]"
    yield "negations", f"<<if {'not ' * times}$a>>[[x]]"
    yield "a long setter", f"[[x][{','.join(f'$a{number} to true' for number in numbers)}]]"
    yield (
        "flags times links",
        ("".join(f"<<set $a{number} to true>>" for number in numbers) + "[[x]]" * len(numbers)),
    )
    yield "macros in a link", "<<link 'a'>>" + "<<goto b>><<set $x to true>>" * (times // 10)
    yield "misnested", "<<if $a>>" * (times // 10) + "<</link>>" * (times // 10)
    yield "spoiled", "".join(f":: p{number}\n<<x $v{number}>>[[a]]\n" for number in numbers)
    yield "a chain", "".join(f":: p{at}\n<<include p{at + 1}>>\n" for at in numbers)
    yield "closed at last", "<<a \"'`" * times + ">>"
    yield "spaces in a link", "[[a" + " " * times + "]]"


@pytest.mark.parametrize(
    ("story_format", "opening"),
    [
        *(("SugarCube", each) for each in ('"""', "<nowiki>", "<b>", '[["', "$a ", "<a '")),
        *(("Harlowe", each) for each in ("|a)[", "](a|", "|a)[(show: ?a)]", "``a` ", "[[a]b")),
        *(("Chapbook", each) for each in ("\n\n    [[a", "~~~\n", "`a", "--\n", "{a\n")),
        *(("Snowman", each) for each in ("```\n", "[[a\n", "<a data-passage='")),
    ],
)
def test_a_known_format_takes_no_longer(story_format: str, opening: str) -> None:
    """Each format has openings of its own, which a tolerant reader skips. (FMT-9.1)"""

    def read(times: int) -> None:
        text = opening * (times // len(opening) + 1)
        data = f':: StoryData\n{{"format": "{story_format}"}}\n\n:: Start\n{text}'
        TweeReader().read([SourceFile("a.twee", data.encode())])

    assert is_in_line(read, TIMES)


@pytest.mark.parametrize("name", [name for name, _ in hostile()])
def test_time_is_in_line_with_size(name: str) -> None:
    """A reader that backtracks would hang for minutes on a small crafted file. (FMT-9.1)"""

    def read(times: int) -> None:
        text = dict(hostile(times))[name]
        TweeReader().read([SourceFile("a.twee", f":: Start\n{text}".encode())])

    assert is_in_line(read, TIMES)


def test_a_header_may_be_a_megabyte_long() -> None:
    """A header pattern that backtracks would hang on one long line. (FMT-9.1)"""
    name = "x" * 1_000_000
    story = TweeReader().read([SourceFile("a.twee", f":: {name}\n[[{name}]]".encode())])
    assert [choice.target for choice in story.structure.choices] == [name]


def test_noise_is_refused() -> None:
    """A binary file must produce an error with its place and not a story of noise."""
    with pytest.raises(InputError, match="line 2: byte 0x80 is not UTF-8"):
        TweeReader().read([SourceFile("a.twee", bytes(range(256)))])
