"""Additions of other packages by entry points: each kind through ``qf``, and possible errors."""

import asyncio
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from questfoundry.composition.project.project import Project
from questfoundry.composition.registries.formats import story_exporters
from questfoundry.composition.registries.providers import RESERVED, ProviderRegistry
from questfoundry.composition.settings.settings import load_settings
from questfoundry.domain.errors import SettingsError
from questfoundry.infra import plugins
from questfoundry.presentation.errors import PROBLEM_FOUND
from tests.support.checkout import ROOT
from tests.support.libraries import library_project
from tests.support.qf import qf
from tests.support.small_story import story_of
from tests.support.woven_project import GROW_FILE, copied, edit, woven_project
from tests.support.written_story import stages_of, written

PACKAGE = ROOT / "python" / "tests" / "data" / "toy_package"


def install(package: Path, where: Path, entry_points: dict | None = None, name: str = "") -> None:
    """Write the metadata that an installer would make from the package's pyproject.toml."""
    project = tomllib.loads((package / "pyproject.toml").read_text())["project"]
    name = name or project["name"]
    info = where / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    groups = project["entry-points"] if entry_points is None else entry_points
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
        for group, entries in groups.items()
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Install the toy package beside QuestFoundry, and forget its modules afterwards."""
    install(PACKAGE, tmp_path / "site")
    for folder in (PACKAGE, tmp_path / "site"):
        monkeypatch.syspath_prepend(str(folder))
    yield tmp_path / "site"
    for name in [each for each in sys.modules if each.startswith("toy_package")]:
        del sys.modules[name]


def test_a_provider_of_another_package_runs_a_stage(installed, tmp_path):
    """A provider from a plug-in must work in every command, like a built-in one. (PLG-1.1)"""
    folder = tmp_path / "lighthouse"
    folder.mkdir()
    (folder / "project.yaml").write_text("providers: {default: toy/dreamer}\n")
    done = qf("dream", "-I", "--json", "-p", str(folder), "a lighthouse without a door")
    assert done.code == 0, done.err
    assert "lighthouse without a door" in (folder / "artifacts" / "dream.yaml").read_text()
    found = qf("doctor", "--json", "-p", str(folder), env={"TOY_API_KEY": "k"}).document
    assert found["keys"]["TOY_API_KEY"]
    assert found["servers"]["toy"]["models"] == ["dreamer"]


def test_an_exporter_of_another_package_ships_beside_the_others(installed, tmp_path):
    """A plug-in's format must appear in the exports without a change of the program."""
    workshop = asyncio.run(written())
    asyncio.run(copied(workshop, tmp_path / "story"))
    with stages_of(workshop):
        done = qf("ship", "--format", "toy,json", "-p", str(tmp_path / "story"))
    assert done.code == 0, done.err
    titles = [each.title for each in story_of(workshop).existing_structure.passages]
    assert (tmp_path / "story" / "exports" / "titles.toy").read_text() == "\n".join(titles)


def test_scenes_of_another_package_are_drawn_like_our_own(installed, tmp_path):
    """Writers can give away premises without a change of the program.

    Stories in one folder avoid the premises of each other, so each premise has its turn.
    """
    for number in range(20):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "project.yaml").write_text("providers: {default: draft/scenes}\n")
        done = qf("dream", "-I", "-p", str(folder), "Dolls, truth, a long winter")
        assert done.code == 0, done.err
        if "[the-doll/" in (folder / "artifacts" / "dream.yaml").read_text():
            return
    pytest.fail("the premise of the package is never drawn")


def test_a_law_of_another_package_holds_for_checks_and_for_shipping(installed, tmp_path):
    """A plug-in's law must protect a published story like the built-in laws."""
    story = str(woven_project(tmp_path / "story"))
    assert qf("check", "--json", "-p", story).document["laws"][-1] == "quiet-titles"
    title = re.findall(r"title: (.+)", (tmp_path / "story" / GROW_FILE).read_text())[1]
    edit(tmp_path / "story", f"title: {title}", f"title: {title.upper()}")
    checked = qf("check", "-p", story)
    assert checked.code == PROBLEM_FOUND
    assert "shouts" in checked.out
    assert "quiet-titles" in checked.out
    shipped = qf("ship", "-p", story)
    assert shipped.code != 0
    assert "shouts" in shipped.err


def test_embeddings_of_another_package_find_passages(installed, tmp_path):
    """A plug-in can bring embeddings, with or without a model name."""
    folder = asyncio.run(library_project(tmp_path / "books"))
    for named in ("letters", "letters/aeiou"):
        (folder / "project.yaml").write_text(f"library: {{embeddings: {named}}}\n")
        assert qf("book", "reindex", "-p", str(folder)).code == 0
        assert "drowned coins" in qf("book", "search", "drowned coins", "-p", str(folder)).out


