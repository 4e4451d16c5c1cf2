"""Format excerpts for a model, and find the pages that an answer cites."""


# ruff: noqa: RUF001 - pages in many scripts

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import evolve, frozen

from questfoundry.domain.library.book import Chunk, Citation, Excerpt
from questfoundry.domain.library.paging import ROMAN, ROMAN_SERIES, parse_label

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
_NUMBER = r"\d{1,9}(?!\d)"
_LETTER_BEFORE, _LETTER_AFTER = r"(?<![^\W_])", r"(?![^\W_])"
# Romans in capitals would match a name's initial or the word "I".
_ROMAN_NUMBER = rf"{_LETTER_BEFORE}(?-i:{ROMAN}){_LETTER_AFTER}"


def _compile_page_pattern(page: str, *forms: str) -> re.Pattern[str]:
    """Compile one pattern for all ``forms``, in which ``{}`` replaces pages that match ``page``."""
    pages_range = rf"(?:{page})(?:(?:{_TO})(?:{page}))?"
    pages = rf"(?P<pages{{}}>{pages_range}(?:(?:{_AND}){pages_range})*)"
    named = (
        each.replace("{}", pages.replace("{}", str(number))) for number, each in enumerate(forms)
    )
    return re.compile("|".join(named), re.IGNORECASE)


_NO_LETTER = r"(?<![^\W\d_])(?<!['’])"
_WORD, _ABBREVIATED = "|".join(_WORDS.split()), "|".join(_SHORT.split())
# In prose, an abbreviation such as "p." needs its dot, and a number before a word needs a mark.
# In brackets, which usually contain a source, neither is needed.
_PROSE_FORMS = (
    rf"{_NO_LETTER}(?:(?:{_WORD})\.?|(?:{_ABBREVIATED})[.׳])\s?{{}}",
    rf"{{}}\.\s?(?:{_WORD})",
    rf"第\s?{{}}\s?(?:{_COUNTED})",
    rf"{{}}\s?(?:{_KOREAN})",
)
_BRACKET_FORMS = (
    rf"{_NO_LETTER}(?:{_WORD}|{_ABBREVIATED})[.׳]?\s?{{}}",
    rf"{{}}\.\s?(?:{_WORD})",
    rf"{{}}\s?(?:{_COUNTED}|{_KOREAN})",
)
_BRACKETS = re.compile(r"[(\[(（【［]([^()\[\]（）【】［］]{1,200})[)\]）】］]")


@frozen(kw_only=True)
class _Patterns:
    """The patterns of citations in prose and in brackets, and of the page ranges in a citation."""

    prose: re.Pattern[str]
    bracket: re.Pattern[str]
    range: re.Pattern[str]


@lru_cache(maxsize=64)
def _compile_patterns(labels: frozenset[str]) -> _Patterns:
    """Compile patterns for plain numbers and ``labels``.

    In brackets, roman numbers always count; in prose, only if ``labels`` contain one.
    """
    named = [
        rf"{_LETTER_BEFORE}{re.escape(label)}{_LETTER_AFTER}"
        for label in sorted(labels, key=lambda each: (-len(each), each))
    ]
    is_roman = any(parse_label(label).series == ROMAN_SERIES for label in labels)
    bracket = "|".join((*named, _ROMAN_NUMBER, _NUMBER))
    prose = bracket if is_roman else "|".join((*named, _NUMBER))
    return _Patterns(
        prose=_compile_page_pattern(prose, *_PROSE_FORMS),
        bracket=_compile_page_pattern(bracket, *_BRACKET_FORMS),
        range=re.compile(rf"({bracket})(?:(?:{_TO})({bracket}))?", re.IGNORECASE),
    )


_Span = tuple[str, str]
_Run = tuple[int, int]


def find_citations(
    answer: str, excerpts: Iterable[Excerpt], *, reader_page: int | None = None
) -> tuple[Citation, ...]:
    """Return the distinct citations of ``answer`` in order of first mention.

    A citation is supported if ``excerpts`` cover all its pages, by the numbers as printed. A
    mention of ``reader_page``, the page that the reader has reached, counts as a citation only in
    brackets.
    """
    shown = tuple(excerpts)
    labels = {
        label
        for each in shown
        for label in (each.first_printed, each.last_printed)
        if parse_label(label).series
    }
    patterns, spans = _compile_patterns(frozenset(labels)), _collect_spans(shown)
    return tuple(
        _build_citation(first, last, spans)
        for first, last in dict.fromkeys(_find_page_spans(answer, reader_page, patterns))
    )


