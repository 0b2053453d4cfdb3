"""From a state to the lines of CONTRACT.md: owners, shares, and what is not known."""

from __future__ import annotations

import os
import subprocess
from types import SimpleNamespace

import pytest

from tracer.cli.render_porcelain import porcelain_lines
from tracer.model.attribution import Credit, FileState, LineRun, MixedLine, Source, Touch
from tracer.model.enums import Method, SourceKind
from tracer.model.errors import InputError
from tracer.model.workspace import Workspace
from tracer.queries.blame import blame
from tracer.queries.origin_json import Sources
from tracer.queries.ownership import rows
from tracer.queries.places import element_by_line
from tracer.syntax import parse
from tracer.vcs import Git
from tracer.vcs.files import read_file


def credit(
    identifier: str,
    kind: SourceKind = SourceKind.RECORD,
    line: int = 1,
    method: Method = Method.OBSERVED,
) -> Credit:
    return Credit(Source(identifier, kind, "a.py"), line, Touch(identifier, kind, "new"), method)


def record(identifier: str, intent: str | None, model: str = "acme-1"):
    contributor = {"entity_type": "AI", "model_identifier": model}
    return {
        "id": identifier,
        "event": "mutation",
        "timestamp": "2026-11-21T10:00:00.000000Z",
        "intent_id": intent,
        "integrity": {"record_hash": "sha256:" + "0" * 64},
        "files": [
            {"relative_path": "a.py", "conversations": [{"contributor": contributor, "ranges": []}]}
        ],
    }


@pytest.fixture
def sources(tmp_path) -> Sources:
    """Two records, no repository."""
    known = {"r1": record("r1", "INT-001"), "r2": record("r2", None)}
    return Sources(
        Workspace(str(tmp_path)), SimpleNamespace(record=known.get, has_imports=False), None
    )


def state(*runs: LineRun, mixed: tuple[MixedLine, ...] = ()) -> FileState:
    return FileState("a.py", "sha256:00", runs, mixed)


def test_lines_of_a_run_count_on(sources: Sources) -> None:
    """The origin's line grows with the run's lines."""
    found = rows(state(LineRun(3, 5, credit("r1", line=10))), sources)
    assert [(row["line"], row["origin"]["line"]) for row in found] == [(3, 10), (4, 11), (5, 12)]
    assert found[0]["origin"]["intent_id"] == "INT-001"
    assert found[0]["origin"]["contributor"] == {
        "entity_type": "AI",
        "model_identifier": "acme-1",
        "name": None,
    }
    assert found[0]["shares"] == [{"id": "r1", "share": 1.0}]


def test_shares_of_one_origin_add_up(sources: Sources) -> None:
    """Wherever its parts stand in the line; of records of one moment the later one owns it."""
    parts = ((2, credit("r1")), (3, credit("r2")), (2, credit("r1")))
    (row,) = rows(state(mixed=(MixedLine(1, parts),)), sources)
    assert row["mixed"] is True
    assert row["origin"]["id"] == "r2"
    assert row["shares"] == [{"id": "r1", "share": 0.571}, {"id": "r2", "share": 0.429}]


def test_different_touches_of_one_origin_do_not_mix(sources: Sources) -> None:
    """A line is mixed by its origins only."""
    moved = credit("r1")._replace(last=Touch("r2", SourceKind.RECORD, "move"))
    (row,) = rows(state(mixed=(MixedLine(1, ((1, credit("r1")), (1, moved))),)), sources)
    assert row["mixed"] is False


def test_unknown_records_are_unknown(sources: Sources) -> None:
    """A record that is not in the ledger gives its id and nothing else."""
    (row,) = rows(state(LineRun(1, 1, credit("gone"))), sources)
    assert (row["origin"]["id"], row["origin"]["kind"]) == ("gone", "record")
    assert row["origin"]["contributor"]["entity_type"] == "UNKNOWN"
    assert row["origin"]["timestamp"] is None


def test_a_baseline_nobody_can_explain_is_unknown(sources: Sources) -> None:
    """Without its commit a baseline is no guess, but unknown."""
    (row,) = rows(state(LineRun(1, 1, credit("0" * 40, SourceKind.BASELINE))), sources)
    assert (row["origin"]["id"], row["origin"]["kind"]) == (None, "unknown")
    assert row["method"] == "unknown"


