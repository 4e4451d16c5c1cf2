"""List what breaks the language rules of CONTRIBUTING.md: openings, banned words, names.

    python .ci/language.py [PATH ...]

Without PATH the whole checkout is read: docstrings, comments and names of the source, docstrings of
the tests, and the Markdown documents. One line is printed for each place, and the exit code is 1
when there is one. A deliberate exception is a line ``PLACE: TEXT  # reason`` in
``.ci/language-exceptions.txt``, compared with the printed line up to its line number.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE, TESTS = ROOT / "python/source/questfoundry", ROOT / "python/tests"
EXCEPTIONS = ROOT / ".ci/language-exceptions.txt"

OPENING = re.compile(
    r"(What|Whether|Where|Those|Of|How|In which|Whoever|Whom|That|As far|Who|Which|From|With|If|When"
    r"|In|By|For|Since|Without)\b"
)
"""Words with which no docstring of a function, class or module begins."""

BANNED = re.compile(
    r"\b(anew|thereby|whereof|whoever|whom|made from it|is told|are told|was told|were told|be told"
    r"|what is so|as far as|but for|none is|nobody|of which|goes on|go on|gives way|lets be|woven anew"
    r"|written anew|made anew|beside each other|is none|are none|lets? (?:it|them) be|and no more"
    r"|so much of|stands? (?:there|beside|for it)|on the way|all that)\b",
    re.IGNORECASE,
)
"""Phrases that a reader has to read twice."""

_PREPOSITIONS = (
    "above after among anew around at back before behind below between beyond both but by for from in"
    " into most of off on onto out over so than that then there through to together towards under until"
    " up what where whether which while who whom whose with within without"
)
_PARTICIPLES = (
    "asked begun born bought bound broken brought built chosen come cut dealt done drawn driven fallen"
    " felt fitted found given gone grown had heard held hidden kept known laid led left lent lost made"
    " meant met missed paid put read run said seen sent set shown shut sold spent spoken spoilt stood"
    " struck taken taught thought told understood worn woven written"
)
NOT_PARTICIPLES = frozenset(
    "embed exceed feed need proceed seed shed speed read cut put run set built".split()
)
"""Words that look like participles, or are one, and are imperative verbs or nouns, too."""

FUNCTION_WORDS = frozenset(_PREPOSITIONS.split())
PARTICIPLES = frozenset(_PARTICIPLES.split()) - NOT_PARTICIPLES
CONVERSIONS = re.compile(r"(to|from)_[a-z_]+$")
"""``to_dict`` and ``from_text``: names that Python itself gives to conversions."""


def is_participle(word: str) -> bool:
    """Return whether a part of a name is a past participle."""
    if word in PARTICIPLES:
        return True
    return len(word) > 4 and word.endswith("ed") and word not in NOT_PARTICIPLES


def name_problem(name: str, *, is_value: bool) -> str:
    """Return what is wrong with the name of a public function, or an empty string.

    ``is_value`` is true for a property, whose name is a noun.
    """
    words = name.strip("_").split("_")
    if CONVERSIONS.match(name) or name.startswith(("test_", "on_", "visit_", "do_", "action_")):
        return ""
    if len(words) == 1 or not is_value:
        if words[0] in FUNCTION_WORDS:
            return "the name begins with a function word"
        if is_participle(words[0]):
            return "the name begins with a participle"
    return ""


def is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return whether a method is read like an attribute."""
    return any("property" in ast.unparse(each) for each in node.decorator_list)


def defined(tree: ast.AST) -> Iterator[tuple[ast.AST, bool]]:
    """Yield modules, classes and functions, each with whether it is inside a function."""
    waiting = [(tree, False)]
    while waiting:
        node, inner = waiting.pop()
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if is_function or isinstance(node, ast.ClassDef | ast.Module):
            yield node, inner
        waiting += [(each, inner or is_function) for each in ast.iter_child_nodes(node)]


def source_problems(path: Path, *, names: bool) -> Iterator[tuple[int, str]]:
    """Yield the line and the problem of each place in a Python file."""
    text = path.read_text(encoding="utf-8")
    for node, inner in defined(ast.parse(text)):
        doc = ast.get_docstring(node)
        line = getattr(node, "lineno", 1)
        what = getattr(node, "name", "module")
        if doc:
            first = doc.splitlines()[0]
            if OPENING.match(doc) and not what.startswith("test_"):
                yield line, f"docstring of {what} begins with {first.split()[0]!r}: {first}"
            for found in BANNED.finditer(doc):
                yield line, f"docstring of {what} says {found[0]!r}"
        if not names or inner or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        problem = "" if what.startswith("_") else name_problem(what, is_value=is_property(node))
        if problem:
            yield line, f"{what}: {problem}"
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            for found in BANNED.finditer(token.string):
                yield token.start[0], f"comment says {found[0]!r}"


def document_problems(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the problem of each place in a Markdown document, outside code."""
    fenced = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            for found in BANNED.finditer(re.sub(r"`[^`]*`", "", line)):
                yield number, f"says {found[0]!r}: {line.strip()[:90]}"


def documents() -> Iterator[Path]:
    """Yield the documents that people read."""
    for pattern in ("*.md", "docs/**/*.md", "openspec/**/*.md", "examples/*.md"):
        yield from sorted(ROOT.glob(pattern))


def problems(paths: Iterable[Path]) -> Iterator[str]:
    """Yield one line for each place in the files that breaks a rule."""
    for path in paths:
        place = path.relative_to(ROOT).as_posix()
        if path.suffix == ".md":
            found = document_problems(path)
        else:
            found = source_problems(path, names=path.is_relative_to(SOURCE))
        for line, problem in found:
            yield f"{place}:{line}: {problem}"


def excepted() -> frozenset[str]:
    """Return the printed lines that are deliberate, without line numbers and reasons."""
    if not EXCEPTIONS.exists():
        return frozenset()
    lines = EXCEPTIONS.read_text(encoding="utf-8").splitlines()
    return frozenset(line.split("  # ")[0].strip() for line in lines if line.strip())


def main(arguments: list[str]) -> int:
    """Print each place that breaks a rule, and return the exit code."""
    if arguments:
        given = [Path(each).resolve() for each in arguments]
        paths = [
            file
            for each in given
            for file in (
                sorted(each.rglob("*.py")) or sorted(each.rglob("*.md"))
                if each.is_dir()
                else [each]
            )
        ]
    else:
        paths = [*sorted(SOURCE.rglob("*.py")), *sorted(TESTS.rglob("*.py")), *documents()]
    allowed = excepted()
    count = 0
    for line in problems(paths):
        if re.sub(r":\d+:", ":", line, count=1) not in allowed:
            print(line)
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
