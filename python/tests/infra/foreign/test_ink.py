"""Tests of reading compiled ink, and of files that are no compiled ink."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from questfoundry.app.structure.check import check_foreign
from questfoundry.app.writing.rewrite_source import RewriteSourceUseCase
from questfoundry.composition.project.import_material import import_story
from questfoundry.composition.registries.formats import read_foreign_story
from questfoundry.domain.checks.law import Law
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.infra.foreign.ink.reader import InkReader
from questfoundry.infra.foreign.source_folder import SourceFolder
from questfoundry.infra.storage.folder_files import FolderProjectFiles
from questfoundry.testing import StoryReaderContract
from questfoundry.testing.scripted import ScriptedChatProvider
from tests.support.stage_runs import Workshop, one_provider

ONCE = 20
"""The ink flags of a once-only choice whose label is not repeated."""


def chosen(label: str, place: str) -> list[Any]:
    return ["ev", "str", f"^{label}", "/str", "/ev", {"*": place, "flg": ONCE}]


def story(**knots: list[Any]) -> dict[str, Any]:
    """Return a compiled story that begins in ``hub``."""
    return {"inkVersion": 21, "root": [[{"->": "hub"}, None], "done", knots], "listDefs": {}}


HUB = [
    "^A hub.",
    "\n",
    *chosen("One", ".^.c-0"),
    *chosen("Two", ".^.c-1"),
    {"c-0": [{"->": "hub"}, {"#f": 5}], "c-1": ["\n", "^It is over.", "end", {"#f": 5}], "#f": 1},
]
LONELY = ["^Nobody comes here.", {"->": "hub"}, None]
LOOP = ["^Round.", {"->": ".^.1"}, None]
CALLS_ITSELF = [{"->t->": "deep"}, None]


def read(data: object) -> ForeignStory:
    return InkReader().read([SourceFile("story.ink.json", json.dumps(data).encode())])


def broken(data: object) -> Sequence[tuple[str, str]]:
    return [(each.item.rule, each.item.place) for each in check_foreign(read(data)).errors]


class TestInkReader(StoryReaderContract):
    """The reader contract with compiled ink."""

    @pytest.fixture
    def reader(self) -> InkReader:
        return InkReader()

    @pytest.fixture
    def files(self) -> Sequence[SourceFile]:
        content = b"\xef\xbb\xbf" + json.dumps(story(hub=HUB)).encode()
        return [SourceFile("story.ink", b"-> hub"), SourceFile("story.ink.json", content)]


def test_knots_and_what_follows_choices_are_passages() -> None:
    """Authors know their knots by name. (FMT-13.2)"""
    found = read(story(hub=HUB))
    assert [each.id for each in found.structure.passages] == ["(start)", "hub", "hub: Two"]
    assert [(e.source, e.target, e.label) for e in found.structure.choices] == [
        ("(start)", "hub", ""),
        ("hub", "hub", "One"),
        ("hub", "hub: Two", "Two"),
    ]
    assert found.words == {"hub": 2, "hub: Two": 3}
    assert found.title == "story"
    assert check_foreign(found).is_sound


def test_a_title_is_what_the_first_tags_say() -> None:
    """Old and new compilers write tags differently, and the title must be found in both."""
    for tags in (["#", "^title: The Hub", "/#"], [{"#": "title: The Hub"}]):
        data = story(hub=HUB)
        data["root"][0] = [*tags, "\n", *data["root"][0]]
        assert read(data).title == "The Hub"


def test_what_is_wrong_is_found() -> None:
    """A knot without an entrance or exit is the fault that authors look for."""
    used_up = [*HUB[:-1], {"c-0": HUB[-1]["c-0"], "c-1": [{"->": "hub"}, {"#f": 5}]}]
    assert broken(story(hub=used_up, lonely=LONELY)) == [
        (Law.REACHED, "lonely"),
        (Law.ENDINGS, "(start)"),
        (Law.STUCK, "hub"),
    ]


def test_done_with_all_choices_used_up_is_an_end() -> None:
    """Ink may stop at `DONE` without an error, so no fault may be claimed there."""
    rests = [*HUB[:-1], "done", {"c-0": HUB[-1]["c-0"], "c-1": [{"->": "hub"}, {"#f": 5}]}]
    assert broken(story(hub=rests)) == []
    assert broken(story(hub=[*HUB[:-1], "done", HUB[-1]])) == []


@pytest.mark.parametrize("version", [19, 20])
def test_older_versions_are_read(version: int) -> None:
    """Authors rarely recompile old stories."""
    assert read(story(hub=HUB) | {"inkVersion": version}) == read(story(hub=HUB))


@pytest.mark.parametrize(
    ("knots", "told"),
    [
        ({"hub": LOOP}, "too much"),
        ({"hub": CALLS_ITSELF, "deep": CALLS_ITSELF}, "too much"),
        ({"hub": ["ev", {"x()": "roll", "exArgs": 1}, "pop", "/ev", *HUB]}, "roll"),
        ({"hub": ["unheard of", *HUB]}, "unheard of"),
    ],
)
def test_what_is_not_modelled_makes_nothing_proven(knots: dict[str, Any], told: str) -> None:
    """One error that is not true costs more trust than ten that are missing."""
    found = read(story(**knots, lonely=LONELY))
    assert any(told in each.what and each.can_jump for each in found.unmodelled)
    checked = check_foreign(found)
    assert checked.errors == ()
    assert "lonely" in {each.item.finding.place for each in checked.doubted}


def test_a_condition_that_is_not_known_counts_as_open() -> None:
    """A choice behind an unknown condition must not be reported as unreachable."""
    asked = ["ev", {"^->": "hub"}, "turns", 99, ">", "/ev", {"->": "lonely", "c": True}]
    found = read(story(hub=[*asked, *HUB], lonely=LONELY))
    assert [(each.passage, each.can_jump) for each in found.unmodelled] == [("hub", False)]
    assert check_foreign(found).errors == ()


def test_two_things_that_are_not_known_need_not_be_the_same() -> None:
    """An unknown condition can change in between."""
    turns = ["ev", {"^->": "hub"}, "turns", 99, ">"]
    inner = [*turns, "!", "/ev", {"->": "lonely", "c": True}, {"->": "hub.0"}, None]
    found = read(
        story(
            hub=[
                "^x",
                *turns,
                "/ev",
                {"->": ".^.b", "c": True},
                *HUB[:-1],
                {**HUB[-1], "b": inner},
            ],
            lonely=LONELY,
        )
    )
    assert "lonely" in {each.target for each in found.structure.choices}


DEEP: list[Any] = ["end", None]
for _ in range(320):
    DEEP = [DEEP, None]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("no JSON", "line 1, column 1"),
        ("[" * 100_000, "cannot be read|no JSON"),
        ('{"inkVersion": ' + "9" * 5_000 + "}", "cannot be read"),
        ("{}", "inkVersion"),
        ("[1]", "inkVersion"),
        ('{"inkVersion": 18, "root": []}', "version 18.*19 to 21"),
        ('{"inkVersion": 22, "root": []}', "version 22.*19 to 21"),
        ('{"inkVersion": true, "root": [null]}', "version True"),
        ('{"inkVersion": 21}', "'root' is missing"),
        ('{"inkVersion": 21, "root": {}}', "'root' is missing"),
        ('{"inkVersion": 21, "root": [{"->": 1}, null]}', "format of compiled ink at '.*0'"),
        ('{"inkVersion": 21, "root": ["done", 7]}', "format of compiled ink"),
        ('{"inkVersion": 21, "root": ["done", null], "listDefs": {"a": {"b": "c"}}}', "listDefs"),
        (json.dumps({"inkVersion": 21, "root": DEEP}), "300 nested containers"),
    ],
)
def test_other_files_are_told(content: str, told: str) -> None:
    """Each kind of wrong file must be refused with its name instead of a traceback."""
    with pytest.raises(InputError, match=told) as refused:
        InkReader().read([SourceFile("bad.json", content.encode())])
    assert "bad.json" in str(refused.value)


@pytest.mark.parametrize(
    "root",
    [
        [{"->": "nowhere"}, None],
        ["pop", "/str", "du", "~ret", "->->", None],
        ["ev", 10**4000, 10**4000, "*", 1e308, "rnd", {"VAR=": "x", "re": True}, "/ev", None],
        ["ev", {"^var": "x", "ci": -1}, {"temp=": "x"}, {"VAR?": "x"}, "/ev", "end", None],
        [{"*": "0", "flg": 2**60}, {"*": ".^.^.^.^", "flg": 16}, "done", None],
        ["ev", "visit", "seq", "thread", {"->t->": "0"}, None],
        [[[["done", {"#n": "a"}], {"#n": "a"}], {"#n": "a"}], None],
        [*[{"*": "0", "flg": 16}, "ev", {"VAR?": "x"}, "/ev", {"->": "0", "c": True}] * 300, None],
    ],
)
def test_a_hostile_story_is_read_to_its_end(root: list[Any]) -> None:
    """A crafted story must not crash the reader or run forever."""
    assert read({"inkVersion": 21, "root": root}).structure.passages


def test_ink_that_is_not_compiled_is_told_how_to_be(tmp_path: Path) -> None:
    """Authors have the `.ink` source at hand, so the message must name the compilers."""
    (tmp_path / "story.ink").write_text("-> END")
    for where in (tmp_path, tmp_path / "story.ink"):
        with pytest.raises(InputError, match=r"story\.ink'.*Inky.*inklecate.*inkjs-compiler"):
            read_foreign_story([where])
    (tmp_path / "story.ink.json").write_text(json.dumps(story(hub=HUB)))
    assert read_foreign_story([tmp_path]) == read_foreign_story([tmp_path / "story.ink.json"])


def test_a_compiled_story_is_imported_and_not_rewritten(tmp_path: Path) -> None:
    """A compiled file cannot be edited by hand, so rewriting must point to the source."""
    (tmp_path / "story.ink.json").write_text(json.dumps(story(hub=HUB)))
    project = import_story([tmp_path / "story.ink.json"], tmp_path / "p").place.paths.root
    kept = project / "source/story.ink.json"
    assert kept.read_bytes() == (tmp_path / "story.ink.json").read_bytes()
    source = SourceFolder(FolderProjectFiles(project))
    assert source.story().structure == read(story(hub=HUB)).structure
    assert source.text("hub: Two").text == "It is over."
    assert ".ink source" in source.text("hub").fixed_reason
    with pytest.raises(InputError, match=r"\.ink source"):
        source.write("hub", "Another hub.")
    assert kept.read_bytes() == (tmp_path / "story.ink.json").read_bytes()


async def test_no_model_is_asked_for_a_passage_of_compiled_ink(tmp_path: Path) -> None:
    """A paid request for a passage that cannot be written would be wasted."""
    (tmp_path / "source").mkdir()
    (tmp_path / "source/story.ink.json").write_text(json.dumps(story(hub=HUB)))
    shop, model = Workshop(), ScriptedChatProvider([])
    rewriting = RewriteSourceUseCase(
        source=SourceFolder(FolderProjectFiles(tmp_path)),
        store=shop.store,
        runs=shop.opener(one_provider(model)),
        prompts=shop.prompts,
    )
    with pytest.raises(InputError, match=r"\.ink source"):
        await rewriting.execute("hub", "colder")
    assert model.requests == []


def test_a_knot_that_only_groups_stitches_is_no_place() -> None:
    """Ink compiles such a knot to a divert, which no player needs to pass."""
    hall = ["^The hall.", {"->": "house.cellar"}, None]
    cellar = ["^Dark.", "end", None]
    house = [{"->": ".^.hall"}, {"hall": hall, "cellar": cellar}]
    begun = story(house=house, hub=[{"->": "house.hall"}, None])
    assert broken(begun) == []
    unvisited = story(house=house, hub=["^Here.", "end", None])
    assert {place for _, place in broken(unvisited)} == {"house.hall", "house.cellar"}
    spoken = [["^A house.", "\n", None], {"->": ".^.hall"}, {"hall": hall, "cellar": cellar}]
    begun = story(house=spoken, hub=[{"->": "house.hall"}, None])
    assert broken(begun) == [("passages-reached", "house")]


@pytest.mark.parametrize("root", [["done"], ["#", "^author: Ann", "/#", "done"]])
def test_a_story_that_only_a_game_enters_has_no_certain_error(root: list[Any]) -> None:
    """A game can jump into any knot, so knots are not unreachable for certain."""
    knots = {"hall": ["^The hall.", {"->": "attic"}, None], "attic": ["^Dust.", "end", None]}
    entered = {"inkVersion": 21, "root": [[*root, None], "done", knots], "listDefs": {}}
    assert broken(entered) == []
    assert [each.what[:19] for each in read(entered).unmodelled] == ["where a game enters"]
    begun = {**entered, "root": [["^Hello.", "done", None], "done", knots]}
    assert {place for _, place in broken(begun)} == {"hall", "attic"}
    calling = {**knots, "shop": ["^Tea.", {"x()": "buy", "exArgs": 0}, "done", None]}
    assert broken({**entered, "root": [["^Hello.", "done", None], "done", calling]}) == []


@pytest.mark.parametrize(("visits", "closed"), [(0, 0), (1, 0), (-1, 1)])
def test_a_choice_after_a_tunnel_is_one_choice(visits: int, closed: int) -> None:
    """A tunnel divides a knot, and its choices are open if a part of it has them."""
    sign = ">" if visits >= 0 else "<"
    hub = [
        *("ev", {"CNT?": "y"}, 1, "<", "/ev"),
        [{"->": ".^.b", "c": True}, {"b": ["\n", {"->t->": "x"}, {"->": "hub.6"}, None]}],
        "nop",
        *("ev", "str", "^again", "/str", "/ev", {"*": ".^.c-0", "flg": 4}),
        *("ev", "str", "^out", "/str", {"CNT?": "y"}, visits, sign, "/ev"),
        {"*": ".^.c-1", "flg": 5},
        {"c-0": [{"->": "y"}, None], "c-1": ["end", None]},
    ]
    tunnel = ["^X", "ev", "void", "/ev", "->->", None]
    found = broken(story(hub=hub, x=tunnel, y=["^Y", {"->": "hub"}, {"#f": 1}]))
    assert [rule for rule, _ in found].count(Law.OPENS) == closed
