"""A finished project that its author clones, edits, renames, keeps and ships."""

import shutil
from pathlib import Path

import pytest

from questfoundry.cli import find_command, run_command
from tests.support.dream_server import DreamServer
from tests.support.editions import REPORTS
from tests.support.qf import Said, qf

LABEL = "Take the last bottle"
REPORT = {*REPORTS}
PUBLISHED = {".html", ".zip", ".epub", ".pdf"}
"""The suffixes of files that name the writers of the story."""


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a whole story once for all tests."""
    folder = tmp_path_factory.mktemp("finished") / "story"
    with DreamServer() as server:
        said = qf(
            "run",
            "A noir mystery in a drowned city",
            "--no-minor-choices",
            "-p",
            str(folder),
            env=server.env,
        )
    assert said.code == 0, said.err
    return folder


@pytest.fixture
def project(finished: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(finished, tmp_path / "story"))


@pytest.fixture
def clone(finished: Path, tmp_path: Path) -> Path:
    """Copy only the files that version control holds."""
    folder = tmp_path / "clone"
    folder.mkdir()
    shutil.copytree(finished / "artifacts", folder / "artifacts")
    shutil.copy(finished / "project.yaml", folder)
    return folder


def contents(folder: Path, *but: str) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.name not in but}


def change(project: Path, stage: str, old: str, new: str) -> None:
    path = project / f"artifacts/{stage}.yaml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def ran(project: Path, *options: str) -> tuple[Said, int]:
    """Run the pipeline, and return its output and the number of calls that a server answered."""
    with DreamServer() as server:
        said = qf("run", "--no-minor-choices", "-p", str(project), *options, env=server.env)
        return said, len(server.bodies)


def test_a_clone_goes_on_as_the_project_does(finished: Path, clone: Path) -> None:
    """A colleague who clones the repository must not pay for the whole story again. (PRJ-7.4)"""
    before = contents(clone / "artifacts")
    status = qf("status", "-p", str(clone), "--json").document
    states = {each["stage"]: each["state"] for each in status["stages"]}
    assert states == {**dict.fromkeys(states, "ready"), "ship": "missing"}
    assert "ship" in status["next"]
    assert qf("undo", "-p", str(clone)).code == 3
    said, calls = ran(clone)
    assert (said.code, calls) == (0, 0), said.err
    assert contents(clone / "artifacts") == before
    # Without its runs, the clone cannot know what the stages cost, and who wrote the story.
    unlike = {*REPORT, "manifest.json"} | {
        each.name for each in clone.glob("exports/*") if each.suffix in PUBLISHED
    }
    assert contents(clone / "exports", *unlike) == contents(finished / "exports", *unlike)
    assert ran(clone)[1] == 0


def test_a_clone_with_its_exports_ships_the_same_bytes(finished: Path, clone: Path) -> None:
    """Other bytes would show changes that no author made. (PRJ-7.4)"""
    shutil.copytree(finished / "exports", clone / "exports")
    assert {
        each["state"] for each in qf("status", "-p", str(clone), "--json").document["stages"]
    } == {"ready"}
    assert qf("ship", "-p", str(clone)).code == 0
    assert contents(clone / "exports") == contents(finished / "exports")


@pytest.mark.parametrize("stage", ["dream", "brainstorm", "seed", "grow", "fill"])
def test_an_undone_stage_is_named_by_each_command(project: Path, stage: str) -> None:
    """Undoing GROW before FILL made every command report a bug."""
    assert qf("undo", stage, "-p", str(project)).code == 0
    assert f"qf {stage}" in qf("status", "-p", str(project)).out
    for command in ("inspect", "check", "map", "ship", "play"):
        assert qf(command, "-p", str(project)).code in {0, 3}
    assert "Run the stage" in qf("ship", "-p", str(project), code=3).err


def test_a_damaged_clone_is_told_and_loses_nothing(clone: Path) -> None:
    """A typing error in a cloned file must not cost the author any other file."""
    change(clone, "grow", "  to: ", "  too: ")
    before = contents(clone / "artifacts")
    for command in (("status",), ("run",), ("undo",), ("ship",)):
        said = qf(*command, "-p", str(clone), code=3)
        assert "artifacts/grow.yaml is not valid" in said.err
        assert "line " in said.err
    assert contents(clone / "artifacts") == before


def test_an_edited_label_offers_one_passage_to_keep_or_regenerate(project: Path) -> None:
    """Editing one label costs nothing unasked, and the author decides. (PIP-11.1, FIL-11.3)"""
    where, opening = ("-p", str(project)), "passage::setup-1"
    change(project, "grow", LABEL, "Fan the ledger dry")
    plan = qf("run", "--preview", *where, "--json").document
    fill = next(each for each in plan["stages"] if each["stage"] == "fill")
    assert (fill["action"], fill["passages"]) == ("kept", [])
    assert [each["passage"] for each in fill["differing"]] == [opening]
    assert [each["kind"] for each in fill["differing"][0]["changes"]] == ["choices"]
    written = (project / "artifacts/fill.yaml").read_text()

    said, calls = ran(project)
    assert (said.code, calls) == (0, 0), said.err
    for words in ("1 passage may need", opening, "Fan the ledger dry", "qf keep", "qf rewrite"):
        assert words in said.out
    assert (project / "artifacts/fill.yaml").read_text() == written
    assert [each["passage"] for each in ran(project, "--json")[0].document["differing"]] == [
        opening
    ]
    assert "1 passage may need" in qf("status", *where).out

    shown = qf("prompt", "show", "fill", opening, "--compare", *where)
    assert "-- Fan" not in shown.out
    assert "Fan the ledger dry" in shown.out
    compared = qf("prompt", "show", "fill", opening, "--compare", *where, "--json").document
    assert (LABEL in compared["old"], LABEL in compared["new"]) == (True, False)
    assert [each["kind"] for each in compared["changes"]] == ["choices"]
    assert qf("prompt", "show", "fill", "discuss", "--compare", *where).code == 3

    assert qf("keep", "The Tide Bell", *where).out == f"{opening} is accepted as it is.\n"
    assert "may need" not in qf("status", *where).out
    assert qf("keep", "nosuch", *where).code == 3


def test_what_was_edited_is_kept_or_replaced_as_the_author_says(project: Path) -> None:
    """Regenerating without a question would destroy the author's edits. (PIP-11.3, PRJ-8.1)"""
    change(project, "dream", "genre: ", "genre: cold ")
    change(project, "grow", LABEL, "Fan the ledger dry")
    before = contents(project / "artifacts")
    said, calls = ran(project)
    assert (said.code, calls) == (3, 0)
    for words in ("qf keep", "qf run --preview", "qf run --from grow"):
        assert words in said.err
    assert contents(project / "artifacts") == before
    kept = qf("keep", "-p", str(project))
    assert "GROW is accepted as it is." in kept.out
    assert qf("keep", "-p", str(project)).out == "Nothing was out of date.\n"
    said, calls = ran(project)
    assert (said.code, calls) == (0, 0), said.err
    assert contents(project / "artifacts") == before


