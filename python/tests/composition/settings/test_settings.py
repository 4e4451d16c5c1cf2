"""The file project.yaml and the environment, and their possible errors."""

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from questfoundry.composition.settings.paths import find_prompts
from questfoundry.composition.settings.project_file import ProjectFile
from questfoundry.composition.settings.settings import load_settings
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.settings import SourceChoices, resolve_model
from questfoundry.domain.models.traits import ModelRef, Phase
from questfoundry.domain.run.modes import Review


@pytest.fixture
def project(tmp_path):
    folder = tmp_path / "drowned-city"
    folder.mkdir()
    return folder


def write(project: Path, text: str) -> None:
    (project / "project.yaml").write_text(text, encoding="utf-8")


def complaint(project: Path, text: str) -> str:
    write(project, text)
    with pytest.raises(SettingsError) as caught:
        load_settings(project, {})
    return str(caught.value)


def chosen(project: Path, env: dict[str, str], flags: SourceChoices | None = None) -> list[str]:
    choices = load_settings(project, env).collect_choices(flags)
    resolved = [resolve_model(phase, choices, lambda: ModelRef("built", "in")) for phase in Phase]
    return [f"{choice.ref} by {choice.origin}" for choice in resolved]


def test_a_folder_without_a_file_or_with_one_line_works(project) -> None:
    """A new author must be able to start without any configuration. (SET-5.3)"""
    settings = load_settings(project, {})
    assert settings.file == ProjectFile()
    assert settings.name == "drowned-city"
    assert settings.file.interactive.max_turns == 10
    assert settings.file.serialize.attempts == 3
    assert settings.file.research.corpus
    assert not settings.file.research.web
    assert not settings.logging
    assert chosen(project, {})[0] == "built/in by built-in default"

    write(project, "providers:\n  default: ollama/qwen3:8b\n")
    origin = "ollama/qwen3:8b by providers.default in project.yaml"
    assert chosen(project, {}) == [origin] * 3


def test_every_key_is_read(project):
    """A key that is accepted but ignored would mislead the author."""
    text = """
name: 1984
language: pt-BR
size: short
providers: {default: ollama/qwen3:8b, serialize: openai/gpt-4o}
endpoints: {openrouter: , mine: {base_url: "http://m/v1", key: MY_KEY, traits: {tools: false}}}
models: {"ollama/qwen3:8b": {context_window: 32768, temperatures: {discuss: 1.0}}}
research: {corpus: false, web: true, searxng_url: "http://localhost:8080"}
library: {embeddings: openai/text-embedding-3-small}
interactive: {max_turns: 4}
serialize: {attempts: 1}
fill: {review: anthropic/claude-sonnet-4}
limits: {concurrency: 2, timeout: 30, total_wait: 60.5}
logging: {enabled: true}
prompts_dir: words
"""
    write(project, text)
    given = YAML(typ="safe", pure=True).load(text)
    settings = load_settings(project, {})
    assert settings.name == "1984"
    assert settings.file.model_dump(mode="json", exclude_unset=True) == {
        **given,
        "name": "1984",
        "endpoints": {**given["endpoints"], "openrouter": {}},
    }
    traits = settings.traits_of(ModelRef.parse("ollama/qwen3:8b"))
    assert traits.capabilities.context_window == 32768


def test_flags_variables_and_keys_are_joined_by_precedence(project):
    """The author must be able to predict which of several settings wins. (SET-1.1)"""
    write(project, "providers: {default: ollama/a, summarize: ollama/b, serialize: ollama/c}\n")
    env = {"QF_PROVIDER_SUMMARIZE": "ollama/d", "QF_PROVIDER_DISCUSS": " "}
    assert chosen(project, env, SourceChoices(phases={Phase.SERIALIZE: "ollama/e"})) == [
        "ollama/a by providers.default in project.yaml",
        "ollama/d by QF_PROVIDER_SUMMARIZE",
        "ollama/e by the program, for serialize,",
    ]
    assert chosen(project, {"QF_PROVIDER": "ollama/f"}) == ["ollama/f by QF_PROVIDER"] * 3


