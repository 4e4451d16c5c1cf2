"""GROW asks for passages of options, and builds them from the model's words."""

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from questfoundry.app.stages.grow.option_passages import branch_options
from questfoundry.app.stages.section import Section
from questfoundry.domain.artifacts.branching import BranchingOption, GrowBranchingActs
from questfoundry.domain.artifacts.grow import GrowArtifact
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.dilemma import Consequence
from questfoundry.domain.story.entity import Effect
from questfoundry.domain.story.passage import Choice, Passage
from questfoundry.domain.story.size import INTERACTIONS, Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.passage_lengths import plan_word_range
from tests.support.grown import GROW, answer_words, grown
from tests.support.planner import planned, planned_with_stats
from tests.support.sections import answer_sections, render_user_message

SHORT = planned_with_stats(Size.SHORT, 3)
OWN = "--do-"
"""The part of a passage's id that comes from the label of its option."""


def grow_with(plan: Story, sections: list[Section[Any]], **changes: str) -> Story:
    """Return the story of ``plan`` after all options of minor choices got ``changes``."""

    def answer(section: Section[Any]) -> Artifact:
        sections.append(section)
        part = answer_words(section)
        if not isinstance(part, GrowBranchingActs):
            return part
        data = part.model_dump(mode="json")
        for act in data["acts"].values():
            for option in act["options"]:
                option |= {name: text for name, text in changes.items() if option[name]}
        return part.model_validate(data)

    grow = answer_sections(GROW, plan, StageInputs(acts=True), answer)
    assert isinstance(grow, GrowArtifact)
    return GROW.apply(plan, grow)


def list_own_passages(story: Story) -> list[Passage]:
    return [each for each in story.existing_structure.passages if OWN in each.id]


def test_some_minor_choices_lead_to_passages_of_their_own() -> None:
    """If all options led to the same text, a second play would show little that is new."""
    sections: list[Section[Any]] = []
    story = grow_with(SHORT, sections)
    acts = [each for each in sections if each.name.startswith("acts")]
    meetings = [place for each in acts for place in each.variables["meetings"]]
    places = [each for each in meetings if each.branches]
    assert len(places) == round(len(meetings) * INTERACTIONS[Size.SHORT].branching_share)
    assert "each with a passage" in render_user_message(acts[0])
    own = list_own_passages(story)
    assert len(own) == sum(each.options.least for each in places)
    for passage in own:
        (arriving,) = story.existing_structure.incoming_choices(passage.id)
        following = {each.target for each in story.existing_structure.outgoing_choices(passage.id)}
        assert all(
            arriving.grants.isdisjoint(story.existing_structure.passage(each).callback_flags)
            for each in following
        )


def test_without_a_text_for_the_passage_the_next_passage_replies() -> None:
    """A model that leaves these fields out still gives each option a consequence."""
    story = grow_with(SHORT, [], summary="")
    assert list_own_passages(story) == []
    assert len(story.existing_structure.passages) < len(grown(SHORT, acts=True).beats)


def test_a_story_without_stats_has_no_such_passages() -> None:
    """Without stats, an option of a minor choice changes too little for a scene."""
    assert list_own_passages(grown(planned(Size.SHORT, 1), acts=True)) == []


def test_equal_titles_get_numbers() -> None:
    """FILL finds the text of a passage by its title, so no two titles may be equal."""
    titles = [each.title for each in list_own_passages(grow_with(SHORT, [], title="The Lie"))]
    assert titles[:3] == ["The Lie", "The Lie (2)", "The Lie (3)"]
    assert len({*titles}) == len(titles)


def list_options(story: Story) -> Iterator[Choice]:
    for each in story.existing_structure.choices:
        source = story.existing_structure.passage(each.source)
        path = story.path_of(story.beats_in(source)[-1])
        if path and OWN in each.target and story.beats_in(source)[-1].entities:
            yield each


def test_nobody_is_there_whom_the_decision_has_removed() -> None:
    """A person who has just left for good cannot answer, nor a place that is closed be entered."""
    story = grown(SHORT, acts=True)
    structure = story.existing_structure
    source, flag = next((each.source, next(iter(each.grants))) for each in list_options(story))
    last = story.beats_in(structure.passage(source))[-1]
    gone = [
        Consequence(
            id=f"c::{number}", text="It is over.", flag="flag::over", effect=effect, entity=each
        )
        for number, (effect, each) in enumerate(
            [(Effect.GONE, last.entities[0]), (Effect.CLOSED, last.location)]
        )
    ]
    left = evolve(
        story,
        paths=tuple(
            evolve(each, consequences=tuple(gone)) if each.id == last.path else each
            for each in story.paths
        ),
    )
    option = BranchingOption(label="Run", leaves="You ran.", leans=(), title="Away", summary="So.")
    (beat,) = branch_options(left, {flag: option}, ()).beats.values()
    assert last.entities[0] not in beat.entities
    following = structure.passage(structure.granting_choices(flag)[0].target)
    assert beat.location == story.beats_in(following)[0].location


def test_such_a_passage_is_as_long_as_a_turning_point() -> None:
    """A consequence of one line would be no scene."""
    story = grown(SHORT, acts=True)
    own = plan_word_range(story, list_own_passages(story)[0])
    start = story.existing_structure.passage(story.existing_structure.start)
    assert own.most > plan_word_range(story, start).most
