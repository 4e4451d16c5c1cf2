"""Strategies for stored conversations."""

from hypothesis import strategies as st

from questfoundry.domain.chat.messages import (
    ChatMessage,
    Message,
    ToolCall,
    ToolResult,
    assistant,
    tool_result,
    user,
)

words = st.text(max_size=30)


@st.composite
def _exchange(draw: st.DrawFn) -> list[Message]:
    content = draw(words)
    names = draw(st.lists(st.sampled_from(["search", "fetch"]), max_size=3))
    calls = tuple(ToolCall(id=f"call-{index}", name=name) for index, name in enumerate(names))
    results = [
        tool_result(ToolResult(call_id=call.id, name=call.name, content=draw(words)))
        for call in calls
    ]
    return draw(
        st.sampled_from([[user(content)], [assistant(content)], results])
        | st.just([assistant(content, calls), *results])
    )


@st.composite
def histories(draw: st.DrawFn) -> list[ChatMessage]:
    messages = [message for part in draw(st.lists(_exchange(), max_size=8)) for message in part]
    return [
        ChatMessage(conversation_id="talk", position=position, message=message)
        for position, message in enumerate(messages)
    ]
