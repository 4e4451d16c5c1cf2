"""Write the brief of a passage in words for the author, who writes the passage by hand."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.writing.author_brief import AuthorBrief, OwedText
from questfoundry.domain.story.prose import count_words
from questfoundry.domain.writing.request_lines import build_request_lines
from questfoundry.domain.writing.shared_context import share_briefings
from questfoundry.presentation.text import format_count

_OWED = "Conditional texts to write"
_HINTS = {_OWED: ("Write each in a paragraph of its own, below a line with its name in brackets.",)}
_INSERT = re.compile(r"(\b[Aa]n )?(?<!\{)\binsert(s?)\b")


@frozen
class BriefSection:
    """A part of a brief: a heading, and its lines."""

    heading: str
    lines: tuple[str, ...]


def list_sections(brief: AuthorBrief, wording: Mapping[str, Any]) -> tuple[BriefSection, ...]:
    """Return the sections of the brief that have content.

    ``wording`` is that of the requests to a writing model; conditional text is called an insert
    there.
    """
    briefing = evolve(
        brief.briefing,
        before=tuple(evolve(each, text=_quote_end(each.text)) for each in brief.briefing.before),
    )
    shared = share_briefings(((briefing,),))
    lines = build_request_lines(shared, _replace_term(wording), outline=(), is_whole=False)
    (own,) = lines["rows"][0]["passages"]
    blocks: dict[str, Iterable[str]] = {
        "What happens": (*own["moments"], *own["variant"]),
        "Who and what is here": lines["entities"],
        "What readers know, and must not know": (*lines["facts"], *own["facts"]),
        "What readers have just read": (*lines["before"], *own["origins"]),
        _OWED: _list_owed(brief.owed),
        "Signs of earlier decisions": own["traces"],
        "Where it stops": (*own["hub"], *own["exit"]),
        "Names that are not yet yours": (
            f"- {each.text.kind}: {each.text.text}" for each in brief.working_texts
        ),
        "Findings": (
            _INSERT.sub(_name_term, f"- {each.problem} {each.fix}") for each in brief.findings
        ),
    }
    sections = (BriefSection(name, _trim([*block])) for name, block in blocks.items())
    return tuple(each for each in sections if each.lines)


def format_brief(brief: AuthorBrief, wording: Mapping[str, Any]) -> str:
    """Return the brief as Markdown."""
    parts = [f"# {brief.number}. {brief.briefing.title}", f"Length: {describe_length(brief)}"]
    for each in list_sections(brief, wording):
        parts += [f"## {each.heading}", *_HINTS.get(each.heading, ()), "\n".join(each.lines)]
    return "\n\n".join(parts)


def describe_length(brief: AuthorBrief) -> str:
    """Return the planned length, and how long the text is so far."""
    so_far = f"you have {format_count(count_words(brief.prose), 'word')}" if brief.prose else ""
    return f"{brief.briefing.words} words; {so_far or 'not written yet'}."


def _list_owed(owed: Iterable[OwedText]) -> Iterator[str]:
    for each in owed:
        insert, done = each.insert, " (written)" if each.is_written else ""
        where = " It stands before the main text." if insert.is_opening else ""
        words = f" {insert.words} words." if insert.words else ""
        has_both = each.condition in insert.text
        text = insert.text if has_both else f"{each.condition} {insert.text}"
        yield f"- [{insert.name}]{done}, only if: {text}{words}{where}"


def _quote_end(text: str) -> str:
    *earlier, last = text.split("\n\n")
    return f"[...]\n\n{last}" if earlier else last


def _trim(lines: list[str]) -> tuple[str, ...]:
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    return tuple(lines)


def _replace_term(wording: Any) -> Any:
    if isinstance(wording, Mapping):
        return {name: _replace_term(each) for name, each in wording.items()}
    return _INSERT.sub(_name_term, wording) if isinstance(wording, str) else wording


def _name_term(found: re.Match[str]) -> str:
    article = {"A": "A ", "a": "a "}.get((found[1] or "")[:1], "")
    return f"{article}conditional text{found[2]}"
