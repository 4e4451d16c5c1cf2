"""The container: its providers are lazy and can be overridden, and its room has few floors."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from dependency_injector import providers

import questfoundry
from questfoundry.composition.settings.settings import load_settings, settings_in_memory
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.composition.wiring.in_memory import InMemoryProjectContainer
from questfoundry.testing.scripted import ManualClock

MOST_FLOORS = 6
SOURCE = Path(questfoundry.__file__).parents[1]
ROOM = SOURCE / "questfoundry" / "composition"


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts)


def imports_in(tree: ast.AST) -> Iterator[str]:
    """Yield the modules that the code imports when it runs, at its top or in functions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{each.name}" for each in node.names)
            yield node.module or ""
        yield from imports_in(node)


def longest_chain(module: str, imports: dict[str, set[str]], above: tuple[str, ...]) -> list[str]:
    assert module not in above, f"{' -> '.join(above)} -> {module} is a circle"
    chains = (longest_chain(each, imports, (*above, module)) for each in imports[module])
    return [module, *max(chains, key=len, default=[])]


def test_the_room_has_few_floors() -> None:
    """A change of the wiring needs knowledge of what lies below, so chains are short."""
    modules = {module_of(path): path for path in ROOM.rglob("*.py")}
    imports = {
        name: {*imports_in(ast.parse(path.read_text()))} & {*modules}
        for name, path in modules.items()
    }
    longest = max((longest_chain(name, imports, ()) for name in imports), key=len)
    assert len(longest) <= MOST_FLOORS, " -> ".join(longest)


def test_a_container_imports_no_use_case_before_its_first_call() -> None:
    """A command pays only for the modules that it uses, and a unit test imports only its unit."""
    code = (
        "import sys; import questfoundry.composition.wiring.containers; "
        "print(*(each for each in sys.modules if each.startswith(('questfoundry.app.', "
        "'questfoundry.infra.', 'openai', 'opentelemetry', 'anthropic', 'httpx', 'jinja2', "
        "'structlog'))))"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert ran.stdout.strip() == ""


def test_an_override_reaches_all_that_depend_on_the_provider(tmp_path: Path) -> None:
    """Embedders and tests replace one provider, and every use case gets the replacement."""
    container, clock = ProjectContainer(load_settings(tmp_path, {})), ManualClock()
    own = container.clock()
    container.clock.override(providers.Object(clock))

    assert container.clock() is clock
    assert container.run_opener().clock is clock
    container.clock.reset_override()
    assert container.clock() is own


def test_a_project_in_memory_keeps_its_stores() -> None:
    """A singleton that was created twice would lose what the first one stores."""
    container = InMemoryProjectContainer(settings_in_memory({}))

    assert container.store() is container.store()
    assert container.library.books() is container.library.finder().books


def test_commands_that_read_load_no_code_of_runs_and_texts() -> None:
    """Each class costs time, so ``qf status`` loads neither the inputs of runs nor the prose."""
    code = (
        "import sys; import questfoundry.composition.settings.settings; "
        "import questfoundry.cli.project_commands; "
        "print(*(each for each in sys.modules if each.endswith(('domain.run.inputs', "
        "'domain.story.prose', 'domain.story.prose_markup', 'cli.database_commands'))))"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert ran.stdout.strip() == ""
