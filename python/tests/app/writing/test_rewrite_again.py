"""Rewriting a passage can be retried after unusable answers."""

import pytest

from questfoundry.app.writing.rewrite import RewritePassageUseCase
from questfoundry.domain.chat.exchange import FinishReason
from questfoundry.domain.errors import ConversationError, InputError, LLMFault, NoAnswerError
from questfoundry.domain.remedy import RewritePassage
from questfoundry.domain.run.record import REWRITE, RunStatus
from questfoundry.testing.scripted import ScriptedChatProvider, says
from tests.support.finished import finished
from tests.support.novelist import prose_of
from tests.support.stage_runs import Workshop, one_provider

PASSAGE = "passage::the-drowned-ledger-default-tail-1"


def rewriting(shop: Workshop, *replies: object) -> RewritePassageUseCase:
    providers = one_provider(ScriptedChatProvider(replies))
    return RewritePassageUseCase(
        registry=shop.registry, store=shop.store, runs=shop.opener(providers), prompts=shop.prompts
    )


async def test_a_rewriting_that_failed_asks_anew_for_its_last_answer() -> None:
    """A failed rewrite names the retry, which needs a failed rewrite."""
    shop = (await finished()).workshop
    with pytest.raises((ConversationError, NoAnswerError)) as failed:
        await rewriting(shop, *[says("")] * 6).execute(PASSAGE, "Shorter.")
    again = RewritePassage(PASSAGE, "Shorter.", retry_last=True)
    assert again in failed.value.remedies
    assert [each.status for each in shop.store.runs.list(task=REWRITE)] == [RunStatus.FAILED]
    done = rewriting(shop, says(prose_of("Anew")), says(""), says(""), says(""))
    made = await done.execute(PASSAGE, "Shorter.", retry_last=True)
    assert (made.prose, made.run) == (prose_of("Anew"), "rewrite-1")
    assert done.read_result(made.run, made.path) == made

    with pytest.raises(InputError, match="unfinished"):
        await rewriting(shop).execute(PASSAGE, "Shorter.", retry_last=True)


@pytest.mark.parametrize("reason", [FinishReason.REFUSED, FinishReason.STOP])
async def test_what_is_refused_is_no_rewriting(reason: FinishReason) -> None:
    """A refusal must never replace the prose, whether the server or the text states it."""
    shop = (await finished()).workshop
    refused = says("I'm sorry, but I can't help with that.", finish_reason=reason)
    with pytest.raises(NoAnswerError) as failed:
        await rewriting(shop, refused, refused).execute(PASSAGE, "Bloodier.")
    assert failed.value.code is LLMFault.REFUSED
