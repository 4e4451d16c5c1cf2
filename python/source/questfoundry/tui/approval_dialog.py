"""Ask for approval in the application: the author approves, declines or edits the request."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Checkbox, Footer, Input, Label, Static, TextArea

from questfoundry.app.session.request_text import describe_request
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import RunApproval, ToolApproval
from questfoundry.domain.run.spec import RunSpec
from questfoundry.presentation.text import clean

_MODES = {
    "refinement": "Agents improve their drafts",
    "planning_mode": "Agents only write a plan",
    "execute_after_planning": "The winner carries out its plan",
}
"""The switches of the form, by the name of their field."""


class ApprovalCard(VerticalScroll, can_focus=False):
    """The card above the input that shows a request for approval with its estimated cost.

    The input keeps the focus, so that a typed letter never answers by accident.
    """

    DEFAULT_CSS = """
    ApprovalCard {
        height: auto; max-height: 60%; margin: 0 1; padding: 0 1;
        border: heavy $warning; border-title-color: $text; border-subtitle-color: $text;
    }
    """

    def __init__(self, request: RunApproval | ToolApproval) -> None:
        super().__init__()
        edit = ", e: edit it" if isinstance(request, RunApproval) else ""
        self._text = describe_request(request)
        self.border_title = "Approve this?"
        self.border_subtitle = f"y: approve, n: decline{edit}, then Enter   Ctrl-Y: approve"

    def compose(self) -> ComposeResult:
        yield Static(Content(clean(self._text)))

    def watch_virtual_size(self, old_value: Size, new_value: Size) -> None:
        """Tell the author how to read on if the text is higher than the card."""
        del old_value
        more = " PageDown shows more" if new_value.height > self.size.height else ""
        self.border_title = f"Approve this?{more}"


class Tick(Checkbox):
    """A checkbox of one line that shows its value without colours, as ``[X]`` or ``[ ]``."""

    BUTTON_LEFT, BUTTON_RIGHT = "[", "]"

    def __init__(self, label: Content, value: bool, *, id: str) -> None:  # noqa: A002
        self.BUTTON_INNER = "X" if value else " "
        super().__init__(label, value, id=id, compact=True)

    def watch_value(self) -> None:
        self.BUTTON_INNER = "X" if self.value else " "
        super().watch_value()


class EditRun(ModalScreen[RunSpec | None]):
    """The form that changes a run; its result is the changed run, or ``None`` after Cancel."""

    DEFAULT_CSS = """
    EditRun { align: center middle; }
    EditRun > VerticalScroll {
        width: 100%; max-width: 100; height: 90%;
        border: heavy $accent; padding: 0 1; background: $background;
    }
    EditRun TextArea { height: 5; }
    EditRun #problem { color: $text-error; }
    """
    AUTO_FOCUS = "TextArea"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "keep", "Approve with changes", priority=True),
        Binding("escape", "leave", "Cancel"),
    ]

    def __init__(self, spec: RunSpec, agents: Sequence[str]) -> None:
        super().__init__()
        self._spec = spec
        self._agents = agents

    def compose(self) -> ComposeResult:
        spec = self._spec
        chosen = set(spec.choose_agents(self._agents))
        with VerticalScroll(can_focus=False) as form:
            form.border_title = "Edit the run"
            yield Label("Task")
            yield TextArea(clean(spec.task), id="task")
            yield Label("Context")
            yield TextArea(clean(spec.context or ""), id="context")
            yield Label("Agents")
            for number, each in enumerate(self._agents):
                yield Tick(Content(clean(each)), each in chosen, id=f"agent{number}")
            yield Label("Mode")
            for name, label in _MODES.items():
                ticked = spec.has_refinement if name == "refinement" else getattr(spec, name)
                yield Tick(Content(label), ticked, id=name)
            limits = spec.coordination_overrides
            yield Label("Rounds of improvement, 1 to 5")
            yield Input(str(limits.max_rounds), id="rounds")
            yield Label("Time limit of this run, in seconds")
            yield Input("" if limits.timeout is None else f"{limits.timeout:g}", id="timeout")
            for number, each in enumerate(self._agents):
                yield Label(Content(clean(f"Additional prompt for {each}")))
                prompt = spec.agent_system_prompts.get(each, "")
                yield TextArea(clean(prompt), id=f"prompt{number}")
            yield Label("Budget of this run, for example 50000tokens or 2.50usd")
            yield Input(limits.budget or "", id="budget")
            yield Static(id="problem")
        yield Footer()

    def action_keep(self) -> None:
        try:
            self.dismiss(self._build_spec())
        except InputError as problem:
            self.query_one("#problem", Static).update(Content(clean(problem.problem)))

    def action_leave(self) -> None:
        self.dismiss(None)

    def _build_spec(self) -> RunSpec:
        ticked = {each.id: each.value for each in self.query(Tick)}
        typed = {each.id: each.value for each in self.query(Input)}
        return self._spec.revise(
            task=self.query_one("#task", TextArea).text,
            context=self.query_one("#context", TextArea).text,
            agents=[each for n, each in enumerate(self._agents) if ticked[f"agent{n}"]],
            refinement=ticked["refinement"],
            planning_mode=ticked["planning_mode"],
            execute_after_planning=ticked["execute_after_planning"],
            rounds=typed["rounds"],
            timeout=typed["timeout"],
            budget=typed["budget"],
            prompts={
                agent: self.query_one(f"#prompt{number}", TextArea).text
                for number, agent in enumerate(self._agents)
            },
        )
