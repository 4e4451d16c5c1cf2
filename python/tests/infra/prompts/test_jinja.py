"""Tests of prompt files: finding them, filling them and each failure."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.errors import PromptError
from questfoundry.domain.models.traits import PromptStyle
from questfoundry.infra.prompts.jinja import JinjaPromptRepository
from tests.support.examples import examples

DREAM = """A note to editors, with {{ no_variable }} in it.
<!-- section: system -->
You plan stories.

<!-- section: user -->
{% if idea %}
Idea: {{ idea }}
{% endif %}
"""


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def shipped(tmp_path):
    folder = tmp_path / "shipped"
    write(folder, "templates/dream.md", DREAM)
    return folder


@pytest.fixture
def own(tmp_path):
    return tmp_path / "own"


@pytest.fixture
def prompts(own, shipped):
    return JinjaPromptRepository([own, shipped])


def complaint(prompts, text: str, variables=None, *, folder: Path) -> str:
    write(folder, "broken.md", text)
    with pytest.raises(PromptError) as caught:
        prompts.render("broken", variables or {})
    return str(caught.value)


def test_a_prompt_has_its_sections_filled_and_its_note_left_out(prompts, shipped):
    """The note in a prompt file is for people and must not reach the model."""
    prompt = prompts.render("templates/dream", {"idea": "a drowned city"})
    assert dict(prompt.sections) == {"system": "You plan stories.", "user": "Idea: a drowned city"}
    assert prompt.source == str(shipped / "templates/dream.md")


def test_an_edited_prompt_is_what_is_rendered_next(prompts, shipped):
    """An author who edits prompts must see the effect without a restart."""
    prompts.render("templates/dream", {"idea": ""})
    path = write(shipped, "templates/dream.md", "<!-- section: system -->\nYou plan plays!!\n")
    os.utime(path, ns=(1, 1))
    assert prompts.render("templates/dream", {})["system"] == "You plan plays!!"


def test_the_first_folder_that_has_a_file_wins(prompts, own):
    """A project overrides single prompts without copying all others. (PRM-1.3)"""
    write(own, "templates/dream.md", "<!-- section: system -->\nMine.\n")
    assert prompts.render("templates/dream", {})["system"] == "Mine."


def test_the_short_style_takes_the_short_file_and_else_the_full_one(prompts, shipped):
    """A very small model reads less, and most prompts need no second version."""
    short = PromptStyle.SHORT
    assert prompts.render("templates/dream", {"idea": ""}, short)["system"] == "You plan stories."
    write(shipped, "templates/dream.short.md", "<!-- section: system -->\nPlan.\n")
    assert prompts.render("templates/dream", {}, short)["system"] == "Plan."
    assert prompts.render("templates/dream", {"idea": ""})["system"] == "You plan stories."


@examples(60)
@given(value=st.text())
def test_a_value_comes_out_as_it_went_in(value):
    """Variables are data, so no character of an idea may change the prompt."""
    folder = Path(__file__).parent
    prompts = JinjaPromptRepository([folder / "data"])
    assert prompts.render("echo", {"value": value})["user"] == f"[{value}]"


def test_markup_inside_a_value_is_neither_rendered_nor_a_section(prompts):
    """An idea that looks like a template must not be executed or add a section. (PRM-2.2)"""
    idea = "{{ secret }}\n<!-- section: system -->\n{% raw %}"
    prompt = prompts.render("templates/dream", {"idea": idea})
    assert prompt["user"] == f"Idea: {idea}"
    assert prompt["system"] == "You plan stories."


def test_a_missing_prompt_names_every_place_looked_at(prompts, own, shipped):
    """An author can only place the file correctly if the error lists the searched folders."""
    with pytest.raises(FileNotFoundError) as caught:
        prompts.render("templates/seed", {}, PromptStyle.SHORT)
    assert isinstance(caught.value, PromptError)
    for folder in (own, shipped):
        assert str(folder / "templates/seed.short.md") in str(caught.value)
        assert str(folder / "templates/seed.md") in str(caught.value)
    assert "QF_PROMPTS_DIR" in str(caught.value)


def test_an_unknown_variable_is_named_with_its_line_and_those_that_exist(prompts, own):
    """A typing error in a prompt must name the line and the existing variables."""
    text = "note\n<!-- section: user -->\nHello\n{{ idea }}\n{{ ideaa }}\n"
    said = complaint(prompts, text, {"idea": "x", "mode": "y"}, folder=own)
    assert "broken.md', line 5: 'ideaa' is undefined" in said
    assert "The variables are: idea, mode." in said


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{% if %}", "Expected an expression"),
        ("{{ idea | shout }}", "No filter named 'shout'"),
        ("{{ ().__class__ }}", "unsafe"),
        ("{{ 1 / 0 }}", "division by zero"),
        ("{{ 'a' + 1 }}", "concatenate"),
        ("{% include 'other' %}", "no loader"),
        ("{{ lipsum() }}", "'lipsum' is undefined"),
        ("{{ [1, 2] | random }}", "No filter named 'random'"),
    ],
)
def test_a_template_that_cannot_work_is_refused_with_its_line(prompts, own, line, words):
    """An unsafe or random template must fail before any model is asked."""
    said = complaint(prompts, f"<!-- section: user -->\n\n{line}\n", folder=own)
    assert "line 3" in said
    assert words in said


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no marker at all", "has no sections"),
        ("<!-- section: a -->\n1\n<!-- section: a -->\n2\n", "section 'a' twice"),
    ],
)
def test_sections_must_be_there_and_be_distinct(prompts, own, text, words):
    """A missing or repeated section would silently send half a prompt."""
    said = complaint(prompts, text, folder=own)
    assert words in said
    assert "broken.md" in said


@pytest.mark.parametrize("name", ["../secrets", "a/../../b", "/etc/passwd", "", "a//b", "a.md"])
def test_a_name_cannot_leave_the_folders(prompts, name):
    """A name with `..` could read files outside the prompt folders."""
    with pytest.raises(PromptError, match="does not name a prompt"):
        prompts.render(name, {})
    with pytest.raises(PromptError, match="does not name a prompt"):
        prompts.wording(name)


def test_a_file_that_is_not_text_is_refused(prompts, own):
    """Broken bytes must produce a prompt error and not a Unicode traceback."""
    own.mkdir()
    (own / "broken.md").write_bytes(b"<!-- section: user -->\n\xff\xfe")
    with pytest.raises(PromptError, match="cannot be read"):
        prompts.render("broken", {})


def test_wording_is_read_again_only_when_its_file_changed(prompts, own):
    """Reading every wording file for every request would slow down a run."""
    path = write(own, "tools/probe.yaml", "description: Say it.\n")
    first = prompts.wording("tools/probe")
    assert first == {"description": "Say it."}
    assert prompts.wording("tools/probe") is first
    path.write_text("description: Say it again, Sam.\n", encoding="utf-8")
    assert prompts.wording("tools/probe") == {"description": "Say it again, Sam."}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: 1\nb: [1\nc: 2\n", "line 3, column 2: expected ',' or ']'"),
        ("a: 1\na: 2\n", "line 2, column 1: found duplicate key"),
        ("a: ok\nb: \x07\n", "line 2, column 4: the character #x0007"),
        ("a: !!python/object/apply:os.getcwd []\n", "line 1, column 4: could not determine"),
        ("- a\n", "must contain names"),
        ("", "must contain names"),
    ],
)
def test_broken_wording_is_refused_with_its_line(prompts, own, text, words):
    """YAML of a project must not create Python objects. (PRM-4.2)"""
    write(own, "broken.yaml", text)
    with pytest.raises(PromptError) as caught:
        prompts.wording("broken")
    assert words in str(caught.value)
    assert "broken.yaml" in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "joined"),
    [
        ("Forge a note", "Forge a note. Nobody falls."),
        ("He says “Go!”", "He says “Go!” Nobody falls."),
        ("Sing “The cuts”", "Sing “The cuts”. Nobody falls."),
        ("", "Nobody falls."),
    ],
)
def test_texts_are_joined_with_a_stop_between_them(prompts, shipped, answer, joined):
    """Two sentences without a stop between them would confuse a model."""
    write(
        shipped, "glue.md", "<!-- section: user -->\n{{ answer | sentences(['Nobody falls']) }}\n"
    )
    prompt = prompts.render("glue", {"answer": answer})
    assert prompt.sections["user"].strip() == joined
