"""Check spelling and grammar with Harper: documents, docstrings, comments, messages and prompts.

    python .ci/spelling.py [PATH ...]

British spelling. ``.ci/words.txt`` holds the words of this project, one a line. Of Python files a copy
is checked that keeps docstrings, comments and messages at their lines, and nothing else; of prompts a
copy without template code.
"""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORDS = ROOT / ".ci/words.txt"
RULES = ("SpellCheck", "RepeatedWords", "WereWhere", "PronounVerbAgreement")
"""Harper's rules without false alarms on our texts; the others prefer one good style to another."""

CODE = re.compile(
    r"""``[^`]*`` | `[^`\n]*` | :\w+:`[^`]*`     # marked as code
    | https?://\S+ | [\w./-]*[/_]\w[\w./-]*      # addresses, paths, snake_case
    | \w+\.\w[\w.]* | --?[a-z][\w-]*            # file names, options
    | \{[^{}]*\} | <[^<>]*> | \[\[[^]]*\]\]      # placeholders, tags, links
    | \b\w*[a-z][A-Z]\w* | \b[A-Z]{2,}[\w.-]*   # CamelCase, capitals
    | \b\w*\d\w*\b | (?<!['’])\b[A-Za-z]\b(?!['’])  # numbers, single letters
    """,
    re.VERBOSE,
)
"""What is no English in a text."""

NAME_PARTS = re.compile(r"[\w-]*Bob[\w-]*(?:\s*Bob)*")

MESSAGE = re.compile(r"[A-Z\"'].*[a-z]{2}.*[.?!:…]", re.DOTALL)
"""A string of a message: a sentence, and no list of words or template of a file."""

TEMPLATE = re.compile(r"\{%.*?%\}|\{#.*?#\}|\{\{.*?\}\}", re.DOTALL)


def without_code(text: str) -> str:
    """Return ``text`` with a name in the place of all code, every line at its number."""
    return NAME_PARTS.sub("Bob", CODE.sub("Bob", text))


def english_of_python(text: str) -> str:
    """Return a text of as many lines that holds the docstrings, comments and messages alone."""
    lines = [""] * (text.count("\n") + 1)

    def put(line: int, part: str) -> None:
        for offset, each in enumerate(part.split("\n")):
            if line - 1 + offset < len(lines):
                lines[line - 1 + offset] += each.strip() + " "

    tree = ast.parse(text)
    documented: set[ast.AST] = set()
    parts: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            documented.add(node.value)
            if isinstance(node.value.value, str):
                put(node.lineno, node.value.value)
        elif isinstance(node, ast.JoinedStr):
            parts.update(node.values)
            joined = "".join(
                each.value if isinstance(each, ast.Constant) else "Bob" for each in node.values
            )
            if is_message(joined):
                put(node.lineno, joined.replace("\n", " "))
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and node not in documented | parts
        ):
            if is_message(node.value):
                put(node.lineno, node.value.replace("\n", " "))
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and not re.match(
            r"#\s*(type:|noqa|pragma|!)", token.string
        ):
            put(token.start[0], token.string.lstrip("# "))
    return without_code("\n".join(lines))


def is_message(text: str) -> bool:
    """Return whether a string is a sentence that somebody reads."""
    return len(text.split()) > 3 and not set("\\<>=;") & set(text) and bool(MESSAGE.fullmatch(text))


def english_of_document(text: str) -> str:
    """Return a Markdown text without its fenced code, every line at its number."""
    fenced = False
    lines = []
    for line in text.split("\n"):
        mark = line.lstrip().startswith("```")
        lines.append("" if fenced or mark else line)
        fenced ^= mark
    return without_code(re.sub(r"\]\([^)]*\)", "]", "\n".join(lines)))


def english_of_prompt(text: str) -> str:
    """Return a prompt's text without template code, every line at its number."""
    return english_of_document(TEMPLATE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text))


def files() -> Iterator[Path]:
    """Yield the files whose English is checked."""
    for pattern in ("*.md", "docs/**/*.md", "openspec/**/*.md", "examples/*.md", "prompts/**/*.md"):
        yield from sorted(ROOT.glob(pattern))
    yield from sorted((ROOT / "python/source/questfoundry").rglob("*.py"))


def english(path: Path) -> str:
    """Return the English of a file, every line at its number."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return english_of_python(text)
    return english_of_prompt(text) if "prompts" in path.parts else english_of_document(text)


def problems(paths: list[Path]) -> Iterator[str]:
    """Yield a line for each place at which Harper finds a fault."""
    with tempfile.TemporaryDirectory() as folder:
        copies = {}
        for number, path in enumerate(paths):
            copy = Path(folder) / f"{number}.md"
            copy.write_text(english(path), encoding="utf-8", errors="replace")
            copies[str(copy)] = path
        command = ["harper-cli", "lint", "--quiet", "--format", "json", "--dialect", "british"]
        command += ["--user-dict-path", str(WORDS), "--only", ",".join(RULES), *copies]
        # The package's entry point is ``harper``; it runs the binary that it brings.
        command[0] = str(Path(sys.executable).with_name("harper"))
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        for document in json.loads(done.stdout or "[]"):
            path = (
                copies[document["file"]]
                if document["file"] in copies
                else copies[str(Path(folder) / document["file"])]
            )
            for lint in document["lints"]:
                place = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
                yield f"{place}:{lint['line']}: {lint['rule']}: {lint['matched_text']!r} ({lint['message']})"


def main(arguments: list[str]) -> int:
    """Print each fault, and return the exit code."""
    paths = [Path(each).resolve() for each in arguments] or list(files())
    count = 0
    for line in problems(paths):
        print(line)
        count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
