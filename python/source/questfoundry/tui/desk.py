"""Provide the data of the studio application: the sessions of a project and its story as text."""

from collections.abc import Callable, Iterator

from attrs import frozen

from questfoundry.app.session.session import InteractiveSession
from questfoundry.app.session.studio import Studio
from questfoundry.app.session.transcript import (
    SUBJECT,
    begin_session,
    find_latest_session,
    list_sessions,
    make_title,
)
from questfoundry.app.story_map.builder import build_map
from questfoundry.app.story_map.story_map import StoryMap
from questfoundry.app.structure.check import CheckResult
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.domain.errors import InputError
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import format_count

_MAX_RECENT = 5


@frozen(kw_only=True)
class Desk:
    """A project's studio and its sessions; the function ``story`` returns a text on the story."""

    studio: Studio
    story: Callable[[], str]

    def start_session(self, message: str) -> InteractiveSession:
        """Start a session with a title made from its first message, and return it."""
        begun = begin_session(self.studio.runs.store, make_title(message))
        return InteractiveSession(self.studio, begun)

    def open_session(self, number: str) -> InteractiveSession:
        """Return the session with this number; raise ``InputError`` if it does not exist."""
        return InteractiveSession(self.studio, f"{SUBJECT}/{number}")

    def find_latest_session(self) -> str:
        """Return the number of the session with the newest message."""
        return find_latest_session(self.studio.runs.store)

    def describe_sessions(self) -> list[str]:
        """Return a line for each session: number, title, and whether it was interrupted."""
        return [
            f"{each.number}  {each.title or 'untitled'}"
            + ("  (interrupted; can be continued)" if each.cut_off else "")
            for each in list_sessions(self.studio.runs.store)
        ]

    def describe_recent_sessions(self) -> str:
        """Return lines about the newest sessions, and how to continue one; empty if none."""
        lines = self.describe_sessions()
        if not lines:
            return ""
        more = f" of {len(lines)}; /session lists all" if len(lines) > _MAX_RECENT else ""
        listed = "\n".join(f"  {line}" for line in lines[-_MAX_RECENT:])
        return f"Earlier sessions{more} (/session NUMBER continues one):\n{listed}"


def describe_story(project: ProjectContainer) -> str:
    """Return a text with the stages, the next step, and the story's findings and passages."""
    found = project.status().execute()
    stages = [f"{each.stage:<12}{each.state.value}" for each in found.stages]
    step = [f"Next: {command_of(found.next_step)}"] if found.next_step else []
    return "\n".join([*stages, *step, "", *_describe_structure(project)])


def _describe_structure(project: ProjectContainer) -> Iterator[str]:
    try:
        story = project.load_woven_story()
    except InputError as problem:
        yield problem.problem
        return
    yield from _describe_findings(project.check().execute())
    yield from describe_passages(build_map(story))


def _describe_findings(found: CheckResult) -> Iterator[str]:
    problems = [*found.findings, *found.prose]
    yield format_count(len(problems), "finding") if problems else "No findings."
    for each in problems:
        yield f"  {each.item.place}: {each.item.problem}"
    for fault in found.faults:
        yield f"  {fault.item.field}: {fault.item.problem}"


def describe_passages(drawn: StoryMap) -> Iterator[str]:
    """Yield lines about each passage in story order, with its choices, conditions and targets."""
    titles = {each.id: each.title for each in drawn.boxes}
    yield ""
    yield f"{drawn.title}: {format_count(len(drawn.boxes), 'passage')}"
    for box in drawn.boxes:
        code = f" [{box.code}]" if box.code else ""
        yield ""
        yield f"{box.title}{code}{f': ending {box.ending!r}' if box.ending else ''}"
        if box.is_topic:
            yield f"  and the other choices of {titles[box.hub]}"
        for line in drawn.lines:
            for option in line.options if line.source == box.id else ():
                conditions = ", ".join(
                    [*([str(line.code)] if line.code else []), *option.conditions]
                )
                label = option.label or "Continue"
                yield f"  {label} → {titles[line.target]}{f' ({conditions})' if conditions else ''}"
