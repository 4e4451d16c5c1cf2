"""A whole story, made where processes are forked from, before the first of them is.

What it loads and compiles (prompts, schemas, exporters) takes a process of its own longer than what
most tests let it do. It is imported by the server of forks alone.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.dream_server import DreamServer
from tests.support.qf import qf

with TemporaryDirectory() as _folder, DreamServer() as _server:
    qf("run", "A noir mystery", "--no-acts", "-p", str(Path(_folder, "story")), env=_server.env)
