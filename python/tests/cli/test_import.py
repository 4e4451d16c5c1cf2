"""Tests of ``qf import`` and of the commands that read the imported story."""

from collections.abc import Mapping
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from questfoundry.infra.foreign import packed_files
from questfoundry.infra.own_files import replace_file
from questfoundry.infra.storage import folder_files
from tests.support.qf import qf

STORY = ":: StoryTitle\r\nThe Vault\r\n\r\n:: Start\r\n[[On->End]]\r\n\r\n:: End\r\nOver.\r\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.twee").write_bytes(STORY.encode())
    return tmp_path


def test_a_story_is_imported_seen_and_shipped(here: Path) -> None:
    """The story comes out byte for byte. (IMP-1.1, IMP-2.1, IMP-4.1)"""
    made = qf("import", "s.twee", "--json").document
    assert (made["passages"], made["choices"], made["files"]) == (2, 1, 1)
    project = here / "the-vault"
    assert (project / "source" / "s.twee").read_bytes() == STORY.encode()
    shown = [
        qf("check", "-p", str(project), "--json").document,
        qf("check", "s.twee", "--json").document,
    ]
    assert shown[0]["passages"] == shown[1]["passages"] == 2
    assert qf("inspect", "-p", str(project), "--json").document["passages"] == 2
    assert qf("map", "-p", str(project), "--format", "mermaid").code == 0
    assert (project / "exports" / "map.mmd").exists()
    assert qf("status", "-p", str(project), "--json").document["imported"]
    assert qf("ship", "-p", str(project)).code == 0
    assert (project / "exports" / "s.twee").read_bytes() == STORY.encode()
    assert qf("ship", "-p", str(project), "--output", str(here / "out")).code == 0
    assert (here / "out" / "s.twee").read_bytes() == STORY.encode()
    assert qf("import", "s.twee").code == 3


def test_a_folder_is_imported_whole(here: Path) -> None:
    """Images belong to the story, but hidden files and links could expose other data. (IMP-1.1)"""
    (here / "game" / "img" / ".git").mkdir(parents=True)
    (here / "game" / "s.twee").write_text(STORY)
    (here / "game" / "img" / "a.png").write_bytes(b"\x89PNG\x00\r\n")
    (here / "game" / "img" / ".git" / "x").write_text("no")
    (here / "game" / "link.twee").symlink_to(here / "s.twee")
    assert qf("import", "game", "-p", "p").code == 0
    kept = [str(each.relative_to("p/source")) for each in sorted(Path("p/source").rglob("*.*"))]
    assert kept == ["img/a.png", "s.twee"]


def test_an_import_that_was_cut_off_is_repeated(here: Path, monkeypatch) -> None:
    """Half of a story must never look like a project."""
    (here / "game").mkdir()
    for name in ("s.twee", "a.png", "b.png"):
        (here / "game" / name).write_text(STORY if name == "s.twee" else "an image")
    (here / "t.md").write_text("# Salt\n\nFog comes in.\n")

    def cut_off(path: Path, *content: object, **options: object) -> None:
        if path.name == "project.yaml":
            raise KeyboardInterrupt
        replace_file(path, *content, **options)

    for given, copies in (("game", "source/a.png"), ("t.md", "outline/t.md")):
        with monkeypatch.context() as patched:
            patched.setattr(folder_files, "replace_file", cut_off)
            assert qf("import", given, "-p", f"{given}-1").code != 0
        project = here / f"{given}-1"
        assert (project / copies).exists()
        assert not (project / "project.yaml").exists()
        qf("import", given, "-p", str(project), code=0)
    (here / "other" / "source").mkdir(parents=True)
    (here / "other" / "source" / "mine.txt").write_text("mine")
    assert "other files" in qf("import", "game", "-p", "other", code=3).err


@pytest.mark.parametrize("title", ["../../etc/<b>x</b>", "$(rm -rf .)", "\u202e\x1b[2J", "a" * 500])
def test_any_title_names_a_folder_here(here: Path, title: str) -> None:
    """A title like a path or a command must not write outside the new project."""
    (here / "s.twee").write_text(f":: StoryTitle\n{title}\n\n:: Start\nOver.\n")
    project = Path(qf("import", "s.twee", "--json").document["project"])
    assert project.parent == here.resolve()
    assert project.name.isprintable()
    assert qf("status", "-p", str(project)).code == 0


def test_what_is_no_story_makes_no_project(here: Path) -> None:
    """A failed import must not leave an empty project behind."""
    (here / "x.html").write_text("<p>No story</p>")
    (here / "x.json").write_text("{}")
    before = sorted(here.iterdir())
    for name in ("x.html", "x.json", "gone.twee"):
        assert qf("import", name).code == 3
    assert sorted(here.iterdir()) == before


