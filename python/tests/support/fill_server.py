"""A loopback server that plays the model of FILL for the small story."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from questfoundry.domain.chat.exchange import ChatResponse
from tests.support.dream_server import DreamServer
from tests.support.novelist import TITLE, prose_of


class FillServer(DreamServer):
    """Writes another passage where one is to be written anew, and as a reviewer keeps all."""

    def _answer(self, body: Any) -> ChatResponse:
        answer = super()._answer(body)
        asked = TITLE.search(str(body["messages"][1]["content"]))
        if asked and len(body["messages"]) > 2:
            return evolve(answer, text=prose_of(f"{asked[1]} anew"))
        return answer

    def _submission(self, body: Any) -> ChatResponse:
        wanted = body["response_format"]["json_schema"]["schema"]["properties"]
        if "decision" in wanted:
            return ChatResponse(text='{"decision": "keep", "issues": []}')
        return super()._submission(body)

    def asked_for(self, title: str) -> list[Any]:
        """The messages of the requests for that passage."""
        return [
            body["messages"]
            for body in self.bodies
            if f'Write the passage "{title}"' in str(body["messages"][1]["content"])
        ]
