"""A gate that cannot be asked, or is kept from answering, lets nothing through (D11)."""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import pytest
from agent_session import repository

from tracer.agents import spec, watchdog
from tracer.agents.render import Answer
from tracer.agents.run import run
from tracer.engine import reconcile
from tracer.intents import select
from tracer.ledger import read, verify
from tracer.model import waits
from tracer.policy import seen
from tracer.policy.config import Mode, load_config
from tracer.resources import cache_dir, key_file, load_yaml

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.model.workspace import Workspace

HANGS_S = 60.0  # what has not answered by then waits for something
REGISTRY = "active_intents:\n- {id: INT-1, name: x, status: IN_PROGRESS, owned_scope: ['**']}\n"
LAUGHS = b"a: &a [x, x]\n" + b"".join(
    b"%c: &%c [*%c, *%c, *%c, *%c]\n" % (c, c, c - 1, c - 1, c - 1, c - 1) for c in range(98, 118)
)


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A repository in `enforce`; its session has an intent for everything."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    files = {
        "a.py": "x = 1\n",
        ".orchestration/config.yaml": "mode: enforce\nscratch: []\n",
        ".orchestration/active_intents.yaml": REGISTRY,
    }
    workspace = repository(tmp_path / "repo", files)
    monkeypatch.chdir(workspace.root)
    select(workspace, "claude-code", "s1", "INT-1", turn_id="p1")
    (tmp_path / "repo" / ".orchestration" / ".index").mkdir(exist_ok=True)
    assert write(workspace) is None
    return workspace


def event(workspace: Workspace, tool: str, given: dict[str, Any], **more: Any) -> bytes:
    body = {
        "hook_event_name": "PreToolUse", "session_id": "s1", "cwd": workspace.root, "prompt_id": "p1",
        "tool_name": tool, "tool_input": given, "tool_use_id": "c1", **more,
    }  # fmt: skip
    return json.dumps(body).encode()


def code_of(answer: Answer) -> str | None:
    if not answer.stdout:
        return None
    said = json.loads(answer.stdout)["hookSpecificOutput"]
    code: str = json.loads(said["permissionDecisionReason"])["error_code"]
    return code


def write(workspace: Workspace, name: str = "a.py", **more: Any) -> str | None:
    """The code with which a write is refused, or None. It is asked for as agents do."""
    given = {"file_path": name, "content": "x = 2\n"}
    return code_of(run("claude-code", event(workspace, "Write", given, **more)))


def fifo(path: Path) -> None:
    os.mkfifo(path)


def text(content: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content)


BROKEN: dict[str, Callable[[Path], object]] = {
    "a billion laughs": text(LAUGHS),
    "deep lists": text(b"- " * 50_000),
    "deep keys": text(b"? " * 50_000 + b"x"),
    "deep brackets": text(b"[" * 100_000 + b"]" * 100_000),
    "brackets never closed": text(b"[{a: " * 5_000),
    "deep indents": text(b"".join(b" " * i + b"a:\n" for i in range(1_000))),
    "a list in itself": text(b"mode: &a [*a]"),
    "huge": text(b"a: " + b"x" * (5 << 20)),
    "no YAML": text(b"mode: [\n"),
    "a pipe": fifo,
    "endless": lambda path: path.symlink_to("/dev/zero"),
    "a directory": lambda path: path.mkdir(),
}


@pytest.mark.parametrize("name", ["config.yaml", "active_intents.yaml", "constraints.sidecar.yaml"])
@pytest.mark.parametrize("broken", BROKEN)
def test_d11_a_file_that_cannot_be_read_refuses_at_once(
    repo: Workspace, name: str, broken: str
) -> None:
    """Whatever stands there: no wait, no crash, and `enforce` holds."""
    place = Path(repo.sidecar, name)
    place.unlink(missing_ok=True)
    BROKEN[broken](place)
    started = time.monotonic()
    assert write(repo) == "POLICY_FAILURE"
    assert time.monotonic() - started < HANGS_S
    assert code_of(run("claude-code", event(repo, "Read", {"file_path": "a.py"}))) is None


def test_d11_a_path_that_no_system_opens_leads_nowhere(repo: Workspace) -> None:
    """500,000 parts are not looked at one by one."""
    started = time.process_time()
    assert write(repo, "a/" * 500_000 + "b.py") == "PATH_OUTSIDE_WORKSPACE"
    assert time.process_time() - started < HANGS_S


@pytest.mark.parametrize("content", [None, b"", b"scratch: []\n", b"# nothing\n"])
def test_d11_an_emptied_configuration_keeps_the_last_mode(
    repo: Workspace, content: bytes | None
) -> None:
    """Only a file that says another mode changes it."""
    place = Path(repo.config)
    place.unlink()
    if content is not None:
        place.write_bytes(content)
    assert write(repo, session_id="s2") == "INTENT_REQUIRED"
    place.write_text("mode: observe\n")
    assert write(repo, session_id="s2") is None
    place.write_text("mode: [\n")
    assert write(repo, session_id="s2") is None, "observe was the last"


