"""No thought or end mark of any form reaches a file of a project, whatever wrote the answer."""

import re
from itertools import product
from pathlib import Path

import pytest
from dependency_injector import providers

from questfoundry.composition.project.project import Project
from questfoundry.testing.scripted import ManualClock
from tests.chaos import KILLS
from tests.chaos.always import IDEA, SETUPS, Setup
from tests.chaos.answer_faults import THOUGHTS
from tests.chaos.server import ChaosServer
from tests.support.thought_forms import THOUGHT, THOUGHT_FORMS

pytestmark = pytest.mark.slow

TEAM = """\
agents:
- {{id: ann, model: {model}, prompt: You are a poet.}}
- {{id: ben, model: {model}, prompt: You are an editor.}}
"""
BOOK = "CHAPTER 1\n\n" + "The clerk counted his drowned coins by the light of a lantern. " * 20
_SETUPS = {each.name: each for each in SETUPS}
_LONG = [*product(THOUGHTS, _SETUPS)]
_SHORT = [(form, [*_SETUPS][at % len(_SETUPS)]) for at, form in enumerate(THOUGHTS)]


async def use_everything(setup: Setup, server: ChaosServer, folder: Path) -> None:
    """Make and export a story, rewrite a passage, talk with a book, and let two agents vote."""
    team = TEAM.format(model=setup.wire.model)
    (folder / "project.yaml").write_text(f"{setup.settings}{team}", encoding="utf-8")
    book = folder / "tides.txt"
    book.write_text(BOOK, encoding="utf-8")
    env = {**server.env, "QF_TRUST": "1"}
    async with Project.open(folder, env=env, trust=True) as project:
        project.container.clock.override(providers.Object(ManualClock()))
        await project.run(IDEA)
        await project.rewrite("setup-1", "Darker.")
        await project.books.add(str(book))
        reply = await project.books.chat("tides", "Who counts the coins?")
        result = await project.studio.delegate("Find a name for the bell.")
        (folder / "answers.txt").write_text(f"{reply.answer} {result}", encoding="utf-8")


def marks_in(folder: Path, form: str) -> dict[str, list[str]]:
    """Return the marks of ``form`` in each file of the project.

    The database counts, too. But its journal keeps submitted objects as the model sent them.
    """
    template = THOUGHT_FORMS.get(form, THOUGHT_FORMS["think"] + THOUGHT_FORMS["chatml"])
    found = re.split(r"\{thought\}|\{text\}|\s+|(?<=[>\]])(?=[<\[])", template)
    marks = {THOUGHT, *(each for each in found if re.search(r"[<\[◁]|final", each))}
    contents = {
        path.name: path.read_bytes().decode("utf-8", "replace")
        for path in folder.rglob("*")
        if path.is_file() and (form in THOUGHT_FORMS or not path.match("story.db*"))
    }
    return {
        name: held
        for name, text in contents.items()
        if (held := [each for each in marks if each in text])
    }


@pytest.mark.parametrize(("form", "setup"), _LONG if KILLS else _SHORT)
async def test_no_file_has_a_thought(form, setup, tmp_path) -> None:
    """Players must not read how a model planned its words. Each answer has the form."""
    chosen = _SETUPS[setup]
    with ChaosServer(wire=chosen.wire) as server:
        server.always = (THOUGHTS[form], lambda _: True)
        await use_everything(chosen, server, tmp_path)
        assert server.problems == []
    assert marks_in(tmp_path, form.removeprefix("thought: ")) == {}
