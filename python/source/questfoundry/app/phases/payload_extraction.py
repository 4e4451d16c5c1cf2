"""Extract the submitted data from the model's response in the phase Serialize.

The data is in a tool call, or it is a JSON object in the text.
"""

from collections.abc import Mapping
from typing import Any

from questfoundry.app.phases.finalization import Finalization
from questfoundry.domain.answer.payload import decode_nested, extract_object
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.models.traits import StructuredOutput


def find_payload_problem(
    response: ChatResponse, tool: str, strategy: StructuredOutput
) -> str | None:
    """Return a code that says why ``response`` lacks usable data, or ``None`` if there is data.

    The codes are ``refused``, ``cut_off``, ``malformed``, ``wrong_tool``, ``empty`` and
    ``no_payload``. ``tool`` is the name of the tool by which the model submits data.
    """
    calls = response.tool_calls
    match response.finish_reason:
        case FinishReason.REFUSED:
            return "refused"
        case FinishReason.LENGTH:
            return "cut_off"
    if _find_object(response, tool) is not None:
        return None
    if any(call.name == tool for call in calls):
        return "malformed"
    if calls:
        return "wrong_tool"
    if not response.text.strip():
        return "empty"
    return "no_payload" if strategy is StructuredOutput.TOOL else "malformed"


def extract_payload(
    response: ChatResponse, request: ChatRequest, finalization: Finalization
) -> Mapping[str, Any]:
    """Return the data that the model submitted in ``response``.

    A string that contains JSON is decoded if the schema expects something other than a text in its
    place.
    """
    schema = request.response_schema or request.tools[0].parameters
    payload: Mapping[str, Any] = decode_nested(_find_object(response, finalization.name), schema)
    if schema is not finalization.schema:
        payload = decode_nested(payload, finalization.schema)
    return payload


def _find_object(response: ChatResponse, tool: str) -> Mapping[str, Any] | None:
    for call in response.tool_calls:
        if call.name == tool:
            return call.arguments if call.malformed is None else extract_object(call.malformed)
    return None if response.tool_calls else extract_object(response.text)
