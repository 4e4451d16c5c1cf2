"""The model can offer options to the author."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.phases.discuss_tools import PresentOptions
from questfoundry.app.run.run import Author
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import Role, ToolCall
from questfoundry.domain.errors import AuthorLeft, UnreachableError
from questfoundry.domain.run.record import RunStatus
from questfoundry.testing import ScriptedAuthor
from questfoundry.testing.scripted import calls, calls_all, says
from tests.support.small_story import SCRIPTS, made_until
from tests.support.stage_runs import VISION, Ask, Workshop, shipped_prompts

OPTIONS = {"question": "Who drowned?", "options": ["The clerk", "The banker", "Nobody"]}
ASKS = calls("present_options", OPTIONS)


def asks_both(**other: Any) -> ChatResponse:
    """Return a reply with two questions."""
    return calls_all(
        ToolCall(id="a", name="present_options", arguments=OPTIONS),
        ToolCall(id="b", name="present_options", arguments={**OPTIONS, **other}),
    )


class Shown:
    """Options as the author saw them."""

    def __init__(self) -> None:
        self.all: list[tuple[str, list[str]]] = []

    def __call__(self, question: str, options: Sequence[str]) -> None:
        self.all.append((question, list(options)))


async def answer_to(line: str | None, **changes: Any) -> dict[str, Any]:
    """Return what the model reads when the author answers with ``line``."""
    author = ScriptedAuthor([line])
    tool = PresentOptions(shipped_prompts(), author=author, on_options=lambda *_: None)
    document: dict[str, Any] = json.loads((await tool.execute({**OPTIONS, **changes})).to_json())
    return document


@pytest.mark.parametrize(
    ("line", "data"),
    [
        pytest.param(" 2 ", {"choice": "The banker"}, id="a number"),
        *(
            (line, {"answer": line})
            for line in ("0", "4", "2, but alive", " the *banker*,\tbut alive ", "²")
        ),
    ],
)
async def test_a_number_chooses_an_option_and_other_words_are_the_authors_answer(line, data):
    """A number is quickest to type; own words reach the model unchanged. (STG-7.1)"""
    answer = await answer_to(line)
    assert (answer["result"], answer["data"]) == ("success", data)


async def test_options_in_json_text_are_read() -> None:
    """Some models send JSON text; without an author, the model must choose. (STG-7.1)"""
    answer = await answer_to("1", options=json.dumps(OPTIONS["options"]))
    assert answer["data"] == {"choice": "The clerk"}

    answer = await PresentOptions(shipped_prompts()).execute(OPTIONS)
    assert "No author can choose" in answer.action


@pytest.mark.parametrize(
    "changes",
    [
        {"options": ["one"]},
        {"options": ["a"] * 6},
        {"options": "a, b"},
        {"options": ["a", 2]},
        {"question": " "},
    ],
)
async def test_what_is_no_choice_is_not_shown(changes: dict[str, Any]) -> None:
    """A malformed choice would confuse the author, so only the model sees the error."""
    answer = await answer_to("1", **changes)
    assert answer["result"] == "error"


async def discuss(*replies: Any, author: ScriptedAuthor, shown: Shown) -> list[ChatRequest]:
    """Return the requests of a DREAM run that begins with ``replies``."""
    script = [*replies, says("So be it."), says("The brief."), calls("submit_dream", VISION)]
    provider = await Workshop().run_script(script, talk(author, shown))
    return provider.requests


def talk(author: Author, shown: Shown | None = None) -> Ask:
    return Ask(said="Noir", interactive=True, author=author, on_options=shown or Shown())


async def test_options_that_nobody_can_see_are_not_offered() -> None:
    """Without a way to show them, the author would have to answer invisible options."""
    script = [says("So be it."), says("The brief."), calls("submit_dream", VISION)]
    offered = []
    for show in (None, Shown()):
        asked = evolve(talk(ScriptedAuthor(["/done"])), on_options=show)
        provider = await Workshop().run_script(script, asked)
        offered.append([each.name for each in provider.requests[0].tools])
    assert offered == [["ready_to_summarize"], ["present_options", "ready_to_summarize"]]


async def test_the_author_sees_the_options_and_the_model_the_choice() -> None:
    """The model gets the text of the selected option instead of a number. (STG-7.1)"""
    shown = Shown()
    requests = await discuss(ASKS, author=ScriptedAuthor(["3", "/done"]), shown=shown)

    assert shown.all == [("Who drowned?", ["The clerk", "The banker", "Nobody"])]
    assert json.loads(requests[1].messages[-1].content)["data"] == {"choice": "Nobody"}


async def test_several_questions_of_one_reply_are_put_one_by_one() -> None:
    """Two questions at once would mix up the author's answers."""
    shown, seen = Shown(), []

    class Counting(ScriptedAuthor):
        async def __call__(self) -> str | None:
            seen.append(len(shown.all))
            return await super().__call__()

    both = asks_both(question="Who knows?", options=["Mara", "Ilk"])
    requests = await discuss(both, author=Counting(["1", "2", "/done"]), shown=shown)

    assert seen[:2] == [1, 2]
    data = [json.loads(message.content)["data"] for message in requests[1].messages[-2:]]
    assert data == [{"choice": "The clerk"}, {"choice": "Ilk"}]


