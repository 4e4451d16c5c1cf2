"""The contracts of workspaces, the run executor and approvals, run by their adapters."""

from pathlib import Path

import pytest

from questfoundry import testing
from questfoundry.app.session.approval import PolicyApproval
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.runs import RunExecutor
from questfoundry.domain.protocols.workspace import WorkspacePath
from questfoundry.infra.storage.folder_files import FolderProjectFiles
from questfoundry.infra.storage.project_workspace import FileProjectWorkspace
from tests.support.delegated import Bench, three

TEXTS = {"notes/town.md": "The town is called Fallow.", "plan.txt": "Go home."}


class TestWorkspaceInMemory(testing.ProjectWorkspaceContract):
    @pytest.fixture
    def workspace(self) -> FileProjectWorkspace:
        return FileProjectWorkspace(testing.InMemoryProjectFiles(TEXTS))


class TestFileProjectWorkspace(testing.ProjectWorkspaceContract):
    @pytest.fixture
    def workspace(self, tmp_path: Path) -> FileProjectWorkspace:
        for name, text in TEXTS.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text)
        return FileProjectWorkspace(FolderProjectFiles(tmp_path))

    @pytest.mark.parametrize("place", ["notes/way.md", "way/passwd", "deliverables/way/x.md"])
    def test_no_link_leads_out(
        self, workspace: FileProjectWorkspace, tmp_path: Path, place: str
    ) -> None:
        """An agent must not read or change files outside the project through a link. (STU-9.4)"""
        elsewhere = tmp_path.parent / f"{tmp_path.name}-elsewhere"
        elsewhere.mkdir()
        (elsewhere / "passwd").write_text("secret")
        (elsewhere / "x.md").write_text("secret")
        link = tmp_path / (place if place.endswith("way.md") else place.rpartition("/")[0])
        link.parent.mkdir(exist_ok=True)
        link.symlink_to(elsewhere / "passwd" if place.endswith("way.md") else elsewhere)
        with pytest.raises(InputError):
            workspace.read(place, (".",))
        assert all("way" not in each for each in workspace.files((".",)))
        with pytest.raises(InputError):
            workspace.write(place, "Mine.")
        assert {each.read_text() for each in elsewhere.iterdir()} == {"secret"}

    @pytest.mark.parametrize("place", ["story.db", ".env", "logs/llm_calls.jsonl", ".git/config"])
    def test_what_is_kept_for_the_program_is_in_nobodys_reach(
        self, workspace: FileProjectWorkspace, tmp_path: Path, place: str
    ) -> None:
        """Agents must not read keys, logs or the database. (STU-9.4)"""
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text("secret")
        with pytest.raises(InputError):
            workspace.read(place, (".", place))
        assert place not in workspace.files((".", place))

    def test_bad_files_are_told(self, workspace: FileProjectWorkspace, tmp_path: Path) -> None:
        (tmp_path / "notes/picture.png").write_bytes(b"\x89PNG\xff")
        (tmp_path / "filepaths.json").write_text("[]")
        with pytest.raises(InputError):
            workspace.read("notes/picture.png", ("notes",))
        with pytest.raises(InputError, match=r"filepaths\.json"):
            workspace.paths()

    def test_the_authors_words_count(self, workspace: FileProjectWorkspace, tmp_path: Path) -> None:
        """The program must not overwrite what the author edits in the workspace."""
        workspace.describe(WorkspacePath(path="notes", description="Notes."))
        written = (tmp_path / "filepaths.json").read_text()
        (tmp_path / "filepaths.json").write_text(written.replace("Notes.", "My notes."))
        (tmp_path / "CONTEXT.md").write_text("# Mine\n")
        assert workspace.paths()[0].description == "My notes."
        assert workspace.context() == "# Mine"
        (tmp_path / "runs/007").mkdir(parents=True)
        for text in ("{", "[" * 100_000, "[1]", "", '"x"'):
            (tmp_path / "runs/007/run_description.json").write_text(text)
            assert list(workspace.run_descriptions()) == []


class TestInProcessRunExecutor(testing.RunExecutorContract):
    @pytest.fixture
    def executor(self) -> RunExecutor:
        return Bench(three()).executor


class TestPolicyApproval(testing.ApprovalContract):
    @pytest.fixture(params=[True, False])
    def approval(self, request: pytest.FixtureRequest) -> PolicyApproval:
        return PolicyApproval(approves=request.param)


async def test_nobody_there_means_no() -> None:
    """Without a policy an unattended program must not hang or spend. (STU-10.1)"""
    from questfoundry.domain.protocols.runs import ToolApproval

    assert not (await PolicyApproval().ask(ToolApproval(tool="ship"))).approved
