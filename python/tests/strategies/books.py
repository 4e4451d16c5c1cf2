"""Books of random words, pages and headings."""

from hypothesis import strategies as st

from questfoundry.domain.library.book import Page, Paragraph
from questfoundry.domain.library.text import to_paragraph

_WORDS = st.sampled_from(
    ("whale", "sea", "Mr.", "i.e.", "A", "Ahab.", "why?", '"No!"', "…", "海。", "x" * 90, "ä", "—")
)
_TEXT = st.one_of(
    st.lists(_WORDS, min_size=1, max_size=400).map(" ".join),
    st.text(min_size=1, max_size=300),
    st.integers(1, 5000).map(lambda length: "y" * length),
)


def paragraphs() -> st.SearchStrategy[list[Paragraph]]:
    found = st.builds(to_paragraph, _TEXT, heading=st.sampled_from((False, False, True)))
    return st.lists(found.filter(bool), max_size=12)  # type: ignore[arg-type]


@st.composite
def pages(draw: st.DrawFn) -> list[Page]:
    texts = draw(st.lists(paragraphs().filter(bool), max_size=8))
    gaps = draw(st.lists(st.integers(1, 9), min_size=len(texts), max_size=len(texts)))
    return [Page(sum(gaps[: at + 1]), tuple(found)) for at, found in enumerate(texts)]


def words_of(found: list[Paragraph]) -> str:
    return "".join(each.text for each in found).replace(" ", "")
