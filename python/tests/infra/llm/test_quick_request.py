"""Short requests to servers of models."""

import pytest

from questfoundry.infra.llm.server_provider import send_request
from tests.support.loopback import Loopback, json_reply


@pytest.mark.parametrize("target", ["/models", "/models?api-version=2", "/"])
def test_the_whole_address_is_asked_for(target: str) -> None:
    """Some servers want a version or a key in the query of the address."""
    with Loopback(json_reply({})) as server:
        assert send_request(f"{server.url}{target}", {}, 10).status == 200
        assert [each.path for each in server.asked] == [target]
