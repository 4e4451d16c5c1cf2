import pytest

from questfoundry.domain.errors import PromptError
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.voice import DreamArtifact
from questfoundry.infra.llm.tiny.guides import FieldWording, Guide
from questfoundry.infra.llm.tiny.selector import Selector
from questfoundry.infra.prompts.jinja import JinjaPromptRepository
from tests.support.checkout import PROMPTS
from tests.support.led_stages import MEANINGS
from tests.support.stage_runs import shipped_prompts


def dream_guide() -> Guide:
    prompts = shipped_prompts()
    return FieldWording.load(prompts).load_guide(prompts, "DreamArtifact")


def test_the_guide_of_dream_names_every_field_that_is_open():
    open_fields = set(DreamArtifact.model_fields) - {"type", "version"}
    assert set(dream_guide().fields) == open_fields
    assert dream_guide().fields["size"].fixed in set(Size)


def test_each_case_of_the_guide_is_a_value_that_can_be_chosen():
    fields = dream_guide().fields
    followed = {name: guide for name, guide in fields.items() if guide.depends_on in fields}
    assert followed
    for name, guide in followed.items():
        assert list(fields).index(guide.depends_on) < list(fields).index(name)
        assert set(guide.cases) == set(fields[guide.depends_on].choose), name


def test_an_artifact_without_a_guide_gets_an_empty_one():
    prompts = shipped_prompts()
    assert FieldWording.load(prompts).load_guide(prompts, "SomethingElse") == Guide()


def test_a_guide_with_an_unknown_word_is_refused_by_name(tmp_path):
    """A typing error in a guide would otherwise be ignored and change the story silently."""
    (tmp_path / "local").mkdir()
    (tmp_path / "local/dream_artifact.yaml").write_text("fields: {genre: {chose: {}}}")
    prompts = JinjaPromptRepository([tmp_path, PROMPTS])
    with pytest.raises(PromptError, match=r"local/dream_artifact\.yaml.*fields\.genre\.chose"):
        FieldWording.load(prompts).load_guide(prompts, "DreamArtifact")


@pytest.mark.parametrize(
    ("idea", "genre"),
    [
        ("A noir mystery in a drowned city", "mystery"),
        ("A dragon who is afraid of fire must guard a small village", "fantasy"),
        ("The crew of a failing space station finds a stowaway robot", "science fiction"),
        ("Two rival florists fall in love while planning the same wedding", "romance"),
        ("Pirates search for an island that moves every night", "adventure"),
        ("A young spy in 1943 Paris must deliver a letter nobody may read", "thriller"),
        ("A sheriff must protect the outlaw who saved her brother", "western"),
        ("A vampire dentist is afraid of blood", "horror"),
        ("Two brothers fight on opposite sides of a civil war", "historical fiction"),
    ],
)
async def test_the_genre_follows_the_idea(idea, genre):
    """A wrong genre misleads every later stage."""
    selector = Selector(idea=idea, embeddings=MEANINGS)
    assert (await selector.rank_by_similarity(dream_guide().fields["genre"].choose))[0] == genre
