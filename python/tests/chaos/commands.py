"""The writing commands, the project that each needs, and the result of each."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from shutil import copytree
from typing import Any

from attrs import frozen

from tests.chaos.chapters import answers_by_chapter, write_material
from tests.chaos.kills import run
from tests.chaos.server import ChaosServer

TASK = "Find a name for the bell."
CHAPTER = ("run", "--no-minor-choices", "--provider", "openai/house", "--chapter")
IDEA = "A noir mystery in a drowned city"
SETTINGS = """\
name: The Drowned Ledger
research: {corpus: false}
limits: {concurrency: 1}
seed: {stats: false}
library: {embeddings: openai/text-embedding-3-small}
ifid: 12345678-1234-4234-8234-123456789ABC
"""
GAME = ":: StoryTitle\nThe Vault\n\n:: Start\n[[On->End]]\n\n:: End\nOver.\n"
TEAM = """\
agents:
- {id: ann, model: openai/gpt-4o, prompt: You are a poet.}
- {id: ben, model: openai/gpt-4o, prompt: You are an editor.}
"""
BOOK = "\n\n".join(
    f"CHAPTER {number}\n\n"
    + f"The clerk of house {number} counted his drowned coins by the light of lantern {number}. "
    * 20
    for number in range(1, 25)
)
# The report contains the duration, and the manifest contains the report's hash.
_TOLD = {"report", "manifest"}


@frozen(kw_only=True)
class Command:
    """A ``qf`` command with arguments, in a project that has reached ``start``.

    A command marked ``once`` does something else if it is repeated after its end. ``resume`` is the
    command that continues its work once a run or a message is stored. ``parallel`` is the number of
    its calls at one time; in the studio, a judge chooses the criteria while two agents write.
    ``@desk`` and ``@mcp`` are no commands of ``qf``, but send a request through another door.
    """

    name: str
    start: str
    arguments: tuple[str, ...]
    once: bool = False
    resume: tuple[str, ...] = ()
    parallel: int = 1


COMMANDS = (
    Command(name="init", start="nothing", arguments=("init", "The Drowned Ledger"), once=True),
    Command(name="dream", start="empty", arguments=("dream", IDEA), once=True),
    Command(name="brainstorm", start="dream", arguments=("brainstorm",), once=True),
    Command(name="seed", start="brainstorm", arguments=("seed",), once=True),
    Command(name="grow", start="seed", arguments=("grow",), once=True),
    Command(name="fill", start="grow", arguments=("fill",), once=True),
    Command(name="ship", start="fill", arguments=("ship",)),
    Command(name="import", start="nothing", arguments=("import", "../game", "-p", "."), once=True),
    Command(
        name="import outline",
        start="nothing",
        arguments=("import", "../tides.txt", "-p", "."),
        once=True,
    ),
    Command(
        name="stage drafts", start="dream", arguments=("brainstorm", "--drafts", "2", "--seed", "5")
    ),
    Command(
        name="passage drafts",
        start="ship",
        arguments=("rewrite", "setup-1", "--how", "darker", "--drafts", "2", "--seed", "5"),
    ),
    Command(
        name="drafts --choose",
        start="drafted",
        arguments=("drafts", "take-2", "--choose"),
        once=True,
    ),
    Command(
        name="studio",
        start="team",
        arguments=("studio", "--automation", TASK),
        once=True,
        resume=("studio", "--continue", "--yes"),
        parallel=3,
    ),
    Command(name="desk", start="grow", arguments=("@desk", "/run")),
    Command(
        name="desk regenerate",
        start="ship",
        arguments=("@desk", "/run/regenerate", "stage=brainstorm", "note=Darker."),
        once=True,
    ),
    Command(name="mcp", start="grow", arguments=("@mcp", "run_stage", "stage=fill"), once=True),
    Command(name="run", start="empty", arguments=("run", IDEA)),
    Command(name="run --chapter", start="chapter", arguments=(*CHAPTER, "2")),
    Command(name="run --from", start="ship", arguments=("run", "--from", "grow"), once=True),
    Command(
        name="rewrite", start="ship", arguments=("rewrite", "setup-1", "--how", "darker"), once=True
    ),
    Command(name="redo", start="ship", arguments=("brainstorm", "--redo", "Darker."), once=True),
    Command(name="keep", start="stale", arguments=("keep",), once=True),
    Command(name="undo", start="edited", arguments=("undo",), once=True),
    Command(name="rename", start="ship", arguments=("rename", "Mara Voss", "Vera Moss"), once=True),
    Command(name="check", start="typed", arguments=("check",)),
    Command(name="book add", start="empty", arguments=("book", "add", "../tides.txt")),
    Command(name="book reindex", start="unindexed", arguments=("book", "reindex")),
    Command(name="book chat", start="book", arguments=("book", "chat", "tides", "Who?"), once=True),
    Command(
        name="book chat -c",
        start="talk",
        arguments=("book", "chat", "tides", "Where?", "-c", "1"),
        once=True,
    ),
    Command(
        name="book remove", start="book", arguments=("book", "remove", "tides", "-y"), once=True
    ),
)


class Starts:
    """Projects in the state that a command needs, each made once by ``qf`` itself."""

    def __init__(self, root: Path, server: ChaosServer) -> None:
        self._root = root
        self._server = server
        self._made: dict[str, Path] = {}
        _write_sources(root)

    def copy(self, start: str, to: Path) -> Path:
        """Copy the project for one trial, and let the server know its answers."""
        source = self.of(start)
        self._server.known = answers_by_chapter()[1] if start == "chapter" else {}
        copytree(source, to)
        _write_sources(to.parent)
        return to

    def of(self, start: str) -> Path:
        """Return the project that serves as the source of copies."""
        if start not in self._made:
            before, do = _STARTS[start]
            folder = self._root / start
            if before:
                copytree(self.of(before), folder)
            else:
                folder.mkdir()
            self._server.known = answers_by_chapter()[0] if start == "chapter" else {}
            do(folder, self._qf)
            self._made[start] = folder
        return self._made[start]

    def _qf(self, folder: Path, *arguments: str) -> None:
        ended = run(arguments, folder, self._server.env)
        assert ended.code == 0, ended.said


def _write_sources(folder: Path) -> None:
    (folder / "tides.txt").write_text(BOOK, encoding="utf-8")
    (folder / "game").mkdir(exist_ok=True)
    for number in range(5):
        (folder / "game" / f"{number}.png").write_bytes(b"\x89PNG" * 1_000 * number)
    (folder / "game" / "story.twee").write_text(GAME, encoding="utf-8")


Qf = Callable[..., None]


def _settle(folder: Path, _: Qf) -> None:
    (folder / "project.yaml").write_text(SETTINGS, encoding="utf-8")


def _gather(folder: Path, _: Qf) -> None:
    (folder / "project.yaml").write_text(f"{SETTINGS}{TEAM}", encoding="utf-8")


def _begin_chapters(folder: Path, qf: Qf) -> None:
    write_material(folder)
    qf(folder, *CHAPTER, "1")


def _type(folder: Path, _: Qf) -> None:
    path = folder / "artifacts" / "fill.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("You ", "You slowly ", 1), encoding="utf-8")


def _restale(folder: Path, qf: Qf) -> None:
    path = folder / "artifacts" / "seed.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("the ", "the old ", 1), encoding="utf-8")
    qf(folder, "check")


def _unindex(folder: Path, _: Qf) -> None:
    with closing(sqlite3.connect(folder / "story.db")) as database, database:
        database.execute("DELETE FROM chunk_vectors")
        database.execute("UPDATE books SET status = 'ingesting'")


def _stage(name: str, *arguments: str) -> Callable[[Path, Qf], None]:
    return lambda folder, qf: qf(folder, name, *arguments)


_STARTS: Mapping[str, tuple[str, Callable[[Path, Qf], None]]] = {
    "nothing": ("", lambda folder, qf: None),
    "empty": ("", _settle),
    "dream": ("empty", _stage("dream", IDEA)),
    "brainstorm": ("dream", _stage("brainstorm")),
    "seed": ("brainstorm", _stage("seed")),
    "grow": ("empty", _stage("run", IDEA, "--to", "grow")),
    "fill": ("grow", _stage("fill")),
    "ship": ("grow", _stage("run")),
    "chapter": ("empty", _begin_chapters),
    "typed": ("ship", _type),
    "edited": ("typed", _stage("check")),
    "stale": ("ship", _restale),
    "drafted": ("dream", _stage("brainstorm", "--drafts", "2", "--seed", "5")),
    "team": ("", _gather),
    "book": ("empty", _stage("book", "add", "../tides.txt")),
    "unindexed": ("book", _unindex),
    "talk": ("book", _stage("book", "chat", "tides", "Who?")),
}


def made_in(folder: Path) -> dict[str, Any]:
    """Return everything that lasts: artifacts, exports, versions, conversations and books."""
    return {**_files(folder), **_stored(folder)}


def stored_in(folder: Path) -> dict[str, Any]:
    """Return the contents of the database, without the files."""
    return _stored(folder)


def journaled_in(folder: Path) -> Counter[tuple[int, int]]:
    """Return the journaled answers, identified by their token counts."""
    return Counter(
        (row[0], row[1])
        for row in _rows(
            folder, "SELECT input_tokens, output_tokens FROM journal WHERE kind = 'model_call'"
        )
    )


def counted_in(folder: Path) -> int:
    """Return the tokens that all runs report."""
    rows = _rows(folder, "SELECT sum(input_tokens + output_tokens) FROM journal")
    return int(rows[0][0] or 0) if rows else 0


def _files(folder: Path) -> dict[str, Any]:
    places = ("artifacts", "exports", "source", "outline", "the-drowned-ledger")
    files = [path for place in places for path in (folder / place).rglob("*")]
    files.append(folder / "project.yaml")
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(files)
        if path.is_file() and path.stem not in _TOLD and path.suffix not in {".new", ".id"}
    }


def _stored(folder: Path) -> dict[str, Any]:
    return {
        name: _rows(folder, statement)
        for name, statement in {
            "current": "SELECT stage, data FROM artifact_versions JOIN current_artifacts "
            "USING (stage, version) ORDER BY stage",
            "versions": "SELECT stage, count(*) FROM artifact_versions GROUP BY stage",
            # A kill before the first message leaves an empty session; its number is taken.
            "talks": "SELECT iif(conversation_id LIKE 'studio/%', 'studio', conversation_id), "
            "position, message FROM chat_messages ORDER BY conversation_id, position",
            "books": "SELECT id, title, pages, chunks, status FROM books",
            "chunks": "SELECT count(*) FROM chunks",
            "vectors": "SELECT count(*) FROM chunk_vectors",
            "regenerated": "SELECT count(*) FROM runs WHERE json_extract(inputs, '$.span') != ''",
            "unfinished": "SELECT count(*) FROM runs WHERE status != 'completed'",
        }.items()
    }


def _rows(folder: Path, statement: str) -> list[tuple[Any, ...]]:
    if not (folder / "story.db").exists():
        return []
    with closing(sqlite3.connect(folder / "story.db")) as database:
        try:
            return database.execute(statement).fetchall()
        except sqlite3.OperationalError:  # The table does not exist yet.
            return []