@pytest.mark.parametrize(
    ("old", "new", "gone"),
    [("Mara Voss", "Vera Holm", b"mara"), ("Police Barge", "Customs Hulk", b"police barge")],
)
def test_a_new_name_is_everywhere_and_nothing_is_made_anew(project, old, new, gone) -> None:
    """A leftover old name would contradict the prose. (REN-2.1)"""
    where = ("-p", str(project))
    before = contents(project / "artifacts")
    preview = qf("rename", old, new, "--preview", *where)
    assert f"becomes {new!r}" in preview.out
    assert contents(project / "artifacts") == before
    said = qf("rename", old, new, *where)
    assert "Undo it with: qf undo" in said.out
    again, calls = ran(project)
    assert (again.code, calls) == (0, 0), again.err
    for folder in ("artifacts", "exports"):
        for name, content in contents(project / folder, "manifest.json").items():
            if not name.endswith((".epub", ".zip")):
                assert gone not in content.lower(), name
                assert gone.replace(b" ", b"-") not in content.lower(), name
    undone = qf("undo", *where)
    assert "The same rename was also undone" in undone.out
    assert contents(project / "artifacts") == before


@pytest.mark.parametrize(
    ("typed", "code", "calls", "said"),
    [("keep\n", 0, 0, "grow is accepted as it is."), ("\n", 0, 0, "Nothing was changed.")],
)
def test_who_can_answer_is_asked_before_edits_are_replaced(
    project: Path, monkeypatch: pytest.MonkeyPatch, typed: str, code: int, calls: int, said: str
) -> None:
    """At a terminal, the author decides what happens to edits before the pipeline replaces them."""
    monkeypatch.setattr(run_command, "is_interactive", lambda: True)
    change(project, "dream", "genre: ", "genre: cold ")
    change(project, "grow", LABEL, "Fan the ledger dry")
    with DreamServer() as server:
        ended = qf("run", "--no-minor-choices", "-p", str(project), env=server.env, typed=typed)
        assert len(server.bodies) == calls
    assert ended.code == code
    assert "This would replace your edits." in ended.out
    assert said in ended.err
    assert "Fan the ledger dry" in (project / "artifacts/grow.yaml").read_text("utf-8")


