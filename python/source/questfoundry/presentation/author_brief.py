"""Write the briefs of passages in words for the author, who writes the passages by hand.

``qf brief`` keeps the briefs in files. A file has the brief, a line that marks its end, and the
text of the passage. The mark has a digest of the stored text, so that a text that the author
changed in the file is known. One more file lists the names that are not yet the author's, with room
for others.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.project.status import StageState
from questfoundry.app.writing.author_brief import AuthorBrief, OwedText
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.domain.artifacts.fill import write_by_hand
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import slugify
from questfoundry.domain.protocols.files import ProjectFiles, decode_text
from questfoundry.domain.story.player_texts import DREAM, FILL, GROW, SEED, PlayerText
from questfoundry.domain.story.prose import count_words
from questfoundry.domain.text.digest import digest
from questfoundry.domain.writing.request_lines import build_request_lines
from questfoundry.domain.writing.shared_context import share_briefings
from questfoundry.presentation.text import format_count, join_lines

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


FOLDER = "briefs"

NAMES = f"{FOLDER}/000-names.md"

_NAMES_HEAD = """# Names that are not yet yours

Write your own words after the arrow of a line. The next `qf brief` takes them in. A name with words
of the plan stays in this list."""

_ARROW = " → "
_MARK = re.compile(r"^<!-- Write (\S+) below this line \((\w*)\) -->$", re.MULTILINE)
_MAX_BYTES = 1_000_000


def take_in_texts(project: ProjectContainer, briefs: Sequence[AuthorBrief]) -> tuple[str, ...]:
    """Store the texts that the author changed in the files; return the ids of their passages.

    Raise ``InputError`` if a passage was also changed elsewhere since its file was written.
    """
    known = {each.briefing.passage: each.prose.strip() for each in briefs}
    texts = _find_changes(project.settings().files, known)
    for passage, text in texts.items():
        project.patch().edit("fill", write_by_hand(passage, text))
    return tuple(texts)


def take_in_names(project: ProjectContainer) -> int:
    """Store the names that the author wrote in the list of names; return how many are new.

    A new name makes later stages stale, although nothing else changed. They are kept, unless one of
    them was stale before.
    """
    if not (own_words := project.own_words()):
        return 0
    typed = _read(project.settings().files, NAMES).splitlines()
    lines = dict(each.split(_ARROW, 1) for each in typed if _ARROW in each)
    missing = (each.text for each in own_words.list_missing())
    found = [each for each in missing if lines.get(_format_name(each), "").strip()]
    changes = defaultdict[str, dict[str, str]](dict)
    for text in found:
        for copy in own_words.find_copies(text):
            changes[copy.stage][".".join(map(str, copy.path))] = lines[_format_name(text)].strip()
    stages = project.status().execute().stages if found else ()
    for stage in (each for each in (DREAM, SEED, GROW, FILL) if each in changes):
        project.patch().execute(stage, changes[stage])
    if found and not any(each.state is StageState.STALE for each in stages):
        project.keep().execute()
    return len(found)


def _format_name(text: PlayerText) -> str:
    return f"- {text.kind}: {join_lines(text.text)}"


def _list_names(project: ProjectContainer, briefs: Sequence[AuthorBrief]) -> str:
    """Return the content of the list of names; empty if all names are the author's."""
    own_words = project.own_words()
    missing = [each for each in own_words.list_missing() if not each.is_prose] if own_words else []
    titles = {each.briefing.passage: each.briefing.title for each in briefs}
    parts = [_NAMES_HEAD]
    for title, group in groupby(missing, key=lambda each: titles.get(each.passage, "Everywhere")):
        lines = (f"{_format_name(each.text)}{_ARROW}" for each in group)
        parts += [f"## {join_lines(title)}", "\n".join(lines)]
    return "\n\n".join((*parts, "")) if missing else ""


def write_files(
    project: ProjectContainer, briefs: Sequence[AuthorBrief], wording: Mapping[str, Any]
) -> tuple[str, ...]:
    """Write a file for each of ``briefs``, remove files of other passages, and return the names."""
    files, written = project.settings().files, list[str]()
    for each in briefs:
        passage = each.briefing.passage
        name = f"{FOLDER}/{each.number:03}-{slugify(each.briefing.title)}.md"
        mark = f"<!-- Write {passage} below this line ({digest(each.prose.strip())}) -->"
        text = "\n\n".join((format_brief(each, wording), mark, each.prose))
        files.replace(name, f"{text.rstrip()}\n")
        written.append(name)
    if names := _list_names(project, briefs):
        files.replace(NAMES, names)
    elif NAMES in files.names(FOLDER):
        files.remove(NAMES)
    for name in {*files.names(FOLDER)} - {*written}:
        if _MARK.search(_read(files, name)):
            files.remove(name)
    return tuple(written)


def _find_changes(files: ProjectFiles, known: Mapping[str, str]) -> Mapping[str, str]:
    """Return the texts in the files that differ from those in ``known``, by passage id."""
    changed = dict[str, str]()
    for name in files.names(FOLDER):
        content = _read(files, name)
        if not (mark := _MARK.search(content)):
            continue
        passage, text = mark[1], content[mark.end() :].strip()
        if not text or digest(text) == mark[2] or text == known.get(passage):
            continue
        if digest(known.get(passage, "?")) != mark[2]:
            raise InputError(
                f"{files.place(name)} has a new text for {passage}, which was also changed "
                "elsewhere. Copy your text, delete the file, and run the command again."
            )
        changed[passage] = text
    return changed


def _read(files: ProjectFiles, name: str) -> str:
    return decode_text(files.place(name), files.read(name, max_bytes=_MAX_BYTES) or b"")
