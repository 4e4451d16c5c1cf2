"""Check the scenes of drafts, or read a draft aloud: ``python python/benchmarks/scenes.py``.

Without arguments, all material is checked; names of files, such as ``the-promise``, limit the
check. ``--read IDEA`` prints one random playthrough instead.
"""

import argparse
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.scene_checks.check import check_material
from benchmarks.scene_checks.finding import locate
from benchmarks.scene_checks.read import read_aloud
from questfoundry.domain.errors import PromptError
from questfoundry.infra.prompts.jinja import JinjaPromptRepository


def find_prompts() -> Path:
    """Return the folder ``prompts`` of the checkout, or the folder in ``QF_PROMPTS_DIR``."""
    return Path(os.environ.get("QF_PROMPTS_DIR") or Path(__file__).parents[2] / "prompts")


def main(arguments: list[str] | None = None) -> int:
    """Check or read; return 1 if there are faults."""
    options = _parse(arguments)
    folder = find_prompts()
    prompts = JinjaPromptRepository([folder])
    if options.read:
        lines = list(read_aloud(prompts, options.read, options.seed, options.premise))
        sys.stdout.write("\n".join(lines) + "\n")
        return 0
    return _report(prompts, folder, options.names)


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scenes.py", description=__doc__)
    parser.add_argument("names", nargs="*", help="files to check, without ending")
    parser.add_argument("--read", metavar="IDEA", help="print a playthrough of this idea")
    parser.add_argument("--seed", default="1", help="seed of the draft and of the playthrough")
    parser.add_argument("--premise", default="", help="premise to use, instead of a fitting one")
    return parser.parse_args(arguments)


def _report(prompts: JinjaPromptRepository, folder: Path, names: list[str]) -> int:
    try:
        found = dict.fromkeys(
            locate(each, folder) for each in sorted(check_material(prompts, names))
        )
    except PromptError as error:
        sys.stdout.write(f"{error}\n")
        return 1
    for each in found:
        sys.stdout.write(f"{each}\n")
    sys.stdout.write(f"{len(found)} faults\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