@pytest.mark.parametrize(
    ("said", "wanted", "reviewer"),
    [
        ("", Review.WHOLE, None),
        ("read", Review.READ, None),
        ("whole openai/gpt-4o", Review.WHOLE, "openai/gpt-4o"),
        ("whole", Review.WHOLE, None),
        ("none", Review.NONE, None),
        ("openai/gpt-4o", Review.PASSAGES, "openai/gpt-4o"),
    ],
)
def test_what_is_read_of_the_prose_is_a_setting(project, said, wanted, reviewer):
    """A full review costs calls, so a setting chooses how much is read. (FIL-10.6)"""
    write(project, f"fill: {{review: {said}}}\n")
    fill = load_settings(project, {}).file.fill
    assert (fill.default_review, fill.reviewer) == (wanted, reviewer)


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "providers:\nresearch:\n", 'name: ""\n'])
def test_a_key_without_a_value_counts_as_not_given(project, text):
    """A file in which every key is commented out must be valid."""
    write(project, text)
    assert load_settings(project, {}).file == ProjectFile()


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("name: x\nprovidrs:\n  default: a/b\n", 2, "Did you mean `providers`?"),
        ("fill:\n  review: all\n", 2, "Or write `whole`, `read`, `passages` or `none`."),
        ("interactive:\n  max_turn: 3\n", 2, "Did you mean `interactive.max_turns`?"),
        (
            "models:\n  ollama/x:\n    contextwindow: 1\n",
            3,
            "Did you mean `models.ollama/x.context_window`?",
        ),
        ("zzz: 1\n", 1, "The possible keys are name, language,"),
        ("size: short\nproviders:\n  discuss: a/b\n", 2, "`providers.default` is missing."),
        ("providers:\n  default: gpt-4o\n", 2, "'gpt-4o' does not name a model."),
        ("models:\n  gpt-4o: {}\n", 2, "'gpt-4o' does not name a model."),
        ("interactive:\n  max_turns: 0\n", 2, "0 is too small. Write at least 1."),
        ("limits:\n  timeout: .inf\n", 2, "finite number"),
        ("size: smal\n", 1, "'smal' is not possible here. Write micro, short, medium or long."),
        ("language: english\n", 1, "is not a language code"),
        ("research:\n  searxng_url: localhost\n", 2, "is not a web address"),
        ("library:\n  embeddings: anthropic/x\n", 2, "is not an embedding model. Write wordllama"),
        ("library:\n  embeddings: groq/x\n", 2, "is not an embedding model. Write wordllama"),
        ("library:\n  embeddings: mine/x\n", 2, "is not an embedding model. Write wordllama"),
        ("endpoints:\n  mine: {}\n", 2, "'mine' needs a base_url"),
        ("endpoints:\n  My server: {base_url: http://m}\n", 2, "'My server' is not a valid name"),
        (
            "endpoints:\n  openai: {base_url: http://m}\n",
            2,
            "'openai' is the name of a built-in provider",
        ),
        ("endpoints:\n  mine:\n    base_url: localhost\n", 3, "is not a web address"),
        ("endpoints:\n  mine:\n    base_ulr: x\n", 3, "Did you mean `endpoints.mine.base_url`?"),
        (
            "endpoints:\n  base_url: {traits: {tols: no}}\n",
            2,
            "Did you mean `endpoints.base_url.traits.tools`",
        ),
        (
            "endpoints:\n  mine:\n    base_url: http://m\n    traits: {wants_back: all}\n",
            4,
            "extra_content,",
        ),
        ("library:\n  embeddings: ollama/\n", 2, "'ollama/' does not name a model."),
        ("publication:\n  cover: ../cover.png\n", 2, "is outside the project"),
        ("publication:\n  cover: C:\\cover.png\n", 2, "is outside the project"),
        ("publication:\n  cover: /etc/passwd\n", 2, "is outside the project"),
        ("theme:\n  light:\n    paper: white\n", 3, "is not a colour"),
        ("theme:\n  text_font: 'a; b'\n", 2, "is not a font name"),
        ("theme:\n  css: ../style.css\n", 2, "is outside the project"),
        ("limits: 3\n", 1, "`limits` must contain keys"),
        ("models:\n  ollama/x: {temperatures: {discuss: 3}}\n", 2, "Write at most 2."),
    ],
)
def test_a_wrong_key_or_value_is_shown_with_its_line(project, text, line, words):
    """A misspelt key would otherwise be ignored. (SET-6.1)"""
    said = complaint(project, text)
    assert "project.yaml' has an error:" in said
    assert f"\nline {line}: " in said
    assert f"\n  {line:>4} | {text.splitlines()[line - 1]}\n" in said
    assert words in said


