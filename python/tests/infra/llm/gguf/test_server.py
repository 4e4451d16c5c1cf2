import sys

import pytest

from questfoundry.domain.errors import SettingsError
from questfoundry.infra.llm.gguf.chat import LlamaServer, acquire_server, release_server


@pytest.mark.parametrize(
    ("content", "words"),
    [
        pytest.param(None, r"model\.gguf.*cannot be read", id="missing"),
        pytest.param(b"# Notes", "is not a GGUF file", id="another-kind"),
        pytest.param(
            b"GGUF\x03\x00\x00\x00",
            r"model\.gguf.*incomplete.*Fetch the file again",
            id="truncated",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_file_that_cannot_be_loaded_is_named_with_what_to_do(tmp_path, content, words):
    """llama.cpp only fails an assertion, so a check comes first."""
    path = tmp_path / "model.gguf"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SettingsError, match=words):
        LlamaServer(path, 4096).start()


def test_without_llama_cpp_it_says_what_to_install(tmp_path, monkeypatch):
    """An import error would not show the author which package to install. (LOC-6.4)"""
    path = tmp_path / "tiny.gguf"
    path.write_bytes(b"GGUF")
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(SettingsError, match=r'pip install "questfoundry\[local\]"'):
        LlamaServer(path, 4096).start()


def test_one_file_has_one_server_while_anyone_holds_it(tmp_path):
    """Two servers need twice the memory, and none may leak. (LOC-7.1)"""
    first = acquire_server(tmp_path / "tiny.gguf", 4096)
    second = acquire_server(tmp_path / "." / "tiny.gguf", 4096)
    other = acquire_server(tmp_path / "other.gguf", 4096)
    assert second is first
    assert other is not first
    release_server(first)
    assert acquire_server(tmp_path / "tiny.gguf", 4096) is first
    for server in (first, first, other):
        release_server(server)
    renewed = acquire_server(tmp_path / "tiny.gguf", 4096)
    assert renewed is not first
    release_server(renewed)
