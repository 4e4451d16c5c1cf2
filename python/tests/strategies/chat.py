"""Messages, requests, responses and journal entries."""

from datetime import UTC

from hypothesis import strategies as st

from questfoundry.domain.chat.codec import request_to_dict, response_to_dict
from questfoundry.domain.chat.exchange import (
    AUTO,
    NONE,
    REQUIRED,
    ChatRequest,
    ChatResponse,
    FinishReason,
)
from questfoundry.domain.chat.messages import (
    Message,
    ToolCall,
    ToolDefinition,
    ToolResult,
    assistant,
    system,
    tool_result,
    user,
)
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.library.book import Excerpt
from questfoundry.domain.run.record import EntryKind, JournalEntry, JournalKey
from tests.strategies.plain import TEXTS, json_objects

_NAMES = st.sampled_from(["search_corpus", "submit_dream", "web_fetch"])
_COUNTS = st.integers(min_value=0, max_value=10**6)

tool_calls = st.builds(
    ToolCall, id=TEXTS, name=_NAMES, arguments=json_objects(2), malformed=st.none() | TEXTS
)

tool_results = st.builds(
    ToolResult,
    call_id=TEXTS,
    name=_NAMES,
    content=TEXTS,
    is_error=st.booleans(),
    excerpts=st.lists(
        st.builds(Excerpt, first_page=_COUNTS, last_page=_COUNTS, text=TEXTS, book=TEXTS),
        max_size=2,
    ).map(tuple),
)

messages: st.SearchStrategy[Message] = (
    st.builds(system, TEXTS)
    | st.builds(user, TEXTS)
    | st.builds(assistant, TEXTS, st.lists(tool_calls, max_size=2).map(tuple))
    | st.builds(tool_result, tool_results)
)

tool_definitions = st.builds(
    ToolDefinition, name=_NAMES, description=TEXTS, parameters=json_objects(2)
)

requests = st.builds(
    ChatRequest,
    messages=st.lists(messages, max_size=4).map(tuple),
    tools=st.lists(tool_definitions, max_size=2).map(tuple),
    tool_choice=st.sampled_from([AUTO, REQUIRED, NONE, "submit_dream"]),
    response_schema=st.none() | json_objects(2),
    temperature=st.none() | st.floats(min_value=0, max_value=2),
    max_tokens=st.none() | _COUNTS,
    seed=st.none() | _COUNTS,
    stop=st.lists(TEXTS, max_size=2).map(tuple),
    thinking=st.none() | st.booleans(),
)

usages = st.builds(
    Usage, input_tokens=_COUNTS, output_tokens=_COUNTS, cached_tokens=_COUNTS, calls=_COUNTS
)

responses = st.builds(
    ChatResponse,
    text=TEXTS,
    tool_calls=st.lists(tool_calls, max_size=2).map(tuple),
    usage=usages,
    finish_reason=st.sampled_from(FinishReason),
    model=TEXTS,
)

entries = st.builds(
    JournalEntry,
    key=st.builds(
        JournalKey,
        run_id=st.sampled_from(["dream-1", "seed-2"]),
        kind=st.sampled_from(EntryKind),
        scope=st.sampled_from(["discuss", "summarize", "serialize"]),
        digest=st.text(alphabet="0123456789abcdef", max_size=8),
        occurrence=_COUNTS,
    ),
    request=requests.map(request_to_dict),
    response=responses.map(response_to_dict),
    model=st.sampled_from(["ollama/qwen3:8b", "openai/gpt-4o"]),
    usage=usages,
    seconds=st.floats(min_value=0, max_value=1e6),
    recorded_at=st.datetimes(timezones=st.just(UTC)),
)
