"""Reading lines, and the package's public names."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tracer.ledger
from tracer.ledger import Problem, append, read
from tracer.ledger.canonical import canonical
from tracer.ledger.storage import open_ledger
from tracer.model.errors import LedgerError

HEAVY = {
    "argparse", "click", "dataclasses", "datetime", "filelock", "inspect", "jsonschema", "pathlib",
    "pathspec", "rfc8785", "rich", "sqlite3", "subprocess", "tempfile", "threading", "unidiff",
    "uuid", "yaml",
}  # fmt: skip


def test_no_ledger(workspace):
    """Nothing is read where nothing was written."""
    assert list(read(workspace)) == []


def test_lines_from_an_offset(workspace, mutation):
    """Reading can start at any line, with its number and offset."""
    for number in (1, 2, 3):
        append(workspace, mutation(number))
    ledger = open_ledger(workspace.ledger)
    assert ledger is not None
    with ledger:
        whole = list(ledger.lines())
        assert list(ledger.lines(start=whole[1].start, number=2)) == whole[1:]
    assert [line.number for line in whole] == [1, 2, 3]


@pytest.mark.parametrize(
    ("damage", "detail"),
    [
        (lambda line: line.replace(b'"event":"mutation"', b'"event":NaN'), "NaN is not JSON"),
        (lambda line: line.replace(b'"c2"', b"Infinity"), "Infinity is not JSON"),
        (lambda line: line.replace(b'"end_line":2', b'"end_line":0'),
         "files[0].conversations[0].ranges[0].end_line: 0 is less than 1"),
        (lambda _: b"=======", "a conflict marker that a git merge left"),
        (lambda _: b"", "an empty line"),
        (lambda _: b"\xff{", "not UTF-8 at byte 1 of the line"),
        (lambda line: line[:50], "not JSON: Unterminated string"),
        (lambda line: line.replace(b"tracer.record/1", b"tracer.record/3"), "newer tracer"),
    ],
)  # fmt: skip
def test_bad_line_is_named_and_the_rest_is_read(workspace, mutation, damage, detail):
    """A bad line gives its number and what is wrong; the lines around it are records."""
    written = [append(workspace, mutation(number)) for number in (1, 2, 3)]
    raw = [canonical(record) for record in written]
    raw[1] = damage(raw[1])
    with open(workspace.ledger, "wb") as file:
        file.write(b"\n".join(raw) + b"\n")
    found = dict(read(workspace))
    assert (found[1], found[3]) == (written[0], written[2])
    assert isinstance(found[2], Problem)
    assert found[2][:2] == (2, "malformed")
    assert detail in found[2].detail


def test_unreadable_ledger(workspace, monkeypatch):
    """A ledger that cannot be opened is one clear error."""
    append(workspace, {"event": "note", "text": "hello"})

    def refuse(*_args, **_kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(LedgerError, match="cannot read agent_trace.jsonl: Permission denied"):  # noqa: RUF043
        list(read(workspace))


@pytest.mark.parametrize("name", tracer.ledger.__all__)
def test_public_names(name):
    """Every public name is there, and is not the module that holds it."""
    value = getattr(tracer.ledger, name)
    assert callable(value)
    assert value.__module__.startswith("tracer.ledger.")


def test_unknown_name():
    """Another name is an AttributeError, as of any module."""
    with pytest.raises(AttributeError, match="nonsense"):
        _ = tracer.ledger.nonsense


def test_append_imports_nothing_heavy():
    """The hook path pays for no module it does not need."""
    code = (
        "import sys; from tracer.ledger import append, new_id, state_to_json;"
        f"print(*sorted(set(sys.modules) & {HEAVY!r}))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""
