"""The English text in a document, a prompt or a Python file, with each line at its number."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

NAME = "Bob"
"""The word that replaces code, so that a sentence stays a sentence for a grammar checker."""

CODE = re.compile(
    r"""``[^`]*`` | `[^`\n]*` | :\w+:`[^`]*`                # marked as code
    | https?://\S+ | [\w./-]*[/_]\w[\w./-]*                 # addresses, paths, snake_case
    | \w+\.\w[\w.]* | --?[a-z][\w-]*                        # file names, options
    | \{[^{}]*\} | <[^<>]*> | \[\[[^]]*\]\]                 # placeholders, tags, links
    | \b\w*[a-z][A-Z]\w* | \b[A-Z]{2,}[\w.-]*               # CamelCase, capitals
    | \b\w*\d\w*\b | (?<!['\u2019])\b[A-Za-z]\b(?!['\u2019]) # numbers, single letters
    """,
    re.VERBOSE,
)
NAMES = re.compile(rf"[\w-]*{NAME}[\w-]*(?:\s*{NAME})*")

MESSAGE = re.compile(r"[A-Z\"'].*[a-z]{2}.*[.?!:…]", re.DOTALL)


def english(path: Path) -> str:
    """Return the English text of a file, with each line at its number in the file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return without_code(english_of_python(text, messages="tests" not in path.parts))
    if "prompts" in path.parts:
        text = re.sub(r"\{\{.*?\}\}", NAME, text)
        text = re.sub(
            r"\{[%#].*?[%#]\}",
            lambda found: re.sub(r"[^\n]+", " ", found[0]),
            text,
            flags=re.DOTALL,
        )
    return without_code(english_of_markdown(text))


def without_code(text: str) -> str:
    """Return ``text`` with a name in place of each piece of code."""
    return NAMES.sub(NAME, CODE.sub(NAME, text))


def english_of_markdown(text: str) -> str:
    """Return a Markdown text without code blocks and link targets."""
    is_code = False
    lines = []
    for line in text.split("\n"):
        is_fence = line.lstrip().startswith("```")
        lines.append("" if is_code or is_fence else line)
        is_code ^= is_fence
    return re.sub(r"\]\([^)]*\)", "]", "\n".join(lines))


def english_of_python(text: str, *, messages: bool) -> str:
    """Return the docstrings and comments of a Python file, and its messages if ``messages``.

    The strings of tests are data: stories, and answers of models.
    """
    lines = [""] * (text.count("\n") + 1)

    def put(number: int, part: str) -> None:
        for offset, line in enumerate(part.split("\n")):
            lines[min(number - 1 + offset, len(lines) - 1)] += line.strip() + " "

    for number, part in strings_of(ast.parse(text), messages=messages):
        put(number, part)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and not re.match(
            r"#\s*(type:|noqa|pragma|!)", token.string
        ):
            put(token.start[0], token.string.lstrip("# "))
    return "\n".join(lines)


def strings_of(tree: ast.AST, *, messages: bool) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each docstring, and of each message if ``messages``."""
    inner: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            inner.add(node.value)
            if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                yield node.lineno, node.value.value
        elif isinstance(node, ast.JoinedStr):
            inner.update(node.values)
            parts = [each.value if isinstance(each, ast.Constant) else NAME for each in node.values]
            text = "".join(map(str, parts))
            if messages and is_message(text):
                yield node.lineno, text
        elif isinstance(node, ast.Constant) and messages and node not in inner:
            yield from ((node.lineno, line) for line in [str(node.value)] if is_message(line))


def is_message(text: str) -> bool:
    """Return whether a string is a sentence for people; not a pattern, a list or a template."""
    is_sentence = MESSAGE.fullmatch(text) is not None
    return is_sentence and len(text.split()) > 3 and not set("\\<>=;") & set(text)
