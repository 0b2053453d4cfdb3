"""Everything that goes wrong around a hook: one clear line or a right answer, and nothing lost.

Each row is one kind of damage, met through the installed command. Whatever the row, three things
hold: the agent is never broken (exit code 0, JSON or nothing on stdout, at most one line on
stderr), the records written before are still there byte for byte, and the next good call is
traced as if nothing had happened.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from expectations import (
    INTENT,
    assert_complaint,
    assert_traced,
    digest,
    mutation,
    nothing_lost,
    void,
)

if TYPE_CHECKING:
    from pathlib import Path

    from claude_events import Claude
    from project import Project

# --- what arrives on standard input ------------------------------------------------------------


class Payload(NamedTuple):
    """A damaged payload, and words its complaint must hold (none: it is no mistake)."""

    name: str
    content: bytes
    complaint: tuple[str, ...]


PAYLOADS = (
    Payload("empty", b"", ("JSON",)),
    Payload("white space", b"  \n", ("JSON",)),
    Payload("truncated", b'{"session_id": "s", "cwd": "/', ("JSON",)),
    Payload("not JSON", b"hello", ("JSON",)),
    Payload("a list", b"[1, 2]", ("object",)),
    Payload("a bare null", b"null", ("object",)),
    Payload("not UTF-8", b'{"session_id": "\xff\xfe"}', ("UTF-8",)),
    Payload("nested too deep", b"[" * 200_000, ("nested",)),
    Payload("two documents", b"{} {}", ("JSON",)),
    Payload("no event name", b'{"session_id": "s", "cwd": "."}', ("hook_event_name",)),
    Payload("event name of a wrong type", b'{"hook_event_name": 7}', ("hook_event_name",)),
)


@pytest.mark.parametrize("row", PAYLOADS, ids=lambda row: row.name)
def test_damaged_payload(claude: Claude, row: Payload) -> None:
    """The agent goes on; one line says what could not be read."""
    with nothing_lost(claude):
        assert_complaint(claude.send(row.content), *row.complaint)


@pytest.mark.parametrize(
    "fields",
    [
        {"event": "PreToolUse", "tool_name": None, "tool_input": None},
        {"event": "PreToolUse", "tool_name": "Write", "tool_input": {}},
        {"event": "PreToolUse", "tool_name": "Write", "tool_input": {"file_path": 5}},
        {"event": "PreToolUse", "tool_name": "Write", "tool_input": "text"},
        {"event": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": ["sed"]}},
        {"event": "PostToolUse", "tool_name": "Edit", "tool_input": {}},
        {"event": "PostToolUse", "tool_name": "Write", "tool_input": {"file_path": "a\0b"}},
        {"event": "PostToolUse", "tool_name": "Bash", "tool_input": {"command": None}},
        {"event": "Stop", "stop_hook_active": "maybe"},
        {"event": "SessionStart", "cwd": None},
        {"event": "SessionStart", "cwd": "/nowhere/at/all"},
        {"event": "SessionStart", "session_id": None},
        {"event": "SessionStart", "session_id": "../../etc/passwd"},
    ],
    ids=str,
)
def test_payload_of_a_wrong_shape(claude: Claude, fields: dict[str, Any]) -> None:
    """A field that is missing, of another type or hostile breaks neither agent nor ledger."""
    fields = dict(fields)
    with nothing_lost(claude):
        claude.send(claude.payload(fields.pop("event"), **fields)).assert_harmless()
        claude.select(INTENT).assert_harmless()  # `Stop` ended the task, and its checkout


@pytest.mark.parametrize("row", PAYLOADS, ids=lambda row: row.name)
def test_damaged_payload_of_the_generic_dialect(claude: Claude, row: Payload) -> None:
    """Other agents get their dialect's neutral answer, and the same line on stderr."""
    done = claude.project.hook("generic", row.content)
    assert done.returncode == 0
    assert json.loads(done.stdout)["decision"] == "none"
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("tracer: ")


def test_unknown_event(claude: Claude) -> None:
    """An event this version does not know is no concern of ours: no word, no record."""
    records = len(claude.project.records())
    with nothing_lost(claude):
        answer = claude.send(claude.payload("TeaBreak", tool_name="Kettle"))
        answer.assert_harmless()
        assert (answer.decision, answer.stderr) == (None, "")
        assert len(claude.project.records()) == records