@pytest.mark.parametrize(
    "endpoint",
    [
        "mine: {base_url: http://m/v1, key: OPENAI_API_KEY}",
        "openrouter: {base_url: http://m/v1, key: OPENROUTER_API_KEY}",
        "vllm: {key: GEMINI_API_KEY}",
    ],
)
def test_the_key_of_a_known_provider_goes_to_that_provider_only(project, endpoint):
    """A stranger's project could send the author's OpenAI key to another address."""
    said = complaint(project, f"endpoints:\n  {endpoint}\n")
    assert "line 2: " in said
    assert ". Use another variable." in said


def test_of_many_faults_the_first_ten_are_listed_and_all_are_counted(project):
    """A list of 60,000 unknown keys took a minute, and showed nothing but its end."""
    message = complaint(project, "".join(f"key_{at}: 1\n" for at in range(2_000)))
    assert "has 2,000 errors:" in message
    assert message.count("is not a known key") == 10
    assert "line 10: `key_9`" in message
    assert "and 1,990 more" in message
    assert "too many" in complaint(project, "# a comment\n" * 20_000)


def test_all_faults_are_told_at_once_in_the_order_of_the_file(project):
    """Correcting one error at a time would take many attempts."""
    said = complaint(
        project,
        "nme: x\nsize: huge\nlimits:\n  concurrency: -1\n  tmeout: 2\nendpoints: {mine: {}}\n",
    )
    assert "has 5 errors:" in said
    lines = [line.split(":")[0] for line in said.splitlines() if line.startswith("line ")]
    assert lines == ["line 1", "line 2", "line 4", "line 5", "line 6"]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("name: [a\nsize: 1\n", "line 2, column 5", "expected ',' or ']'"),
        ("name: a\nname: b\n", "line 2, column 1", 'duplicate key "name"'),
        ("a: 1\n b: 2\n", "line 2, column 3", "not allowed here"),
        ("a: \x07\n", "line 1, column 4", "#x0007"),
    ],
)
def test_broken_yaml_is_shown_with_line_and_column(project, text, place, words):
    """The author finds a YAML error by its line and column."""
    said = complaint(project, text)
    assert f"is not valid YAML, {place}: " in said
    assert words in said
    line = int(place.split(",")[0].removeprefix("line "))
    assert text.splitlines()[line - 1] in said


@pytest.mark.parametrize("content", [b"- a\n", b"just text", b"name: \xff"])
def test_a_file_that_holds_no_keys_is_refused(project, content):
    """A file with a list or binary data must give a clear error. (SET-6.1)"""
    (project / "project.yaml").write_bytes(content)
    with pytest.raises(SettingsError, match=r"project\.yaml'"):
        load_settings(project, {})


def test_tags_are_never_carried_out(project, tmp_path):
    """A stranger's file could run code through a YAML tag."""
    witness = tmp_path / "witness"
    said = complaint(project, f"name: !!python/object/apply:os.mkdir ['{witness}']\n")
    assert "`name`" in said
    assert not witness.exists()


@pytest.mark.parametrize(
    "text",
    [
        "openai_api_key: sk-proj-0123456789abcdefXYZ\n",
        "endpoints: {mine: {base_url: http://m, key: sk-proj-0123456789abcdefXYZ}}\n",
        "endpoints:\n  mine:\n    base_url: http://m\n    key: sk-proj-0123456789abcdefXYZ\n",
        "password: sk-proj-0123456789abcdefXYZ\nsize: 1\n",
        "api_key: 1\napi_key: sk-proj-0123456789abcdefXYZ\n",
        "name: [sk-proj-0123456789abcdefXYZ\n]: 1\n",
    ],
)
def test_a_key_written_into_the_file_is_not_repeated_in_the_message(project, text):
    """An error message is often shared, so it must not repeat a key."""
    assert "0123456789" not in complaint(project, text)


