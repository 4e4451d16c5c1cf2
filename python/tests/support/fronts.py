"""Programs between a client and PostgreSQL: one that speaks TLS, and PgBouncer."""

import asyncio
import os
import queue
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg


@contextmanager
def tls_front(port: int, context: ssl.SSLContext) -> Iterator[int]:
    """Yield a port on which PostgreSQL speaks TLS; its own server has the port ``port``."""

    async def serve(client: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        writers = [answers]
        try:
            await client.readexactly(8)  # The client asks for TLS.
            answers.write(b"S")
            await answers.start_tls(context)
            replies, requests = await asyncio.open_connection("127.0.0.1", port)
            writers.append(requests)
            await asyncio.gather(forward(client, requests), forward(replies, answers))
        except (OSError, asyncio.IncompleteReadError):
            pass  # The client has left, or has refused the certificate.
        finally:
            for each in writers:
                each.transport.abort()

    async def forward(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while some := await source.read(65536):
            target.write(some)
        target.transport.abort()

    async def run() -> None:
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            ready.put((server.sockets[0].getsockname()[1], loop, stopped))
            await stopped.wait()

    ready: queue.Queue[tuple[int, asyncio.AbstractEventLoop, asyncio.Event]] = queue.Queue()
    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    own, loop, stopped = ready.get(timeout=20)
    try:
        yield own
    finally:
        loop.call_soon_threadsafe(stopped.set)
        thread.join()


@contextmanager
def pgbouncer(port: int, folder: Path) -> Iterator[int]:
    """Yield the port of a PgBouncer in transaction mode, with two connections to the server."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        own = free.getsockname()[1]
    settings = folder / "pgbouncer.ini"
    settings.write_text(
        f"[databases]\n* = host=127.0.0.1 port={port} user=postgres\n"
        f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {own}\nunix_socket_dir =\n"
        "auth_type = any\npool_mode = transaction\ndefault_pool_size = 2\n"
    )
    # PgBouncer refuses to run as root.
    user = ["-u", "nobody"] if os.geteuid() == 0 else []
    command = [shutil.which("pgbouncer") or "", *user, settings]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            wait_for(own, process)
            yield own
        finally:
            process.terminate()


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until PgBouncer answers, or has ended."""
    url = f"postgresql://postgres@127.0.0.1:{port}/postgres"
    end = time.monotonic() + 20
    while process.poll() is None:
        try:
            psycopg.connect(url, connect_timeout=20).close()
        except psycopg.OperationalError:
            if time.monotonic() > end:
                raise
        else:
            return
    raise RuntimeError(f"PgBouncer ended with {process.returncode}.")
