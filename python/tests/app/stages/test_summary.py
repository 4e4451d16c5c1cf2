"""A finished stage describes itself in a few lines."""

from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.stages.summary import summarize_plan, summarize_structure
from questfoundry.domain.artifacts.version import Summary, SummaryLine
from questfoundry.domain.events.stages import StageCompleted
from questfoundry.domain.story.story import EMPTY_STORY, Story
from tests.strategies.shapes import plans
from tests.support.finished import STORY, finished
from tests.support.grown import grown
from tests.support.toy_stage import ToyArtifact, ToyStage


def texts(gist: Summary, label: str) -> list[str]:
    return [line.text for line in gist if line.label == label]


async def test_each_stage_says_what_it_settled_in_a_few_lines() -> None:
    """Authors decide whether to continue from this summary, so it needs the main facts."""
    shop = (await finished()).workshop
    kept, gists = shop.store.artifacts, {}
    for stage in shop.registry.artifacts:
        artifact = stage.read(shop.current(stage.name).data)
        gists[stage.name] = stage.build_summary(shop.registry.story(kept), artifact)
    (told,) = (each for each in shop.events.events if isinstance(each, StageCompleted))
    assert told.gist == gists["fill"]
    assert tuple(gists) == STORY
    assert all(3 <= len(gist) <= 10 for gist in gists.values())
    assert texts(gists["dream"], "Genre") == ["mystery, noir"]
    assert texts(gists["brainstorm"], "Characters") == ["Mara Voss; Sergeant Ilk"]
    assert texts(gists["brainstorm"], "Dilemma")[0].endswith(
        "She shares her air. / She surfaces alone."
    )
    assert len(texts(gists["seed"], "Splits")) == len(texts(gists["seed"], "Rejoins")) == 1
    assert texts(gists["seed"], "Ends")[0].count(" / ") == 1
    assert "Names in Wet Ink" in texts(gists["grow"], "Passages")[0]
    (scenes,) = texts(gists["grow"], "Scenes")
    beats = shop.registry.story(kept).beats
    assert all(each.when in scenes for each in beats)
    # A passage with one open choice for every player is no decision.
    assert len(texts(gists["grow"], "Decision")) == 2
    assert not [each for each in texts(gists["grow"], "Decision") if "Go on" in each]
    assert texts(gists["fill"], "Voice")[0].startswith("second person, present tense; ")
    assert texts(gists["fill"], "Begins")[0]


@given(st.data())
def test_any_story_is_said_in_at_most_ten_lines(data: st.DataObject) -> None:
    """A long summary would scroll off the screen, so surplus dilemmas are only counted."""
    story: Story = data.draw(plans())
    for gist in (summarize_plan(story), summarize_structure(grown(story))):
        assert 3 <= len(gist) <= 10
        assert all(line.text.strip() for line in gist)


def test_a_stage_that_says_nothing_else_says_its_fields() -> None:
    """A stage of another package without a summary must still show something."""
    stage = ToyStage("toy", needs=())
    assert stage.build_summary(EMPTY_STORY, ToyArtifact(word="ember")) == (
        SummaryLine("Word", "ember"),
    )
