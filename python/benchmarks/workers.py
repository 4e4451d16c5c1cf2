"""Measure stories on several workers that share a PostgreSQL server: kills, outages, limits, speed.

    python python/benchmarks/workers.py ROW [--option value ...]

Each row starts its own server and prints its figures beside the bar. The rows are: stories,
zombies, takeover, outage, limit, journal, tenants, copies, versions, throughput. The
options are the parameters of the function of the row, for example ``stories --count 20``.
"""

import asyncio
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from questfoundry import Project
from questfoundry.composition.project.copying import copy_project
from questfoundry.composition.project.database_place import DatabasePlace
from questfoundry.composition.project.places import ProjectPlace, parse_place
from questfoundry.composition.project.workplace import Workplace
from questfoundry.composition.settings.paths import find_prompts
from questfoundry.composition.wiring.database import open_store
from questfoundry.domain.errors import QuestFoundryError, StoreTakenOverError
from questfoundry.infra.postgres.address import ProjectAddress
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.postgres.lock import PostgresProjectLock
from tests.support.fleet import IDEA, CuttingProxy, Fleet, wait_until
from tests.support.store_writes import WRITES, fill_project

CALLS_AT_ONCE = 4
"""The most calls that one story has on the wire."""


def stories(
    count: int = 12,
    workers: int = 4,
    kills: int = 6,
    crashes: int = 1,
    stops: int = 2,
    pace: float = 8,
    seed: int = 1,
) -> None:
    """Disturb ``workers`` every ``pace`` seconds while they make ``count`` stories."""
    chance = random.Random(seed)
    with Fleet() as fleet:
        artifacts, calls = fleet.make_undisturbed()
        for _ in range(workers):
            fleet.start_worker()
        fleet.submit(f"story-{number:03}" for number in range(count))
        wait_until(lambda: fleet.model.calls > 0)
        began = time.monotonic()
        planned = [_kill] * kills + [_crash] * crashes + [_stop] * stops
        chance.shuffle(planned)
        done: list[str] = []
        while planned and fleet.count_unfinished():
            disturb = planned.pop()
            disturb(fleet, chance)
            done.append(disturb.__name__)
            time.sleep(chance.uniform(0, 2 * pace))
        fleet.await_all(1800)
        seconds = time.monotonic() - began
        recorded, found, states = fleet.count_recorded(), fleet.artifacts(), fleet.count_states()
        repeated = fleet.count_answers() - sum(recorded.values())
        most = 2 * CALLS_AT_ONCE * (done.count("_kill") + done.count("_stop"))
        equal = sum(each == artifacts for each in found.values())
        print(
            f"{count} stories, {workers} workers, {seconds:.0f} s; "
            f"{done.count('_kill')} kills, {done.count('_crash')} crashes, "
            f"{done.count('_stop')} stops; jobs handed out again: {fleet.count_takeovers()}\n"
            f"complete {states.get('succeeded', 0)} (bar {count}); "
            f"artifacts equal {equal} (bar {count}); answers lost on their way {repeated} "
            f"(bar: calls in flight, at most {most}); stored calls repeated "
            f"{sum(recorded.values()) - count * calls} (bar 0)"
        )
        _report_problems(fleet)


def _kill(fleet: Fleet, chance: random.Random) -> None:
    victim = fleet.workers.pop(chance.randrange(len(fleet.workers)))
    victim.kill()
    fleet.start_worker()


def _crash(fleet: Fleet, chance: random.Random) -> None:
    fleet.server.crash()
    time.sleep(chance.uniform(0, 3))
    fleet.server.start()


def _stop(fleet: Fleet, chance: random.Random) -> None:
    worker = chance.choice([each for each in fleet.workers if each.end(0) is None])
    Thread(target=fleet.pause, args=(worker, chance.uniform(3, 15)), daemon=True).start()


def _report_problems(fleet: Fleet) -> None:
    failed = "SELECT project, problem FROM qf_data.jobs WHERE problem <> ''"
    for line in [*fleet.query(failed), *fleet.model.problems]:
        print("  failed:", line)
    for worker in fleet.workers:
        if "Traceback" in worker.err:
            print("  worker:", worker.err[-1500:])


def zombies() -> None:
    """Stop a process that holds the lock, take it over, and let the process try each write."""
    with Fleet() as fleet:
        database = PostgresDatabase(ProjectAddress(url=fleet.url, project="tale"))
        fill_project(database)
        command = [sys.executable, __file__, "zombie", "--url", fleet.url]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            process.send_signal(signal.SIGSTOP)
            time.sleep(1.5)
            with PostgresProjectLock(database, seconds=1).hold("successor"):
                process.send_signal(signal.SIGCONT)
                said, _ = process.communicate("wake up\n")
        database.close()
        print(said.strip(), "(bar 0)")