def test_d11_a_call_that_switches_the_gate_off_does_not(repo: Workspace) -> None:
    """A script writes another mode: found, recorded, and without effect until a person does it."""
    script = {"command": "make it"}
    assert code_of(run("claude-code", event(repo, "Bash", script))) is None
    place = Path(repo.config)
    place.write_text("mode: observe\n")
    after = event(repo, "Bash", script, hook_event_name="PostToolUse", tool_response={})
    assert b"CONTROL_PLANE_PROTECTED" in run("claude-code", after).stdout
    assert load_config(repo).mode is Mode.ENFORCE
    assert write(repo, session_id="s2") == "INTENT_REQUIRED"
    place.write_text("mode: observe  # we said so\n")
    assert load_config(repo).mode is Mode.OBSERVE


@pytest.mark.parametrize("forged", [b"{}", b"null", b"[]", b"0" * 32 + b"{}", b"\0" * 100])
def test_d11_what_others_write_into_the_cache_is_not_believed(
    repo: Workspace, forged: bytes
) -> None:
    """Neither for the team's files nor for tracer's own tables, which a process reads once."""
    spec._spec.cache_clear()
    assert write(repo, session_id="s3") == "INTENT_REQUIRED"
    entries = list(Path(cache_dir()).glob("yaml-*.json"))
    assert len(entries) > 2
    for entry in entries:
        entry.write_bytes(forged)
    spec._spec.cache_clear()
    assert write(repo, session_id="s2") == "INTENT_REQUIRED"
    assert load_yaml(repo.config)["mode"] == "enforce"


def test_d11_an_entry_of_another_name_or_key_is_not_believed(repo: Workspace) -> None:
    """A good entry copied over another one; a key that others may read."""
    entries = sorted(Path(cache_dir()).glob("yaml-*.json"))
    good = entries[0].read_bytes()
    for entry in entries[1:]:
        entry.write_bytes(good)
    assert load_yaml(repo.config)["mode"] == "enforce"
    Path(key_file()).chmod(0o644)
    for entry in entries:
        entry.write_bytes(b"{}")
    assert load_yaml(repo.config)["mode"] == "enforce"


@pytest.mark.parametrize("name", ["config.yaml", "active_intents.yaml"])
def test_d7_another_name_of_a_governing_file_is_that_file(
    repo: Workspace, name: str, tmp_path: Path
) -> None:
    """A hard link, in the workspace or in a scratch directory."""
    Path(repo.config).write_text(f"mode: enforce\nscratch: ['{tmp_path}/scratch']\n")
    (tmp_path / "scratch").mkdir()
    for place in (tmp_path / "scratch" / "x", Path(repo.root, "notes.yaml")):
        os.link(Path(repo.sidecar, name), place)
        assert write(repo, str(place)) == "CONTROL_PLANE_PROTECTED"


PROTECTED = [
    ".git", ".git/config.worktree", ".git/modules/x/config", ".git/worktrees/w/gitdir", "vendor/lib/.git",
    ".GIT/Config.worktree", "GIT~1/config.worktree", ".claude/agents/a.md", ".claude/skills/s/SKILL.md",
    ".claude/commands/c.md", ".Claude/Skills/x.md", "CLAUDE~1/agents/a.md", ".codex/skills/x.md",
    ".gemini/extensions/x.json", ".opencode/tools/t.ts", ".cursor/agents/a.md", "sub/.claude/agents/a.md",
]  # fmt: skip


@pytest.mark.parametrize("name", PROTECTED)
def test_d7_what_git_and_the_agents_run_is_protected(repo: Workspace, name: str) -> None:
    """In any spelling that a file system takes for the same name."""
    assert write(repo, name) == "CONTROL_PLANE_PROTECTED"


@pytest.mark.parametrize(
    "name", [".github/workflows/x.yml", ".gitignore", "x.git", "claude/agents.md"]
)
def test_d7_their_neighbours_are_not(repo: Workspace, name: str) -> None:
    """No more than that."""
    assert write(repo, name) is None