def test_unknown_agent(project: Project) -> None:
    """A name no table describes: one line, and a code no agent takes for a refusal."""
    done = project.hook("no-such-agent", b"{}")
    assert done.returncode == 1
    assert done.stdout == b""
    assert b"no-such-agent" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_huge_payload(claude: Claude) -> None:
    """8 MB of new text in one call is traced like any other."""
    line = f"name = {'value of a setting that goes on and on ' * 10!r}\n"
    text = line * (8_000_000 // len(line))
    with nothing_lost(claude):
        assert_traced(claude, "src/settings.txt", text)


# --- the file itself ---------------------------------------------------------------------------


class Content(NamedTuple):
    """A file before and after a shell command, and the lines that are new."""

    name: str
    path: str
    before: bytes | None
    after: bytes
    new: list[int] | None  # None: judged as a whole, its lines mean nothing


BIG = b"".join(b"text_%d = '%s'\n" % (n, b"word " * 40) for n in range(24_000))
CONTENTS = (
    Content("empty file made", "src/empty.py", None, b"", []),
    Content("file emptied", "src/empty.py", b"one = 1\n", b"", []),
    Content("no final newline", "src/a.py", b"one = 1", b"one = 1\ntwo = 2", [2]),
    Content("CRLF", "src/a.py", b"one = 1\r\nsix = 6\r\n", b"one = 1\r\nt = 2\r\nsix = 6\r\n", [2]),
    Content(
        "byte order mark", "src/a.py", b"\xef\xbb\xbfa = 1\n", b"\xef\xbb\xbfa = 1\nb = 2\n", [2]
    ),
    Content("Latin-1", "src/a.py", b"a = '\xe9'\n", b"a = '\xe9'\nb = '\xfc'\n", [2]),
    Content("UTF-16", "src/a.py", None, "a = 1\nb = 2\n".encode("utf-16"), None),
    Content("binary", "src/a.png", b"\x89PNG\r\n\x1a\n\0\0", b"\x89PNG\r\n\x1a\n\0\1", None),
    Content("zero bytes in source", "src/a.py", b"a = 1\n", b"a = 1\n\0\0\0\n", None),
    Content(
        "syntax error", "src/a.py", b"def f():\n    pass\n", b"def f():\n    pass\ndef g(:\n", [3]
    ),
    Content("5 MB", "src/big.py", BIG, BIG + b"last = 0\n", [24_001]),
    Content("unknown language", "src/a.zzz", b"alpha\nbeta\n", b"alpha\ngamma\nbeta\n", [2]),
    Content("spaces", "src/a b  c.py", b"a = 1\n", b"a = 1\nb = 2\n", [2]),
    Content("newline in the name", "src/a\nb.py", b"a = 1\n", b"a = 1\nb = 2\n", [2]),
    Content("Unicode name", "src/größe-文件.py", b"a = 1\n", b"a = 1\nb = 2\n", [2]),
    Content("quotes in the name", "src/a'\"$(x).py", b"a = 1\n", b"a = 1\nb = 2\n", [2]),
    Content("leading dash", "src/-rf.py", b"a = 1\n", b"a = 1\nb = 2\n", [2]),
    Content("one very long line", "src/a.js", b"x=1;\n", b"x=1;\n" + b"f(1);" * 8_000 + b"\n", [2]),
)


@pytest.mark.parametrize("row", CONTENTS, ids=lambda row: row.name)
def test_odd_content(claude: Claude, row: Content) -> None:
    """Exact hash, exact lines, and blame that agrees, whatever the bytes and the name."""
    project = claude.project
    if row.before is not None:
        project.write(row.path, row.before)
        project.git("add", "-A")
        project.git("commit", "-qm", "Before")
    with nothing_lost(claude):
        for answer in claude.shell(
            "make generate", lambda: void(project.write(row.path, row.after))
        ):
            answer.assert_harmless()
            assert (answer.decision, answer.stderr) == (None, "")
        record = mutation(project, claude.last_call())
        assert record is not None
        (file,) = record["files"]
        assert file["relative_path"] == row.path
        assert file.get("before") == (None if row.before is None else digest(row.before))
        assert file["after"] == digest(row.after)
        lines = project.report("blame", row.path)["lines"]
        if row.new is not None:
            assert len(lines) == len(row.after.splitlines())
            ours = [line["line"] for line in lines if line["origin"]["id"] == record["id"]]
            assert ours == row.new


def test_file_gone_before_the_post_hook(claude: Claude) -> None:
    """What the call wrote and someone deleted at once is not in the way of anything."""
    with nothing_lost(claude):
        for answer in claude.write("src/gone.py", "gone = 1\n", then=lambda file: file.unlink()):
            assert answer is not None
            answer.assert_harmless()
        assert not (claude.project.root / "src/gone.py").exists()


def test_file_changed_again_before_the_post_hook(claude: Claude) -> None:
    """The line the agent wrote is the agent's, the line that came after is nobody's it knows."""
    with nothing_lost(claude):
        for answer in claude.write(
            "src/raced.py", "one = 1\n", then=lambda file: void(file.write_text("one = 1\ntwo()\n"))
        ):
            assert answer is not None
            answer.assert_harmless()
        project = claude.project
        first, second = project.report("blame", "src/raced.py")["lines"]
        record = mutation(project, claude.last_call())
        assert record is not None
        assert first["origin"]["id"] == record["id"]
        assert first["origin"]["contributor"]["entity_type"] == "AI"
        assert second["origin"]["id"] != record["id"]
        assert second["origin"]["contributor"]["entity_type"] == "UNKNOWN"


@pytest.mark.parametrize("link_the", ["file", "folder"])
def test_symlink_out_of_the_repository(claude: Claude, tmp_path: Path, link_the: str) -> None:
    """A path inside that leads outside is outside: refused, and never read into the ledger."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.py").write_text("secret = 1\n")
    root = claude.project.root
    if link_the == "file":
        (root / "src/link.py").symlink_to(outside / "secret.py")
        path = "src/link.py"
    else:
        (root / "src/link").symlink_to(outside)
        path = "src/link/secret.py"
    with nothing_lost(claude):
        pre, post = claude.write(path, "secret = 2\n")
        pre.assert_harmless()
        assert pre.decision == "deny"
        assert post is None
        assert (outside / "secret.py").read_text() == "secret = 1\n"
        assert mutation(claude.project, claude.last_call()) is None


def test_symlink_changed_by_a_command(claude: Claude, tmp_path: Path) -> None:
    """A command that makes links, dangling ones and loops too, is traced without following them."""
    outside = tmp_path / "outside.py"
    outside.write_text("secret = 1\n")
    source = claude.project.root / "src"

    def act() -> None:
        (source / "out.py").symlink_to(outside)
        (source / "nowhere.py").symlink_to("missing.py")
        (source / "loop.py").symlink_to("loop.py")
        os.mkfifo(source / "pipe.py")

    with nothing_lost(claude):
        for answer in claude.shell("ln -s ...", act):
            answer.assert_harmless()
        assert digest(b"secret = 1\n") not in claude.project.ledger_path.read_text()