def _build_citation(first: str, last: str, spans: Mapping[str, Sequence[_Run]]) -> Citation:
    begin, end = parse_label(first), parse_label(last)
    if begin.series == end.series:
        supported = _is_covered(begin.series, (begin.value, end.value), spans)
    else:
        supported = all(
            _is_covered(each.series, (each.value, each.value), spans) for each in (begin, end)
        )
    return Citation(
        first_page=0 if begin.series else begin.value,
        last_page=0 if end.series else end.value,
        first_label=first if begin.series else "",
        last_label=last if end.series else "",
        supported=supported,
    )


def _is_covered(series: str, pages: _Run, spans: Mapping[str, Sequence[_Run]]) -> bool:
    return any(begin <= pages[0] and pages[1] <= end for begin, end in spans.get(series, ()))


def _find_page_spans(answer: str, reader_page: int | None, patterns: _Patterns) -> Iterator[_Span]:
    end = 0
    here = (str(reader_page), str(reader_page))

    def find_in_prose(text: str) -> Iterator[_Span]:
        return (each for each in _match_spans(patterns.prose, text, patterns) if each != here)

    for bracket in _BRACKETS.finditer(answer):
        yield from find_in_prose(answer[end : bracket.start()])
        yield from _match_spans(patterns.bracket, bracket[1], patterns)
        end = bracket.end()
    yield from find_in_prose(answer[end:])


def _match_spans(pattern: re.Pattern[str], text: str, patterns: _Patterns) -> Iterator[_Span]:
    for found in pattern.finditer(text):
        pages = next(filter(None, found.groups()))
        for each in patterns.range.finditer(pages):
            yield _order_span(each[1], each[2] or each[1])


def _order_span(first: str, last: str) -> _Span:
    if first.isdecimal() and last.isdecimal():
        if len(last) < len(first):  # 112-14 means 112 to 114
            last = first[: -len(last)] + last
        numbers = sorted((int(first), int(last)))
        return str(numbers[0]), str(numbers[1])
    begin, end = parse_label(first), parse_label(last)
    is_reversed = begin.series == end.series and begin.value > end.value
    return (last, first) if is_reversed else (first, last)


def _collect_spans(excerpts: Iterable[Excerpt]) -> Mapping[str, Sequence[_Run]]:
    """Return the pages of the excerpts by series, as sorted runs that do not touch."""
    runs: dict[str, list[_Run]] = {}
    for each in excerpts:
        first, last = parse_label(each.first_printed), parse_label(each.last_printed)
        if first.series == last.series and first.value <= last.value:
            runs.setdefault(first.series, []).append((first.value, last.value))
        else:
            for end in (first, last):
                runs.setdefault(end.series, []).append((end.value, end.value))
    return {series: _merge_spans(found) for series, found in runs.items()}


def _merge_spans(spans: Sequence[_Run]) -> list[_Run]:
    merged: list[_Run] = []
    for begin, end in sorted(spans):
        if merged and begin <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((begin, end))
    return merged


_LABEL = re.compile(r"\[(Pages [^\[\]\n]{1,40})\]")
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
        excerpt = excerpt_of(chunk, words)
        size = len(_format_excerpt(excerpt))
        if size > room and not excerpts:
            excerpt = evolve(excerpt, text=words[: room - size])
        elif size > room:
            break
        excerpts.append(excerpt)
        room -= size + len(_BETWEEN)
    return tuple(excerpts)


def excerpt_of(chunk: Chunk, text: str, *, book: str = "") -> Excerpt:
    """Return an excerpt with ``text`` and the pages of ``chunk``; ``book`` is the book's title."""
    return Excerpt(
        first_page=chunk.first_page,
        last_page=chunk.last_page,
        first_label=chunk.first_label,
        last_label=chunk.last_label,
        text=text,
        book=book,
    )


def format_excerpts(excerpts: Iterable[Excerpt]) -> str:
    """Return the excerpts as text, each below its label, separated by blank lines."""
    return _BETWEEN.join(map(_format_excerpt, excerpts))


def _format_excerpt(excerpt: Excerpt) -> str:
    return f"{excerpt.label}\n{excerpt.text}"
