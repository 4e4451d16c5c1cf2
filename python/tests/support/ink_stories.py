"""Random stories in ink with all features, alone and nested."""

from collections.abc import Callable, Iterator
from random import Random

from attrs import define, field

_DECLARED = """VAR a = false
VAR b = false
VAR c = true
VAR n = 0
LIST L = (x), y, z
VAR S = (x)
VAR to = -> k0
-> k0"""
_FUNCTIONS = """=== function f(v) ===
{ v > 1:
  ~ return true
}
~ return a
=== function bump(ref v) ===
~ v = MIN(v + 1, 2)"""


def drawn_ink(draw: Random) -> str:
    """Return one story; every loop contains a choice, because ink would never stop otherwise."""
    story = _Drawn(draw, draw.randint(3, 6), draw.randint(0, 2), draw.randint(0, 2))
    parts = [_DECLARED]
    parts += ["\n".join(story.knot(f"k{place}", place)) for place in range(story.knots)]
    parts += ["\n".join(story.knot(f"t{place}", None)) for place in range(story.tunnels)]
    for place in range(story.threads):
        lines = story.choices(1, "", of="thread")
        parts.append("\n".join([f"=== h{place} ===", *lines, "-> DONE"]))
    return "\n".join([*parts, _FUNCTIONS])


@define
class _Drawn:
    draw: Random
    knots: int
    tunnels: int
    threads: int
    said: int = field(default=0)

    def knot(self, name: str, place: int | None) -> Iterator[str]:
        """Yield a knot, or a tunnel without ``place``."""
        of = "tunnel" if place is None else "knot"
        yield f"=== {name} ==="
        yield self.words()
        yield from self.some(0.4, self.effect)
        if self.chance(0.35):
            yield from self.condition()
        if place is not None and place + 1 < self.knots and self.chance(0.3):
            yield f"{{ {self.asked()}: -> k{self.draw.randrange(place + 1, self.knots)} }}"
        if place is not None and self.tunnels and self.chance(0.3):
            yield f"-> t{self.draw.randrange(self.tunnels)} ->"
        if self.threads and self.chance(0.3):
            yield f"<- h{self.draw.randrange(self.threads)}"
        if self.chance(0.1):
            yield "->->" if of == "tunnel" else "-> END"
            return
        if self.chance(0.2):
            yield f"- (top{name})"
        yield from self.choices(1, "", of=of)
        if self.chance(0.7):
            yield f"+ [{self.word()}]"
            yield f"  {self.onward(of, any_knot=True)}"
        if self.chance(0.5):
            yield f"- {self.words()}"
            if self.chance(0.4):
                yield from self.choices(1, "", of=of)
            yield from self.some(0.5, lambda: "-")
            yield self.onward(of, any_knot=True)

    def choices(self, level: int, indent: str, *, of: str) -> Iterator[str]:
        for _ in range(self.draw.randint(1, 3)):
            asked = f"{{{self.asked()}}} " if self.chance(0.4) else ""
            word = self.word()
            label = self.draw.choice([f"[{word}]", f"{word}[.] more", word])
            yield f"{indent}{self.draw.choice('*+*') * level} {asked}{label}"
            yield from self.some(0.6, lambda: f"{indent}  {self.effect()}")
            if level < 3 and self.chance(0.25):
                yield from self.choices(level + 1, f"{indent}  ", of=of)
                if self.chance(0.5):
                    yield f"{indent}  {'-' * (level + 1)} {self.words()}"
                    yield from self.some(0.5, lambda: f"{indent}  {self.onward(of)}")
                continue
            if of == "knot" and self.tunnels and self.chance(0.25):
                yield f"{indent}  -> t{self.draw.randrange(self.tunnels)} ->"
            yield from self.some(0.75, lambda: f"{indent}  {self.onward(of)}")
        if self.chance(0.3):
            yield f"{indent}{'*' * level} ->"
            yield f"{indent}  {self.onward(of)}"

    def condition(self) -> Iterator[str]:
        if self.chance(0.5):
            yield f"{{ {self.asked()}:"
            yield f"  {self.effect()}"
            yield from self.some(0.5, lambda: f"- else:\n  {self.effect()}")
        else:
            yield "{"
            for _ in range(self.draw.randint(1, 3)):
                yield f"- {self.asked()}:"
                yield f"  {self.effect()}"
        yield "}"

    def asked(self, deep: int = 0) -> str:
        knot, item, flag = self.a_knot(), self.draw.choice("xyz"), self.draw.choice("abc")
        kinds = [
            flag,
            f"not {flag}",
            f"n {self.draw.choice(['==', '>', '<', '>=', '!='])} {self.draw.randint(0, 2)}",
            knot,
            f"{knot} {self.draw.choice(['> 1', '== 1'])}",
            f"S {self.draw.choice(['?', '!?'])} {item}",
            f"L {self.draw.choice(['==', '>=', '<', '!='])} {item}",
            "f(n)",
            f"READ_COUNT(-> {knot}) {self.draw.choice(['> 0', '== 0'])}",
        ]
        if deep < 2 and self.chance(0.25):
            sign = self.draw.choice(["and", "or"])
            return f"({self.asked(deep + 1)} {sign} {self.asked(deep + 1)})"
        return self.draw.choice(kinds)

    def effect(self) -> str:
        flag, other, item = (
            self.draw.choice("abc"),
            self.draw.choice("abc"),
            self.draw.choice("xyz"),
        )
        return "~ " + self.draw.choice(
            [
                f"{flag} = {self.draw.choice(['true', 'false', f'not {other}', other])}",
                f"{flag} = {self.draw.choice(['true', 'false'])}",
                f"n = {self.draw.choice(['0', '1', '2', '(n + 1) % 3'])}",
                "n = MIN(n + 1, 2)",
                f"S {self.draw.choice(['+=', '-='])} {item}",
                f"L = {item}",
                "bump(n)",
                f"to = -> {self.a_knot()}",
            ]
        )

    def onward(self, of: str, *, any_knot: bool = False) -> str:
        if of == "tunnel":
            return "->->"
        knot = f"-> {self.a_knot()}"
        return knot if any_knot else self.draw.choice(["-> END", "-> to", *[knot] * 6])

    def words(self) -> str:
        word = self.word()
        varied = [
            "{one|two|three}",
            "{~p|q}",
            f"{{{self.asked()}: yes|no}}",
            "{!only} <>",
            "{&u|v}",
        ]
        return f"{word} {self.draw.choice([*varied, ''])}"

    def word(self) -> str:
        self.said += 1
        return f"w{self.said}"

    def a_knot(self) -> str:
        return f"k{self.draw.randrange(self.knots)}"

    def chance(self, of: float) -> bool:
        return self.draw.random() < of

    def some(self, of: float, line: Callable[[], str]) -> Iterator[str]:
        if self.chance(of):
            yield line()
