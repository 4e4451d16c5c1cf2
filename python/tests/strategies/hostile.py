"""Editions with hostile text in every field."""

from functools import cache
from itertools import cycle

from attrs import evolve
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.hands import HandKind, HandTotals
from questfoundry.domain.story.publication import LIGHT, Publication, Theme
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.size import Size
from questfoundry.domain.weaving.weave import weave
from tests.strategies.shapes import plans
from tests.support.editions import (
    COVER,
    VISION,
    flags_of,
    told,
    with_chapters,
    with_clues,
    with_deeds,
    with_inserts,
)

MARKUP = (
    *(
        "<script>alert(1)</script>",
        "</script>",
        "</script x=",
        "<!--",
        "-->",
        "]]>",
        "<![CDATA[",
        "&lt;",
        "&amp",
    ),
    *("<img src=x onerror=alert(1)>", "<style>*{display:none}</style>", "</title>", "</textarea>"),
    *("{{", "}}", "{% raw %}", "${7*7}", "#{7*7}", "->", "<-", "=>", "[[x]]", "[[a|b]]", "<<run>>"),
    *("<%= 1 %>", "(set: $x to 1)", "$x", "_x", ":: Start", "\n:: Start [ending]\n", "=== knot"),
    *("-> END", "* [x]", "+ x", "~ x = 1", "// no", "/* no", "# tag", "TODO: x", "{x: y | z}"),
    *("\\", "\\n", "'", '"', "`", "''bold''", "//it//", "**b**", "_i_", "> q", "1. x", "| a |"),
    *("---", "```", "<a name=x>", "javascript:alert(1)", "%s", "%n", "../../x", "?a=b&c=d"),
)
LETTERS = (
    *("שלום", "مرحبا", "\u202eevil\u202c", "\u2066x\u2069", "\u200b", "\u200d", "\u00ad", "\ufeff"),
    *("\u2028", "\u2029", "\u0085", "\u00a0", "\x01", "\x1b[31m", "\x7f", "\x9b", "\t", "\n", "\r"),
    *("\n\n", "e\u0301", "🌊", "👩\u200d🚒", "ẞ", "İ", "漢字", "\ufffe", "\U0001fffe"),
)


CSS = 'p > em { font-variant: small-caps } p::after { content: "$title" }'

_PIECE = st.sampled_from(MARKUP + LETTERS) | st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8
)


@cache
def hostile_text(least: int = 1) -> st.SearchStrategy[str]:
    """Draw text with markup or with characters that are hard to show, without NUL and surrogates.

    The text has a visible character, unless ``least`` is 0.
    """
    seen = st.just("" if least == 0 else "x")
    pieces = st.tuples(st.lists(_PIECE, max_size=4), seen, st.lists(_PIECE, max_size=2))
    return pieces.map(lambda parts: "".join([*parts[0], parts[1], *parts[2]]))


@st.composite
def editions(draw: DrawFn, most: int = 2) -> Edition:
    """Draw a sound story of up to ``most`` dilemmas, with hostile text in every field."""
    story = draw(plans(sizes=[Size.MICRO], most=most))
    text = cycle(draw(st.lists(hostile_text(), min_size=2, max_size=7))).__next__
    plain = told(weave(story).structure, flags={flag: text() for flag in flags_of(story)})
    if draw(st.booleans()):
        plain = with_deeds(plain, text())
    passages, choices = plain.structure.passages, plain.structure.choices
    edition = evolve(
        plain,
        publication=Publication(
            author=text(), credits=text(), licence=text(), description=text(), cover=COVER
        ),
        title=text(),
        language=draw(st.sampled_from(["en", "de-CH", "fr", "ar", "he", "az-Arab", "ja"])),
        hook=text(),
        vision=VISION.model_copy(
            update={
                "genre": text(),
                "tone": text(),
                "themes": (text(), text()),
                "content_notes": draw(hostile_text(least=0)),
            }
        ),
        structure=evolve(
            plain.structure,
            passages=tuple(evolve(each, title=text()) for each in passages),
            choices=tuple(evolve(each, label=f"{text()} {slug_of(each.id)}") for each in choices),
        ),
        endings=tuple(evolve(each, name=text()) for each in plain.endings),
        prose={each.id: text() for each in passages},
        hands=written_by(text()),
    )
    if draw(st.booleans()):
        edition = with_chapters(edition, text())
    if draw(st.booleans()):
        edition = with_clues(edition, text())
    return with_inserts(edition, text()) if draw(st.booleans()) else edition


def written_by(model: str) -> HandTotals:
    """Return the figures of a story whose only word a model with this name wrote."""
    return HandTotals(counts=(), words={HandKind.MODEL: 1}, models=(model,))


def dressed(edition: Edition, text: str) -> Edition:
    """Return the edition with ``text`` added to every field that a player may see."""
    structure = edition.structure
    return evolve(
        edition,
        title=edition.title + text,
        hook=edition.hook + text,
        vision=edition.vision.model_copy(
            update={"content_notes": edition.vision.content_notes + text}
        ),
        structure=evolve(
            structure,
            passages=tuple(evolve(each, title=each.title + text) for each in structure.passages),
            choices=tuple(
                evolve(each, label=each.label + text, closed=each.closed and each.closed + text)
                for each in structure.choices
            ),
        ),
        endings=tuple(evolve(each, name=each.name + text) for each in edition.endings),
        prose={passage: prose + text for passage, prose in edition.prose.items()},
        flags={flag: meaning + text for flag, meaning in edition.flags.items()},
        publication=Publication(
            author=text,
            credits=text,
            licence=text,
            description=text,
            date="2026-11",
            cover=COVER,
            theme=Theme(text_font="Gill Sans", light=evolve(LIGHT, accent="#8a1c1c"), css=CSS),
        ),
        chapters={passage: title + text for passage, title in edition.chapters.items()},
        hands=written_by(text),
    )


EVERYTHING = " ".join(MARKUP + LETTERS)
"""All hostile pieces in one text."""