def test_variables_stand_above_the_file(project):
    """A variable is set for one call, so it must win over the file."""
    write(project, "research: {searxng_url: http://file}\nprompts_dir: words\n")
    (project / "words").mkdir()
    (project / "others").mkdir()
    env = {
        "SEARXNG_URL": "http://variable",
        "LANGSMITH_TRACING": "true",
        "QF_PROMPTS_DIR": str(project / "others"),
    }
    without, settings = load_settings(project, {}), load_settings(project, env)
    assert (without.searxng_url, settings.searxng_url) == ("http://file", "http://variable")
    assert (without.logging, settings.logging) == (False, True)
    assert without.prompt_folders() == (project / "prompts", project / "words")
    assert settings.prompt_folders() == (project / "prompts", project / "others")


def test_the_shipped_prompts_serve_where_nothing_else_is_named(project) -> None:
    """A wrong folder of prompts must not silently fall back to the shipped prompts."""
    prompts = load_settings(project, {}).find_prompts_folder()
    assert prompts.origin == "shipped"
    assert (prompts.folder / "tools" / "probe.yaml").is_file()

    settings = load_settings(project, {"QF_PROMPTS_DIR": "/nowhere/at/all"})
    with pytest.raises(SettingsError, match="'/nowhere/at/all', from QF_PROMPTS_DIR"):
        settings.prompt_folders()


def test_keys_are_read_and_never_shown(project):
    """Keys must not appear in a log or a traceback through a representation. (SET-7.4)"""
    env = {
        "OPENAI_API_KEY": "secret-one",
        "ANTHROPIC_API_KEY": "secret-two",
        "OLLAMA_API_KEY": "secret-three",
        "OPENAI_BASE_URL": " http://localhost:1/v1 ",
        "ANTHROPIC_BASE_URL": "",
    }
    settings = load_settings(project, env)
    surroundings = settings.provider_settings()
    assert surroundings.variable("OPENAI_API_KEY") == "secret-one"
    assert surroundings.variable("OPENAI_BASE_URL") == "http://localhost:1/v1"
    assert surroundings.variable("ANTHROPIC_BASE_URL") is None
    assert "secret" not in repr((settings, surroundings))


def test_an_installed_package_uses_its_own_copy_of_the_prompts(tmp_path) -> None:
    """A broken installation must name the variable that helps."""
    with pytest.raises(SettingsError, match="set QF_PROMPTS_DIR"):
        find_prompts(tmp_path / "a" / "b" / "c")

    package = tmp_path / "python" / "source" / "questfoundry"
    (package / "_prompts").mkdir(parents=True)
    (tmp_path / "prompts").mkdir()
    assert find_prompts(package) == package / "_prompts"
    (package / "_prompts").rmdir()
    assert find_prompts(package) == tmp_path / "prompts"


def test_a_program_that_is_no_list_is_said_in_the_words_of_the_file(tmp_path: Path) -> None:
    """YAML has lists, and an author does not know what a tuple is."""
    (tmp_path / "project.yaml").write_text("mcp_servers: {maps: {command: uvx}}\n")
    with pytest.raises(SettingsError, match=r"'uvx' is not a list"):
        load_settings(tmp_path, {})


@pytest.mark.parametrize(
    ("text", "env", "counts"),
    [
        ("", {}, False),
        ("logging: {metrics: true}", {}, True),
        ("", {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}, True),
        ("", {"OTEL_METRICS_EXPORTER": "console"}, True),
        ("", {"OTEL_METRICS_EXPORTER": "none", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://x"}, False),
    ],
)
def test_metrics_are_counted_where_a_setting_or_a_variable_of_opentelemetry_says_so(
    project, text: str, env: dict[str, str], counts: bool
) -> None:
    """Metrics cost time, so they are off unless somebody wants them."""
    (project / "project.yaml").write_text(text, encoding="utf-8")

    assert load_settings(project, env).metrics is counts
