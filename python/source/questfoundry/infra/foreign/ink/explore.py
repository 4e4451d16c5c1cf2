"""Find the positions of a compiled story that players can reach, by symbolic execution of turns."""

from collections.abc import Iterator, Sequence

from attrs import define, evolve, field

from questfoundry.domain.story.foreign.expressions import (
    Condition,
    Expression,
    Settings,
    Variable,
    negate,
    text_value,
)
from questfoundry.infra.foreign.ink.compiled import CompiledStory, Place
from questfoundry.infra.foreign.ink.exits import (
    CALLED,
    NO_TOKEN,
    EndlessInkError,
    StopPosition,
    StopReason,
    Transition,
    TurnOutcome,
)
from questfoundry.infra.foreign.ink.memory import Memory, name_temporary
from questfoundry.infra.foreign.ink.places import (
    DECLARATIONS,
    START,
    PlaceNames,
    Survey,
    author_name_of,
    find_owner,
)
from questfoundry.infra.foreign.ink.state import TUNNEL, Frame, OfferedChoice, State, Thread
from questfoundry.infra.foreign.ink.symbolic_values import (
    NEVER,
    InkList,
    InkText,
    Pointer,
    all_of,
    convert_to_expression,
    is_unknown,
    make_unknown,
    name_member,
    number_from_condition,
)
from questfoundry.infra.foreign.ink.turn import MAX_STEPS, InkTurn

MAX_PLACES = 20_000  # the most stop positions of one story
BASE_STEPS, BASE_TRANSITIONS = 50_000, 5_000
"""The limits on steps and transitions for a small story."""

STEPS_PER_ELEMENT = 5
"""The steps that each element of a story adds to the limit; each also adds one transition."""

MAX_STACKS = 24  # the most call stacks that are distinguished for one stop position
MAX_TRACKED_ITEMS = 500  # the most list items of a story whose membership is tracked


FALLBACK = "fallback"