@pytest.mark.parametrize("command", [("run",), ("run", "--preview"), ("dream", "x"), ("run", "x")])
def test_no_stage_makes_an_imported_story(here: Path, command: tuple[str, ...]) -> None:
    """A stage would replace the imported story, so the command refuses and names alternatives."""
    assert qf("import", "s.twee", "-p", "p").code == 0
    refused = qf(*command, "-p", "p", code=3)
    assert "qf rewrite" in refused.err
    assert not (here / "p" / "artifacts").exists() or not any((here / "p/artifacts").iterdir())


@pytest.mark.parametrize(
    "command",
    [
        ("show", "grow"),
        ("inspect", "Start"),
        ("inspect", "--agency"),
        ("find", "Over"),
        ("rename", "Start", "Beginning"),
        ("comments", "Start"),
        ("brief",),
        ("brief", "Start"),
        ("plays",),
        ("hands",),
        ("translate",),
        ("open",),
        ("prompt", "show", "fill", "Start"),
    ],
)
def test_a_command_that_needs_artifacts_says_so(here: Path, command: tuple[str, ...]) -> None:
    """Advice to run a stage would be refused again. (IMP-2.1)"""
    assert qf("import", "s.twee", "-p", "p").code == 0
    refused = qf(*command, "-p", "p", code=3).err
    assert "imported into source/" in refused
    assert "qf play --project p" in refused
    assert "Run the stage" not in refused


def test_an_imported_story_is_played_in_the_terminal(here: Path) -> None:
    """A story that can be played on the desk can be played without it. (IMP-2.1)"""
    assert qf("import", "s.twee", "-p", "p").code == 0
    played = qf("play", "-p", "p", typed="1\n")
    assert "[[On->End]]" in played.out
    assert "Over." in played.out
    assert qf("play", "--random", "5", "-p", "p").code == 0


@pytest.mark.parametrize("given", ["game", "game/startup.txt"])
def test_a_choicescript_game_is_imported_with_all_scenes(here: Path, given: str) -> None:
    """Text files are an outline unless one of them begins a game. (IMP-1.1)"""
    (here / "game").mkdir()
    (here / "game/startup.txt").write_text("*title Bell\n*goto_scene quay\n")
    (here / "game/quay.txt").write_text("You wait.\n*choice\n  #Leave\n    *ending\n")
    assert qf("import", given, "-p", "bell").code == 0
    assert {each.name for each in Path("bell/source").iterdir()} == {"startup.txt", "quay.txt"}
    assert qf("check", "-p", "bell", "--json").document["passages"] == 3
    refused = qf("rewrite", "quay", "--how", "x", "-p", "bell")
    assert "Change the text in the file of the scene." in refused.err


SCENES = {
    "mygame/scenes/startup.txt": "*title Bell\n*goto_scene quay\n",
    "mygame/scenes/quay.txt": "You wait.\n*choice\n  #Leave\n    *ending\n",
}


def pack(path: Path, files: Mapping[str, str]) -> None:
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)


def test_a_packed_game_is_imported_without_links_and_outer_files(here: Path) -> None:
    """An archive from a stranger writes and reads only below ``source``. (IMP-1.2)"""
    outer = {"../out.txt": "x", "/abs.txt": "x", "a/../../b.txt": "x", "c:\\d.txt": "x"}
    pack(here / "game.zip", {**SCENES, **outer, "mygame/a.png": "p", "mygame/.git/x": "no"})
    link = ZipInfo("mygame/scenes/link.txt")
    link.external_attr = 0o120777 << 16
    with ZipFile(here / "game.zip", "a") as archive:
        archive.writestr(link, "/etc/passwd")
    assert qf("check", "game.zip", "--json").document["passages"] == 3
    assert qf("import", "game.zip", "-p", "bell", "--json").document["files"] == 3
    kept = {str(each.relative_to("bell/source")) for each in Path("bell/source").rglob("*.*")}
    assert kept == {*SCENES, "mygame/a.png"}
    assert qf("check", "-p", "bell", "--json").document["passages"] == 3


def test_archives_that_cannot_be_read_are_refused(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message names the archive and the fault, and no project is left. (IMP-1.2)"""
    pack(here / "notes.zip", {"notes.doc": "Fog."})
    pack(here / "game.zip", SCENES)
    content = (here / "game.zip").read_bytes()
    (here / "cut.zip").write_bytes(content[:60])
    (here / "bad.zip").write_bytes(content[:60] + b"\xff" * 5 + content[65:])
    faults = {"notes.zip": "contains no story", "cut.zip": "cannot be", "bad.zip": "cannot be"}
    for name, fault in faults.items():
        refused = qf("import", name, "-p", "p")
        assert (refused.code, name in refused.err, fault in refused.err) == (3, True, True)
    monkeypatch.setattr(packed_files, "MAX_UNPACKED", 50)
    assert "50 bytes when unpacked" in qf("import", "game.zip", "-p", "p").err
    assert not Path("p").exists()
