"""Format excerpts for a model, and find the pages that an answer cites."""


# ruff: noqa: RUF001 - pages in many scripts

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from questfoundry.domain.library.book import Chunk, Citation, Excerpt

_WORDS = """
page pages seite seiten página páginas pagina pagine bladzijde bladzijden sida sidan sidor sidorna
side sidene sider strona strony stronie strana straně stránka stránce stranice stranici sivu sivulla
sivut oldal sayfa sayfalar страница страницы странице страниц страницах сторінка сторінці сторінки
σελίδα σελίδες halaman trang صفحة صفحات ص עמוד עמודים หน้า पृष्ठ
"""
_SHORT = "p pp s ss pág págs pag pagg blz str hal с стр стор σ σελ עמ"
_COUNTED = "页|頁|ページ"
_KOREAN = "쪽|페이지"

_TO = r"\s?[-‐‑‒–—―−~～〜至到]\s?|\s(?:to|through|till|bis|à|a|al|tot|til|do|до|ile)\s"
_AND = r"\s?[,;&、，،和及]\s?(?:and\s|und\s)?|\s(?:and|und|et|y|e|и|och|og|en|i|ve|και)\s"
_RANGE = rf"\d{{1,9}}(?!\d)(?:(?:{_TO})\d{{1,9}}(?!\d))?"
_PAGES = rf"(?P<pages{{}}>{_RANGE}(?:(?:{_AND}){_RANGE})*)"


def _compile_page_pattern(*forms: str) -> re.Pattern[str]:
    """Compile one pattern for all ``forms``, texts in which ``{}`` replaces the page numbers."""
    named = (
        each.replace("{}", _PAGES.replace("{}", str(number))) for number, each in enumerate(forms)
    )
    return re.compile("|".join(named), re.IGNORECASE)


_NO_LETTER = r"(?<![^\W\d_])(?<!['’])"
_WORD, _ABBREVIATED = "|".join(_WORDS.split()), "|".join(_SHORT.split())
# In prose, an abbreviation such as "p." needs its dot, and a number before a word needs a mark.
# In brackets, which usually contain a source, neither is needed.
_PROSE_PAGES = _compile_page_pattern(
    rf"{_NO_LETTER}(?:(?:{_WORD})\.?|(?:{_ABBREVIATED})[.׳])\s?{{}}",
    rf"{{}}\.\s?(?:{_WORD})",
    rf"第\s?{{}}\s?(?:{_COUNTED})",
    rf"{{}}\s?(?:{_KOREAN})",
)
_BRACKET_PAGES = _compile_page_pattern(
    rf"{_NO_LETTER}(?:{_WORD}|{_ABBREVIATED})[.׳]?\s?{{}}",
    rf"{{}}\.\s?(?:{_WORD})",
    rf"{{}}\s?(?:{_COUNTED}|{_KOREAN})",
)
_BRACKETS = re.compile(r"[(\[（【［]([^()\[\]（）【】［］]{1,200})[)\]）】］]")


def find_citations(
    answer: str, excerpts: Iterable[Excerpt], *, reader_page: int | None = None
) -> tuple[Citation, ...]:
    """Return the distinct citations of ``answer`` in order of first mention.

    A citation is supported if ``excerpts`` cover all its pages. A mention of ``reader_page``, the
    page that the reader has reached, counts as a citation only in brackets.
    """
    spans = _merge_spans([(each.first_page, each.last_page) for each in excerpts])
    return tuple(
        Citation(
            first_page=first,
            last_page=last,
            supported=any(begin <= first and last <= end for begin, end in spans),
        )
        for first, last in dict.fromkeys(_find_page_spans(answer, reader_page))
    )


def _find_page_spans(answer: str, reader_page: int | None) -> Iterator[tuple[int, int]]:
    end = 0
    for bracket in _BRACKETS.finditer(answer):
        yield from _find_prose_spans(answer[end : bracket.start()], reader_page)
        yield from _match_spans(_BRACKET_PAGES, bracket[1])
        end = bracket.end()
    yield from _find_prose_spans(answer[end:], reader_page)


def _find_prose_spans(text: str, reader_page: int | None) -> Iterator[tuple[int, int]]:
    return (each for each in _match_spans(_PROSE_PAGES, text) if each != (reader_page, reader_page))


def _match_spans(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    for found in pattern.finditer(text):
        pages = next(filter(None, found.groups()))
        yield from (_parse_span(each) for each in re.findall(_RANGE, pages))


def _parse_span(text: str) -> tuple[int, int]:
    first, *rest = re.findall(r"\d+", text)
    if not rest:
        return int(first), int(first)
    last = rest[0]
    if len(last) < len(first):  # 112-14 means 112 to 114
        last = first[: -len(last)] + last
    return min(int(first), int(last)), max(int(first), int(last))


def _merge_spans(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for begin, end in sorted(spans):
        if merged and begin <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((begin, end))
    return merged


_LABEL = re.compile(r"\[(Pages \d+-\d+)\]")
_BLANK_LINES = re.compile(r"\n\s*\n")
_BETWEEN = "\n\n"


def build_excerpts(chunks: Iterable[Chunk], room: int) -> tuple[Excerpt, ...]:
    """Return excerpts of the first ``chunks``: as many as fit in ``room`` characters.

    ``room`` includes labels and separators. If even the first chunk is too long, its text is cut.
    Labels and blank lines in a chunk are changed, so that they cannot imitate the format.
    """
    excerpts: list[Excerpt] = []
    for chunk in chunks:
        words = _LABEL.sub(r"(\1)", _BLANK_LINES.sub("\n", chunk.text.strip()))
        excerpt = Excerpt(first_page=chunk.first_page, last_page=chunk.last_page, text=words)
        size = len(_format_excerpt(excerpt))
        if size > room and not excerpts:
            excerpt = evolve(excerpt, text=words[: room - size])
        elif size > room:
            break
        excerpts.append(excerpt)
        room -= size + len(_BETWEEN)
    return tuple(excerpts)


def format_excerpts(excerpts: Iterable[Excerpt]) -> str:
    """Return the excerpts as text, each below its label, separated by blank lines."""
    return _BETWEEN.join(map(_format_excerpt, excerpts))


def _format_excerpt(excerpt: Excerpt) -> str:
    return f"{excerpt.label}\n{excerpt.text}"
