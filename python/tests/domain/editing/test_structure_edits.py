"""Tests for edits of the passage graph, on stories of any plan."""

from typing import Any

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

from questfoundry.domain.artifacts.grow import GrowArtifact, WovenPassage
from questfoundry.domain.artifacts.seed import SeedArtifact
from questfoundry.domain.editing.choice_edits import (
    AddChoice,
    ChangeChoice,
    ChoiceDraft,
    MoveChoice,
    RemoveChoice,
)
from questfoundry.domain.editing.passage_edits import (
    AddPassage,
    AddTopic,
    InsertPassage,
    MovePassage,
    PassageDraft,
    RemovePassage,
    SetCallbacks,
)
from questfoundry.domain.errors import InputError
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.presence import presence_of
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from tests.strategies.plans import SEED, brainstormed, seeds
from tests.support.examples import examples
from tests.support.grown import GROW, grow_artifact
from tests.support.stage_runs import shipped_prompts

LOOK = ChoiceDraft(label="Look behind the curtain", remembers="You have looked.")


@st.composite
def grown_stories(draw: st.DrawFn, acts: bool | None = None) -> tuple[Story, GrowArtifact]:
    before = draw(brainstormed([Size.MICRO]))
    story = SEED.apply(before, SeedArtifact.model_validate(draw(seeds(before))))
    return story, grow_artifact(story, acts=draw(st.booleans()) if acts is None else acts)


def refusals(story: Story, grow: GrowArtifact) -> list[str]:
    """Return the problems for which the file of an author would be refused."""
    checked = GROW.validate(grow.model_dump(mode="json"), story=story, prompts=shipped_prompts())
    return [each.problem for each in checked] if isinstance(checked, tuple) else []


def place_of(story: Story) -> str:
    """Return a place that no answer closes; an edit may not put readers into a closed one."""
    turns = (turn for arms in presence_of(story).changes.values() for turn in arms.values())
    closed = {each for turn in turns for each, absent in turn.items() if absent}
    places = [each.id for each in story.list_kept_entities(EntityKind.LOCATION)]
    assume(not closed.issuperset(places))
    return next(each for each in places if each not in closed)


def behind(story: Story, **more: Any) -> PassageDraft:
    return PassageDraft(
        title="Behind the Curtain", summary="There is a door.", location=place_of(story), **more
    )


def single_exits(grow: GrowArtifact) -> list[WovenPassage]:
    return [each for each in grow.passages if len(each.choices) == 1 and not each.hub]


@given(st.data())
@examples(40)
def test_a_passage_between_two_others_keeps_any_story_sound(data: st.DataObject) -> None:
    """An author who tells more before a passage wants every player to read it. (DSK-15.6)"""
    story, grow = data.draw(grown_stories())
    groups = {each.id: each.hub or each.id for each in grow.passages}
    pairs = [
        (each.id, choice.to)
        for each in grow.passages
        for choice in each.choices
        if groups[each.id] != groups[choice.to]
    ]
    source, to = data.draw(st.sampled_from(pairs))
    # Every player who goes to a passage may be where it happens.
    beat = next(each.beats[0] for each in grow.passages if each.id == to)
    location = (story.beat(beat) if beat not in grow.beats else grow.beats[beat]).location
    draft = evolve(behind(story), location=location)
    changed = InsertPassage(source=source, to=to, draft=draft).apply(grow)
    assert refusals(story, changed) == []
    (added,) = [each for each in changed.passages if each.id not in groups]
    assert [each.to for each in added.choices] == [to]
    group = [each for each in changed.passages if groups.get(each.id) == groups[source]]
    assert all(choice.to != to for each in group for choice in each.choices)


@given(st.data())
@examples(5)
def test_a_passage_cannot_be_put_where_no_choice_leads(data: st.DataObject) -> None:
    """A topic follows its hub, and a choice must exist before it can be redirected. (DSK-15.6)"""
    story, grow = data.draw(grown_stories(acts=False))
    first, *_, last = grow.passages
    with pytest.raises(InputError, match="No choice leads from"):
        InsertPassage(source=last.id, to=first.id, draft=behind(story)).apply(grow)
    topic = PassageDraft(title="Curtain", summary="It moves.", location=place_of(story))
    grow = AddTopic(hub=first.id, label="Look", remembers="You saw.", draft=topic).apply(grow)
    (hidden,) = [each for each in grow.passages if each.hub]
    with pytest.raises(InputError, match="is a topic"):
        InsertPassage(source=first.id, to=hidden.id, draft=behind(story)).apply(grow)


@given(st.data())
@examples(40)
def test_a_topic_keeps_any_story_sound(data: st.DataObject) -> None:
    """A hub has as many choices as topics in each of them, which is a lot to type by hand."""
    story, grow = data.draw(grown_stories())
    hubs = [each for each in grow.passages if not each.ending and not each.hub]
    hub = data.draw(st.sampled_from(hubs))
    for number in range(2):
        topic = PassageDraft(
            title=f"Curtain {number}", summary="It moves.", location=place_of(story)
        )
        edit = AddTopic(
            hub=hub.id, label=f"Look {number}", remembers=f"You saw {number}.", draft=topic
        )
        grow = edit.apply(grow)
    assert refusals(story, grow) == []
    made = GROW.apply(story, grow).existing_structure
    topics = [each.id for each in made.passages if each.hub == hub.id][-2:]
    for topic, other in (topics, topics[::-1]):
        assert {each.target for each in made.outgoing_choices(topic)} >= {other}


