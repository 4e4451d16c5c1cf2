"""Making a project, and safe names for its folder."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from questfoundry.composition.settings.new_project import create_project, folder_name
from questfoundry.composition.settings.paths import project_folder
from questfoundry.composition.settings.project_file import ProjectFile
from questfoundry.composition.settings.settings import load_settings
from questfoundry.domain.errors import InputError, QuestFoundryError, StoreError
from questfoundry.infra.storage.folder_files import FolderProjectFiles
from questfoundry.infra.storage.project_file import update_keys
from questfoundry.infra.storage.project_workspace import FileProjectWorkspace


def test_a_new_project_has_its_name_and_explains_its_keys(tmp_path):
    """A new author learns the keys from the comments. (SET-8.1)"""
    paths = create_project(tmp_path / "new", 'Das: "Haus" #1')
    text = paths.settings.read_text(encoding="utf-8")
    assert load_settings(paths.root, {}).file == ProjectFile(name='Das: "Haus" #1')
    assert "# providers:\n#   default: ollama/qwen3:8b\n" in text
    assert "story.db*" in (tmp_path / "new" / ".gitignore").read_text(encoding="utf-8")


def test_a_new_project_has_an_empty_workspace(tmp_path):
    """The studio needs its folders, and existing files of the author must stay."""
    (tmp_path / "CONTEXT.md").write_text("No dogs die.")
    create_project(tmp_path, "x")
    assert (tmp_path / "CONTEXT.md").read_text() == "No dogs die."
    assert (tmp_path / "runs").is_dir()
    assert (tmp_path / "deliverables").is_dir()
    workspace = FileProjectWorkspace(FolderProjectFiles(tmp_path))
    assert workspace.paths() == []
    assert workspace.context() == "No dogs die."


def test_the_keys_that_the_template_suggests_are_valid(tmp_path):
    """Authors uncomment the suggested keys, so the complete template must be valid."""
    paths = create_project(tmp_path, "x")
    lines = paths.settings.read_text(encoding="utf-8").splitlines()
    matches = [re.fullmatch(r"(?:# )?( *(?:- )?[a-z][\w/:]*:(?: .*)?)", line) for line in lines]
    keys = [match[1] for match in matches if match]
    settings = YAML(typ="safe", pure=True).load("\n".join(keys))
    assert set(settings) == set(ProjectFile.model_fields) - {"prompts_dir", "ifid"}
    ProjectFile.model_validate(settings)


def test_comments_order_and_quotes_survive_a_change():
    """A program that changes a key must not destroy the author's comments."""
    text = "# mine\nname: 'Old'  # the title\nsize: short\nlanguage: \"en\"\n"
    assert update_keys(text, {"name": "New", "size": "long"}) == (
        "# mine\nname: 'New'  # the title\nsize: long\nlanguage: \"en\"\n"
    )


def test_a_project_is_not_made_twice(tmp_path):
    """Making a project twice must not overwrite the first one."""
    (tmp_path / ".gitignore").write_text("mine\n")
    paths = create_project(tmp_path, "first")
    assert (tmp_path / ".gitignore").read_text() == "mine\n"
    with pytest.raises(InputError, match="is already a project"):
        create_project(tmp_path, "second")
    assert load_settings(paths.root, {}).name == "first"


def test_a_place_that_cannot_be_written_is_told(tmp_path):
    """An unwritable place must give a clear error instead of a traceback."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        create_project(tmp_path / "file" / "project", "x")


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("My Story", "my-story"),
        ("Über Größe & Mut!", "über-grösse-mut"),
        ("龙之城", "龙之城"),
        ("__a__b__", "a-b"),
    ],
)
def test_a_folder_is_named_after_the_project(name, folder):
    """The folder's name must work in a shell without quotes."""
    assert folder_name(name) == folder


@given(name=st.text(max_size=120))
def test_a_folder_name_never_leads_out_of_its_place(name):
    """A project name must never create a folder elsewhere on the disk."""
    try:
        folder = folder_name(name)
    except InputError:
        return
    assert folder
    assert folder.replace("-", "").isalnum()


@pytest.mark.parametrize("name", ["../up", "a\\b", "/", "", "  ", "..", "a\nb", "x" * 101])
def test_a_name_that_cannot_be_a_folder_is_refused(name, tmp_path):
    """A refused name must leave no half-made project behind."""
    with pytest.raises(QuestFoundryError, match="Use "):
        create_project(tmp_path / "new", name)
    assert not (tmp_path / "new").exists()


def test_the_project_is_what_is_given_else_the_variable_else_here(tmp_path):
    """An author who works on one project sets the variable once."""
    env = {"QF_PROJECT": str(tmp_path)}
    assert project_folder(tmp_path / "given", env) == tmp_path / "given"
    assert project_folder(None, env) == tmp_path
    assert str(project_folder(None, {"QF_PROJECT": " "})) == "."
