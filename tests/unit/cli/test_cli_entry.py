"""The short way of a hook, and how errors become exit codes and one line."""

from __future__ import annotations

import io
import json
import sys
from types import ModuleType, SimpleNamespace

import click
import pytest

from tracer.cli import app, entry, exit_codes, output
from tracer.model.errors import InputError, LedgerError, TracerError, UsageError, VcsError


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("x"), 2),
        (InputError("x"), 3),
        (VcsError("x"), 3),
        (LedgerError("x"), 4),
        (TracerError("x"), 3),
    ],
)
def test_exit_code_of_errors(error: TracerError, code: int) -> None:
    """Every expected error has the code CONTRACT.md gives it."""
    assert exit_codes.code_of(error) == code


@pytest.fixture
def failing(monkeypatch):
    """Make `tracer verify` raise what the test wants."""

    monkeypatch.delenv("TRACER_DEBUG", raising=False)

    def install(error: BaseException) -> None:
        @click.command()
        def verify() -> None:
            raise error

        monkeypatch.setattr(app.Commands, "get_command", lambda *_: verify)

    return install


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (InputError("a.py: missing", fix="Create it"), 3, "tracer: a.py: missing. Create it.\n"),
        (LedgerError("line 3: edited"), 4, "tracer: line 3: edited.\n"),
        (KeyboardInterrupt(), 130, "tracer: interrupted.\n"),
        (click.UsageError("no such thing"), 2, None),
        (RuntimeError("boom"), 70, None),
    ],
)
def test_errors_are_one_line(failing, capsys, error, code, text) -> None:
    """Whatever happens, a person sees one line and never a traceback."""
    failing(error)
    assert app.run(["verify"]) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert printed.err.startswith("tracer: ")
    if text is not None:
        assert printed.err == text


def test_debug_shows_the_traceback(failing, monkeypatch) -> None:
    """Who asks for the traceback of a bug gets it."""
    failing(RuntimeError("boom"))
    monkeypatch.setenv("TRACER_DEBUG", "1")
    with pytest.raises(RuntimeError, match="boom"):
        app.run(["verify"])


@pytest.mark.parametrize(
    "arguments",
    [["nonsense"], ["blame"], ["blame", "--nope", "x"], ["-C"], ["log", "-L", "1,2"]],
)
def test_wrong_usage_is_two(capsys, arguments: list[str]) -> None:
    """A command called in a way it does not offer is 2, with the place to look."""
    assert app.run(arguments) == 2
    assert capsys.readouterr().err.startswith("tracer: ")


def test_missing_directory_is_named(capsys, tmp_path) -> None:
    """`-C` into nowhere says which directory is missing."""
    missing = str(tmp_path / "missing")
    assert app.run(["-C", missing, "verify"]) == 3
    assert missing in capsys.readouterr().err


@pytest.fixture
def adapter(monkeypatch):
    """A stand-in for the agents layer that records its calls."""
    calls: list[tuple[str, bytes]] = []
    answer = SimpleNamespace(stdout=b'{"decision": "none"}', stderr=b"note\n", exit_code=0)
    module = ModuleType("tracer.agents.run")

    def run(agent: str, stdin: bytes):
        calls.append((agent, stdin))
        if agent == "unknown":
            raise UsageError("no agent is called unknown", fix="See `tracer doctor`")
        return answer

    module.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tracer.agents.run", module)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b'{"event": 1}')))
    return SimpleNamespace(calls=calls, answer=answer)


@pytest.mark.parametrize("arguments", [["--agent", "generic"], ["--agent=generic"]])
def test_hook_passes_stdin_to_its_adapter(adapter, capfdbinary, arguments) -> None:
    """The event goes to the adapter as it came, and its answer out as it is."""
    adapter.answer.exit_code = 2
    assert entry.hook(arguments) == 2
    assert adapter.calls == [("generic", b'{"event": 1}')]
    printed = capfdbinary.readouterr()
    assert printed.out == b'{"decision": "none"}'
    assert printed.err == b"note\n"


def test_hook_runs_in_the_directory_given(adapter, tmp_path, monkeypatch) -> None:
    """`-C` holds for hooks as for every command."""
    monkeypatch.chdir("/")
    assert entry.hook(["-C", str(tmp_path), "--agent", "generic"]) == 0
    assert adapter.calls
    import os

    assert os.getcwd() == str(tmp_path)


@pytest.mark.parametrize(
    "arguments", [[], ["--agent"], ["--nope"], ["--agent", "unknown"], ["-C", "/nowhere/at/all"]]
)
@pytest.mark.usefixtures("adapter")
def test_a_misconfigured_hook_never_blocks(capsys, arguments) -> None:
    """2 means `block` to several agents, so a mistake in the configuration exits 1."""
    assert entry.hook(arguments) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("tracer: hook: ")
    assert printed.err.count("\n") == 1


def test_json_is_one_document(capfdbinary) -> None:
    """`--json` prints UTF-8 whatever the locale, and nothing else."""
    output.print_json({"name": "Ängström", "lines": []})
    printed = capfdbinary.readouterr().out
    assert json.loads(printed.decode("utf-8")) == {"name": "Ängström", "lines": []}
    assert "Ängström".encode() in printed


@pytest.mark.parametrize(
    ("environment", "terminal", "expected"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, True, False),
    ],
)
def test_colour_only_where_it_is_wanted(monkeypatch, environment, terminal, expected) -> None:
    """A pipe gets plain text, and NO_COLOR is honoured when it is not empty."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(isatty=lambda: terminal))
    assert output.is_coloured() is expected


@pytest.mark.parametrize(
    ("columns", "expected"), [("100", 100), ("", None), ("0", None), ("x", None)]
)
def test_width(monkeypatch, columns: str, expected: int | None) -> None:
    """A pipe has no width unless somebody says so; texts are laid out for eighty columns then."""
    monkeypatch.setenv("COLUMNS", columns)
    assert output.columns() == expected
    assert output.width() == (expected or 80)


def test_colours_cut_nothing(monkeypatch, capfdbinary) -> None:
    """A long line goes on in the terminal's next line; blanks have no colour."""
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setattr(output, "is_coloured", lambda: True)
    output.print_lines([[("x" * 50, "bold red"), ("  ", "dim")], [("y", "")]])
    sys.stdout.flush()
    first, second = capfdbinary.readouterr().out.splitlines()
    assert first == b"\x1b[1;31m" + b"x" * 50 + b"\x1b[0m  "
    assert second == b"y"