def zombie(url: str = "") -> None:
    """Take the lock, and try each write as soon as the standard input has a line."""
    database = PostgresDatabase(ProjectAddress(url=url, project="tale"))
    with PostgresProjectLock(database, seconds=1).hold("zombie"):
        print("held", flush=True)
        sys.stdin.readline()
        written = []
        for name, write in WRITES.items():
            try:
                write(database)
                written.append(name)
            except StoreTakenOverError:
                pass
    print(f"{len(written)} of {len(WRITES)} kinds of writes took effect", *written)


def takeover() -> None:
    """Kill workers, and keep the event loop of a worker busy, at two stall times."""
    _run_benchmark("takeover.py")
    print("bar: 7 s and 35 s; no job of a living worker")


def outage(seconds: float = 1, every: int = 10, most: int = 1000) -> None:
    """Let PostgreSQL go away at each ``every``-th statement of a story, ``most`` times."""
    with Fleet(stories=1, stall=30) as fleet:
        artifacts, calls = fleet.make_undisturbed()
        proxy = CuttingProxy(fleet.server.port, every=every, seconds=seconds, most=most)
        with proxy:
            url = fleet.url.replace(f":{fleet.server.port}/", f":{proxy.port}/")
            fleet.submit(["tale"])
            fleet.start_worker(url=url)
            took = fleet.await_all(1200)
        print(
            f"away for {seconds:g} s, {proxy.outages} times in {proxy.statements} statements, "
            f"{took:.0f} s: calls repeated {fleet.count_answers() - calls} (bar 0), "
            f"recorded {sum(fleet.count_recorded().values()) - calls} too many, "
            f"jobs begun again {fleet.count_takeovers()}, "
            f"artifacts {'equal' if fleet.artifacts() == {'tale': artifacts} else 'differ'}, "
            f"{fleet.count_states()}"
        )
        _report_problems(fleet)


def limit(seconds: float = 60, processes: int = 8) -> None:
    """Share a limit of 100 calls a second among processes."""
    print("bar: at least 93 a second, at most 0.5% refused, shares within 15%")
    _run_benchmark("limits.py", str(seconds), str(processes))


def journal() -> None:
    """Measure a look-up and a record of the journal for each call."""
    _run_benchmark("journal.py")
    print("bar: p50 5 ms, p99 20 ms")


def _run_benchmark(name: str, *arguments: str) -> None:
    here = Path(__file__)
    subprocess.run(
        [sys.executable, here.with_name(name), *arguments],
        env={**os.environ, "PYTHONPATH": str(here.parents[1])},
        check=True,
    )


def tenants() -> None:
    """Ask for everything of one tenant's story as another tenant, by its ids and without them."""
    with Fleet() as fleet:
        fleet.start_worker()
        fleet.submit(["tale"])
        fleet.await_all(300)
        tables = [
            name
            for (name,) in fleet.query(
                "SELECT relname FROM pg_class WHERE relnamespace = 'qf_data'::regnamespace "
                "AND relkind = 'r' AND relname NOT IN ('migrations', 'call_limits')"
            )
        ]
        seen = {}
        for tenant, project in (("other", "tale"), ("default", "another"), ("", ""), ("%", "%")):
            seen.update(
                {
                    f"{tenant}/{project}: {name}": count
                    for name in tables
                    if (count := _count_as(fleet.url, name, tenant, project))
                    and (tenant, name) != ("default", "projects")  # the list of one tenant
                }
            )
        filled = [name for name in tables if fleet.query(f"SELECT 1 FROM qf_data.{name} LIMIT 1")]
        print(f"{len(tables)} tables ({len(filled)} with rows) without the columns: {seen or 0}")
        answered = asyncio.run(_ask_as_stranger(fleet))
        print(f"calls of the API with foreign ids that saw something: {answered or 0} (bar 0)")


def _count_as(url: str, table: str, tenant: str, project: str) -> int:
    with psycopg.connect(url) as connection:
        connection.execute("SELECT set_config('role', 'qf_app', true)")
        connection.execute("SELECT qf.begin_read(%s, %s)", (tenant, project))
        with suppress(psycopg.errors.InsufficientPrivilege):
            found = connection.execute(f"SELECT count(*) FROM qf_data.{table}").fetchone()
            return int(found[0]) if found else 0
    return 0


