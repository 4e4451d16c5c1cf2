"""List what breaks the language rules of CONTRIBUTING.md.

    uv run python .ci/language.py [PATH ...]

The patterns below find bad openings of docstrings, banned phrases and bad names of functions in the
source, the benchmarks, the tests and the documents. Harper finds faults of spelling and grammar in
the source, the benchmarks, the documents and the prompts. Harper checks British English and accepts
the words of ``.ci/words.txt``.

The script prints one line for each place and exits with 1 if there is one. To allow a place, copy
its line to ``.ci/language-exceptions.txt``, without the line number, and add ``  # reason``.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from english import english

Function = ast.FunctionDef | ast.AsyncFunctionDef
ROOT = Path(__file__).resolve().parent.parent
SOURCE, TESTS = ROOT / "python/source/questfoundry", ROOT / "python/tests"
BENCHMARKS = ROOT / "python/benchmarks"
EXCEPTIONS, WORDS = ROOT / ".ci/language-exceptions.txt", ROOT / ".ci/words.txt"

OPENING = re.compile(
    "(What|Whether|Where|Those|Of|How|In which|Whoever|Whom|That|As far|Who|Which|From|With|If|When"
    r"|In|By|For|Since|Without)\b"
)
"""Words with which no docstring of the source begins."""

BANNED = re.compile(
    r"\b(anew|thereby|whereof|whoever|whom|made from it|(?:is|are|was|were|be) told|what is so"
    "|as far as|but for|none is|nobody|of which|goes on|go on|gives way|lets be"
    "|beside each other|lets? (?:it|them) be|and no more|so much of|stands? (?:there|beside|for it)"
    r"|on the way|all that)\b".replace(" ", r"\s+"),
    re.IGNORECASE,
)
"""Phrases that a reader has to read twice."""

FUNCTION_WORDS = frozenset(
    (
        "above after among anew around at back before behind below between beyond both but by for "
        "from in into most of off on onto out over so than that then there through to together "
        "towards under until up what where whether which while who whom whose with within without"
    ).split()
)
PARTICIPLES = frozenset(
    (
        "asked begun born bought bound broken brought chosen come dealt done drawn driven fallen "
        "felt fitted found given gone grown had heard held hidden kept known laid led left lent "
        "lost made meant met missed paid said seen sent shown sold spent spoken spoilt stood "
        "struck taken taught thought told understood woven written"
    ).split()
)
VERBS_IN_ED = frozenset(("embed", "exceed", "feed", "need", "proceed", "seed", "speed"))
FREE_PREFIXES = ("test_", "on_", "visit_", "do_", "action_", "to_", "from_")
"""Beginnings of names that Python or a framework gives: ``to_dict``, ``on_mount``."""

RULES = ("SpellCheck", "RepeatedWords", "WereWhere", "PronounVerbAgreement")
"""Harper's rules without false alarms on our texts; its others are matters of taste."""


def main(arguments: list[str]) -> int:
    """Print each place that breaks a rule, and return the exit code."""
    everything = (*source_files(), *test_files(), *documents(), *prompts())
    paths = list(iter_argument_files(arguments)) if arguments else list(everything)
    allowed = exceptions()
    problems = (*pattern_problems(paths), *harper_problems(paths))
    found = [line for line in problems if key(line) not in allowed]
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


def iter_argument_files(arguments: Iterable[str]) -> Iterator[Path]:
    """Yield the Python and Markdown files of the command line, and those in its folders."""
    for path in (Path(each).resolve() for each in arguments):
        found = [path] if path.is_file() else sorted(path.rglob("*"))
        yield from (each for each in found if each.suffix in {".py", ".md"})


def source_files() -> Iterator[Path]:
    """Yield the Python files of the library and of the benchmarks."""
    for folder in (SOURCE, BENCHMARKS):
        yield from sorted(folder.rglob("*.py"))


def test_files() -> Iterator[Path]:
    """Yield the Python files of the tests."""
    yield from sorted(TESTS.rglob("*.py"))


