"""Tests of the draft writer at the command line: its note, its credit and its refusals."""

from pathlib import Path
from shutil import copytree

import pytest

from questfoundry import Project
from questfoundry.composition.settings.new_project import create_project
from tests.support.checkout import ROOT
from tests.support.qf import Said, qf

IDEA = "A ferryman promised dying Tamsin Pell to burn her letters."
WHAT_IT_IS = "a draft from scenes that come with the program, to show what a story is"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Said]:
    """Make a story without a model; return its folder and the output."""
    folder = tmp_path_factory.mktemp("drafts") / "story"
    return folder, qf("run", IDEA, "--project", str(folder))


def test_start_end_and_exports_say_what_wrote_the_draft(made: tuple[Path, Said]) -> None:
    """Scenes are not the work of a model, and have a licence. (DRF-1.1)"""
    folder, said = made
    assert said.code == 0, said.err
    assert said.err.count(WHAT_IT_IS) == 1
    assert (
        "For a story of your own, use a model. To choose another model: --provider PROVIDER/MODEL"
        in said.err
    )
    assert said.err.index(WHAT_IT_IS) < said.err.index("DREAM (1 of 6)")

    assert f"qf run --from dream --project {folder} --provider PROVIDER/MODEL" in said.out
    assert "qf rewrite" not in said.out
    assert "no cost" in said.out

    exports = made[0] / "exports"
    report = (exports / "report.md").read_text()
    assert (
        "- draft/scenes: A draft from scenes that come with QuestFoundry, under its MIT" in report
    )
    assert "Not known" not in report
    (ink,) = exports.glob("*.ink")
    assert "credits: A draft from scenes that come with QuestFoundry (MIT licence)" in (
        ink.read_text()
    )


def test_a_terminal_playthrough_opens_with_title_hook_and_credit(made: tuple[Path, Said]) -> None:
    """A player must know what the story is, and who wrote its scenes. (DRF-1.1)"""
    said = qf("play", "--project", str(made[0]), typed="/quit\n")
    exported = (made[0] / "exports" / "report.md").read_text()
    title, hook = said.out.split("\n\n")[:2]
    assert title in exported
    assert hook.endswith(".")
    assert "A draft from scenes that come with QuestFoundry (MIT licence)" in said.out


def test_wishes_of_form_that_scenes_cannot_follow_are_reported(tmp_path: Path) -> None:
    """An author should not look for the satire in the story."""
    idea = "What if Oslo was a debt? Satire, uneasy. No humans please."
    said = qf("run", idea, "--project", str(tmp_path / "story"), code=0)
    assert "'Satire, uneasy; No humans please'" in (said.out + said.err).replace("\n", " ")
    assert "Names you gave" not in said.out + said.err


def test_a_draft_writer_that_is_chosen_says_what_it_is(tmp_path: Path) -> None:
    """The choice in a project's settings may be somebody else's."""
    said = qf(
        "dream", IDEA, "--provider", "draft/scenes", "--project", str(tmp_path / "story"), code=0
    )
    assert WHAT_IT_IS in said.err.replace("This is", "this is").replace("\n", " ")