@pytest.mark.parametrize("line", ["", " /done ", None])
async def test_an_author_who_is_done_at_a_choice_ends_the_discussion(line: str | None) -> None:
    """An author who types /done at a choice must not be asked again."""
    script = [asks_both(question="Who knows?"), says("The brief."), calls("submit_dream", VISION)]
    (provider, run), shown, author = Workshop().scripted(script), Shown(), ScriptedAuthor([line])
    await run.execute("dream", talk(author, shown))

    assert (len(provider.requests), len(shown.all), author.asked) == (3, 1, 1)
    summarize = provider.requests[1]
    assert summarize.tools == ()
    assert not any("/done" in message.content for message in summarize.messages)
    assert [each.role for each in summarize.messages[2:]] == [Role.ASSISTANT, Role.USER]


async def test_summarize_is_told_of_options_and_choice_in_words() -> None:
    """Without options and choice in words, Summarize would lose what the author decided."""
    encoded = calls("present_options", {**OPTIONS, "options": json.dumps(OPTIONS["options"])})
    author = ScriptedAuthor(["2", "Nobody, yet.", "/done"])
    requests = await discuss(ASKS, encoded, author=author, shown=Shown())

    _, opening, *said, instruction = requests[-2].messages
    asked = "Who drowned?\n1) The clerk\n2) The banker\n3) Nobody"
    lines = [asked, "The banker", asked, "Nobody, yet.", "So be it."]
    assert [each.content for each in said] == lines
    assert {opening.role, instruction.role} == {Role.USER}


async def test_a_resumed_run_does_not_ask_for_the_choice_again() -> None:
    """A resumed run must remember the author's choice."""
    workshop, shown = Workshop(), Shown()
    _, run = workshop.scripted([ASKS, UnreachableError("Gone.")])
    with pytest.raises(UnreachableError):
        await run.execute("dream", talk(ScriptedAuthor(["2"]), shown))

    author = ScriptedAuthor(["Make it colder.", "/done"])
    provider = await workshop.run_script(
        [says("The banker then."), says("Colder."), says("B."), calls("submit_dream", VISION)],
        Ask(resume="dream-1", author=author, on_options=shown),
    )

    assert author.asked == 2
    said = [message.content for message in provider.requests[1].messages]
    assert any("The banker" in words for words in said)
    assert said[-1] == "Make it colder."


async def test_an_author_who_leaves_in_the_middle_of_a_choice_leaves_the_run() -> None:
    """Leaving at a choice must interrupt the run, so that it can be resumed."""
    workshop = Workshop()

    async def leaves() -> str | None:
        raise AuthorLeft("Enough.")

    _, run = workshop.scripted([ASKS])
    with pytest.raises(AuthorLeft):
        await run.execute("dream", talk(leaves))
    assert workshop.store.runs.list()[0].status is RunStatus.INTERRUPTED


@pytest.mark.parametrize("stage", ["dream", "brainstorm", "seed"])
async def test_every_stage_offers_it(stage: str) -> None:
    """Authors expect choices in every discussed stage. (STG-7.1)"""
    before = {"brainstorm": "dream", "seed": "brainstorm"}.get(stage)
    workshop = await made_until(before) if before else Workshop()
    provider, run = workshop.scripted(SCRIPTS[stage]())
    author = ScriptedAuthor(["/done"])
    await run.execute(stage, evolve(talk(author), said="A diver"))

    offered = [[tool.name for tool in request.tools] for request in provider.requests[:2]]
    assert offered == [["present_options", "ready_to_summarize"], []]