@define(eq=False)
class Explorer:
    """A search for the stop positions of a story, the points at which a turn starts.

    ``places``: the stop positions, by the ``id`` of the container, the index of the element, and
    the size of the evaluation stack.
    """

    story: CompiledStory
    places: dict[tuple[int, int, int], StopPosition] = field(factory=dict)
    passed_containers: set[int] = field(factory=set)
    initial_values: dict[str, Expression] = field(factory=dict)
    untracked: set[str] = field(factory=set)
    _globals: dict[str, bool] = field(factory=dict)
    _divert_paths: Sequence[str] = ()
    _calls: dict[str, tuple[Frame, ...]] = field(factory=lambda: {"": ()})
    _names: PlaceNames = field(factory=lambda: PlaceNames(set()))
    _waiting: list[tuple[StopPosition, str]] = field(factory=list)
    _steps_left: int = 0
    _transitions_left: int = 0

    def explore(self, survey: Survey) -> StopPosition:
        """Find all stop positions that players can reach, and return the first one.

        Places in ``survey`` that playing the story does not reach are explored last.
        """
        self._steps_left = BASE_STEPS + STEPS_PER_ELEMENT * self.story.size
        self._transitions_left = BASE_TRANSITIONS + self.story.size
        self._names = PlaceNames({*survey.names})
        self._divert_paths = survey.divert_paths
        self._read_declarations()
        first = self._get_place(Place(self.story.root, 0), START, 0)
        self._enqueue(first, "")
        self._explore_waiting()
        for container in survey.places:
            if id(container) not in self.passed_containers:
                name = author_name_of(container) if container is find_owner(container) else ""
                self._enqueue(self._get_place(Place(container, 0), name, 0), "")
                self._explore_waiting()
        return first

    def _read_declarations(self) -> None:
        decl = self.story.root.named_content.get(DECLARATIONS)
        if decl is None:
            return
        turn = self._create_turn()
        try:
            turn.play(State(threads=[Thread([Frame(TUNNEL, Place(decl, 0))])]))
        except EndlessInkError:
            return
        for outcome in turn.outcomes:
            self._globals |= dict.fromkeys(outcome.state.variables, False)
            # Each list item becomes a variable, so the items of long lists are not tracked.
            known = len(self.story.items) <= MAX_TRACKED_ITEMS
            self._globals |= dict.fromkeys(outcome.state.lists, known)
            self.untracked |= set() if known else outcome.state.lists.keys()
            self.initial_values |= self._collect_settings(outcome.state, 0)

    def _create_turn(self) -> InkTurn:
        return InkTurn(
            memory=Memory(story=self.story, globals=self._globals), divert_paths=self._divert_paths
        )

    def _explore_waiting(self) -> None:
        while self._waiting:
            self._play_turn(*self._waiting.pop())

    def _play_turn(self, place: StopPosition, stack: str) -> None:
        turn = self._create_turn()
        turn.steps = max(0, MAX_STEPS - self._steps_left)
        steps_before = turn.steps
        frames = [each.copy() for each in self._calls[stack]]
        start = State(threads=[Thread([*frames, Frame(TUNNEL, place.place)])])
        start.stack = [Variable(_stack_variable(number)) for number in range(place.stack_size)]
        try:
            if len(self.places) > MAX_PLACES or self._transitions_left <= 0:
                raise EndlessInkError
            turn.play(start)
        except EndlessInkError:
            turn.outcomes.clear()
            turn.notes[f"what happens in {place.name!r} is too much to be followed"] = True
        self._steps_left -= turn.steps - steps_before
        place.texts |= turn.memory.texts
        place.read_names |= turn.memory.read_names
        place.notes |= turn.notes
        self.passed_containers |= turn.passed_containers
        for outcome in turn.outcomes:
            place.can_run_out = place.can_run_out or outcome.stop is StopReason.RAN_OUT
            transitions = list(self._build_transitions(outcome, stack))
            self._transitions_left -= len(transitions)
            place.transitions.extend(transitions)

    def _build_transitions(self, outcome: TurnOutcome, stack: str) -> Iterator[Transition]:
        state = outcome.state
        condition_so_far = all_of(*state.conditions)
        if condition_so_far == NEVER:
            return
        if outcome.stop is StopReason.CONTINUED:
            key = outcome.token_key
            yield self._build_transition(key, state, InkText(""), condition_so_far, stack)
            return
        closed = [negate(each.condition) for each in state.choices if not each.is_fallback]
        for each in sorted(state.choices, key=lambda each: each.is_fallback):
            condition = all_of(
                condition_so_far, each.condition, *(closed if each.is_fallback else ())
            )
            if condition != NEVER:
                yield self._take_choice(each, state, condition, stack)
            if each.is_fallback:
                closed.append(negate(each.condition))
        over = all_of(condition_so_far, *closed)
        if outcome.stop is not StopReason.RAN_OUT and over != NEVER:
            yield Transition(
                token_key=NO_TOKEN,
                target=None,
                label=InkText(""),
                condition=over,
                settings={},
                stack=stack,
                is_expected=not state.choices,
            )

    def _take_choice(
        self, choice: OfferedChoice, state: State, condition: Condition, stack: str
    ) -> Transition:
        after = state.copy()
        after.threads = [choice.thread.copy()]
        after.stack = []
        after.frame.position = Place(choice.target, 0)
        after.count_divert_visits()
        container, index = choice.token
        label = InkText("") if choice.is_fallback else choice.label
        key = (id(container), index)
        transition = self._build_transition(key, after, label, condition, stack)
        if choice.is_fallback:
            if transition.target:
                transition.target.is_expected = False
            return evolve(transition, is_expected=False)
        return transition

    def _build_transition(
        self,
        token_key: tuple[int, int],
        state: State,
        label: InkText,
        condition: Condition,
        stack: str,
    ) -> Transition:
        calls = self._register_stack(state.thread)
        target = self._get_place(state.position, label.text or FALLBACK, len(state.stack))
        self._enqueue(target, calls)
        settings = dict(self._collect_settings(state, len(state.stack)))
        if calls != stack:
            settings[CALLED] = text_value(calls)
        return Transition(
            token_key=token_key,
            target=target,
            label=label,
            condition=condition,
            settings=settings,
            stack=stack,
        )

    def _enqueue(self, place: StopPosition, stack: str) -> None:
        if stack in place.stacks:
            return
        if len(place.stacks) == MAX_STACKS:
            place.notes[f"where {place.name!r} is called from is too much to be followed"] = True
            return
        place.stacks.append(stack)
        self._waiting.append((place, stack))

    def _get_place(self, place: Place, hint: str, stack_size: int) -> StopPosition:
        key = (id(place.container), place.index, stack_size)
        if key not in self.places:
            self.passed_containers.add(id(place.container))
            self.places[key] = StopPosition(
                place=place, name=self._names.name_place(place, hint), stack_size=stack_size
            )
        return self.places[key]

    def _register_stack(self, thread: Thread) -> str:
        frames = tuple(Frame(each.kind, each.position) for each in thread.frames[:-1])
        name = ", ".join(
            f"{each.position.container.path} {each.position.index}" if each.position else ""
            for each in frames
        )
        self._calls.setdefault(name, frames)
        return name

    def _collect_settings(self, state: State, stack_size: int) -> Settings:
        found = {name: each for name, each in state.variables.items() if each != Variable(name)}
        for name, each in state.lists.items():
            found |= self._item_settings(name, each)
        for depth, frame in enumerate(state.thread.frames, start=1):
            for name, value in frame.temporaries.items():
                if name.startswith("$"):
                    continue
                expression = convert_to_expression(value)
                if isinstance(value, Pointer):
                    # Later changes through the pointer are not visible here.
                    self.untracked.add(value.name)
                    expression = make_unknown(name)
                found[name_temporary(name, depth)] = expression
        for place, value in enumerate(state.stack[:stack_size]):
            found[_stack_variable(place)] = convert_to_expression(value)
        return found

    def _item_settings(self, name: str, value: InkList) -> Settings:
        found: dict[str, Expression] = {}
        for item in self.story.items if value.base != name else value.known:
            variable = name_member(name, item)
            if item not in value.known and is_unknown(value.base):
                found[variable] = make_unknown(name)
            else:
                has = number_from_condition(value.has(item))
                if has != number_from_condition(InkList(base=name).has(item)):
                    found[variable] = has
        return found


def _stack_variable(place: int) -> str:
    return f"what is given {place + 1}"