CONFIGURATION = "\n[{}]\n\t{}\n"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (".git/hooks/post-checkout", "#!/bin/sh\nid\n"),
        (".git/config", CONFIGURATION.format("core", "fsmonitor = ./x")),
        (".git/config", CONFIGURATION.format("alias", "st = !id")),
        (".git/config", CONFIGURATION.format('filter "x"', "clean = id")),
        (".git/config", CONFIGURATION.format('remote "origin"', "uploadpack = id")),
        (".git/config", CONFIGURATION.format('branch "x"] # [core', "hooksPath = /x\n[core]\n\thooksPath = /x")),
        (".git/info/attributes", "* filter=x\n"),
        (".git/config.worktree", CONFIGURATION.format("core", "pager = ./x")),
        (".claude/agents/a.md", "be bold\n"),
        (".claude/settings.json", "{}\n"),
        (".codex/hooks.json", "{}\n"),
    ],
)  # fmt: skip
def test_d7_a_script_that_changes_what_governs_is_found(
    repo: Workspace, name: str, content: str
) -> None:
    """By what it left, whichever way it took."""
    script = {"command": "make it"}
    assert code_of(run("claude-code", event(repo, "Bash", script))) is None
    place = Path(repo.root, name)
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("a") as file:
        file.write(content)
    after = event(repo, "Bash", script, hook_event_name="PostToolUse", tool_response={})
    assert b"CONTROL_PLANE_PROTECTED" in run("claude-code", after).stdout


def test_d7_what_git_itself_writes_all_day_is_no_finding(repo: Workspace) -> None:
    """A branch with an upstream, a remote, a worktree."""
    script = {"command": "make it"}
    assert code_of(run("claude-code", event(repo, "Bash", script))) is None
    for command in (
        ["remote", "add", "origin", "../other"], ["checkout", "-qb", "topic"],
        ["config", "branch.topic.merge", "refs/heads/main"], ["worktree", "add", "-q", "../w"],
    ):  # fmt: skip
        subprocess.run(["git", *command], cwd=repo.root, check=True)
    after = event(repo, "Bash", script, hook_event_name="PostToolUse", tool_response={})
    assert b"CONTROL_PLANE_PROTECTED" not in run("claude-code", after).stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