def test_a_baseline_is_the_commit_that_wrote_the_line(tmp_path) -> None:
    """What stood there at a commit may have been written by an earlier one."""

    def git(*arguments: str) -> str:
        name = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
        done = subprocess.run(
            ["git", "-C", tmp_path, *name, *arguments], check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    git("init", "-q")
    (tmp_path / "a.py").write_text("x = 1\n")
    git("add", ".")
    git("commit", "-qm", "First\n\nIntent: INT-009")
    first = git("rev-parse", "HEAD")
    (tmp_path / "a.py").write_text("y = 2\nx = 1\n")
    git("commit", "-qam", "Second")
    head = git("rev-parse", "HEAD")
    with Git(str(tmp_path)) as repository:
        found = rows(
            state(LineRun(1, 2, credit(head, SourceKind.BASELINE))),
            Sources(Workspace(str(tmp_path)), None, repository),
        )
    assert [row["origin"]["id"] for row in found] == [head, first]
    assert [row["origin"]["line"] for row in found] == [1, 1]
    assert found[1]["origin"]["intent_id"] == "INT-009"
    assert {row["method"] for row in found} == {"inferred"}
    assert {row["origin"]["kind"] for row in found} == {"commit"}


def test_only_wanted_lines(sources: Sources) -> None:
    """`-L` limits the answer; lines the state does not cover are left out."""
    found = rows(state(LineRun(1, 5, credit("r1"))), sources, [2, 4, 9])
    assert [row["line"] for row in found] == [2, 4]


NESTED = b"""\
import os


class Cache:
    size = 1

    @property
    def load(self):
        def inner():
            return 1
        return inner
"""


def test_elements_are_what_a_person_would_name() -> None:
    """A method before its class, a function before what is nested in it."""
    found = {line: e.name for line, e in element_by_line(parse(NESTED, path="a.py")).items()}
    assert 1 not in found
    assert found[5] == "Cache"
    assert [found[line] for line in (7, 8, 9, 10, 11)] == ["Cache.load"] * 5


def test_pipe_is_refused_rather_than_waited_for(tmp_path):
    """Reading a pipe that nobody writes to would never end."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="not a regular file"):
        read_file(str(tmp_path / "pipe"))


def test_porcelain_equals_git_on_a_plain_file(repo) -> None:
    """Byte for byte, but for the `method` lines that only tracer has."""
    body = "".join(f"line {i} of the text\n" for i in range(12))
    repo.commit(notes__txt=body)
    repo.commit(notes__txt=body.replace("line 3 of", "line three and"))
    repo.commit("touch", other__txt="x\n")
    repo.commit(
        notes__txt="# a head\n" + body.replace("line 3 of", "line three and") + "# an end\n"
    )
    document, texts = blame(Workspace(os.path.realpath(repo.root)), "notes.txt")
    for option, repeat in (("--porcelain", False), ("--line-porcelain", True)):
        expected = repo.git("blame", option, "notes.txt").encode() + b"\n"
        ours = b"".join(porcelain_lines(document, texts, repeat_headers=repeat))
        lines = [line for line in ours.split(b"\n") if not line.startswith(b"method ")]
        assert b"\n".join(lines).rstrip() == expected.rstrip()


def test_whose_a_line_is_does_not_depend_on_its_shares(repo) -> None:
    """Without shares the walk stops sooner: at the first commit that wrote or cut something."""
    text = "def total(items, rate):\n    result = 0\n    for item in items:\n"
    text += "        result += item.price * item.amount\n    return result\n"
    head = "def keys(\n    items,\n):\n    return sorted(item.key for item in items)\n"
    for number, change in enumerate([
        ("result = 0", "result = 1"),
        (" * item.amount", ""),
        ("item.price", "rate * item.price"),
        ("result", "subtotal"),
        ("return subtotal", "return round(subtotal)"),
        ("    for item in items:\n        ", "    for item in sorted(items):\n        "),
        ("round(subtotal)", "subtotal"),
    ]):  # fmt: skip
        repo.commit(a__py=text + "\n\n" + head if number % 2 else head + "\n\n" + text)
        text = text.replace(*change)
        head = head.replace("items,", "items, order,") if number == 4 else head
    repo.commit(a__py=head + "\n\n" + text)
    workspace = Workspace(os.path.realpath(repo.root))
    of_shares = {"mixed", "shares"}
    full = blame(workspace, "a.py").document["lines"]
    brief = blame(workspace, "a.py", shares=False).document["lines"]
    assert any(row["mixed"] for row in full)
    plain = [{key: row[key] for key in row if key not in of_shares} for row in full]
    assert [{key: row[key] for key in row if key not in of_shares} for row in brief] == plain
