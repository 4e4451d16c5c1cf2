"""Tests for requests that a model cannot follow."""

import pytest

from questfoundry.domain.errors import InputError
from questfoundry.domain.models.traits import Capabilities, ModelRef
from questfoundry.domain.run.inputs import CandidateInputs, RewriteSourceInputs, StageInputs
from questfoundry.domain.run.support import has_noun, require_supported
from questfoundry.domain.run.unmet_request import UnmetKind, find_unmet_requests

SMALL = Capabilities(languages=("en",), comprehension=False)
LANGUAGE, WISH = UnmetKind.LANGUAGE, UnmetKind.WISH


@pytest.mark.parametrize(
    ("able", "language", "wishes", "kinds"),
    [
        (SMALL, "de", (), [LANGUAGE]),
        (SMALL, "en-GB", (), []),
        (SMALL, "EN", ("darker", "shorter"), [WISH, WISH]),
        (SMALL, "pt-BR", ("darker",), [LANGUAGE, WISH]),
        (Capabilities(), "de", ("darker",), []),
    ],
)
def test_a_language_and_a_wish_are_followed_or_told(able, language, wishes, kinds):
    """The author learns before paying what the model cannot follow. (STG-10.1)"""
    model = ModelRef(provider="local", model="small")
    unmet = find_unmet_requests(model, able, language=language, notes=wishes)
    assert [each.kind for each in unmet] == kinds


SCENES = Capabilities(comprehension=False, whole_artifacts=True, languages=("en",))
IDEA = "A ferryman must burn letters."


@pytest.mark.parametrize(
    ("idea", "expected"),
    [
        ("a", False),
        ("", False),
        ("ox", False),
        ("make me something cool", False),
        ("love", True),
        ("A noir mystery", True),
    ],
)
def test_an_idea_needs_one_word_about_the_story(idea: str, expected: bool) -> None:
    assert has_noun(idea) is expected


def test_other_models_are_asked_for_everything() -> None:
    """Whatever the author wants, a language model tries it."""
    inputs = StageInputs(idea="a", language="de", remark="darker")
    require_supported("dream", inputs, Capabilities(languages=("en",), comprehension=False))


def test_scenes_take_an_english_idea_and_regional_english() -> None:
    for language in ("en", "en-GB", "EN"):
        require_supported("dream", StageInputs(idea=IDEA, language=language), SCENES)


def test_a_later_stage_needs_no_idea() -> None:
    """The idea of a later stage is in the run of the first."""
    require_supported("seed", StageInputs(), SCENES)


def test_a_replay_is_not_refused() -> None:
    """A recording was made with its own inputs."""
    require_supported("dream", StageInputs(source="dream-1", language="de"), SCENES)


def test_agents_and_imported_stories_are_refused_alike() -> None:
    """Each door leads to the same scenes."""
    written = StageInputs(idea=IDEA, language="de")
    agent = CandidateInputs(run="run-1", agent="ann", stage="dream", written=written)
    with pytest.raises(InputError, match="German"):
        require_supported("candidate", agent, SCENES)
    rewrite = RewriteSourceInputs(passage="Cellar", wish="darker", before="It is light.")
    with pytest.raises(InputError, match="'darker'"):
        require_supported("rewrite", rewrite, SCENES)
