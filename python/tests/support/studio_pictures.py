"""The pictures of the studio's guide: ``python -m tests.support.studio_pictures`` from python/."""

import asyncio
import re
from decimal import Decimal
from unittest.mock import patch

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.session import SessionState
from questfoundry.testing.scripted import calls, says
from tests.support.checkout import DOCS
from tests.support.delegated import CRITERIA, AgentModel, Played, drafts_in
from tests.support.stage_runs import PennyPrices
from tests.support.studio import StudioBench, launches
from tests.support.studio_app import Seat, seated

TASK = "Find three names for the harbour, each with one reason."
CONTEXT = "A noir story in a fishing town that the sea takes back, street by street."
DRAFTS = {
    "ann": "1. **Fallow Quay**: nothing grows or lands there any more.\n"
    "2. **Saltmouth**: it speaks of what it swallowed.\n"
    "3. **Lee**: the side from which the wind does not come, until it does.",
    "ben": "1. **Low Water**: the hour when the dead are found.\n"
    "2. **Gannet Hard**: boats are hauled up there, and people.\n"
    "3. **Nine Steps**: seven are left above the tide.",
    "cid": "1. **Port Amber**: for its lamps.\n2. **Greyhaven**: for its fog.\n"
    "3. **Kell**: a name that nobody can explain.",
}
ASKED = "What do we call the harbour? Ask all of them."
FIRST = (
    "The story has no name for it yet: the brief says *the harbour*, and two beats call it "
    "*the port*. A name is worth three opinions. I would ask all of them:"
)
LAST = (
    "**Nine Steps** is the strongest: it is a place, a count that goes down, and a clock.\n\n"
    "- All three drafts are in `deliverables/001-find-three-names-for-the-harbour-each.md`.\n"
    "- Shall I carry it through the beats that say *the port*?"
)
MARKS = {
    "ann": (7, "Two of the names tell of the town; the third could lie anywhere."),
    "ben": (9, "Each name holds what the sea did, and one of them counts."),
    "cid": (5, "Pleasant, and without a tide in them."),
}


class Opinionated(AgentModel):
    """A model that keeps its draft, and judges a draft by its agent."""

    def _usual(self, part: str, request: ChatRequest) -> Played:
        if part != "vote":
            return "KEEP" if part == "refine" else super()._usual(part, request)
        marks = {}
        for at, draft in enumerate(drafts_in(request), start=1):
            score, reason = next(
                MARKS[name] for name, text in DRAFTS.items() if text[5:12] in draft
            )
            for by in range(1, len(CRITERIA) + 1):
                marks[f"draft-{at}::criterion-{by}"] = {"reason": reason, "score": score}
        return calls("submit_vote", {"marks": marks})


def bench() -> StudioBench:
    models = {
        name: Opinionated(1, name="anthropic/claude-haiku-4-5", parts={"draft": text})
        for name, text in DRAFTS.items()
    }
    wanted = launches(TASK, context=CONTEXT)
    launch = ChatResponse(
        text=FIRST, tool_calls=wanted.tool_calls, finish_reason=wanted.finish_reason
    )
    return StudioBench([launch, says(LAST)], models=models)


async def keep(seat: Seat, name: str) -> None:
    """Write the screen as a picture; a viewer uses its own font and downloads nothing."""
    for _ in range(9):
        await seat.pilot.pause()
    picture = re.sub(
        r"@font-face \{.*?\}", "", seat.app.export_screenshot(title="qf studio"), flags=re.DOTALL
    )
    (DOCS / f"pictures/{name}.svg").write_text(picture, encoding="utf-8")


async def main(
    size: tuple[int, int] = (80, 24), theme: str = "textual-dark", end: str = ""
) -> None:
    made = bench()
    made.store.conversations.delete(made.session.id)
    with patch.object(PennyPrices, "cost", lambda *_: Decimal("0.0031")):
        await sitting(made, size, theme, end)


async def sitting(made: StudioBench, size: tuple[int, int], theme: str, end: str) -> None:
    async with seated(bench=made, size=size) as seat:
        seat.app.theme = theme
        seat.app.bar.project = "The Drowned Town"
        await seat.say(ASKED)
        await seat.until(lambda: seat.asked)
        await keep(seat, f"studio-approval{end}")
        await seat.press("y", "enter")
        await seat.until(lambda: seat.cards)
        await seat.until(
            lambda: seat.cards[0].progress.result and seat.app.bar.state is SessionState.IDLE
        )
        await seat.rest()
        await keep(seat, f"studio-conversation{end}")
        await seat.press("ctrl+r")
        await keep(seat, f"studio-drafts{end}")


if __name__ == "__main__":
    asyncio.run(main())
