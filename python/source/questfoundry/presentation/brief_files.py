"""Keep the briefs of a story in files, in which the author can write the passages.

A file has the brief, a line that marks its end, and the text of the passage. The mark has a digest
of the stored text, so that a text that the author changed in the file is known.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from questfoundry.app.writing.author_brief import AuthorBrief
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.domain.artifacts.fill import write_by_hand
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import slugify
from questfoundry.domain.protocols.files import ProjectFiles
from questfoundry.domain.text.digest import digest
from questfoundry.presentation.author_brief import format_brief

FOLDER = "briefs"

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
    try:
        return (files.read(name, max_bytes=_MAX_BYTES) or b"").decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{files.place(name)} is not UTF-8 text. Save it as UTF-8.") from None
