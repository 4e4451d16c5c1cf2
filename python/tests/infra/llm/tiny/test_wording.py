import pytest

from questfoundry.domain.artifacts.dream import DreamArtifact
from questfoundry.domain.errors import PromptError
from questfoundry.domain.story.size import Size
from questfoundry.infra.llm.tiny.wording import Guide, LocalWording
from tests.support.wordings import ShippedWordings


def dream_guide() -> Guide:
    prompts = ShippedWordings()
    return LocalWording.load(prompts).guide(prompts, "DreamArtifact")


def test_the_guide_of_dream_names_every_field_that_is_open():
    """LOC-2.5."""
    open_fields = set(DreamArtifact.model_fields) - {"type", "version"}
    assert set(dream_guide().fields) == open_fields
    assert dream_guide().fields["size"].fixed in set(Size)


def test_each_case_of_the_guide_is_a_value_that_can_be_chosen():
    """LOC-2.5."""
    fields = dream_guide().fields
    followed = {name: guide for name, guide in fields.items() if guide.depends_on}
    assert followed
    for name, guide in followed.items():
        assert list(fields).index(guide.depends_on) < list(fields).index(name)
        assert set(guide.cases) == set(fields[guide.depends_on].choose), name


def test_an_artifact_without_a_guide_gets_an_empty_one():
    prompts = ShippedWordings()
    assert LocalWording.load(prompts).guide(prompts, "SomethingElse") == Guide()


def test_a_guide_with_an_unknown_word_is_refused_by_name():
    """LOC-2.6."""
    prompts = ShippedWordings({"local/dream_artifact": {"fields": {"genre": {"chose": {}}}}})
    with pytest.raises(PromptError, match=r"local/dream_artifact\.yaml.*fields\.genre\.chose"):
        LocalWording.load(prompts).guide(prompts, "DreamArtifact")