@pytest.mark.parametrize("ending", ["hangs", "dies", "ends", "raises"])
def test_d11_a_hook_that_does_not_answer_refuses(
    repo: Workspace, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In `enforce`, before the agent would let the call run; reads go on."""
    endings: dict[str, Callable[[], Any]] = {
        "hangs": lambda: time.sleep(10 * HANGS_S), "dies": lambda: os.kill(os.getpid(), 9),
        "ends": lambda: os._exit(0), "raises": lambda: sys.exit(7),
    }  # fmt: skip
    monkeypatch.setattr(watchdog, "BEFORE_S", 0.5)
    monkeypatch.setattr("tracer.agents.run.run", lambda *_: endings[ending]())
    given = {"file_path": "a.py", "content": "x = 2\n"}
    started = time.monotonic()
    answer = watchdog.watched("claude-code", event(repo, "Write", given))
    assert code_of(answer) == "POLICY_FAILURE"
    assert code_of(watchdog.watched("claude-code", event(repo, "Read", {"file_path": "a.py"}))) is None  # fmt: skip
    assert time.monotonic() - started < HANGS_S


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
def test_e1_a_long_recording_goes_on_alone(
    repo: Workspace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The agent has its answer in time, and the records come later."""
    monkeypatch.setitem(watchdog._LIMITS, "post", 0.3)
    done = tmp_path / "done"

    def slowly(*_: object) -> Answer:
        time.sleep(1)
        done.write_text("x")
        return Answer(b"too late")

    monkeypatch.setattr("tracer.agents.run.run", slowly)
    sent = event(repo, "Bash", {"command": "make"}, hook_event_name="PostToolUse")
    answer = watchdog.watched("claude-code", sent)
    assert (answer.stdout, answer.exit_code) == (b"", 0)
    assert b"its records come later" in answer.stderr
    assert not done.exists()
    (note,) = [r for _, r in read(repo) if isinstance(r, dict) and r["event"] == "note"]
    assert "still being recorded" in note["text"]
    assert note["tool"]["session_id"]
    until = time.monotonic() + 10
    while not done.exists() and time.monotonic() < until:
        time.sleep(0.1)
    assert done.exists()


def runs(repo: Workspace, command: str, call: str) -> Answer:
    """The answer after a command that really ran."""
    given = {"command": command}
    watchdog.watched("claude-code", event(repo, "Bash", given, tool_use_id=call))
    subprocess.run(["sh", "-c", command], cwd=repo.root, check=True)
    sent = event(repo, "Bash", given, hook_event_name="PostToolUse", tool_use_id=call)
    return watchdog.watched("claude-code", sent)


def in_time(condition: Callable[[], bool]) -> bool:
    until = time.monotonic() + 20
    while not condition() and time.monotonic() < until:
        time.sleep(0.1)
    return condition()


def changed(repo: Workspace) -> list[str]:
    """The files of all recorded changes."""
    made = [r for _, r in read(repo) if isinstance(r, dict) and r["event"] == "mutation"]
    return sorted(file["relative_path"] for record in made for file in record["files"])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
def test_e1_nobody_waits_for_many_files(repo: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """A call says itself that it changed many; what it found is told with the next call."""
    monkeypatch.setattr(waits, "MANY", 5)
    Path(repo.intents).write_text(REGISTRY.replace("['**']", "['src/**']"))
    command = "for i in $(seq 6); do echo 'x = 2' > lib$i.py; done"
    answer = runs(repo, command, "c1")
    assert (answer.stdout, answer.exit_code) == (b"", 0)
    assert b"many files; it goes on" in answer.stderr
    assert in_time(lambda: changed(repo) == [f"lib{i}.py" for i in range(1, 7)])
    assert in_time(lambda: any(Path(repo.index).glob("kept_words/*.json")))
    told = runs(repo, "true", "c2").stdout.decode()
    assert "About an earlier call" in told
    assert "lib1.py" in told
    assert not runs(repo, "true", "c3").stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
def test_e1_a_recording_waits_for_an_earlier_one(
    repo: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The agent does not, and the change is recorded as its call's."""
    monkeypatch.setattr(waits, "LOCK_TIMEOUT_S", 0.1)
    monkeypatch.setitem(watchdog._LIMITS, "post", 0.3)
    script = (
        "import sys, time; from tracer.model.disk import Lock\n"
        "with Lock(sys.argv[1]): print(flush=True); time.sleep(2)"
    )
    lock = os.path.join(repo.index, "engine.lock")
    earlier = subprocess.Popen([sys.executable, "-c", script, lock], stdout=subprocess.PIPE)
    assert earlier.stdout is not None
    earlier.stdout.read(1)
    assert b"come later" in runs(repo, "echo 'x = 2' > lib.py", "c1").stderr
    assert changed(repo) == []
    earlier.communicate()
    assert in_time(lambda: changed(repo) == ["lib.py"])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
def test_e1_a_recording_that_goes_on_holds_no_pipe_of_the_agents(repo: Workspace) -> None:
    """An agent that reads to the end of its hook's output does not wait for it."""
    script = (
        "import sys, time; from tracer.agents import run, watchdog\n"
        "watchdog._LIMITS['post'] = 0.3; run.run = lambda *_: time.sleep(90)\n"
        "sys.stderr.buffer.write(watchdog.watched('claude-code', sys.stdin.buffer.read()).stderr)\n"
    )
    sent = event(repo, "Bash", {"command": "make"}, hook_event_name="PostToolUse")
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", script], input=sent, capture_output=True, check=True
    )
    assert b"come later" in done.stderr
    assert time.monotonic() - started < HANGS_S


def test_d11_the_answer_comes_through_the_watchdog_unchanged(repo: Workspace) -> None:
    """Bytes, errors and exit code."""
    given = {"file_path": "../x", "content": ""}
    sent = event(repo, "Write", given)
    assert watchdog.watched("claude-code", sent).stdout == run("claude-code", sent).stdout
    windsurf = json.dumps({"agent_action_name": "pre_write_code", "tool_info": {"file_path": "/x"}})
    assert watchdog.watched("windsurf", windsurf.encode()) == run("windsurf", windsurf.encode())


def test_d5_a_command_that_takes_long_to_read_is_refused(
    repo: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not waited for."""

    def busy(*_: object) -> None:
        until = time.process_time() + 10 * HANGS_S
        while time.process_time() < until:
            pass

    monkeypatch.setattr("tracer.policy.shell.plan", busy)
    started = time.monotonic()
    assert code_of(run("claude-code", event(repo, "Bash", {"command": "x"}))) == "POLICY_FAILURE"
    assert time.monotonic() - started < HANGS_S


def test_d4_a_full_disk_reserves_nothing(repo: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reservation that could not be written holds nobody up, its own session least of all."""

    class Full:
        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            raise OSError(28, "No space left on device")

        def write(self, _text: str) -> int:
            return 0

    real = os.fdopen
    with monkeypatch.context() as patch:
        patch.setattr(seen.os, "fdopen", lambda handle, mode="r", **more: Full() if mode == "w" else real(handle, mode, **more))  # fmt: skip
        assert write(repo, "b.py") is None
    select(repo, "claude-code", "s2", "INT-1", turn_id="p1")
    assert write(repo, "b.py", session_id="s2") is None


def test_an_archive_that_promises_too_much_keeps_nobody_waiting(repo: Workspace) -> None:
    """A name for a huge length, a pipe: `verify` answers, and says what is wrong."""
    reconcile(repo)
    directory = Path(repo.sidecar, "archive")
    directory.mkdir(exist_ok=True)
    (directory / f"000001-{10**14}-{'0' * 32}.jsonl.gz").write_bytes(b"x")
    fifo(directory / f"000002-{10**9}-{'1' * 32}.jsonl.gz")
    started = time.monotonic()
    assert not verify(repo).ok
    assert list(read(repo))
    assert time.monotonic() - started < HANGS_S
