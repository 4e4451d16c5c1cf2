"""Next steps as commands of ``qf`` and as sentences."""

from pathlib import Path

import pytest

from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import (
    ChooseModel,
    FetchModel,
    GiveIdea,
    RemoveBook,
    ResumeRun,
    RewritePassage,
    RunPipeline,
    RunStage,
    ShowArtifact,
    SimpleAction,
    TalkWithBook,
    Undo,
)
from questfoundry.presentation.remedies import command_of, remedy_lines


@pytest.mark.parametrize(
    ("remedy", "command"),
    [
        (RunStage("grow"), "qf grow -p"),
        (RunStage("seed", "a remark"), "qf seed 'a remark' -p"),
        (ResumeRun("dream"), "qf dream --resume -p"),
        (ResumeRun("dream", "dream-2"), "qf dream --resume dream-2 -p"),
        (GiveIdea(), 'qf run "your idea" -p'),
        (GiveIdea("dream"), 'qf dream "your idea" -p'),
        (RunPipeline(interactive=True), "qf run -i -p"),
        (RunPipeline(start="brainstorm", size="short"), "qf run --from brainstorm --size short -p"),
        (Undo(), "qf undo -p"),
        (Undo("seed"), "qf undo seed -p"),
        (ShowArtifact("grow"), "qf show grow -p"),
        (RewritePassage("passage::a", "darker"), 'qf rewrite passage::a --how "darker" -p'),
        (RewritePassage("passage::a"), "qf rewrite passage::a --how ... -p"),
        (RemoveBook("book::sea"), "qf book remove book::sea -p"),
        (TalkWithBook("the sea"), "qf book chat 'the sea' -p"),
        (TalkWithBook("sea", 2), "qf book chat sea --conversation 2 -p"),
        (ChooseModel("discuss"), "--provider-discuss PROVIDER/MODEL"),
        (ChooseModel(), "--provider PROVIDER/MODEL"),
        (FetchModel("small"), "qf models pull small"),
        (SimpleAction.BEGIN_PROJECT, "qf init NAME"),
        (SimpleAction.REINDEX_BOOKS, "qf book reindex -p"),
    ],
)
def test_a_remedy_is_worded_for_the_project_that_was_named(remedy, command):
    """A copied command must work on the same project. (CLI-11.6)"""
    project = Path("my story")
    assert command_of(remedy, project) == command.replace(" -p", " --project 'my story'")
    assert command_of(remedy) == command.removesuffix(" -p")


def test_every_act_has_a_command():
    """A forgotten command would fail only when its error occurs. (CLI-11.6)"""
    for act in SimpleAction:
        assert command_of(act), act


def test_alternatives_are_lines_for_commands_and_a_sentence_elsewhere() -> None:
    """A command on its own line can be copied; other programs need words. (CLI-11.6)"""
    assert list(remedy_lines((RunStage("seed"), Undo("brainstorm")))) == [
        "Run the stage seed: qf seed",
        "Or go back to the earlier version of brainstorm: qf undo brainstorm",
    ]

    error = InputError("The plan is another one.", remedies=(RunStage("seed"), Undo("brainstorm")))
    assert str(error) == (
        "The plan is another one. Run the stage seed, or go back to the earlier version of "
        "brainstorm."
    )
    assert str(InputError("A list:\n  a", remedies=(Undo(),))).endswith(
        "\nGo back to the earlier version."
    )


def test_a_rewrite_and_the_repetition_of_its_last_answer_are_different() -> None:
    """The first needs a new note of the author, the second continues a paid rewrite."""
    assert str(RewritePassage("passage::a")) == "rewrite passage::a"
    again = RewritePassage("passage::a", "darker", retry_last=True)
    assert str(again) == "request the last answer about passage::a again"
