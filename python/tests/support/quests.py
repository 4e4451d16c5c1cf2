"""Structures of any size in which many flags live at once and interact, by families."""

from random import Random

from questfoundry.domain.story.passage import Structure
from tests.support.series import StructureWriter


def _key(number: int) -> frozenset[str]:
    return frozenset({f"flag::{number:03}"})


def _found(made: StructureWriter, count: int) -> str:
    here = made.passage("start")
    for number in range(count):
        taken, left = made.passage(f"take{number}"), made.passage(f"leave{number}")
        made.choice(here, taken, grants=_key(number))
        made.choice(here, left)
        here = made.passage(f"after{number}")
        made.choice(taken, here)
        made.choice(left, here)
    return here


def key_hunt(count: int) -> Structure:
    made = StructureWriter()
    here = _found(made, count)
    keys = frozenset().union(*map(_key, range(count)))
    made.choice(here, made.passage("won", ending="won"), requires=keys)
    made.choice(here, made.passage("lost", ending="lost"))
    return made.structure


def pairs(count: int) -> Structure:
    made = StructureWriter()
    here = _found(made, count)
    for number in range(count):
        has, lacks = made.passage(f"has{number}"), made.passage(f"lacks{number}")
        made.choice(here, has, requires=_key(number))
        made.choice(here, lacks, forbids=_key(number))
        here = made.passage(f"read{number}")
        made.choice(has, here)
        made.choice(lacks, here)
    made.choice(here, made.passage("end", ending="end"))
    return made.structure


def arms(count: int) -> Structure:
    made = StructureWriter()
    here = made.passage("start")
    for number in range(0, count, 3):
        after = made.passage(f"after{number}")
        for each in range(number, min(number + 3, count)):
            taken = made.passage(f"take{each}")
            made.choice(here, taken)
            made.choice(taken, after, grants=_key(each))
        here = after
    for number in (each for kind in range(3) for each in range(kind, count, 3)):
        has, lacks = made.passage(f"has{number}"), made.passage(f"lacks{number}")
        made.choice(here, has, requires=_key(number))
        made.choice(here, lacks, forbids=_key(number))
        here = made.passage(f"read{number}")
        made.choice(has, here)
        made.choice(lacks, here)
    made.choice(here, made.passage("end", ending="end"))
    return made.structure


def counted(count: int, *, modulo: int) -> Structure:
    """Return an ending for each remainder of the number of flags; ``modulo`` 2 is the parity."""
    made = StructureWriter()
    for total, place in _counted(made, _found(made, count), count, modulo, "count").items():
        made.choice(place, made.passage(f"end{total}", ending=f"{total}"))
    return made.structure


def counted_twice(count: int) -> Structure:
    """Return an ending for each number of flags, which are counted once before without use."""
    made = StructureWriter()
    first = _counted(made, _found(made, count), count, count + 1, "count")
    here = made.passage("again")
    for place in first.values():
        made.choice(place, here)
    for total, place in _counted(made, here, count, count + 1, "again").items():
        made.choice(place, made.passage(f"end{total}", ending=f"{total}"))
    return made.structure


def _counted(
    made: StructureWriter, start: str, count: int, modulo: int, name: str
) -> dict[int, str]:
    """Return the passages after reading the flags in order, by the number of set flags."""
    here = {0: start}
    for number in range(count):
        ahead: dict[int, str] = {}
        for total, place in here.items():
            for more, flags in ((0, {"forbids": _key(number)}), (1, {"requires": _key(number)})):
                after = (total + more) % modulo
                if after not in ahead:
                    ahead[after] = made.passage(f"{name}{number}-{after}")
                made.choice(place, ahead[after], **flags)
        here = ahead
    return here


def open_map(count: int) -> Structure:
    """Return an open map whose places each have a token; all tokens open the door."""
    made = StructureWriter()
    places = [made.passage("start"), *(made.passage(f"place{each}") for each in range(1, count))]
    for number, place in enumerate(places):
        taken = made.passage(f"token{number}")
        made.choice(place, taken, grants=_key(number), forbids=_key(number))
        made.choice(taken, place)
        for other in {number + 1, 2 * number + 1, 2 * number + 2} & set(range(count)):
            made.choice(place, places[other])
            made.choice(places[other], place)
    keys = frozenset().union(*map(_key, range(count)))
    made.choice(places[0], made.passage("won", ending="won"), requires=keys)
    return made.structure


def hub(count: int) -> Structure:
    """Return a hub whose topics are read once, in any order; all topics open the door."""
    made = StructureWriter()
    here = made.passage("start")
    for number in range(count):
        topic = made.passage(f"topic{number}")
        made.choice(here, topic, forbids=_key(number), grants=_key(number))
        made.choice(topic, here)
    keys = frozenset().union(*map(_key, range(count)))
    made.choice(here, made.passage("won", ending="won"), requires=keys)
    return made.structure


def random_quests(count: int, seed: int = 0) -> Structure:
    chance, made = Random(seed), StructureWriter()
    here = made.passage("start")
    for number in range(count):
        after = made.passage(f"after{number}")
        for option in range(3):
            done = made.passage(f"quest{number}-{option}")
            needs = chance.randrange(number) if number and option else None
            made.choice(
                here,
                done,
                requires=frozenset() if needs is None else _key(needs),
                grants=_key(number) if option != 1 else frozenset(),
            )
            made.choice(done, after)
        here = after
    some = chance.sample(range(count), max(2, count // 5))
    made.choice(
        here, made.passage("won", ending="won"), requires=frozenset().union(*map(_key, some))
    )
    made.choice(here, made.passage("lost", ending="lost"))
    return made.structure


def random_graph(count: int, seed: int = 0) -> Structure:
    chance, made = Random(seed), StructureWriter()
    passages = [made.passage("start"), *(made.passage(f"p{each}") for each in range(1, 2 * count))]
    passages.append(made.passage("end", ending="end"))
    for place, passage in enumerate(passages[:-1]):
        made.choice(passage, passages[place + 1], grants=_key(chance.randrange(count)))
        for _ in range(2):
            target = passages[min(len(passages) - 1, place + chance.randint(1, 12))]
            flags = {chance.choice(("requires", "forbids")): _key(chance.randrange(count))}
            made.choice(passage, target, grants=_key(chance.randrange(count)), **flags)
    return made.structure
