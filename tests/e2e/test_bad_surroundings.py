"""Damaged sidecars and unusual repositories around a hook: the same three things hold.

See `test_bad_input.py`; this is the part of its table that is not about one call or one file.
"""

from __future__ import annotations

import json
import os
import shutil
from typing import TYPE_CHECKING

import pytest
from claude_events import Answer, Claude
from expectations import INTENT, assert_complaint, assert_traced, mutation, nothing_lost, traced
from project import Project

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

# --- the sidecar -------------------------------------------------------------------------------

BROKEN_YAML = "active_intents:\n  - id: INT-001\n   name: [unclosed\n"


def test_broken_intents_file(claude: Claude) -> None:
    """Writes are refused with the line to mend, reads pass, and what was written is recorded."""
    file = claude.project.root / ".orchestration" / "active_intents.yaml"
    good = file.read_text()
    with nothing_lost(claude):
        file.write_text(BROKEN_YAML)
        pre, post = claude.write("src/a.py", "a = 1\n")
        pre.assert_harmless()
        assert (pre.decision, post) == ("deny", None)
        assert "active_intents.yaml:3" in pre.reason
        reading = claude.read("src/first.py")
        reading.assert_harmless()
        assert reading.decision is None
        done = claude.project.run("tracer", "intent", "list")
        assert done.returncode == 3
        assert b"active_intents.yaml:3" in done.stderr
        assert len(done.stderr.splitlines()) == 1
        file.write_text(good)


def test_broken_constraints_file(claude: Claude) -> None:
    """No intent can be chosen, and nothing written, before the constraints can be read (D11).

    The choice before it stays.
    """
    project = claude.project
    other = ("intent", "add", "INT-002", "--scope", "src/**", "--status", "IN_PROGRESS")
    project.tracer(*other)
    with nothing_lost(claude):
        file = project.write(".orchestration/constraints.sidecar.yaml", "sidecar: [oops\n")
        assert_complaint(claude.select("INT-002"), "constraints.sidecar.yaml:2")
        pre, _ = claude.write("src/a.py", "a = 1\n")
        assert b"POLICY_FAILURE" in pre.stdout
        file.unlink()
        assert_traced(claude, "src/a.py", "a = 1\n")  # still under the first intent


@pytest.mark.parametrize("text", ["mode: enforce\nscratch: [/tmp\n", "mode: [enforce\n"])
def test_broken_config(claude: Claude, text: str) -> None:
    """A mistake does not switch `enforce` off, not even one in the mode itself.

    The line to mend is named, and reads go on.
    """
    file = claude.project.root / ".orchestration" / "config.yaml"
    good = file.read_text()
    with nothing_lost(claude):
        file.write_text(text)
        pre, post = claude.write("src/a.py", "a = 1\n")
        pre.assert_harmless()
        assert pre.decision == "deny"
        assert post is None
        assert "config.yaml:" in pre.reason
        reading = claude.read("src/first.py")
        reading.assert_harmless()
        assert (reading.decision, reading.stderr) == (None, "")
        file.write_text(good)


def test_half_written_ledger_line(claude: Claude) -> None:
    """A crash in the middle of an append blocks nobody; `verify` names the torn line."""
    project = claude.project
    lines = project.ledger_path.read_bytes().splitlines()
    with project.ledger_path.open("ab") as file:
        file.write(lines[-1][:100])
    with nothing_lost(claude):
        claude.read("src/first.py").assert_harmless()
    after = project.ledger_path.read_bytes().splitlines()
    assert after[len(lines)] == lines[-1][:100]  # a line of its own, not glued to the next
    torn = project.report("verify")["set_aside"]
    assert [item["line"] for item in torn] == [len(lines) + 1]


