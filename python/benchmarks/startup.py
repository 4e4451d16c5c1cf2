"""Measure how long a start takes, as ratios; run: python python/benchmarks/startup.py

The script prints the time of `import questfoundry` divided by that of `import openai` (aim: at
most 0.3), and the time of `qf --help` divided by that of bare Python (aim: at most 4). Each time is
the best of several fresh processes.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

ROUNDS = 15
BARE = (sys.executable, "-c", "pass")
QF = str(Path(sys.executable).with_name("qf"))
# Compiled modules are what an installation has; whether they may be written is not the question.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


def seconds(*command: str) -> float:
    """Return the best time of a process, from start to end."""
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
        times.append(time.perf_counter() - began)
    return min(times)


def main() -> None:
    bare = seconds(*BARE)
    questfoundry = seconds(sys.executable, "-c", "import questfoundry") - bare
    openai = seconds(sys.executable, "-c", "import openai") - bare
    helped = seconds(QF, "--help")
    version = seconds(QF, "--version")
    status = seconds(QF, "status", "--help")
    tell("bare Python", bare, "")
    tell("import questfoundry", questfoundry, f"{questfoundry / openai:.3f} of import openai")
    tell("qf --help", helped, f"{helped / bare:.2f} times bare Python")
    tell("qf --version", version, f"{version / bare:.2f} times bare Python")
    tell("qf status --help", status, f"{status / bare:.2f} times bare Python")


def tell(what: str, spent: float, ratio: str) -> None:
    print(f"{what:20}{spent * 1000:8.1f} ms  {ratio}".rstrip())


if __name__ == "__main__":
    main()
