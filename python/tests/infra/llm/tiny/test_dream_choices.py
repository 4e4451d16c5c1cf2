import pytest

from questfoundry.infra.embeddings.wordllama import WordLlamaEmbeddingProvider
from questfoundry.infra.llm.tiny.cosine_similarity import ranked
from questfoundry.infra.llm.tiny.wording import LocalWording
from tests.support.wordings import ShippedWordings


@pytest.fixture(scope="module")
def embeddings():
    return WordLlamaEmbeddingProvider()


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
async def test_the_genre_follows_the_idea(embeddings, idea, genre):
    """LOC-1.6."""
    prompts = ShippedWordings()
    guide = LocalWording.load(prompts).guide(prompts, "DreamArtifact").fields["genre"]
    assert (await ranked(embeddings, idea, guide.choose))[0] == genre