@pytest.mark.parametrize(
    "rubbish",
    [b"rubbish", b"\xff\xfe\0", b"{}", b"<<<<<<< ours"],
    ids=["text", "bytes", "JSON", "merge"],
)
def test_rubbish_in_the_ledger(claude: Claude, rubbish: bytes) -> None:
    """A line that is no record is named by `verify`, and hides none of the others."""
    project = claude.project
    lines = len(project.ledger_path.read_bytes().splitlines())
    with project.ledger_path.open("ab") as file:
        file.write(rubbish + b"\n")
    assert_traced(claude, "src/later.py", "later = 1\n")
    done = project.run("tracer", "verify", "--json")
    problems = json.loads(done.stdout)["problems"]
    assert [(found["line"], found["problem"]) for found in problems] == [(lines + 1, "malformed")]
    assert done.returncode == 4
    (line,) = project.report("blame", "src/first.py")["lines"]
    assert line["origin"]["intent_id"] == INTENT


@pytest.mark.parametrize("what", ["index deleted", "index is rubbish", "index is a file"])
def test_index_damaged(claude: Claude, what: str) -> None:
    """The index is derived: it is made again, and blame says what it said before."""
    project = claude.project
    said = project.report("blame", "src/first.py")
    index = project.root / ".orchestration" / ".index"
    if what == "index is rubbish":
        for file in index.rglob("*"):
            if file.is_file() and file.suffix.startswith(".sqlite"):
                file.write_bytes(b"rubbish" * 1000)
    else:
        shutil.rmtree(index)
        if what == "index is a file":
            index.write_text("in the way")
    if what == "index is a file":
        pre, _ = claude.write("src/a.py", "a = 1\n")
        pre.assert_harmless()
        assert ".index" in pre.reason + pre.stderr
        index.unlink()
    assert project.report("blame", "src/first.py") == said
    claude.select(INTENT)  # which session chose what is kept in the index
    with nothing_lost(claude):
        pass


@pytest.mark.parametrize("event", ["pre", "post"])
def test_read_only_sidecar(claude: Claude, event: str) -> None:
    """The agent goes on; one line names the folder that cannot be written."""
    project = claude.project
    call = {
        "tool_name": "Write",
        "tool_input": {"file_path": str(project.root / "src/a.py"), "content": "a = 1\n"},
        "tool_use_id": claude.next_call(),
    }
    with nothing_lost(claude):
        if event == "post":
            project.write("src/a.py", "a = 1\n")
        name = {"pre": "PreToolUse", "post": "PostToolUse"}[event]
        payload = claude.payload(name, **call, tool_response={"type": "create"})
        done = read_only(project, payload)
        answer = Answer(done.returncode, done.stdout, done.stderr.decode())
        answer.assert_harmless()
        said = answer.reason + answer.stderr
        assert ".orchestration" in said


def read_only(project: Project, payload: bytes) -> subprocess.CompletedProcess[bytes]:
    """The hook's answer while `.orchestration` cannot be written.

    Root may write whatever the mode says, so for root it is mounted read-only in a namespace
    of its own; where that is forbidden the test is skipped and says so.
    """
    sidecar = str(project.root / ".orchestration")
    hook = ["tracer", "hook", "--agent", "claude-code"]
    folders = [path for path, _, _ in os.walk(sidecar)]
    for path in folders:
        os.chmod(path, 0o555)
    try:
        if not os.access(sidecar, os.W_OK):
            return project.run(*hook, stdin=payload)
    finally:
        for path in folders:
            os.chmod(path, 0o755)
    mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" || exit 99; exec "$@"'
    done = project.run("unshare", "-m", "sh", "-c", mount, sidecar, *hook, stdin=payload)
    if done.returncode == 99 or b"unshare" in done.stderr:
        pytest.skip("this container's root may not mount, and root ignores file modes")
    return done


def test_sidecar_is_a_file(project: Project) -> None:
    """`init` says what is in its way; a hook has nothing to do there."""
    project.write(".orchestration", "a file\n")
    done = project.run("tracer", "init")
    assert done.returncode == 3
    assert b".orchestration" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    answers = Claude(project).write("src/a.py", "a = 1\n")
    for answer in answers:
        assert answer is not None
        answer.assert_harmless()


# --- the repository ----------------------------------------------------------------------------


def test_no_git(tmp_path: Path) -> None:
    """Tracing needs no git: records without a revision, and blame from the ledger alone."""
    claude = traced(Project(tmp_path))
    with nothing_lost(claude):
        record = assert_traced(claude, "src/a.py", "a = 1\n")
        assert (record.get("vcs") or {}).get("revision_id") is None
        (line,) = claude.project.report("blame", "src/a.py")["lines"]
        assert line["origin"]["id"] == record["id"]


