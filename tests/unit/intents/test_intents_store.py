"""Changing the registry: what people wrote stays, and no writer undoes another."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tracer.intents import Intent, Spec, Status, load
from tracer.intents.store import add, complete, expand, set_status
from tracer.model.errors import InputError, UsageError

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

WRITTEN = """\
# Our intents
# (edit with care)

# the list
active_intents:   # newest last
- id: INT-001   # the first
  name: "Prices"
  status: PENDING
  created_at: 2026-01-01T00:00:00Z
  owned_scope:
  - src/**
  - '!src/old/**'
  custom: {a: 1, b: [x, y]}
  long: aaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb cccccccccccccccccccc dd

# --- team B ---
- id: INT-002
  status: IN_PROGRESS
"""


def written(workspace: Workspace, text: str = WRITTEN) -> Path:
    path = Path(workspace.intents)
    path.write_bytes(text.encode())
    return path


def body(path: Path) -> list[str]:
    """The lines a change of INT-001's status may not touch."""
    changed = ("version:", "status:", "updated_at:")
    return [line for line in path.read_text().splitlines() if not line.strip().startswith(changed)]


def test_a_change_keeps_comments_order_and_unknown_keys(workspace: Workspace) -> None:
    """C1: Only status, time and version differ after a change of status."""
    path = written(workspace)
    before = body(path)
    set_status(workspace, "INT-001", Status.IN_PROGRESS)
    assert body(path) == before
    lines = path.read_text().splitlines()
    assert lines[lines.index("# --- team B ---") + 1] == "- id: INT-002"
    assert load(workspace).intents[0].status is Status.IN_PROGRESS


def test_each_change_counts_the_version_up(workspace: Workspace) -> None:
    """A file without a version gets one; nothing changed is no version."""
    written(workspace)
    assert set_status(workspace, "INT-001", Status.IN_PROGRESS).version == 1
    assert set_status(workspace, "INT-001", Status.IN_PROGRESS).version == 1
    assert complete(workspace, "INT-001").version == 2
    assert load(workspace).version == 2


def test_an_added_intent_reads_back_as_it_was(workspace: Workspace) -> None:
    """Values that YAML 1.1 would take for numbers, times or truth stay text."""
    intent = Intent(
        "INT-009",
        "yes",
        Status.PENDING,
        owned_scope=("*.py", "!x", "src/[ab]/**", "# no comment"),
        constraints=("12:30", "null", "a: b", "two\nlines", "naïve"),
        related_specs=(Spec("specification", "007"),),
        expires_at="2030-01-01",
        extra={"note": "on"},
    )
    written(workspace)
    after = add(workspace, intent).get("INT-009")
    assert after is not None
    assert load(workspace).get("INT-009") == after
    assert after._replace(created_at=None, updated_at=None) == intent
    assert after.created_at is not None


def test_the_first_intent_goes_into_a_missing_file(workspace: Workspace) -> None:
    """Nothing has to be there yet, not even the file."""
    add(workspace, Intent("INT-001", "First", Status.PENDING))
    assert [intent.id for intent in load(workspace).intents] == ["INT-001"]


def test_byte_order_mark_and_line_ends_stay(workspace: Workspace) -> None:
    """A file from Windows stays one."""
    path = Path(workspace.intents)
    path.write_bytes(b"\xef\xbb\xbf" + WRITTEN.replace("\n", "\r\n").encode())
    set_status(workspace, "INT-001", Status.IN_PROGRESS)
    raw = path.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf# Our")
    assert raw.count(b"\n") == raw.count(b"\r\n") > 10
    assert load(workspace).intents[0].status is Status.IN_PROGRESS


def test_expand_adds_globs_once(workspace: Workspace) -> None:
    """Globs that are there are not repeated, and their order stays."""
    written(workspace)
    expand(workspace, "INT-001", ["docs/**", "src/**", "docs/**"])
    assert load(workspace).intents[0].owned_scope == ("src/**", "!src/old/**", "docs/**")
    assert expand(workspace, "INT-001", ["docs/**"]).version == 1
    expand(workspace, "INT-002", ["lib/**"])
    assert load(workspace).intents[1].owned_scope == ("lib/**",)


def test_expand_refuses_a_glob_that_cannot_be_read(workspace: Workspace) -> None:
    """A bad glob is found before it is written."""
    path = written(workspace)
    with pytest.raises(InputError):
        expand(workspace, "INT-001", ["!"])
    assert path.read_text() == WRITTEN


@pytest.mark.parametrize(
    ("before", "after", "allowed"),
    [
        ("PENDING", "IN_PROGRESS", True),
        ("PENDING", "COMPLETED", False),
        ("IN_PROGRESS", "COMPLETED", True),
        ("IN_PROGRESS", "BLOCKED", True),
        ("BLOCKED", "COMPLETED", False),
        ("COMPLETED", "IN_PROGRESS", True),
        ("COMPLETED", "PENDING", False),
        ("ABANDONED", "PENDING", True),
    ],
)
def test_lifecycle(workspace: Workspace, before: str, after: str, allowed: bool) -> None:
    """A status follows only from some others; the error names those that may."""
    path = written(workspace, f"active_intents:\n- id: X\n  status: {before}\n")
    if allowed:
        assert set_status(workspace, "X", Status(after)).intents[0].status == after
    else:
        with pytest.raises(UsageError, match=f"{before} and cannot become {after}"):
            set_status(workspace, "X", Status(after))
        assert f"status: {before}" in path.read_text()


def test_refused_changes_write_nothing(workspace: Workspace) -> None:
    """Taken ids, unknown ids, values that would not read back, and a file that is bad already."""
    path = written(workspace)
    with pytest.raises(UsageError, match="exists already"):
        add(workspace, Intent("INT-001", "x", Status.PENDING))
    with pytest.raises(InputError, match="not in the registry"):
        set_status(workspace, "INT-404", Status.COMPLETED)
    with pytest.raises(UsageError, match=r"^'no spaces' cannot be an intent's id"):
        add(workspace, Intent("no spaces", "x", Status.PENDING))
    with pytest.raises(UsageError, match="is no time"):
        add(workspace, Intent("X", "x", Status.PENDING, expires_at="soon"))
    assert path.read_text() == WRITTEN
    path.write_text("active_intents: [\n")
    with pytest.raises(InputError):
        add(workspace, Intent("X", "x", Status.PENDING))
    assert path.read_text() == "active_intents: [\n"


def test_a_version_that_is_expected(workspace: Workspace) -> None:
    """A caller that read version 0 does not write over version 1."""
    written(workspace)
    set_status(workspace, "INT-001", Status.IN_PROGRESS, expected_version=0)
    with pytest.raises(UsageError, match="version 1, not 0"):
        complete_with_version(workspace)
    assert load(workspace).intents[0].status is Status.IN_PROGRESS


def complete_with_version(workspace: Workspace) -> None:
    set_status(workspace, "INT-001", Status.COMPLETED, expected_version=0)


def test_parallel_writers_lose_nothing(workspace: Workspace) -> None:
    """C2: Six processes add four intents each; all are there, and every change has its version."""
    written(workspace)
    code = (
        "import sys\n"
        "from tracer.intents import Intent, Status\n"
        "from tracer.intents.store import add\n"
        "from tracer.model.workspace import Workspace\n"
        "for i in range(4):\n"
        "    add(Workspace(sys.argv[1]), Intent(f'W{sys.argv[2]}-{i}', 'x', Status.PENDING))\n"
    )
    writers = [
        subprocess.Popen([sys.executable, "-c", code, workspace.root, str(n)]) for n in range(6)
    ]
    assert [writer.wait() for writer in writers] == [0] * 6
    registry = load(workspace)
    assert {f"W{n}-{i}" for n in range(6) for i in range(4)} < {i.id for i in registry.intents}
    assert registry.version == 24
    assert "# --- team B ---" in Path(workspace.intents).read_text()


def test_no_temporary_file_stays(workspace: Workspace) -> None:
    """The file is replaced in one step, and keeps its mode and a link to it."""
    path = written(workspace)
    path.chmod(0o640)
    real = path.rename(path.with_name("real.yaml"))
    path.symlink_to(real)
    complete_first(workspace)
    names = {entry.name for entry in Path(workspace.sidecar).iterdir()}
    assert names == {"active_intents.yaml", "real.yaml", ".index"}
    assert path.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert "COMPLETED" in real.read_text()


def complete_first(workspace: Workspace) -> None:
    set_status(workspace, "INT-002", Status.COMPLETED)
