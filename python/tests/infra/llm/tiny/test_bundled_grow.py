"""The real model names a structure, from the first word to the accepted artifact."""

from pathlib import Path

import pytest

from questfoundry.app.pipeline.stage_request import StageRequest
from questfoundry.domain.checks.laws import check
from questfoundry.domain.models.ref import ModelRef
from questfoundry.infra.embeddings.wordllama import WordLlamaEmbeddingProvider
from questfoundry.infra.llm.gguf.models import BUNDLED, find_model
from questfoundry.infra.llm.gguf.provider import LOCAL
from questfoundry.infra.llm.tiny.chat import LocalChatProvider
from tests.support.small_story import made_until, story_of
from tests.support.stage_runs import one_provider
from tests.support.verdicts import is_sound

pytestmark = pytest.mark.slow


async def test_a_plan_of_another_model_becomes_a_sound_structure_in_one_attempt_each():
    """LOC-13.1. Answers that do not begin with "You" get labels too, and siblings differ."""
    workshop = await made_until("seed")
    ref = ModelRef("local", BUNDLED)
    provider = LocalChatProvider(
        model=ref,
        traits=LOCAL.traits_of(ref.model),
        path=find_model(BUNDLED, Path("no-such-folder")),
        prompts=workshop.prompts,
        embeddings=WordLlamaEmbeddingProvider(),
    )
    try:
        result = await workshop.run_stage(one_provider(provider)).execute("grow", StageRequest())
    finally:
        await provider.close()

    assert result.llm_calls == 7
    story = story_of(workshop)
    assert is_sound(check(story.settled_structure, story=story))