def test_no_workspace(tmp_path: Path) -> None:
    """Where nobody ran `init`, hooks are silent and leave nothing behind."""
    project = Project(tmp_path)
    for answer in Claude(project).write("src/a.py", "a = 1\n"):
        assert answer is not None
        answer.assert_harmless()
        assert (answer.decision, answer.stderr) == (None, "")
    assert sorted(path.name for path in project.root.iterdir()) == ["src"]


def test_no_commit_yet(tmp_path: Path) -> None:
    """A repository without a first commit has no revision to name."""
    project = Project(tmp_path)
    project.git("init", "-q")
    claude = traced(project)
    with nothing_lost(claude):
        record = assert_traced(claude, "src/a.py", "a = 1\n")
        assert (record.get("vcs") or {}).get("revision_id") is None


def test_detached_head(claude: Claude) -> None:
    """The record names the commit that is checked out."""
    project = claude.project
    commit = project.git("rev-parse", "HEAD").strip()
    project.git("checkout", "-q", "--detach")
    with nothing_lost(claude):
        record = assert_traced(claude, "src/a.py", "a = 1\n")
        assert record["vcs"]["revision_id"] == commit


def test_packed_refs(claude: Claude) -> None:
    """The revision is found when the branch is only in `packed-refs`."""
    project = claude.project
    commit = project.git("rev-parse", "HEAD").strip()
    project.git("pack-refs", "--all")
    record = assert_traced(claude, "src/a.py", "a = 1\n")
    assert record["vcs"]["revision_id"] == commit


def test_bare_clone(claude: Claude, tmp_path: Path) -> None:
    """A bare clone has no working tree: commands say so, hooks are silent."""
    project = claude.project
    bare = tmp_path / "bare.git"
    project.git("clone", "-q", "--bare", str(project.root), str(bare))
    for command in (["init"], ["blame", "README.md"]):
        done = project.run("tracer", *command, cwd=bare)
        assert done.returncode in (2, 3), command
        assert len(done.stderr.splitlines()) == 1
        assert done.stderr.startswith(b"tracer: ")
    answer = claude.send(claude.payload("SessionStart", cwd=str(bare)))
    answer.assert_harmless()
    assert not (bare / ".orchestration").exists()


def test_submodule(claude: Claude, tmp_path: Path) -> None:
    """A file of a submodule is traced under its path from the workspace's root."""
    project = claude.project
    library = tmp_path / "library"
    library.mkdir()
    project.git("init", "-q", cwd=library)
    (library / "lib.py").write_text("a = 1\n")
    project.git("add", "-A", cwd=library)
    project.git("commit", "-qm", "Library", cwd=library)
    project.git(
        "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(library), "src/lib"
    )
    project.git("commit", "-qm", "Add the library")
    inside = Claude(project, project.root / "src/lib")
    with nothing_lost(claude):
        for answer in inside.write("lib.py", "a = 1\nb = 2\n"):
            assert answer is not None
            answer.assert_harmless()
        record = mutation(project, inside.last_call())
        assert record is not None
        assert [file["relative_path"] for file in record["files"]] == ["src/lib/lib.py"]
        first, second = project.report("blame", "src/lib/lib.py")["lines"]
        assert second["origin"]["id"] == record["id"]
        assert first["origin"]["id"] != record["id"]


def test_worktree(claude: Claude, tmp_path: Path) -> None:
    """A worktree writes its own chain; both chains in one ledger verify."""
    project = claude.project
    project.git("add", "-A")
    project.git("commit", "-qm", "Trace")
    other = tmp_path / "other"
    project.git("worktree", "add", "-q", "-b", "other", str(other))
    there = Claude(project, other)
    there.select(INTENT).assert_harmless()
    for answer in there.write("src/there.py", "there = 1\n"):
        assert answer is not None
        answer.assert_harmless()
        assert (answer.decision, answer.stderr) == (None, "")
    assert_traced(claude, "src/here.py", "here = 1\n")
    streams = project.report("verify")["streams"]
    theirs = (other / ".orchestration/agent_trace.jsonl").read_bytes().splitlines()
    ours = project.ledger_path.read_bytes().splitlines()
    assert json.loads(theirs[-1])["files"][0]["relative_path"] == "src/there.py"
    assert theirs[-1] not in ours
    union = ours + [line for line in theirs if line not in ours]
    project.ledger_path.write_bytes(b"\n".join(union) + b"\n")
    verification = project.report("verify")
    assert (verification["ok"], verification["streams"]) == (True, streams + 1)


