"""Shell completion of commands, options, stages and names of the project."""

import os
import subprocess
import sys
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path

import pytest

from questfoundry.cli.main import main
from questfoundry.infra.storage.names import NameKind, names_in
from tests.support.qf import qf


def answered(**env: str) -> str:
    entry = "import sys; sys.argv = ['qf']; from questfoundry.cli.main import main; main()"
    variables = {**os.environ, **env}
    done = subprocess.run(
        [sys.executable, "-c", entry], env=variables, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return done.stdout


def completed(*words: str, **env: str) -> list[str]:
    """Return the words that bash would offer for the last word, through the entry of ``qf``."""
    line, place = " ".join(["qf", *words]), str(len(words))
    asked = {"_QF_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": place, **env}
    with (
        pytest.MonkeyPatch.context() as here,
        redirect_stdout(StringIO()) as said,
        suppress(SystemExit),
    ):
        here.setattr(sys, "argv", ["qf"])
        for name, value in asked.items():
            here.setenv(name, value)
        main()
    return said.getvalue().split()


def test_commands_options_and_stages_are_completed() -> None:
    """Commands of plug-ins are completed like the others, also in a separate process."""
    asked = {"_QF_COMPLETE": "complete_bash", "COMP_WORDS": "qf d", "COMP_CWORD": "1"}
    assert answered(**asked).split() == ["dream", "desk", "drafts", "doctor", "database"]
    assert completed("d") == ["dream", "desk", "drafts", "doctor", "database"]
    assert completed("book", "re") == ["rename", "reindex", "remove"]
    assert "--provider-discuss" in completed("dream", "--provider")

    assert completed("show", "") == ["dream", "brainstorm", "seed", "grow", "fill"]
    assert completed("run", "--from", "br") == ["brainstorm"]


def test_names_of_the_project_are_completed(project: Path):
    """Passage ids are long, so completion reads them from the named project or the environment."""
    passages = names_in(project / "story.db", NameKind.PASSAGES)
    assert passages
    assert completed("rewrite", "-p", str(project), "") == passages
    assert completed("rewrite", passages[0][:3], QF_PROJECT=str(project))[0] == passages[0]
    assert completed("log", "", QF_PROJECT=str(project)) == names_in(
        project / "story.db", NameKind.RUNS
    )
    assert "discuss" in completed("prompt", "show", "fill", "", QF_PROJECT=str(project))


def test_books_are_completed(tmp_path: Path):
    """Book ids derive from titles, so an author cannot guess them."""
    folder, book = str(tmp_path / "story"), tmp_path / "sea.txt"
    book.write_text("The sea was calm that day.\n" * 9, encoding="utf-8")
    qf("init", "A story", "-p", folder)
    assert qf("book", "add", str(book), "-p", folder).code == 0
    assert completed("book", "show", "s", QF_PROJECT=folder) == ["sea"]


@pytest.mark.parametrize("content", [None, b"", b"no database"])
def test_where_nothing_can_be_read_nothing_is_offered(tmp_path: Path, content: bytes | None):
    """A traceback or a new file at every press of Tab would annoy the author."""
    if content is not None:
        (tmp_path / "story.db").write_bytes(content)
    before = list(tmp_path.iterdir())
    assert completed("log", "", QF_PROJECT=str(tmp_path)) == []
    assert list(tmp_path.iterdir()) == before


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_the_program_that_asks_for_them(shell: str):
    """Completion works only if the script that ``--install-completion`` writes calls ``qf``."""
    assert "_QF_COMPLETE=complete_" in answered(_QF_COMPLETE=f"source_{shell}")
    assert "--install-completion" in qf("--help").out
