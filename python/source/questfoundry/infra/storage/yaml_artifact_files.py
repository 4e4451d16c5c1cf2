"""Store the accepted artifacts as YAML files that authors can read, compare and edit.

ruamel.yaml attaches a comment to the token before the comment, and so moves or breaks comments if
values change. Here a comment belongs to the value below it or on its line. If this value no longer
exists, the comment moves to the enclosing value or to the end of the file.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from questfoundry.domain.artifacts.version import from_text, to_text
from questfoundry.domain.protocols.artifacts import ArtifactFiles
from questfoundry.domain.protocols.files import ProjectFiles, decode_text
from questfoundry.domain.story.source_text import FilePlace
from questfoundry.domain.text.digest import to_canonical_json
from questfoundry.infra.storage.yaml_reading import Place, YamlText, parse

MOST_BYTES = 4_000_000
_ADVICE = "Correct the file or move it away; the accepted version is still in story.db."


class YamlArtifactFiles(ArtifactFiles):
    """The artifact files of a project: one file ``artifacts/<stage>.yaml`` for each stage."""

    def __init__(self, files: ProjectFiles) -> None:
        self._files = files
        # Cached, because callers ask for many lines of a large file in sequence.
        self._last: YamlText | None = None

    def write(self, stage: str, data: Mapping[str, Any]) -> str:
        """Write ``data`` to the file of ``stage`` and return the path of the file.

        The file's comments are preserved. If its data are equal to ``data``, the file is left
        unchanged. If the old file is not valid YAML, raise ``InputError``, because its comments
        would be lost.
        """
        name, place = artifact_name(stage), self._place(stage)
        plain = _to_plain_data(data)
        text, fresh = self._read_text(stage), render(plain, [], place)
        if text is None:
            self._files.replace(name, fresh)
        elif text != fresh:
            old = parse(text, place, _ADVICE)
            if to_canonical_json(old.data) != to_canonical_json(plain):
                self._files.replace(name, render(plain, comments_of(old), place))
        return place

    def read(self, stage: str) -> Mapping[str, Any] | None:
        parsed = self._parse(stage)
        return None if parsed is None else parsed.data

    def says(self, stage: str, data: Mapping[str, Any] | None) -> bool:
        text = self._read_text(stage)
        if text is None or data is None:
            return text is None and data is None
        return text == render(_to_plain_data(data), [], stage) or self.read(stage) == data

    def remove(self, stage: str) -> None:
        self._files.remove(artifact_name(stage))

    def place_of(self, stage: str, path: Sequence[str | int]) -> FilePlace | None:
        parsed = self._parse(stage)
        line = None if parsed is None else parsed.lines.get(tuple(path))
        return None if line is None else FilePlace(artifact_name(stage), line + 1)

    def _place(self, stage: str) -> str:
        return self._files.place(artifact_name(stage))

    def _parse(self, stage: str) -> YamlText | None:
        text = self._read_text(stage)
        if text is None:
            return None
        if self._last is None or self._last.text != text:
            self._last = parse(text, self._place(stage), _ADVICE)
        return self._last

    def _read_text(self, stage: str) -> str | None:
        content = self._files.read(artifact_name(stage), max_bytes=MOST_BYTES)
        text = None if content is None else decode_text(self._place(stage), content)
        return text and text.replace("\r\n", "\n").replace("\r", "\n")


def artifact_name(stage: str) -> str:
    """Return the name of the artifact file of ``stage`` among the files of its project."""
    return f"artifacts/{stage}.yaml"


def _to_plain_data(data: Mapping[str, Any]) -> Mapping[str, Any]:
    plain: Mapping[str, Any] = from_text(to_text(dict(data)))
    return plain


_BLOCK_LENGTH = 80
"""Texts with more characters are written as YAML block scalars, over several lines."""

_LONGEST_KEY = 1000
"""YAML parsers accept longer keys only with a question mark before them."""

# Text that needs no quotes; text that begins with a digit could be a number or a date.
_PLAIN = re.compile(
    r"(?:\d+ )?(?:[^\W\d_]|[(]|[^\x00-\x7f])"
    r"(?:[^\s:#]|:(?=\S)| (?=[^\s#])|(?<=\S)#)*(?<!:)"
)
_NON_TEXT_WORDS = {"true", "false", "null"}
_COMMENT = re.compile(r"^[ \t]*(?P<own>#.*|)$|(?<=[ \t])(?P<beside>#.*)$", re.MULTILINE)


@frozen(kw_only=True)
class Comment:
    """A comment in a YAML file, or a blank line if ``text`` is empty.

    ``place``: The keys and list positions down to the value to which the comment belongs. The place
      ``()`` is the end of the file.
    ``is_inline``: Whether the comment is on the same line as the value.
    """

    place: Place
    text: str
    is_inline: bool


def render(data: Mapping[str, Any], comments: list[Comment], name: str) -> str:
    """Return ``data`` as YAML text with ``comments`` at the values to which they belong.

    Equal data and comments give equal bytes. ``name`` is the file's name for error messages.
    """
    text = "".join(_mapping(data, "")) or "{}\n"
    return _insert_comments(parse(text, name), comments) if comments else text


def _mapping(data: Mapping[str, Any], indent: str) -> Iterator[str]:
    for key, value in data.items():
        text = _scalar(key)
        head = f"{indent}{text}:" if len(text) < _LONGEST_KEY else f"{indent}? {text}\n{indent}:"
        yield from _entry(head, value, indent)


def _entry(head: str, value: Any, indent: str) -> Iterator[str]:
    match value:
        case dict() if value:
            yield f"{head}\n"
            yield from _mapping(value, f"{indent}  ")
        case list() if value:
            yield f"{head}\n"
            for item in value:
                yield from _item(item, f"{indent}  ")
        case None:
            yield f"{head}\n"
        case str() if _is_better_as_block(value):
            yield f"{head} |\n" if value.endswith("\n") else f"{head} |-\n"
            for line in value.removesuffix("\n").split("\n"):
                yield f"{indent}  {line}\n" if line else "\n"
        case _:
            yield f"{head} {_scalar(value)}\n"


def _item(value: Any, indent: str) -> Iterator[str]:
    if isinstance(value, dict) and value:
        first, *others = _mapping(value, f"{indent}  ")
        yield f"{indent}- {first[len(indent) + 2 :]}"
        yield from others
    else:
        yield from _entry(f"{indent}-", value, indent)


def _is_better_as_block(text: str) -> bool:
    is_printable = text.replace("\n", "").isprintable()
    clear = is_printable and not text.startswith((" ", "\n")) and text[-2:] != "\n\n"
    return clear and ("\n" in text or len(text) > _BLOCK_LENGTH)


def _scalar(value: Any) -> str:
    if not isinstance(value, str) or not value.isprintable():
        # JSON is YAML, except that YAML demands escapes for some more characters.
        return "".join(map(_escape, json.dumps(value, ensure_ascii=False)))
    if _PLAIN.fullmatch(value) and value.lower() not in _NON_TEXT_WORDS:
        return value
    return "'" + value.replace("'", "''") + "'"


def _escape(char: str) -> str:
    return char if char.isprintable() else f"\\U{ord(char):08x}"


def comments_of(file: YamlText) -> list[Comment]:
    """Return the comments and blank lines in ``file``, from top to bottom."""
    masked = list(file.text)
    for stretch in file.scalars:
        masked[stretch.start : stretch.stop] = "x" * len(stretch)
    comments = []
    for found in _COMMENT.finditer("".join(masked)):
        if found.start() == len(file.text):
            break
        line = file.text.count("\n", 0, found.start())
        is_inline = found["own"] is None
        comments.append(
            Comment(
                place=_place_at(file.lines, line, is_inline=is_inline),
                text=found["beside"] if is_inline else found["own"],
                is_inline=is_inline,
            )
        )
    return comments


def _place_at(lines: dict[Place, int], line: int, *, is_inline: bool) -> Place:
    if is_inline:
        return next((place for place in reversed(lines) if lines[place] <= line), ())
    return next((place for place, start in lines.items() if start > line), ())


def _insert_comments(file: YamlText, comments: list[Comment]) -> str:
    lines = file.text.split("\n")
    before: dict[int, list[str]] = defaultdict(list)
    for comment in comments:
        place = comment.place
        while place and place not in file.lines:
            place = place[:-1]
        at = file.lines.get(place, len(lines) - 1)
        if comment.is_inline and place and place == comment.place:
            lines[at] += f"  {comment.text}"
        else:
            before[at].append(comment.text)
    commented: list[str] = []
    for at, line in enumerate(lines):
        indent = line[: len(line) - len(line.lstrip())]
        commented += [f"{indent}{text}".rstrip() for text in before[at]]
        commented.append(line)
    return "\n".join(commented)
