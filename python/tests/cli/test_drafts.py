"""Tests of ``--takes`` and ``qf takes``, which make and choose drafts."""

from pathlib import Path
from typing import Any

import pytest

from questfoundry.cli.drafts_command import list_changes
from questfoundry.domain.run.record import Draft
from tests.support.dream_server import DreamServer
from tests.support.qf import qf


def take(data: dict[str, Any], standing: dict[str, Any]) -> Draft:
    return Draft(id="take-1", stage="dream", number=1, data=data, current=standing)


def test_a_take_is_made_of_each_answer_and_chosen_by_its_name(tmp_path: Path) -> None:
    """Drafts change nothing until one is chosen, without a call. (PIP-14.2)"""
    with DreamServer() as server:
        typed = ("-p", str(tmp_path / "p"))
        made = qf("dream", "A noir", "--drafts", "2", "--seed", "5", *typed, env=server.env, code=0)
        assert "qf drafts take-2 --choose" in made.out
        assert not (tmp_path / "p" / "artifacts" / "dream.yaml").exists()
        assert [body["seed"] for body in server.bodies] == [5, 5, 5, 6, 6, 6]
        assert "take-2  dream  draft 2  A noir" in qf("drafts", *typed, env=server.env).out
        chosen = qf("drafts", "take-2", "--choose", "--json", *typed, env=server.env)
        assert chosen.document == {"draft": "take-2", "stage": "dream", "version": 1}
        assert len(server.bodies) == 6
    one = qf("drafts", "take-1", "--json", *typed).document
    assert (one["seed"], one["counts"], one["changes"]) == (5, True, [])
    assert qf("drafts", "--choose", *typed).code == 3
    assert qf("drafts", "take-9", *typed).code == 3


@pytest.mark.parametrize("more", [("--resume",), ("-i",)])
def test_takes_are_made_without_a_talk(tmp_path: Path, more: tuple[str, ...]) -> None:
    with DreamServer() as server:
        qf("init", str(tmp_path / "p"))
        refused = qf(
            "dream", "A noir", "--drafts", "2", *more, "-p", str(tmp_path / "p"), env=server.env
        )
    assert refused.code in {2, 3}
    assert server.bodies == []


def test_the_old_names_still_work_and_say_the_new_ones(tmp_path: Path) -> None:
    """Scripts that use the names of earlier versions must not break. (PIP-14.2)"""
    project = ("-p", str(tmp_path / "p"))
    with DreamServer() as server:
        made = qf("dream", "A noir", "--takes=2", *project, env=server.env, code=0)
        assert made.err.startswith("Warning: --takes is deprecated. Use --drafts.\n")
        listed = qf("takes", *project, env=server.env)
    assert "take-2  dream  draft 2  A noir" in listed.out
    assert listed.err == "Warning: qf takes is deprecated. Use qf drafts.\n"
    assert "takes" not in qf("--help").out
    assert "--takes" not in qf("dream", "--help").out


def test_what_changes_is_told_line_by_line() -> None:
    """The author compares drafts by their differences, line by line. (PIP-14.2)"""
    found = take({"tone": "wry", "genre": "noir"}, {"tone": "dark", "genre": "noir"})
    assert list(list_changes(found)) == ["-Tone: dark", "+Tone: wry"]
    prose = take({"prose": "You go.\n\nIt rains."}, {"prose": "You stay.\n\nIt rains."})
    assert list(list_changes(prose)) == ["-You stay.", "+You go."]
