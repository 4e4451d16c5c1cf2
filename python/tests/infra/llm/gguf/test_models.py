import pytest

from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import ModelRef
from questfoundry.domain.protocols.provider import ProviderSettings
from questfoundry.infra.llm.gguf.chat import GgufChatProvider
from questfoundry.infra.llm.gguf.models import BUNDLED, find_model, list_models
from questfoundry.infra.llm.gguf.provider import LOCAL
from questfoundry.infra.llm.tiny.chat import TinyChatProvider
from tests.support.stage_runs import shipped_prompts


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "big-8b.gguf").write_bytes(b"GGUF")
    (tmp_path / "notes.txt").write_text("no model")
    return tmp_path


def test_a_model_is_found_by_path_by_file_and_by_name(folder):
    """Authors name a model by path, file or short name. (LOC-9.1)"""
    path = folder / "big-8b.gguf"
    assert find_model(str(path), folder.parent) == path
    assert find_model("big-8b.gguf", folder) == path
    assert find_model("big-8b", folder) == path


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("absent", "big-8b.*See which local models"),
        ("/no/such.gguf", r"/no/such\.gguf.*See which local models"),
    ],
)
def test_a_model_that_is_not_there_is_named_with_what_to_do(folder, name, words):
    """An error without the list of present models would leave the author guessing."""
    with pytest.raises(SettingsError, match=words):
        find_model(name, folder)


def test_models_are_listed_by_name_with_their_size(folder):
    """`qf models list` must show models only, not other files in the folder."""
    listed = {model.name: model for model in list_models(folder)}
    assert listed["big-8b"].size == 4
    assert "notes" not in listed
    assert list(listed) == sorted(listed)


def test_a_fetched_model_stands_before_the_one_in_the_wheel(folder):
    """An author who fetches a newer file must not silently get the one from the wheel."""
    fetched = folder / f"{BUNDLED}.gguf"
    fetched.write_bytes(b"GGUF")
    assert find_model(BUNDLED, folder) == fetched


def test_a_missing_folder_is_an_empty_one(tmp_path):
    assert [model.name for model in list_models(tmp_path / "gone")] in ([], [BUNDLED])


@pytest.mark.parametrize(
    ("name", "kind"), [(BUNDLED, TinyChatProvider), ("big-8b", GgufChatProvider)]
)
async def test_only_a_model_that_reads_short_prompts_is_led_field_by_field(folder, name, kind):
    """Large models would only be slowed down."""
    (folder / f"{BUNDLED}.gguf").write_bytes(b"GGUF")
    ref = ModelRef("local", name)
    provider = LOCAL.make(
        Chosen(ref=ref, origin="--provider"),
        LOCAL.traits_of(name),
        ProviderSettings(variables={}, models_folder=folder),
        shipped_prompts(),
    )
    assert isinstance(provider, kind)
    assert provider.model == ref
    await provider.close()
