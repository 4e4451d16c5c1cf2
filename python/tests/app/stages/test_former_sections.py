"""Stages of other packages that still define ``next_section``."""

from typing import Any

import pytest

from questfoundry import Artifact, ArtifactStage, Section
from questfoundry.app.stages.section import SectionRequests
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.story.story import EMPTY_STORY
from tests.support.sections import PLAIN


class Word(Artifact):
    """One word."""

    word: str


class Words(Artifact):
    """Words by language."""

    words: dict[str, Word]


def former_stage() -> ArtifactStage:
    """Return a stage in the former form with a section for each of two languages."""
    with pytest.warns(DeprecationWarning, match=r"FormerStage\.sections"):

        class FormerStage(ArtifactStage):
            name = "words"
            artifact = Words

            def next_section(self, story: Any, inputs: Any, made: Any) -> Section[Word] | None:
                waiting = [each for each in ("en", "nl") if f"words.{each}" not in made]
                if not waiting:
                    return None
                path = f"words.{waiting[0]}"
                return Section(name=path, model=Word, template="", guide="", path=path)

            def variables(self, story: Any, inputs: Any) -> dict[str, Any]:
                return {}

            def apply(self, story: Any, artifact: Any) -> Any:
                return story

    return FormerStage()


def test_a_stage_in_the_former_form_still_works() -> None:
    """A package for the earlier version must not break with this one."""
    stage = former_stage()
    requests = SectionRequests(stage.sections(EMPTY_STORY, StageInputs(), PLAIN), is_batching=False)
    for word in ("door", "deur"):
        assert requests.section is not None
        requests.submit(Word(word=word))
    expected = Words(words={"en": Word(word="door"), "nl": Word(word="deur")})
    assert requests.artifact == expected
    assert list(stage.faults_in(EMPTY_STORY, expected, {})) == []