def test_a_rename_is_shown_and_asked_for_where_somebody_can_answer(project, monkeypatch) -> None:
    """A rename touches every artifact, so the author confirms the rename first."""
    monkeypatch.setattr(find_command, "is_interactive", lambda: True)
    before = contents(project / "artifacts")
    where = ("-p", str(project))
    left = qf("rename", "Mara Voss", "Vera Holm", *where, typed="n\n")
    assert "Nothing was changed." in left.err
    assert contents(project / "artifacts") == before
    qf("rename", "Mara Voss", "Vera Holm", *where, typed="y\n")
    assert contents(project / "artifacts") != before


def test_a_name_that_was_changed_in_one_place_is_told(project: Path) -> None:
    """A name changed by hand in one file leaves the old name in all other texts."""
    change(project, "brainstorm", "name: Sergeant Ilk", "name: Captain Orr")
    said = qf("status", "-p", str(project))
    assert "qf rename 'Sergeant Ilk' 'Captain Orr'" in said.err


def test_a_file_that_is_gone_is_written_anew(project: Path) -> None:
    """A deleted file must not lose the artifact that the database still holds."""
    before = contents(project / "artifacts")
    (project / "artifacts/seed.yaml").unlink()
    assert (
        "Restored artifacts/seed.yaml, which was missing." in qf("status", "-p", str(project)).err
    )
    assert contents(project / "artifacts") == before


def test_a_stage_that_is_made_from_what_is_stale_says_so(project: Path) -> None:
    """The author learns that the new plan rests on outdated inputs before relying on it."""
    change(project, "dream", "genre: ", "genre: cold ")
    with DreamServer() as server:
        said = qf("seed", "-I", "-p", str(project), env=server.env)
    assert "SEED is made from BRAINSTORM, which is out of date." in said.err


def test_resuming_what_was_never_begun_begins_it(clone: Path) -> None:
    """`--resume` must also work in a clone, which has artifacts but no runs."""
    (clone / "artifacts/fill.yaml").unlink()
    with DreamServer() as server:
        said = qf("fill", "--resume", "-I", "-p", str(clone), env=server.env, code=0)
    assert "There is no run of fill yet" in said.err
    said = qf("fill", "--resume", "-I", "-p", str(clone), code=3)
    assert "qf fill\n" in f"{said.err}\n" or "qf fill --project" in said.err


