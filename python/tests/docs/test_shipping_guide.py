"""Tests that the shipping guide matches what the program can do."""

import re
from pathlib import Path

from questfoundry.composition.registries.formats import own_exporters
from questfoundry.composition.settings.settings import load_settings
from questfoundry.composition.wiring.publication import publication_of
from tests.support.checkout import DOCS, blocks
from tests.support.editions import PIXEL

GUIDE = DOCS / "guides/shipping.md"


def test_it_names_every_format() -> None:
    named = re.findall(r"^\| ((?:`[a-z-]+`(?:, )?)+) \|", GUIDE.read_text("utf-8"), re.MULTILINE)
    formats = re.findall("[a-z-]+", " ".join(named))
    assert sorted(formats) == sorted(each.format for each in own_exporters())


def test_what_it_shows_of_project_yaml_is_understood(tmp_path: Path) -> None:
    said, looks, language, words = (each.text for each in blocks(GUIDE, "yaml"))
    tmp_path.joinpath("cover.png").write_bytes(PIXEL)
    tmp_path.joinpath("style.css").write_text("p { margin: 0 }", encoding="utf-8")
    tmp_path.joinpath("words.yaml").write_text(words, encoding="utf-8")
    project = tmp_path / "project.yaml"
    for text in (said + looks, language):
        project.write_text(text, encoding="utf-8")
        publication = publication_of(load_settings(tmp_path, {}))
        if text is language:
            assert publication.words["gamebook"] == {"turn": "przejdź do {}"}
        else:
            assert publication.author == "Ann Author"
            assert publication.theme.light.accent == "#7a1f1f"
