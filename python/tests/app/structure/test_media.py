"""Tests of finding what is wrong with the pictures and sounds of a story."""

from attrs import frozen

from questfoundry.app.structure.media import check_media, read_assets
from questfoundry.domain.protocols.exporter import AssetSource
from questfoundry.domain.story.asset import Asset, AssetProblem
from questfoundry.domain.story.prose import ProseParagraph

LARGE = 9_000_000


@frozen
class Shelf(AssetSource):
    """A source with one large sound, and small pictures except ``lost.png``."""

    def read(self, name: str) -> Asset | AssetProblem:
        if name == "lost.png":
            return AssetProblem("There is no file.", "Add it.")
        return Asset(bytes(LARGE if name.endswith(".mp3") else 3), "image/png")


def texts(**passages: str) -> dict[str, list[ProseParagraph]]:
    return {
        name: [ProseParagraph(each) for each in prose.split("\n\n")]
        for name, prose in passages.items()
    }


def problems(**passages: str) -> list[tuple[str, str]]:
    found = check_media(texts(**passages), Shelf())
    return [(each.place, each.problem) for each in found]


def test_each_picture_is_read_once_and_lost_ones_are_left_out() -> None:
    """The exports need each file once, and a lost file must not stop them. (PRS-14.2)"""
    quay = "So.\n\n![A](assets/a.png)\n\n![B](assets/lost.png)"
    shown = texts(quay=quay, hill="![A](assets/a.png)")
    assert {*read_assets(shown, Shelf())} == {"a.png"}


def test_a_lost_file_and_a_missing_description_are_found_where_they_are() -> None:
    """Players who cannot see a picture read its description. (PRS-14.2)"""
    assert problems(quay="![A](assets/a.png)") == []
    assert problems(hill="![B](assets/lost.png)") == [("hill", "There is no file.")]
    [(place, problem)] = problems(quay="![A](assets/a.png)", hill="![](assets/a.png)")
    assert place == "hill"
    assert "'a.png' has no description" in problem


def test_too_many_large_files_are_found_once() -> None:
    """A web page contains all files, so their sum counts. (PRS-14.2)"""
    sounds = {f"p{number}": f"![S](assets/{number}.mp3)" for number in range(6)}
    [(place, problem)] = problems(**sounds, again="![S](assets/0.mp3)")
    assert place == "p4"
    assert "more than 40 MB" in problem