@pytest.mark.parametrize(
    ("arguments", "problem", "advice"),
    [
        ((IDEA, "--language", "de"), "in German (de)", "--provider PROVIDER/MODEL"),
        ((IDEA, "--size", "long"), "of the size micro, not long", "--provider PROVIDER/MODEL"),
        ((IDEA, "--shape", "quest"), "of its scenes, not quest", "--provider PROVIDER/MODEL"),
        (("a",), "The idea 'a' is too short", "who it is about"),
        (("Ein Bäcker erbt einen Leuchtturm und muss ihn hüten",), "seems to be in another", "En"),
        (("Пекарь получает в наследство маяк",), "seems to be in another", "in English"),
        (("please write something",), "is too short for a story", "for example"),
    ],
)
def test_what_scenes_cannot_do_is_refused_before_a_folder_is_made(
    arguments: tuple[str, ...],
    problem: str,
    advice: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A refusal after minutes, or one that leaves a folder, costs the author work. (DRF-2.1)"""
    monkeypatch.chdir(tmp_path)
    said = qf("run", *arguments, code=3)
    assert problem in said.err
    assert advice in said.err
    assert not list(tmp_path.iterdir())


def test_a_stage_refuses_a_short_idea_before_a_project_is_made(tmp_path, monkeypatch) -> None:
    """`qf dream` makes a project in the current folder, so the idea comes first."""
    monkeypatch.chdir(tmp_path)
    said = qf("dream", "x", "-I")
    assert (said.code, list(tmp_path.iterdir())) == (3, [])
    assert "too short for a story" in said.err


def test_a_projects_language_is_refused_before_any_call(tmp_path: Path) -> None:
    """The language may also stand in project.yaml."""
    create_project(tmp_path / "story", "story", language="fr")
    said = qf("run", IDEA, "--project", str(tmp_path / "story"), code=3)
    assert "in French (fr)" in said.err
    assert not (tmp_path / "story" / "artifacts" / "dream.yaml").exists()


@pytest.mark.parametrize(
    "command",
    [
        lambda story: ("rewrite", next(iter(story)), "--how", "darker"),
        lambda story: ("rewrite", next(iter(story)), "--how", "darker", "--drafts", "2"),
        lambda _: ("seed", "darker", "-I"),
        lambda _: ("run", "--from", "dream", "--language", "en", "--size", "short"),
    ],
)
def test_a_note_is_refused_and_changes_nothing(command, made) -> None:
    """Scenes are finished: a note needs a model, and the refusal says so."""
    folder, _ = made
    prose = (folder / "artifacts" / "fill.yaml").read_text()
    passages = [
        line.strip(" :") for line in prose.splitlines() if line.strip().startswith("passage::")
    ]
    runs = qf("runs", "--project", str(folder)).out
    said = qf(*command(passages), "--project", str(folder), code=3)
    assert "The draft writer" in said.err
    assert "--provider PROVIDER/MODEL" in said.err
    assert (folder / "artifacts" / "fill.yaml").read_text() == prose
    assert qf("runs", "--project", str(folder)).out == runs


OUTLINE = """\
# The Salt Road

A young salt carrier must bring the last load over the pass before the snow.

## People

- Mirel Osk: the salt carrier
- Hanno Veit: her uncle, who owns the mules
- Dora Finch: the customs officer at the pass

## Places

- Greyhollow: the village below

## Plot

"""
POINTS = (
    "- Mirel loads the mules at dawn.\n- Hanno Veit warns her of the weather.\n"
    "- Dora Finch counts the sacks, twice, and writes them down in her book.\n"
) * 190


@pytest.mark.parametrize("is_imported", [False, True])
def test_the_people_and_the_place_of_a_long_outline_are_kept(is_imported, tmp_path) -> None:
    """An author who lists people expects them in the story. (DRF-3.1)"""
    text, folder = OUTLINE + POINTS, tmp_path / "story"
    assert len(text.split()) > 5_000
    if is_imported:
        (tmp_path / "outline.md").write_text(text)
        qf("import", str(tmp_path / "outline.md"), "--size", "micro", "--project", str(folder))
    qf("run", *(() if is_imported else (text,)), "--project", str(folder), code=0)
    entities = (folder / "artifacts" / "brainstorm.yaml").read_text()
    for name in ("Mirel Osk", "Hanno Veit", "Dora Finch", "Greyhollow"):
        assert f"name: {name}" in entities
    (story,) = (each for each in (folder / "exports").glob("*.md") if each.stem != "report")
    assert "Hanno" in story.read_text()


@pytest.mark.parametrize("seed", range(14))
async def test_an_idea_may_name_many_people(seed: int) -> None:
    """A beat of the plan introduces few people, so an idea with five ended the first command."""
    people = "Anna, Boris, Clara, David, Emil, Fritz and Greta"
    idea = f"{people} share a house by the sea, and a letter says that it is to be sold."
    async with Project.open_in_memory(env={"QF_PROVIDER": "draft/scenes"}) as project:
        await project.run(idea, end="seed", seed=seed)
        assert project.show("seed").version == 1


def test_a_passage_that_the_draft_writer_cannot_write_is_written_by_hand(tmp_path: Path) -> None:
    """Without a way out, the story could not be finished. (DRF-2.2)"""
    folder = Path(copytree(ROOT / "examples/forty-asleep", tmp_path / "story"))
    add_passage(folder / "artifacts/grow.yaml")
    run = ("run", "--provider", "draft/scenes", "-p", str(folder))
    refused = qf(*run)
    assert refused.code not in (0, 70), refused
    assert "no text for the passage 'The Barn'" in refused.err
    assert "Choose another model for all phases: --provider PROVIDER/MODEL" in refused.err
    assert (
        f"Or write barn yourself, from its brief: qf brief barn --project {folder}" in refused.err
    )

    assert "at the end of its file in briefs/" in qf("brief", "barn", "-p", str(folder)).out
    assert qf("brief", "-p", str(folder)).code == 0
    (brief,) = folder.glob("briefs/*barn*")
    with brief.open("a") as file:
        file.write("You find a tin box.\n")
    assert "Took in your text of passage::barn." in qf("brief", "-p", str(folder)).out
    finished = qf(*run)
    assert finished.code == 0, finished.err


def add_passage(grow: Path) -> None:
    """Add the passage "The Barn" to *Forty, Asleep*, between its first passage and the next."""
    choice = "      - id: choice::setup-1--on\n"
    added = "      - id: choice::barn\n        to: passage::barn\n        label: See the barn\n"
    text = grow.read_text().replace(choice, f"{added}{choice}", 1)
    text = text.replace(
        "\nbeats:\n",
        "\nbeats:\n  beat::barn:\n    summary: Berit finds a tin box.\n"
        "    location: location::the-low-meadow\n",
        1,
    )
    grow.write_text(
        f"{text.rstrip()}\n  - id: passage::barn\n    title: The Barn\n    beats: [beat::barn]\n"
        "    choices:\n      - id: choice::barn--on\n        to: passage::setup-2\n"
    )


def test_the_draft_writer_rewrites_no_story_of_another_model(tmp_path: Path) -> None:
    """Its scenes would replace prose that has nothing to do with them."""
    folder = tmp_path / "story"
    copytree(ROOT / "examples/forty-asleep", folder)
    before = (folder / "artifacts/fill.yaml").read_bytes()
    refused = qf("rewrite", "setup-2", "-p", str(folder))
    assert refused.code not in (0, 70), refused
    assert "Choose another model" in refused.err
    assert (folder / "artifacts/fill.yaml").read_bytes() == before
