"""``qf hands``, and the exported ledger of a draft."""

import json
from pathlib import Path

from tests.support.qf import qf


def test_the_terminal_and_the_export_show_the_same_hands(tmp_path: Path) -> None:
    """A draft is the program's, except for the author's idea, and a clone keeps its exports.

    (HND-2.1)
    """
    folder = tmp_path / "story"
    idea = "A baker inherits a lighthouse that has no door"
    qf("run", idea, "-p", str(folder), code=0)
    found = qf("hands", "--json", "-p", str(folder), code=0).document
    exports = folder / "exports"
    assert json.loads((exports / "hands.json").read_bytes()) == found
    assert set(found["total"]["words"]) == {"author", "program"}
    assert found["total"]["words"]["author"] == 9
    assert str(tmp_path) not in json.dumps(found)

    said = qf("hands", "--sentences", "-p", str(folder), code=0).out
    assert "Words written by: QuestFoundry 99%, the author under 1%" in said
    assert "QuestFoundry (draft/scenes fill-1/" in said

    before = {each.name: each.read_bytes() for each in exports.iterdir()}
    (folder / "story.db").unlink()
    qf("ship", "-p", str(folder), code=0)
    assert {each.name: each.read_bytes() for each in exports.iterdir()} == before
    unknown = qf("hands", "--json", "-p", str(folder), code=0).document
    assert set(unknown["total"]["words"]) == {"unknown"}
