"""Tests that keys and passwords stay out of messages, logs and stores."""

import base64
from pathlib import Path

import pytest

from questfoundry.composition.project.doctor import examine
from questfoundry.composition.settings.environment import Environment
from questfoundry.composition.settings.settings import load_settings
from questfoundry.domain.errors import AuthenticationError
from questfoundry.domain.models.traits import ModelRef
from questfoundry.infra.llm.sdk.service import Service
from questfoundry.infra.telemetry.redaction import REDACTED, Redactor
from tests.support.pace import is_in_line
from tests.support.qf import qf

KEY = "brass-lamp-in-the-north-tower"
PASSWORD = "sw0rdfish/and%40more"
ADDRESS = f"http://author:{PASSWORD}@127.0.0.1:1/v1?token={KEY}"
BASIC = base64.b64encode(b"author:sw0rdfish/and@more").decode()


def _service() -> Service:
    return Service(
        name="The server",
        model=ModelRef("mine", "m"),
        url=f"http://author:{PASSWORD.replace('/', '%2F')}@127.0.0.1:1/v1?token={KEY}",
        key=KEY,
        key_variable="MY_SERVER_KEY",
        start_hint="Start it.",
        model_hint="Find it.",
    )


@pytest.mark.parametrize("echo", [KEY, f"Bearer {KEY}", f"Basic {BASIC}", "sw0rdfish/and@more"])
def test_what_a_server_echoes_is_not_repeated(echo: str) -> None:
    """Servers repeat request headers in errors, and such errors end up in bug reports. (FGN-5.1)"""
    service = _service()
    for error in (
        service.status_error(401, f"no access with {echo}", {}),
        service.body_error({"message": f"no access with {echo}"}),
        service.credit_error(echo),
        service.connection_error(OSError(echo)),
        service.unusable_error(f"it says {echo}"),
    ):
        assert echo not in str(error)
        assert REDACTED in str(error)


def test_no_cause_holds_what_its_error_does_not() -> None:
    """Python prints chained exceptions, so a cause with a key would reveal the key. (FGN-5.1)"""
    inner = ValueError(f"cannot send {KEY}")
    outer = RuntimeError("connection failed")
    outer.__cause__ = inner
    assert _service().chainable_cause(outer) is None
    assert _service().chainable_cause(RuntimeError("connection failed")) is not None


def test_an_address_is_shown_without_what_is_secret_in_it() -> None:
    """An address may contain a password or a key, but must stay recognisable. (FGN-5.1)"""
    shown = _service().redacted_url
    assert (KEY in shown, "sw0rdfish" in shown, "127.0.0.1:1" in shown) == (False, False, True)


@pytest.mark.parametrize("key", [f"{KEY}\nmore-of-it", f"{KEY}\tx", f"{KEY} x"])
def test_a_key_with_a_line_end_is_neither_sent_nor_shown(tmp_path: Path, key: str) -> None:
    """A key that was copied with its line end must not appear in the error about it."""
    env = {"OLLAMA_API_KEY": key, "OLLAMA_HOST": "http://127.0.0.1:1"}
    found = examine(load_settings(tmp_path, env), models_folder=tmp_path)
    assert KEY not in repr(found)
    service = Service(**{**_fields(_service()), "key": key})
    with pytest.raises(AuthenticationError) as problem:
        service.require_key()
    assert KEY not in str(problem.value)


def _fields(service: Service) -> dict[str, object]:
    names = ("name", "model", "url", "key", "key_variable", "start_hint", "model_hint")
    return {name: getattr(service, name) for name in names}


def test_the_keys_of_the_environment_reach_no_log() -> None:
    """A log must not contain a secret that looks like ordinary text."""
    env = {"MY_API_KEY": KEY, "DB_PASSWORD": "pass-phrase", "PLACE": "the north tower", "A_KEY": ""}
    redact = Environment.read(env).redact
    said = redact({"text": f"{KEY}, pass-phrase, the north tower, the key"})
    assert said == {"text": f"{REDACTED}, {REDACTED}, the north tower, the key"}


def test_no_message_of_a_command_holds_a_key(tmp_path: Path) -> None:
    """A key pasted into the wrong setting would be repeated by the error message."""
    (tmp_path / "project.yaml").write_text(f"language: {KEY}\n")
    for options in ((), ("--json",), ("--debug",)):
        said = qf("status", "-p", str(tmp_path), *options, env={"OPENAI_API_KEY": KEY})
        assert said.code == 3
        assert KEY not in said.out + said.err


@pytest.mark.parametrize(
    ("before", "piece", "after"),
    [
        *(("", piece, "") for piece in ("a-", "sk-", "api-key", "bearer ", "://a:", "hf_", '"')),
        *(("", piece, "") for piece in ("authorization: ", "key=")),
        ("bearer", " ", ""),
        ("", "x", "@"),
    ],
)
def test_redacting_takes_linear_time(before: str, piece: str, after: str) -> None:
    """A pattern that backtracks would hang the program on one long line."""
    redact = Redactor(*(f"key-number-{at}" for at in range(30)))

    def read(size: int) -> None:
        assert redact({"text": before + piece * (size // len(piece)) + after})

    assert is_in_line(read, 60_000)