def documents() -> Iterator[Path]:
    """Yield the documents that people read."""
    for pattern in ("*.md", "docs/**/*.md", "openspec/**/*.md", "examples/*.md"):
        yield from sorted(ROOT.glob(pattern))


def prompts() -> Iterator[Path]:
    """Yield the prompts; Harper alone reads them."""
    yield from sorted(ROOT.glob("prompts/**/*.md"))


def exceptions() -> frozenset[str]:
    """Return the keys of the deliberate exceptions."""
    lines = EXCEPTIONS.read_text(encoding="utf-8").splitlines() if EXCEPTIONS.exists() else []
    return frozenset(line.split("  # ")[0] for line in lines)


def key(line: str) -> str:
    """Return a printed line without its line number."""
    return re.sub(r":\d+:", ":", line, count=1)


def place(path: Path) -> str:
    """Return a path as it is printed: from the checkout where it is inside."""
    return (path.relative_to(ROOT) if path.is_relative_to(ROOT) else path).as_posix()


def pattern_problems(paths: Iterable[Path]) -> Iterator[str]:
    """Yield a line for each opening, banned phrase and name that breaks a rule."""
    for path in paths:
        if "prompts" in path.parts:
            continue
        text = english(path)
        for found in BANNED.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            yield f"{place(path)}:{line}: says {' '.join(found[0].split())!r}"
        if path.suffix == ".py" and not path.is_relative_to(TESTS):
            yield from code_problems(path)


def code_problems(path: Path) -> Iterator[str]:
    """Yield a line for each docstring with a banned opening and each bad name of a function."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | Function):
            doc = ast.get_docstring(node) or ""
            if OPENING.match(doc) and not getattr(node, "name", "").startswith("test_"):
                name, line = getattr(node, "name", "module"), getattr(node, "lineno", 1)
                first = doc.split()[0]
                yield f"{place(path)}:{line}: the docstring of {name} begins with {first!r}"
    for node in outer_functions(tree):
        if is_bad_name(node):
            problem = f"the name {node.name} begins with a participle or preposition"
            yield f"{place(path)}:{node.lineno}: {problem}"


def outer_functions(
    body: ast.Module | ast.ClassDef,
) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions and methods that are not inside another function."""
    for node in body.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from outer_functions(node)


def is_bad_name(function: Function) -> bool:
    """Return whether a public function's name begins with a participle or a function word.

    A property is a value: only its whole name counts.
    """
    name = function.name
    words = name.split("_")
    is_property = any("property" in ast.unparse(each) for each in function.decorator_list)
    if name.startswith(("_", *FREE_PREFIXES)) or (is_property and len(words) > 1):
        return False
    return words[0] in FUNCTION_WORDS or is_participle(words[0])


def is_participle(word: str) -> bool:
    """Return whether a word of a name is a past participle."""
    return word in PARTICIPLES or (
        len(word) > 4 and word.endswith("ed") and word not in VERBS_IN_ED
    )


def harper_problems(paths: Iterable[Path]) -> Iterator[str]:
    """Yield a line for each fault that Harper finds in the English of the files."""
    with tempfile.TemporaryDirectory() as folder:
        copies = {}
        for number, path in enumerate(path for path in paths if not path.is_relative_to(TESTS)):
            copy = Path(folder) / f"{number}.md"
            copy.write_text(english(path), encoding="utf-8", errors="replace")
            copies[copy.name] = path
        if not copies:
            return
        harper = Path(sys.executable).with_name("harper")
        options = ("--quiet", "--format", "json", "--dialect", "british", "--user-dict-path", WORDS)
        command = [harper, "lint", *options, "--only", ",".join(RULES), folder]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode and not done.stdout:
            sys.exit(f"{harper} failed: {done.stderr}")
        for document in json.loads(done.stdout):
            path = copies[Path(document["file"]).name]
            for lint in document["lints"]:
                yield f"{place(path)}:{lint['line']}: {lint['rule']}: {lint['matched_text']!r}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