def test_an_installed_package_is_found_by_a_process_of_its_own(installed, tmp_path):
    """The author must see which package added a feature, because the package runs its own code."""
    path = os.pathsep.join([str(installed), str(PACKAGE)])
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from questfoundry.cli.main import main; main()",
            "doctor",
            "--json",
            "-p",
            str(tmp_path),
        ],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path, "OLLAMA_HOST": "127.0.0.1:9"},
    )
    told = {(each["group"], each["name"]) for each in json.loads(done.stdout)["plugins"]}
    assert {
        (plugins.PROVIDERS, "toy"),
        (plugins.EXPORTERS, "toy"),
        (plugins.STAGES, "motto"),
        (plugins.LAWS, "quiet-titles"),
        (plugins.EMBEDDINGS, "letters"),
    } <= told


def test_a_stage_of_another_package_is_one_of_the_pipeline(installed, tmp_path):
    """A plug-in's stage is like any other. (PLG-1.6)"""
    (tmp_path / "project.yaml").write_text("providers: {default: toy/dreamer}\n")

    async def run() -> None:
        async with Project.open(tmp_path, env={}, trust=True) as project:
            await project.run_stage("dream", "a lighthouse without a door")
            await project.run_stage("motto")

    asyncio.run(run())
    assert "Doors are for the dry." in (tmp_path / "artifacts" / "motto.yaml").read_text()
    stages = qf("status", "--json", "-p", str(tmp_path)).document["stages"]
    told = {each["stage"]: each["state"] for each in stages}
    assert list(told)[:3] == ["dream", "motto", "brainstorm"]
    assert told["dream"] == told["motto"]


def test_a_stage_of_another_package_can_answer_without_a_model(installed, tmp_path):
    """The first command uses no model, and must also run with a plug-in's stage. (PLG-1.6)"""
    (tmp_path / "project.yaml").write_text("providers: {default: draft/scenes}\n")
    idea = "A lighthouse keeper must decide whether to light the lamp."
    done = qf("run", "--to", "motto", "-p", str(tmp_path), idea)
    assert done.code == 0, done.err
    motto = (tmp_path / "artifacts" / "motto.yaml").read_text()
    assert "Nothing is only" in motto


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("toy_package.nowhere:PROVIDER", "cannot be loaded: ModuleNotFoundError"),
        ("toy_package.provider:NOTHING", "cannot be loaded: AttributeError"),
        ("toy_package.law:LAW", "is not a questfoundry.Provider"),
        ("toy_package.provider:PROVIDER", "calls itself 'toy'"),
    ],
)
def test_a_plugin_that_cannot_be_used_is_named_with_its_package(installed, value, words):
    """One broken plug-in must not stop commands that do not need the plug-in. (PLG-2.1)"""
    install(PACKAGE, installed, {plugins.PROVIDERS: {"broken": value}}, name="broken-package")
    registry = ProviderRegistry()
    assert registry["openai"].name == "openai"
    assert "broken" in list(registry)
    with pytest.raises(SettingsError) as caught:
        registry["broken"]
    assert f"'broken-package' adds 'broken' to questfoundry.providers ({value})" in str(
        caught.value
    )
    assert words in str(caught.value)
    found = qf("doctor", "--json", "-p", str(installed)).document
    assert [each for each in found["problems"] if words in each]


@pytest.mark.parametrize(
    ("group", "name", "load"),
    [
        (plugins.PROVIDERS, "openai", lambda: plugins.load(plugins.PROVIDERS, reserved=RESERVED)),
        (plugins.PROVIDERS, "toy", lambda: ProviderRegistry()["toy"]),
        (plugins.EXPORTERS, "html", story_exporters),
        (plugins.LAWS, "never-stuck", plugins.load_added_laws),
    ],
)
def test_a_name_that_is_taken_is_refused(installed, group, name, load):
    """A plug-in must not replace a built-in provider and read its key."""
    install(PACKAGE, installed, {group: {name: "toy_package.law:LAW"}}, name="greedy-package")
    problems = qf("doctor", "--json", "-p", str(installed)).document["problems"]
    told = [each for each in problems if "'greedy-package'" in each]
    assert "that name is already taken" in told[0]
    with pytest.raises(SettingsError, match="that name is already taken"):
        load()


def test_nothing_is_looked_for_that_is_not_wanted(tmp_path, monkeypatch):
    """Reading all entry points would slow down every command."""
    monkeypatch.setattr(plugins, "_entries", lambda _: pytest.fail("entry points were read"))
    (tmp_path / "project.yaml").write_text("providers: {default: mistral/x}\n")
    assert load_settings(tmp_path, {}).file.providers
    assert ProviderRegistry()["openai"].name == "openai"
