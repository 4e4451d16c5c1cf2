"""Answer questions about the story from the passages that a player may have read."""

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from questfoundry.app.phases.sampling import max_tokens_of, temperature_of
from questfoundry.app.run.answer_retry import request_answer
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.session.story_reading import find_passages
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import system, user
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.run.inputs import QuestionInputs
from questfoundry.domain.run.record import RunRecord, RunStatus
from questfoundry.domain.run.spec import QUESTION
from questfoundry.domain.story.story import Story

TEMPLATE = "templates/studio/story_answer"
_SCOPE = "answer"


@frozen(kw_only=True)
class AskStoryUseCase:
    """A use case in which the project's model answers a question about the story.

    For a model that does not understand texts, the result contains only the matching passages.
    """

    runs: RunOpener
    prompts: PromptRepository

    async def execute(
        self, story: Story, question: str, known_at: str = "", arc: Sequence[str] = ()
    ) -> dict[str, Any] | None:
        """Return the answer and the passages that support it, or ``None`` if no passage matches.

        ``known_at`` and ``arc`` limit the search as in ``find_passages``. An interrupted run for
        the same question is resumed.
        """
        found = find_passages(story, question, known_at, arc)
        if not found:
            return None
        providers = self.runs.choose_providers()
        provider = providers.discuss
        if not provider.traits.capabilities.comprehension:
            return {"passages": found}
        prompt = self.prompts.render(TEMPLATE, {"question": question, "passages": found})
        request = ChatRequest(
            messages=(system(prompt["system"]), user(prompt["user"])),
            temperature=temperature_of(Phase.SERIALIZE, provider.traits),
            max_tokens=max_tokens_of(Phase.DISCUSS, provider.traits),
        )
        inputs = QuestionInputs(
            question=question, known_at=known_at, arc=tuple(arc), session=self.runs.session
        )
        earlier = self._find_interrupted(inputs)
        record = earlier or self.runs.begin(QUESTION, inputs, providers)
        with self.runs.open(record, providers, resumed=earlier is not None) as run:
            answer = await request_answer(
                run.bind_model(provider, _SCOPE), request, prompts=self.prompts
            )
        names = [each["passage"] for each in found]
        cited = [each for each in names if each in answer.text]
        return {"answer": answer.text.strip(), "passages": cited or names}

    def _find_interrupted(self, inputs: QuestionInputs) -> RunRecord | None:
        interrupted = (RunStatus.RUNNING, RunStatus.INTERRUPTED)
        for record in self.runs.store.runs.list(task=QUESTION):
            if record.status in interrupted and record.inputs == inputs:
                return record
        return None
