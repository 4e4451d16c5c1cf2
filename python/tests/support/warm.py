"""A whole story, made in the fork server before its first fork.

Loading and compiling prompts, schemas and exporters takes a new process longer than most tests
allow. Only the fork server imports this module.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.dream_server import DreamServer
from tests.support.qf import qf

with TemporaryDirectory() as _folder, DreamServer() as _server:
    qf(
        "run",
        "A noir mystery",
        "--no-minor-choices",
        "-p",
        str(Path(_folder, "story")),
        env=_server.env,
    )
