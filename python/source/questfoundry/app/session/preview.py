"""Show the next request of the studio's agent without sending it."""

from attrs import evolve

from questfoundry.app.pipeline.preview import PromptPreview, preview_request
from questfoundry.app.session.launching import LAUNCH, build_launch_definition
from questfoundry.app.session.studio import SessionLedger, Studio
from questfoundry.app.session.tools import PinTool, build_session_tools
from questfoundry.app.session.transcript import SUBJECT, Transcript, list_sessions
from questfoundry.app.session.turn import TURN_KIND, build_request, is_window_half_full
from questfoundry.domain.chat.messages import ToolDefinition, user


async def preview_turn(studio: Studio, message: str) -> PromptPreview:
    """Return the request that ``message`` would cause in the newest session, or in a new session.

    The tools of MCP servers are part of the request, so the servers are started.
    """
    store, provider = studio.runs.store, studio.agent.providers.discuss
    sessions = list_sessions(store)
    session = f"{SUBJECT}/{sessions[-1].number}" if sessions else ""
    transcript = Transcript(store, session)
    before = transcript.list_newest() if session else ()
    left_out: tuple[str, ...] = ()
    if is_window_half_full(studio, before):
        left_out, before = ("the conversation: notes in CONTEXT.md replace it",), ()
    can_call_tools = provider.traits.capabilities.tools
    opening = studio.build_system_message(
        knowledge=studio.workspace.context(),
        pins=transcript.list_pins() if session else (),
        remaining=SessionLedger(studio.runs, session, studio.settings.budget).meter.get_remaining(),
        launches=can_call_tools,
    )
    request = build_request(studio, opening, before, user(message))
    tools = await _list_tools(studio) if can_call_tools else ()
    return preview_request(
        evolve(request, tools=tools),
        provider,
        TURN_KIND,
        based_on=session or None,
        left_out=left_out,
    )


async def _list_tools(studio: Studio) -> tuple[ToolDefinition, ...]:
    others = await studio.servers.tools() if studio.servers else ()
    added = (PinTool(lambda _: None, studio.prompts), *studio.tools(studio.runs), *others)
    words = studio.prompts.wording(f"tools/{LAUNCH}")
    return (
        build_launch_definition(words, [each.id for each in studio.agents()]),
        *(e.definition for e in build_session_tools(studio.workspace, studio.prompts, added)),
    )
