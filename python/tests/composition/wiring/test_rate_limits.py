"""All projects that are open in a process and use one key share its rate limit."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from questfoundry.composition.project.project import Project
from questfoundry.domain.errors import LLMError
from tests.support.calls import request
from tests.support.loopback import Loopback, json_reply

BUSY = json_reply({"error": {"message": "Too many requests."}}, 429, {"retry-after": "3600"})


async def test_a_key_that_is_refused_is_used_by_no_other_project(tmp_path: Path) -> None:
    """A service with many open projects would otherwise be refused once for each."""
    asked: list[int] = []
    with Loopback(BUSY) as server:
        async with AsyncExitStack() as stack:
            for number, key in enumerate(("sk-one", "sk-one", "sk-two")):
                folder = tmp_path / str(number)
                folder.mkdir()
                env = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": key}
                project = Project.open(folder, env={**env, "QF_PROVIDER": "openai/gpt-4o"})
                await stack.enter_async_context(project)
                provider = project.container.models().choose_models(None).discuss
                with pytest.raises(LLMError, match="3600"):
                    await provider.complete(request())
                asked.append(len(server.asked))
    assert asked == [1, 1, 2]
