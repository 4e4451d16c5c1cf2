"""Ask for approval in the application: the author approves, declines or edits the request."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Checkbox, Footer, Input, Label, SelectionList, Static, TextArea

from questfoundry.app.session.request_text import describe_request
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import RunApproval, ToolApproval
from questfoundry.domain.run.spec import RunSpec
from questfoundry.presentation.text import clean


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


class EditRun(ModalScreen[RunSpec | None]):
    """The form that changes a run; its result is the changed run, or ``None`` after Cancel."""

    DEFAULT_CSS = """
    EditRun { align: center middle; }
    EditRun > VerticalScroll {
        width: 100%; max-width: 100; height: 90%;
        border: heavy $accent; padding: 0 1; background: $background;
    }
    EditRun TextArea { height: 5; }
    EditRun SelectionList { height: auto; max-height: 7; }
    EditRun Checkbox { border: none; height: 1; }
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
            yield SelectionList[str](
                *((Content(clean(each)), each, each in chosen) for each in self._agents)
            )
            yield Checkbox("Agents improve their drafts", spec.has_refinement, id="refinement")
            yield Checkbox("Agents only write a plan", spec.planning_mode, id="planning_mode")
            yield Checkbox(
                "The winner carries out its plan",
                spec.execute_after_planning,
                id="execute_after_planning",
            )
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
        ticked = {each.id: each.value for each in self.query(Checkbox)}
        typed = {each.id: each.value for each in self.query(Input)}
        return self._spec.revise(
            task=self.query_one("#task", TextArea).text,
            context=self.query_one("#context", TextArea).text,
            agents=self.query_one(SelectionList).selected,
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
