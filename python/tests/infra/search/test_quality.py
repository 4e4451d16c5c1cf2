"""Tests of search quality on a real book, with judged questions."""

import random

import pytest

from questfoundry.infra.llm.wordllama import WordLlamaEmbeddingProvider
from questfoundry.infra.storage.database import Database
from tests.support.judged import answered, questions, real_chunks, searches

FIVE = 5


@pytest.fixture(scope="module")
def chunks():
    return real_chunks()


def test_the_questions_are_many_and_each_has_its_answer_in_few_chunks(chunks):
    """Questions with many correct chunks would make any search look good."""
    asked = questions()

    assert len({question.text for question in asked}) >= 40
    for question in asked:
        holding = sum(question.answered_by(chunk) for chunk in chunks)
        assert 1 <= holding <= 8, question


async def test_by_chance_almost_nothing_is_found(chunks):
    """A search is only proven useful if random chunks answer almost none of the questions."""
    chance = random.Random(1)

    async def by_chance(question, limit):
        return chance.sample(chunks, limit)

    assert await answered(by_chance, FIVE) <= 2


async def test_words_and_meaning_together_find_no_less_than_either_alone(tmp_path):
    """Both must be worth their cost. (SRC-6.2)"""
    database = Database(tmp_path / "story.db")
    found = {
        name: await answered(search, FIVE)
        for name, search in (
            await searches(tmp_path, database, WordLlamaEmbeddingProvider())
        ).items()
    }
    database.close()

    assert found["both"] >= max(found["words"], found["meaning"])
    assert found["both"] >= 20
    assert found["meaning"] >= 10