async def _ask_as_stranger(fleet: Fleet) -> list[str]:
    ((number,),) = fleet.query("SELECT id FROM qf_data.jobs")
    (run,) = fleet.query("SELECT id FROM qf_data.runs LIMIT 1")[0]
    answered: list[str] = []

    def attempt(name: str, call: Callable[[], Any]) -> None:
        with suppress(QuestFoundryError, LookupError):
            if call():
                answered.append(name)

    for tenant, project in (("other", "tale"), ("default", "another")):
        place = DatabasePlace.parse(f"{fleet.url}/{project}", tenant)
        with Workplace.connect(fleet.url, tenant=tenant) as workplace, closing(place):
            if tenant == "other":
                attempt("projects", workplace.projects)
            attempt("find", lambda w=workplace, p=project: w.find(f"{p}/{number}").state)
            attempt("hold_project", lambda p=place: p.hold_project)
            attempt("names", lambda p=place: p.files.names())
            attempt("read", lambda p=place: p.files.read("artifacts/dream.yaml", max_bytes=10**6))
            store = open_store(place.database)
            attempt("run", lambda s=store: s.runs.get(run))
            attempt("entries", lambda s=store: s.journal.entries(run))
            attempt("current", lambda s=store: s.artifacts.current("dream"))
            attempt("versions", lambda s=store: s.artifacts.versions("dream"))
            attempt("artifact file", lambda s=store: s.files.read("dream"))
        async with Project.open(
            f"{fleet.url}/{project}", env=fleet.model.env, tenant=tenant
        ) as own:
            attempt("show", lambda p=own: p.show("dream"))
            attempt("drafts", lambda p=own: p.drafts.list())
            attempt("runs", lambda p=own: p.container.store().runs.list())
    return answered


def copies(count: int = 50) -> None:
    """Copy stories from a folder to a database and back, and compare every file."""
    with Fleet() as fleet:
        fleet.make_undisturbed()
        asyncio.run(_copy_stories(fleet, count))


async def _copy_stories(fleet: Fleet, count: int) -> None:
    same, files = 0, 0
    original = fleet.folder / "undisturbed"
    for number in range(count):
        source, target = (fleet.folder / f"{name}-{number}" for name in ("from", "back"))
        shutil.copytree(original, source)
        (source / "idea.md").write_text(f"Story {number}\n" * number, encoding="utf-8")
        stored = parse_place(f"{fleet.url}/story-{number}")
        await copy_project(parse_place(source), stored)
        await copy_project(stored, parse_place(target))
        stored.close()
        before, after = (_read_files(parse_place(each)) for each in (source, target))
        same, files = same + (before == after), files + len(before)
    async with Project.open(target, env=fleet.model.env) as project:
        await project.run(IDEA, size="micro", phases="condensed")
        run = project.container.store().runs.list()[0]
        await project.run_stage(run.task, provider=f"replay/{run.id}")
    print(
        f"{count} copies there and back, {files} files: equal {same} (bar {count}); calls of the "
        f"last one when it continues and plays back a stage: {fleet.count_answers()} (bar 0)"
    )


def _read_files(place: ProjectPlace) -> dict[str, bytes | None]:
    return {name: place.files.read(name, max_bytes=10**9) for name in place.files.names()}


def versions(count: int = 8) -> None:
    """Run two workers of an old and two of a new version, and stop one of each in the middle."""
    with Fleet(stories=2) as fleet:
        calls = fleet.make_undisturbed()[1]
        shutil.copytree(find_prompts(), newer := fleet.folder / "prompts")
        for path in newer.rglob("*.md"):
            path.write_text(path.read_text("utf-8") + "\nWrite with care.\n", encoding="utf-8")
        fleet.model.gap = 0.2
        pairs = [
            [fleet.start_worker(env=env) for _ in range(2)]
            for env in ({}, {"QF_PROMPTS_DIR": str(newer)})
        ]
        fleet.submit(f"story-{number}" for number in range(count))
        wait_until(lambda: fleet.model.calls > count)
        for victim, _ in pairs:
            victim.send(signal.SIGTERM)
        fleet.await_all(900)
        recorded = fleet.count_recorded()
        print(
            f"{count} stories, {fleet.count_states()}: failed "
            f"{count - fleet.count_states().get('succeeded', 0)} (bar 0); stories with more "
            f"stored calls than {calls}: {sum(each > calls for each in recorded.values())} (bar 0);"
            f" answers that were lost: {fleet.count_answers() - sum(recorded.values())} (bar 0); "
            f"jobs begun again: {fleet.count_takeovers()}"
        )
        _report_problems(fleet)


def throughput(count: int = 8) -> None:
    """Make ``count`` stories with 1, 2 and 4 workers; each call takes a second or more."""
    single = 0.0
    for workers in (1, 2, 4):
        with Fleet(stories=2, gap=0.1) as fleet:
            for _ in range(workers):
                fleet.start_worker()
            fleet.submit(["warm"])
            fleet.await_all(300)
            fleet.submit(f"story-{number}" for number in range(count))
            seconds = fleet.await_all(1200)
        single = single or seconds
        print(
            f"{workers} workers: {60 * count / seconds:.1f} stories a minute, "
            f"{single / seconds:.1f} times one worker (load {os.getloadavg()[0]:.0f} on "
            f"{os.cpu_count()} cores)",
            flush=True,
        )


def main(row: str, *options: str) -> None:
    """Run the function ``row`` with its options."""
    names = [each.removeprefix("--") for each in options[::2]]
    values = [each if ":" in each else float(each) for each in options[1::2]]
    whole = [
        int(each) if isinstance(each, float) and each.is_integer() else each for each in values
    ]
    globals()[row](**dict(zip(names, whole, strict=True)))


if __name__ == "__main__":
    main(*sys.argv[1:])
