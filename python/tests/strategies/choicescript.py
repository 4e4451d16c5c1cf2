"""Random games in ChoiceScript, whose blocks may end without a jump."""

from itertools import count

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

SCENES = ("startup", "boat")
LABELS = ("north", "south", "east")
SUBROUTINES = ("rain", "wind")
_TESTS = ("lamp", "not(lamp)", "n > 1", "n = 0", "(lamp) and (n > 0)", "(lamp) or (n < 1)", "t = 1")
_CHANGES = ("lamp true", "lamp false", "n +1", "n 0", "n 1", "t 1", "t 0")


@st.composite
def games(draw: DrawFn) -> dict[str, list[str]]:  # noqa: C901  a case for each command
    """Draw the lines of two scenes by name; options have different labels."""
    numbers = count(1)

    def block(depth: int, indent: str, *, is_called: bool) -> list[str]:
        found: list[str] = []
        for _ in range(draw(st.integers(1, 3))):
            found += statement(depth, indent, is_called=is_called)
        return found

    def statement(depth: int, indent: str, *, is_called: bool) -> list[str]:
        kinds = ["text", "set", "set"]
        kinds += ["if", "choice", "choice", "page"] if depth else []
        kinds += [] if is_called else ["goto", "gosub", "scene"]
        match draw(st.sampled_from(kinds)):
            case "set":
                return [f"{indent}*set {draw(st.sampled_from(_CHANGES))}"]
            case "if":
                found = []
                for command in draw(st.sampled_from([["if"], ["if", "else"], ["if", "elseif"]])):
                    test = "" if command == "else" else f" {draw(st.sampled_from(_TESTS))}"
                    found += [f"{indent}*{command}{test}"]
                    found += block(depth - 1, f"{indent}  ", is_called=is_called)
                return found
            case "choice":
                return [f"{indent}*choice", *options(depth - 1, f"{indent}  ", is_called)]
            case "page":
                return [f"{indent}*page_break Page {next(numbers)}"]
            case "goto":
                return [f"{indent}*goto {draw(st.sampled_from(LABELS))}"]
            case "gosub":
                return [f"{indent}*gosub {draw(st.sampled_from(SUBROUTINES))}"]
            case "scene":
                return [f"{indent}*goto_scene {draw(st.sampled_from(SCENES))} south"]
            case _:
                return [f"{indent}Text {next(numbers)}."]

    def options(depth: int, indent: str, is_called: bool) -> list[str]:
        found: list[str] = []
        for _ in range(draw(st.integers(1, 3))):
            before = draw(st.sampled_from(["", "", "*hide_reuse "]))
            test = f"({draw(st.sampled_from(_TESTS))})"
            kind = draw(st.sampled_from(["", "", "*if ", "*selectable_if ", "block"]))
            inner = indent
            if kind == "block":
                found, inner = [*found, f"{indent}*if {test}"], f"{indent}  "
            before += f"{kind}{test} " if kind.startswith("*") else ""
            found += [f"{inner}{before}#Option {next(numbers)}"]
            if draw(st.booleans()):
                found += block(depth, f"{inner}  ", is_called=is_called)
        return found

    def scene() -> list[str]:
        found = ["*temp t 0", *block(2, "", is_called=False)]
        for label in LABELS:
            # Variables of a scene are new whenever the scene begins, also at a label.
            found += [f"*label {label}", *(["*set t 0"] if label == "south" else [])]
            found += block(2, "", is_called=False)
        found += [draw(st.sampled_from(["*finish", "*ending"]))]
        for label in SUBROUTINES:
            found += [f"*label {label}", *block(1, "", is_called=True)]
            found += ["*gosub wind"] if label == "rain" and draw(st.booleans()) else []
            found += ["*return"]
        return found

    return {name: scene() for name in SCENES}