@given(st.data())
@examples(40)
def test_an_added_passage_on_the_way_keeps_any_story_sound(data: st.DataObject) -> None:
    """The simplest wish of an author: one more scene, which some players see."""
    story, grow = data.draw(grown_stories(acts=False))
    source = data.draw(st.sampled_from(single_exits(grow)))
    draft = behind(story, to=source.choices[0].to)
    added = AddPassage(source=source.id, by=LOOK, draft=draft).apply(grow)
    assert refusals(story, added) == []
    changed = [each.id for each in added.passages if each not in grow.passages]
    assert changed == [source.id, "passage::behind-the-curtain"]
    gone = RemovePassage(passage=changed[1], instead=draft.to).apply(added)
    assert (gone.beats, gone.scenes, gone.endings) == (grow.beats, grow.scenes, grow.endings)
    assert [each.id for each in gone.passages] == [each.id for each in grow.passages]


@given(st.data())
@examples(40)
def test_what_is_added_and_removed_again_leaves_no_trace(data: st.DataObject) -> None:
    """A flag that stays behind would be refused as useless the next time."""
    _, grow = data.draw(grown_stories())
    open_passages = [each for each in grow.passages if len(each.choices) > 1]
    source = data.draw(st.sampled_from(open_passages))
    added = AddChoice(source=source.id, to=source.choices[0].to, draft=LOOK).apply(grow)
    new = {c.id for p in added.passages for c in p.choices} - {
        c.id for p in grow.passages for c in p.choices
    }
    removed = RemoveChoice(choice=new.pop()).apply(added)
    assert removed == grow


@given(st.data())
@examples(40)
def test_moving_there_and_back_changes_nothing(data: st.DataObject) -> None:
    """Undo by the opposite button."""
    _, grow = data.draw(grown_stories())
    passage = data.draw(st.sampled_from(grow.passages[:-1]))
    moved = MovePassage(passage=passage.id, steps=1).apply(grow)
    assert moved != grow
    assert MovePassage(passage=passage.id, steps=-1).apply(moved) == grow
    several = [each for each in grow.passages if len(each.choices) > 1]
    if several:
        choice = data.draw(st.sampled_from(several)).choices[0]
        moved = MoveChoice(choice=choice.id, steps=1).apply(grow)
        assert moved != grow
        assert MoveChoice(choice=choice.id, steps=-1).apply(moved) == grow


@given(grown_stories())
@examples(10)
def test_a_changed_choice_keeps_its_answer(made: tuple[Story, GrowArtifact]) -> None:
    """An edited label must not lose the decision that the choice makes."""
    story, grow = made
    taking = next(c for p in grow.passages for c in p.choices if c.takes)
    draft = ChoiceDraft(label="Do it now", remembers="You did it at once.")
    changed = ChangeChoice(choice=taking.id, to=taking.to, draft=draft).apply(grow)
    assert refusals(story, changed) == []
    new = next(c for p in changed.passages for c in p.choices if c.id == taking.id)
    assert (new.takes, new.label) == (taking.takes, "Do it now")
    assert {*taking.grants} < {*new.grants}
    (flag,) = {*new.grants} - {*taking.grants}
    told = next(p for p in changed.passages if p.id == new.to)
    recalled = SetCallbacks(passage=told.id, flags=(*told.recalls, flag)).apply(changed)
    assert refusals(story, recalled) == []
    forgetting = ChoiceDraft(label="Do it now")
    plain = ChangeChoice(choice=taking.id, to=taking.to, draft=forgetting).apply(recalled)
    assert plain.marks == grow.marks
    with pytest.raises(InputError, match="main decision"):
        RemoveChoice(choice=taking.id).apply(grow)


@given(grown_stories(acts=False))
@examples(5)
def test_what_cannot_be_done_is_said(made: tuple[Story, GrowArtifact]) -> None:
    """A broken graph must not reach the file."""
    story, grow = made
    first, last = grow.passages[0], next(each for each in grow.passages if each.ending)
    here = AddChoice(source=last.id, to=first.id, draft=LOOK)
    for edit, problem in (
        (here, "ends the story"),
        (AddChoice(source=first.id, to="passage::nowhere", draft=LOOK), "no passage"),
        (RemovePassage(passage=grow.start), "begins with"),
        (AddPassage(source=first.id, by=LOOK, draft=behind(story)), "which passage follows"),
        (AddTopic(hub=last.id, label="Look", remembers="Seen.", draft=behind(story)), "topics"),
        (RemoveChoice(choice="choice::none"), "no choice"),
    ):
        with pytest.raises(InputError, match=problem):
            edit.apply(grow)
    only = single_exits(grow)[0]
    alone = RemoveChoice(choice=only.choices[0].id).apply(grow)
    assert refusals(story, alone)


@given(st.data())
@examples(20)
def test_a_choice_that_others_wait_for_stays(data: st.DataObject) -> None:
    """A gate whose key is gone would lock every player out."""
    _, grow = data.draw(grown_stories(acts=False))
    source = data.draw(st.sampled_from(single_exits(grow)))
    to = source.choices[0].to
    keyed = AddChoice(source=source.id, to=to, draft=LOOK).apply(grow)
    key = next(flag for flag in keyed.marks if flag not in grow.marks)
    gate = ChoiceDraft(label="Open the door", requires=(key,), closed="A door is locked")
    gated = AddChoice(source=to, to=grow.start, draft=gate)
    if not next(each for each in keyed.passages if each.id == to).ending:
        given_key = next(c.id for p in keyed.passages for c in p.choices if key in c.grants)
        with pytest.raises(InputError, match="Remove this condition first"):
            RemoveChoice(choice=given_key).apply(gated.apply(keyed))