def test_words_are_found_and_replaced_everywhere_at_once(project: Path) -> None:
    """An author who renames a thing should not have to search through two files. (REN-4.1)"""
    listed = qf("find", "bottle", "-p", str(project))
    assert "The Tide Bell, choice\n      Take the last [bottle]" in listed.out
    found = qf("find", "bottle", "--json", "-p", str(project)).document["occurrences"]
    kinds = {each["kind"] for each in found}
    assert {"choice", "title"} <= kinds
    shown = qf("find", "bottle", "--replace", "flask", "--preview", "-p", str(project))
    assert shown.out == listed.out
    assert (
        qf("find", "flask", "-p", str(project)).out == "Not found in any text that players read.\n"
    )
    one = qf("find", "bottle", "--replace", "flask", "--only", "1", "-p", str(project))
    assert "Replaced 1 occurrence." in one.out
    said = qf("find", "bottle", "--replace", "flask", "-p", str(project))
    assert f"Replaced {len(found) - 1} occurrence" in said.out
    assert qf("find", "bottle", "--json", "-p", str(project)).document["occurrences"] == []
    status = qf("status", "--json", "-p", str(project)).document
    assert {each["state"] for each in status["stages"][:4]} == {"ready"}
    for _ in range(2):
        assert qf("undo", "-p", str(project)).code == 0
    again = qf("find", "bottle", "--json", "-p", str(project)).document["occurrences"]
    assert again == found


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((" ",), "nothing to find"),
        (("bottle", "--replace", "flask", "--only", "99"), "no occurrence 99"),
        (("bottle", "--replace", "flask", "--only", "one"), "not a number"),
        (("Take the last bottle", "--replace", ""), "The field 'label' is too short"),
    ],
)
def test_a_replacement_that_is_not_possible_changes_nothing(project, arguments, problem) -> None:
    """An empty label would leave players without a choice to read. (REN-4.1)"""
    before = (project / "artifacts/grow.yaml").read_bytes()
    said = qf("find", *arguments, "-p", str(project), code=3)
    assert problem in said.err
    assert (project / "artifacts/grow.yaml").read_bytes() == before


def test_capitals_and_parts_of_words_count_only_if_wanted(project: Path) -> None:
    """A search for "ash" should not have to stop at every splash. (REN-4.1)"""
    count = [
        len(qf("find", *words, "--json", "-p", str(project)).document["occurrences"])
        for words in (("bot",), ("bot", "--whole-words"), ("BOTTLE", "--match-case"), ("BOTTLE",))
    ]
    assert count[0] > 0 == count[1] == count[2] < count[3]


def test_only_what_players_read_is_found(project: Path) -> None:
    """A changed name of a flag or address of a picture would break the passage. (REN-4.1)"""
    start = "    prose: |-\n      "
    unseen = "![A bell](assets/bell.png)\n\n      [bell-rung]\n      "
    change(project, "fill", start, f"{start}{unseen}")
    found = qf("find", "bell", "--json", "-p", str(project)).document["occurrences"]
    around = [each["before"][-2:] + each["found"] + each["after"][:2] for each in found]
    assert "A bell](" in around
    assert not [each for each in around if "/bell" in each or "[bell" in each]


def test_words_in_both_files_change_and_return_together(project: Path) -> None:
    """One undo must not leave a title that its prose no longer knows. (REN-4.1)"""
    files = [project / f"artifacts/{name}.yaml" for name in ("grow", "fill")]
    before = [each.read_bytes() for each in files]
    assert qf("find", "bell", "--replace", "gong", "-p", str(project)).code == 0
    assert all(b"gong" in each.read_bytes().lower() for each in files)
    status = qf("status", "--json", "-p", str(project)).document
    assert {each["state"] for each in status["stages"][:5]} == {"ready"}
    assert not any(each["differing"] for each in status["stages"])
    assert qf("undo", "-p", str(project)).code == 0
    assert [each.read_bytes() for each in files] == before


@pytest.mark.parametrize(
    ("stage", "old", "new", "message"),
    [
        ("seed", "decision: keep", "decision: kep", "'kep' is not an allowed value"),
        ("seed", "decision: keep", "decision: kep", "Did you mean 'keep'?"),
        ("grow", "\ntitle:", "\ntitel:", "line 3: titel: is not a field of the artifact"),
        ("grow", "\ntitle:", "\ntitel:", "Did you mean 'title'?"),
    ],
)
def test_a_slip_in_an_edited_file_gets_a_suggestion(project, stage, old, new, message) -> None:
    """The author finds the slip without the list of all fields. (CLI-11.7)"""
    path = project / f"artifacts/{stage}.yaml"
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    assert message in qf("status", "-p", str(project), code=3).err