@pytest.mark.parametrize(
    "where", ["a folder \u6728 'q' \"d\"", "below", "home is a file", "no home"]
)
def test_g1_a_newcomer_s_first_evening(tmp_path: Path, where: str) -> None:
    """Odd names, a subfolder, a home nobody can write: connect, be refused, select, write, ask."""
    project = Project(tmp_path / (where if "folder" in where else "plain"), new=False)
    project.root.mkdir(parents=True)
    project.home.mkdir()
    project.git("init", "-q", "-b", "main")
    project.commit({"src/a.py": "a = 1\n"}, "Begin")
    environment = project.environment()
    if where == "home is a file":
        environment["HOME"] = str(project.root / "src/a.py")
    if where == "no home":
        del environment["HOME"]
    project.environment = lambda: environment  # type: ignore[method-assign]
    cwd = project.root / "src" if where == "below" else project.root
    project.tracer("init", "--agent", "claude-code", "--mode", "enforce", cwd=cwd)
    project.tracer("intent", "add", "INT-001", "--scope", "src/", cwd=cwd)
    assert (project.root / ".claude/settings.json").exists(), "at the top, wherever it was run"
    file = project.root / "src/gr\u00f6\u00dfe neu.py"

    def hook(phase: str, tool: str, given: dict[str, str]) -> bytes:
        body = {
            "session_id": "s1", "cwd": str(cwd), "hook_event_name": phase, "tool_name": tool,
            "tool_input": given, "tool_use_id": "t", "tool_response": {},
        }  # fmt: skip
        done = project.hook("claude-code", json.dumps(body).encode(), cwd=cwd)
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout

    write = {"file_path": str(file), "content": "x = 1\n"}
    assert b"INTENT_REQUIRED" in hook("PreToolUse", "Write", write)
    hook("PostToolUse", "mcp__tracer__select_active_intent", {"intent_id": "INT-001"})
    assert hook("PreToolUse", "Write", write) == b""
    file.write_text("x = 1\n")
    assert hook("PostToolUse", "Write", write) == b""
    (line,) = project.report("blame", str(file), cwd=cwd)["lines"]
    assert line["origin"]["intent_id"] == "INT-001"
    for query in ("report", "map", "doctor", "verify"):
        project.tracer(query, cwd=cwd)
    project.tracer("uninit", cwd=cwd)
    assert not (project.root / ".claude").exists()


def test_a_sparse_checkout_without_the_sidecar(claude: Claude) -> None:
    """In `enforce` nothing is written past the policy that HEAD has; no command answers wrongly."""
    project = claude.project
    config = project.root / ".orchestration" / "config.yaml"
    config.write_text("mode: enforce\n")
    project.git("add", "-A")
    project.git("commit", "-qm", "Enforce")
    project.git("sparse-checkout", "set", "--cone", "src")
    shutil.rmtree(project.root / ".orchestration", ignore_errors=True)
    pre, post = claude.write("src/a.py", "a = 1\n")
    pre.assert_harmless()
    assert (pre.decision, post) == ("deny", None)
    assert "git sparse-checkout add .orchestration" in pre.reason
    for words in (["blame", "src/first.py"], ["blame-by-intent", INTENT], ["intent", "list"]):
        done = project.run("tracer", *words)
        assert done.returncode == 3
        assert b"git sparse-checkout add .orchestration" in done.stderr
    project.git("sparse-checkout", "add", ".orchestration")
    assert INTENT in claude.write("src/a.py", "a = 1\n")[0].reason, "it asks for an intent again"
