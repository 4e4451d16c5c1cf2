"""Let each agent see the newest drafts of the other agents, and improve its own draft.

The drafts are shown without the names of their agents.
"""

from attrs import field, frozen

from questfoundry.app.runs.draft_excerpts import shorten_drafts
from questfoundry.app.runs.teamwork import Team
from questfoundry.app.runs.worker import Worker
from questfoundry.domain.chat.messages import assistant, user
from questfoundry.domain.run.result import Candidate

REFINE = "templates/studio/refine"


async def refine(team: Team, rounds: int) -> None:
    """Run at most ``rounds`` rounds; stop after a round in which every agent keeps its draft.

    Agents see only the drafts of the previous round. Agents that do not understand texts keep their
    drafts.
    """
    unable = {each.agent.id for each in team.workers if not each.agent.can_comprehend}
    if len(unable) == len(team.workers):
        return
    for number in range(1, rounds + 1):
        refining = _Round(
            team=team, number=number, earlier_drafts=team.state.drafts, unchanged=set(unable)
        )
        await team.run_part("refine", refining.improve_draft, number=number)
        team.state.rounds = number
        if refining.unchanged >= {each.agent.id for each in team.active_workers}:
            return


@frozen(kw_only=True)
class _Round:
    team: Team
    number: int
    earlier_drafts: tuple[Candidate, ...]
    unchanged: set[str] = field(factory=set[str])

    async def improve_draft(self, worker: Worker) -> None:
        if not worker.agent.can_comprehend:
            return
        name, words = worker.agent.id, worker.prompts.wording("studio")
        drafts = {each.agent: each.text for each in self.earlier_drafts}
        others = [text for agent, text in drafts.items() if agent != name]
        own, *rest = shorten_drafts([drafts[name], *others], worker.agent.providers.discuss.traits)
        prompt = worker.prompts.render(REFINE, {"others": rest, "keep": words["keep"]})
        scope = f"refine:{name}:{self.number}"
        text = await worker.answer(scope, assistant(own), user(prompt["again"]))
        if text.strip(" .!*\"'`\n").upper() == words["keep"]:
            self.unchanged.add(name)
        else:
            better = Candidate(agent=name, text=text, round=self.number)
            self.team.state.candidates[name] = better
