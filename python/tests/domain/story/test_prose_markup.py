"""Tests of the markup inside a paragraph of prose."""

from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.story.prose import ProseParagraph, clean_text
from questfoundry.domain.story.prose_markup import (
    Media,
    ProseSpan,
    describe_prose,
    parse_media,
    resolve_stats,
    show_numbers,
    spans_of,
)
from tests.support.examples import examples

PLAIN, EM, BOLD = ProseSpan("a "), {"emphasized": True}, {"strong": True}


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("a *b*", [PLAIN, ProseSpan("b", **EM)]),
        ("a **b**", [PLAIN, ProseSpan("b", **BOLD)]),
        ("a ***b***", [PLAIN, ProseSpan("b", **EM, **BOLD)]),
        ("**a *b***", [ProseSpan("a ", **BOLD), ProseSpan("b", **EM, **BOLD)]),
        ("*a **b***", [ProseSpan("a ", **EM), ProseSpan("b", **EM, **BOLD)]),
        (
            "**b *c* d**",
            [ProseSpan("b ", **BOLD), ProseSpan("c", **EM, **BOLD), ProseSpan(" d", **BOLD)],
        ),
        (
            "*b **c** d*",
            [ProseSpan("b ", **EM), ProseSpan("c", **EM, **BOLD), ProseSpan(" d", **EM)],
        ),
        ("a [b](https://x.org)", [PLAIN, ProseSpan("b", address="https://x.org")]),
        ("[b](https://x.org/(d)).", [ProseSpan("b", address="https://x.org/(d)"), ProseSpan(".")]),
        ("**[b](mailto:c@d.org)**", [ProseSpan("b", address="mailto:c@d.org", **BOLD)]),
        ("[*b*](https://x.org)", [ProseSpan("b", address="https://x.org", **EM)]),
        ("[*b* c](https://x.org)", [ProseSpan("b c", address="https://x.org")]),
        ("a {wins-trust}", [PLAIN, ProseSpan("{wins-trust}", stat="wins-trust")]),
        (r"\*b\* \[c](https://x.org) \{d} e\f", [ProseSpan(r"*b* [c](https://x.org) {d} e\f")]),
        ("*a\nb*", [ProseSpan("*a\nb*")]),
    ],
)  # fmt: skip
def test_marks_become_spans(text: str, spans: list[ProseSpan]) -> None:
    """Authors expect Markdown's marks, and a backslash to type a mark. (PRS-14.1)"""
    assert [*spans_of(text)] == spans


@pytest.mark.parametrize(
    "text",
    [
        *("2**3**4", "** b**", "**b", "*b**", "a_b_c", "[b](c)", "[b](javascript:x)", "[b] (c)"),
        *("[b](https://x.org y)", "![b](https://x.org)", "{X}", "{ b }", "{b c}", "{}", "[b]"),
    ],
)
def test_what_is_no_mark_is_text(text: str) -> None:
    """Other text must reach the players as it is typed, and not as a script. (PRS-14.1)"""
    assert spans_of(text) == (ProseSpan(text),)


@pytest.mark.parametrize(
    ("text", "media"),
    [
        ("![A map](assets/map.png)", Media("map.png", "A map")),
        ("![ A map ](assets/map.JPG){width=50%}", Media("map.JPG", "A map", 50)),
        ("![](assets/rooms/hall-2.webp)", Media("rooms/hall-2.webp", "")),
        ("![Rain](assets/rain.mp3)\n", Media("rain.mp3", "Rain")),
        ("![A map](assets/map.png) here", None),
        ("![A map](assets/map.png){width=500%}", None),
        ("![A map](assets/map.svg)", None),
        ("![A map](map.png)", None),
        ("![A map](assets/../secret.png)", None),
        ("![A map](assets//etc/x.png)", None),
        ("![A map](assets/.hidden.png)", None),
        ("![A map](assets/a/.b/x.png)", None),
        ("![A map](assets/C:/x.png)", None),
        ("![A map](assets/a\\b.png)", None),
        ("![A map](https://x.org/map.png)", None),
    ],
)
def test_pictures_and_sounds_are_paragraphs_of_their_own(text: str, media: Media | None) -> None:
    """A path from elsewhere must never be read, whatever the prose says. (PRS-14.2)"""
    assert parse_media(text) == media
    if media:
        assert ProseParagraph(text).plain_text == media.alt
        assert media.is_sound == media.name.endswith(".mp3")


def test_only_stats_of_the_story_are_numbers() -> None:
    """Braces around another word are text, which the check reports."""
    spans = spans_of("{air} {mud}")
    assert [each.stat for each in resolve_stats(spans, {"air"})] == ["air", "", ""]
    assert show_numbers(r"{air} {mud} \{air}", {"air": -2}) == r"-2 {mud} \{air}"


def test_a_terminal_shows_words_for_all_of_it() -> None:
    """A terminal has no pictures, and players still want to know what is there. (PRS-14.1)"""
    assert describe_prose("![A map](assets/a.png)") == "[A map]"
    assert describe_prose(r"*a* **b** [c](https://x.org) \*d\*") == (
        "*a* **b** c <https://x.org> *d*"
    )


@examples(200)
@given(st.text(alphabet="ab *[]({)}!\\\n_-:/.https", max_size=60))
def test_no_letter_is_lost(text: str) -> None:
    """Parsing may remove marks, never words. (PRS-14.1)"""
    shown = "".join(f"{each.text}{each.address}" for each in spans_of(clean_text(text)))
    for mark in "*[](){}!\\\n":
        text, shown = text.replace(mark, ""), shown.replace(mark, "")
    assert sorted(shown) == sorted(text)


@pytest.mark.parametrize(
    "part",
    ["*", "**", "***a", "*a **b** ", "[a](", "[a](https://b(", "{a-", "**a *b* ", "\\*a*", "!["],
)
def test_marks_without_end_take_no_time(part: str) -> None:
    """A long paragraph with stray marks must not stop an export."""
    begun = perf_counter()
    spans_of(part * 20_000)
    assert perf_counter() - begun < 5
