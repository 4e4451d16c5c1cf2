"""Tests that hostile YAML is refused quickly and with one sentence."""

from pathlib import Path

import pytest

from questfoundry.composition.settings.settings import load_settings
from questfoundry.domain.errors import InputError, SettingsError, StoreError
from questfoundry.infra.storage.folder_files import FolderProjectFiles
from questfoundry.infra.storage.yaml_artifact_files import YamlArtifactFiles

LONGEST = 3_000


def _doubled(times: int) -> str:
    """Return a few lines in which each line contains the one before nine times."""
    lines = ["a0: &a0 [x]"]
    lines += [f"a{at + 1}: &a{at + 1} [{', '.join([f'*a{at}'] * 9)}]" for at in range(times)]
    return "\n".join(lines)


YAML = {
    "long": "name: " + "x" * 1_100_000,
    "deep in one line": "name: " + "[" * 500_000,
    "deep in blocks": "name:\n  " + "- " * 20_000,
    "aliases": _doubled(20),
    "number": "limits: {concurrency: 1" + "0" * 5_000 + "}",
    "zeros": "\0" * 100,
    "tag": "name: !!python/object/apply:os.system [id]",
}


@pytest.mark.parametrize("text", YAML.values(), ids=list(YAML))
def test_settings_of_any_kind_are_refused_in_a_sentence(tmp_path: Path, text: str) -> None:
    """A crafted settings file must not hang or flood the terminal."""
    (tmp_path / "project.yaml").write_text(text)
    with pytest.raises(SettingsError) as found:
        load_settings(tmp_path, {})
    assert len(str(found.value)) < LONGEST


@pytest.mark.parametrize("name", [name for name in YAML if name != "long"])
def test_artifacts_of_any_kind_are_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    """A crafted artifact must not hang or flood the terminal."""
    (tmp_path / "artifacts").mkdir()
    (tmp_path / "artifacts/dream.yaml").write_text(YAML[name])
    with pytest.raises(InputError) as found:
        YamlArtifactFiles(FolderProjectFiles(tmp_path)).read("dream")
    assert len(str(found.value)) < LONGEST


def test_an_endless_artifact_is_not_read(tmp_path: Path) -> None:
    """A huge artifact must be refused before its content is parsed."""
    (tmp_path / "artifacts").mkdir()
    (tmp_path / "artifacts/dream.yaml").write_bytes(b"#" * 4_000_001)
    with pytest.raises(StoreError, match="has more than 4,000,000 bytes"):
        YamlArtifactFiles(FolderProjectFiles(tmp_path)).read("dream")
