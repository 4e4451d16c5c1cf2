import sys

import pytest

from questfoundry.domain.errors import SettingsError
from questfoundry.infra.llm.gguf.server import LlamaServer, hold_server, release_server


def test_a_missing_file_is_named(tmp_path):
    """LOC-6.1."""
    with pytest.raises(SettingsError, match=r"gone\.gguf.*See which local models"):
        LlamaServer(tmp_path / "gone.gguf", 4096).start()


def test_a_file_of_another_kind_is_refused(tmp_path):
    """LOC-6.2."""
    path = tmp_path / "notes.gguf"
    path.write_text("# Notes")
    with pytest.raises(SettingsError, match="is not a GGUF file"):
        LlamaServer(path, 4096).start()


@pytest.mark.slow
def test_a_truncated_file_is_refused(tmp_path):
    """LOC-6.3."""
    path = tmp_path / "half.gguf"
    path.write_bytes(b"GGUF\x03\x00\x00\x00")
    with pytest.raises(SettingsError, match=r"half\.gguf.*incomplete.*Fetch the file again"):
        LlamaServer(path, 4096).start()


def test_without_llama_cpp_it_says_what_to_install(tmp_path, monkeypatch):
    """LOC-6.4."""
    path = tmp_path / "tiny.gguf"
    path.write_bytes(b"GGUF")
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(SettingsError, match=r'pip install "questfoundry\[local\]"'):
        LlamaServer(path, 4096).start()


def test_one_file_has_one_server_while_anyone_holds_it(tmp_path):
    """LOC-7.1."""
    first = hold_server(tmp_path / "tiny.gguf", 4096)
    second = hold_server(tmp_path / "." / "tiny.gguf", 4096)
    other = hold_server(tmp_path / "other.gguf", 4096)
    assert second is first
    assert other is not first
    release_server(first)
    assert hold_server(tmp_path / "tiny.gguf", 4096) is first
    for server in (first, first, other):
        release_server(server)
    renewed = hold_server(tmp_path / "tiny.gguf", 4096)
    assert renewed is not first
    release_server(renewed)
