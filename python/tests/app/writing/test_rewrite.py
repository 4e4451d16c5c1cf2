"""A rewritten passage can affect some of its neighbours, and a rewrite can be retried."""

import pytest

from questfoundry.app.writing.rewrite import RewritePassageUseCase, find_affected_passages
from questfoundry.app.writing.stored_draft import StoredDraft
from questfoundry.domain.artifacts.fill import FillArtifact, PassageProse, ProseFact
from questfoundry.domain.chat.exchange import FinishReason
from questfoundry.domain.errors import ConversationError, InputError, LLMFault, NoAnswerError
from questfoundry.domain.remedy import RewritePassage
from questfoundry.domain.run.record import REWRITE, RunStatus
from questfoundry.testing.scripted import ScriptedChatProvider, says
from tests.support.finished import finished
from tests.support.novelist import prose_of
from tests.support.stage_runs import Workshop, one_provider

PASSAGE = "passage::the-drowned-ledger-default-tail-1"


async def story() -> StoredDraft:
    shop = (await finished()).workshop
    return StoredDraft.load(shop.registry, shop.store)


def stored_prose_of(written: StoredDraft) -> PassageProse:
    return FillArtifact.model_validate(dict(written.version.data)).passages[PASSAGE]


@pytest.mark.parametrize("edge", ["", "first", "last"])
async def test_only_those_are_named_that_meet_the_edge_that_changed(edge: str) -> None:
    """Authors need to recheck only what touches a changed edge. (FIL-8.1)"""
    written = await story()
    structure, before = written.story.existing_structure, stored_prose_of(written)
    parts = ["Rain.", before.prose, "Rain."]
    was = PassageProse(prose="\n\n".join(parts), facts=before.facts)
    parts = [*(["Snow."] if edge == "first" else parts[:1]), "Something else.", *parts[-1:]]
    parts[-1] = "Snow." if edge == "last" else parts[-1]
    now = PassageProse(prose="\n\n".join(parts), facts=before.facts)
    leading = {each.source for each in structure.incoming_choices(PASSAGE)}
    following = {each.target for each in structure.selectable_choices(PASSAGE)}
    touched = {"": set(), "first": leading, "last": following}[edge]
    assert leading
    assert following
    assert set(find_affected_passages(written, PASSAGE, was, now)) == touched


async def test_those_after_it_that_are_about_the_same_person_are_named_for_a_new_fact() -> None:
    """A new fact about a character can contradict later passages about that character. (FIL-8.1)"""
    written = await story()
    structure, who = written.story.existing_structure, "character::mara-voss"
    opening = structure.start
    before = FillArtifact.model_validate(dict(written.version.data)).passages[opening]
    fact = ProseFact(entity=who, fact="She has one lung.")
    now = PassageProse(prose=before.prose, facts=(*before.facts, fact))
    about = [
        each.id
        for each in structure.passages
        if opening in written.briefer.common_predecessors(each.id)
        and any(who in beat.entities for beat in written.story.beats_in(each))
    ]
    assert 0 < len(about) < len(structure.passages) - 1
    assert find_affected_passages(written, opening, before, now) == tuple(about)


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
