"""Exit codes and messages of failed commands."""

import pytest
import typer

from questfoundry.domain import errors
from questfoundry.presentation.errors import BUG, exit_code_of, report_errors


def every_error(root=errors.QuestFoundryError):
    yield root
    for kind in root.__subclasses__():
        yield from every_error(kind)


@pytest.mark.parametrize(
    ("problem", "code"),
    [
        (errors.InputError("x"), 3),
        (errors.SettingsError("x"), 3),
        (errors.PromptError("x"), 3),
        (errors.ReplayError("x"), 3),
        (errors.StoreError("x"), 4),
        (errors.StoreDamagedError("x"), 4),
        (errors.StoreLockedError("x"), 4),
        (PermissionError(13, "Permission denied", "story"), 4),
        (errors.UnreachableError("x"), 5),
        (errors.AuthenticationError("x"), 5),
        (errors.TransportExhaustedError("x"), 5),
        (errors.WindowExceededError("x"), 3),
        (errors.ConversationError("x"), 6),
        (errors.NoAnswerError("x"), 6),
        (errors.UsageError("x"), 70),
        (KeyError("x"), 70),
    ],
)
def test_the_exit_code_says_what_kind_of_trouble_it_was(problem, code):
    """Scripts decide by the exit code whether a retry makes sense. (CLI-11.1)"""
    assert exit_code_of(problem) == code


def test_only_errors_of_the_program_are_bugs():
    """Every error that the program raises on purpose has its own exit code."""
    for kind in every_error():
        is_bug = kind in (errors.QuestFoundryError, errors.UsageError)
        assert (exit_code_of(kind("x")) == BUG) is is_bug, kind


def told(capsys, problem, *, as_json=False, debug=False):
    with pytest.raises(typer.Exit), report_errors(as_json=as_json, debug=debug):
        raise problem
    return capsys.readouterr()


def test_an_error_is_one_message_or_one_document(capsys) -> None:
    """An error is no traceback; programs that read JSON need it on standard output."""
    captured = told(capsys, errors.InputError("No\x1b[2J idea."))
    assert captured.err == "Error: No[2J idea.\n"
    assert captured.out == ""

    captured = told(capsys, errors.InputError("No idea."), as_json=True)
    assert captured.out == ('{\n  "error": {\n    "code": 3,\n    "message": "No idea."\n  }\n}\n')
    assert captured.err == ""


def test_a_bug_is_called_one(capsys):
    """The author should report a bug, and learns how to show its place."""
    captured = told(capsys, KeyError("genre"))
    assert "This is a bug in QuestFoundry: KeyError: 'genre'." in captured.err
    assert "--debug" in captured.err
    assert "Traceback" not in captured.err
    captured = told(capsys, KeyError("genre"), debug=True)
    assert "Traceback" in captured.err
    assert "test_errors.py" in captured.err
