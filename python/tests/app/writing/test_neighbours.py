"""A rewritten passage can affect only some of its neighbours."""

import pytest

from questfoundry.app.writing.rewrite import find_affected_passages
from questfoundry.app.writing.stored_draft import StoredDraft
from questfoundry.domain.artifacts.fill import FillArtifact, PassageProse, ProseFact
from tests.support.finished import finished

PASSAGE = "passage::the-drowned-ledger-default-tail-1"


async def story() -> StoredDraft:
    shop = (await finished()).workshop
    return StoredDraft.load(shop.registry, shop.store)


def prose_of(written: StoredDraft) -> PassageProse:
    return FillArtifact.model_validate(dict(written.version.data)).passages[PASSAGE]


@pytest.mark.parametrize("edge", ["", "first", "last"])
async def test_only_those_are_named_that_meet_the_edge_that_changed(edge: str) -> None:
    """Authors need to recheck only what touches a changed edge. (FIL-8.1)"""
    written = await story()
    structure, before = written.story.existing_structure, prose_of(written)
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
