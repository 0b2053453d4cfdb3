"""What the text of a command hides, the kernel refuses (D13)."""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from agent_session import GIT, repository

from tracer.agents.run import run
from tracer.intents import select
from tracer.ledger import read, verify
from tracer.model import confined
from tracer.model.confined import Plan, abi, dumped, loaded

if TYPE_CHECKING:
    from tracer.model.workspace import Workspace

pytestmark = pytest.mark.skipif(not abi(), reason="this kernel has no Landlock")
REGISTRY = """\
active_intents:
- {id: INT-1, name: part, status: IN_PROGRESS, owned_scope: ['src/**', 'new/**', 'docs/*.md']}
- {id: INT-2, name: all, status: IN_PROGRESS, owned_scope: ['**']}
"""


@pytest.fixture
def tmp_path(on_disk: Path) -> Path:
    """Not in memory, which a confined command may write to."""
    return Path(tempfile.mkdtemp(dir=on_disk))


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A repository in `enforce` whose commands are confined; the session works on INT-1."""
    home = tmp_path / "home"
    (home / ".cache").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / ".cache"))
    monkeypatch.setenv("SHELL", shutil.which("bash") or "/bin/sh")
    files = {
        "src/a.py": "x = 1\n", "docs/a.md": "a\n", "other/b.py": "y = 1\n", ".gitignore": "*.log\n",
        ".claude/settings.json": "{}\n",
        ".orchestration/config.yaml": f"mode: enforce\nconfine: true\nscratch: ['{tmp_path}/scratch']\n",
        ".orchestration/active_intents.yaml": REGISTRY,
    }  # fmt: skip
    (tmp_path / "scratch").mkdir()
    workspace = repository(tmp_path / "repo", files)
    subprocess.run([*GIT, "config", "user.name", "a"], cwd=workspace.root, check=True)
    subprocess.run([*GIT, "config", "user.email", "a@example.com"], cwd=workspace.root, check=True)
    monkeypatch.chdir(workspace.root)
    select(workspace, "claude-code", "s1", "INT-1", turn_id="p1")
    return workspace


def hook(workspace: Workspace, event: str, command: str, **more: Any) -> dict[str, Any]:
    body = {
        "hook_event_name": event, "session_id": "s1", "cwd": workspace.root, "prompt_id": "p1",
        "tool_name": "Bash", "tool_input": {"command": command, "timeout": 7}, "tool_use_id": "c1", **more,
    }  # fmt: skip
    answer = run("claude-code", json.dumps(body).encode())
    assert not answer.stderr
    return json.loads(answer.stdout).get("hookSpecificOutput", {}) if answer.stdout else {}


def runs(workspace: Workspace, script: str) -> subprocess.CompletedProcess[str]:
    """What an agent's command does whose text tells nothing: it runs a script."""
    Path(workspace.root, "src", "it.sh").write_text(script)
    return calls(workspace, "sh src/it.sh")


def calls(workspace: Workspace, command: str) -> subprocess.CompletedProcess[str]:
    """The command as the agent runs it after the hook's answer."""
    answer = hook(workspace, "PreToolUse", command)
    assert "permissionDecision" not in answer, answer
    given = answer["updatedInput"]
    assert given["timeout"] == 7, "the rest of the call stays"
    done = subprocess.run(["bash", "-c", given["command"]], cwd=workspace.root, capture_output=True, text=True, check=False)  # fmt: skip
    hook(workspace, "PostToolUse", given["command"], tool_response={})
    return done


WRITES = [
    "echo x > other/b.py", "echo x > top.txt", "mkdir build", "rm other/b.py", "mv other other2", "ln -s /etc src/../l",
    "echo x >> .orchestration/config.yaml", "rm -rf .orchestration/.index", "echo '{}' > .orchestration/.index/approvals.json",
    "echo 'mode: observe' > .orchestration/x", "mv .orchestration o2", "echo x > .git/hooks/post-checkout", "git config core.pager ./x",
    "git config alias.x '!id'", "mv .git g", "echo x > .git/info/attributes", "echo '{}' > .claude/settings.json", "mv .claude c2",
    "echo x > $HOME/.bashrc", "mkdir $HOME/.claude", "echo x > $HOME/.cache/tracer.key", "rm $HOME/.cache/tracer.key", "rm -rf $HOME/.cache/tracer", "echo x > ../out",
    "python3 -c \"open('other/b.py','w').write('x')\"", "ln other/b.py src/h && echo x > src/h", "ln -s ../other src/l; echo x > src/l/b.py",
    "sh -c 'cd other && echo x > b.py'", "truncate -s 0 other/b.py", "cp src/a.py other/b.py", "chmod 777 other/b.py && echo x > other/b.py",
    "umount .orchestration; echo x > .orchestration/config.yaml", "unshare -Urm sh -c 'mount -o remount,rw .orchestration; echo x > .orchestration/config.yaml'",
    "(setsid sh -c 'echo x > other/b.py' &) ; sleep 0.3", "echo x > docs/new.md", "find other -delete", "tar cf other/t.tar src",
    "git worktree add -q ../w", "echo x > /proc/self/cwd/other/b.py", "exec 9<other/b.py; echo x > /dev/fd/9",
]  # fmt: skip


def picture(root: str) -> dict[str, bytes]:
    """What stands outside the intent's scope, in the control plane, and around the repository."""
    found = {}
    top = os.path.dirname(root)
    for directory, _, names in os.walk(top):
        for name in names:
            path = os.path.join(directory, name)
            shown = os.path.relpath(path, top)
            ours = (
                "repo/src/",
                "repo/.orchestration/.index/",
                "repo/.git/",
                "home/.cache/tracer/yaml",
                "home/.cache/tracer/scope",
                "repo/.orchestration/agent_trace",
                "repo/.orchestration/governance",
                "repo/.orchestration/intent_map",
            )
            if not shown.startswith(ours) or shown.startswith(
                ("repo/.git/hooks", "repo/.git/config", "repo/.git/info/attr")
            ):
                found[shown] = Path(path).read_bytes() if os.path.isfile(path) else b""
    return found


@pytest.mark.parametrize("script", WRITES)
def test_d13_nothing_outside_the_scope_is_written(repo: Workspace, script: str) -> None:
    """Whatever the script tries, in the intent's name."""
    hook(repo, "PreToolUse", "true")
    before = picture(repo.root)
    done = runs(repo, script)
    assert picture(repo.root) == before
    assert done.returncode == 0 or "ran confined" in done.stderr


@pytest.mark.parametrize("script", WRITES)
def test_d13_an_intent_for_everything_still_spares_what_governs(repo: Workspace, script: str) -> None:  # fmt: skip
    """`.orchestration`, git's configuration and hooks, agents' settings."""
    select(repo, "claude-code", "s1", "INT-2", turn_id="p1")
    hook(repo, "PreToolUse", "true")
    names = (
        ".orchestration/config",
        ".orchestration/active",
        ".git/hooks",
        ".git/config",
        ".git/info/attr",
        ".claude/",
    )
    before = {
        k: v
        for k, v in picture(repo.root).items()
        if k.startswith(tuple(f"repo/{n}" for n in names))
    }
    runs(repo, script)
    after = picture(repo.root)
    assert {key: after.get(key) for key in before} == before
    assert os.path.isdir(os.path.join(repo.root, ".git", "objects"))


@pytest.mark.parametrize("scope", ["INT-1", "INT-2"])
@pytest.mark.parametrize("script", WRITES)
def test_d13_landlock_alone_keeps_what_governs_too(
    repo: Workspace, script: str, scope: str
) -> None:
    """Where no namespace can be made: what governs is spared, at the price of git's own writes."""
    select(repo, "claude-code", "s1", scope, turn_id="p1")
    Path(repo.root, "src", "it.sh").write_text(script)
    command = hook(repo, "PreToolUse", "sh src/it.sh")["updatedInput"]["command"]
    plan = Path(command.split()[-4])
    found = loaded(str(plan))
    assert found is not None
    found.mounts = False
    plan.write_bytes(dumped(found))
    names = (
        ".orchestration/config",
        ".orchestration/active",
        ".git/hooks",
        ".git/config",
        ".git/info/attr",
        ".claude/",
    )
    kept = (
        tuple(f"repo/{name}" for name in names) if scope == "INT-2" else ("repo/", "home/", "out")
    )
    before = {key: text for key, text in picture(repo.root).items() if key.startswith(kept)}
    subprocess.run(["bash", "-c", command], cwd=repo.root, capture_output=True, check=False)
    assert {key: text for key, text in picture(repo.root).items() if key.startswith(kept)} == before


@pytest.mark.parametrize(
    "script",
    [
        "echo x > src/a.py", "sed -i s/1/2/ src/a.py", "mkdir -p src/deep/er && echo x > src/deep/er/f", "mv src/a.py src/b.py",
        "echo x > new/f", "echo more >> docs/a.md", "echo x > ../scratch/f", "mktemp", "echo x > $HOME/.cache/f", "echo x > /dev/null",
        "git add -A && git commit -qm work && git log --oneline", "git checkout -qb topic", "git stash -q; true", "python3 -c 'import json, socket'",
        "python3 -m py_compile src/a.py", "echo a | tee src/t | wc -l", "diff <(echo a) <(echo a) || true; true", "id && ls -la && git status",
    ],
)  # fmt: skip
def test_d13_honest_work_does_not_notice(repo: Workspace, script: str) -> None:
    """Its exit code and its output are what they would be."""
    Path(repo.root, "src", "a.py").write_text("x = 2\n")
    assert (done := runs(repo, f"set -e\n{script.replace('diff <', 'true <') if 'diff <' in script else script}\n")).returncode in (0, 2), done.stderr  # fmt: skip
    assert "Permission denied" not in done.stderr
    assert "Read-only" not in done.stderr


def test_d13_a_safe_command_writes_nothing_and_has_no_network(repo: Workspace) -> None:
    """Not even in the scope, and not what its text hides."""
    Path(repo.root, "src", "pager.sh").write_text("#!/bin/sh\necho x > src/hidden\n")
    done = calls(repo, "cat src/a.py")
    assert (done.returncode, done.stdout) == (0, "x = 1\n")
    answer = hook(repo, "PreToolUse", "ls")["updatedInput"]["command"]
    plan = loaded(answer.split()[-3])
    assert plan is not None
    assert (plan.write, plan.network) == ((), False)


@pytest.mark.usefixtures("repo")
@pytest.mark.parametrize(
    "script",
    [
        "chmod 777 src/a.py", "touch src/a.py", "python3 -c 'import os; os.utime(\"src/a.py\")'", "chmod -R go+w .git/hooks",
        "python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", 9))'", "python3 -c 'import socket; socket.socket(type=2)'",
        "python3 -c 'import socket; socket.socket(10)'", "python3 -c 'import os; os.setxattr(\"src/a.py\", \"user.x\", b\"1\")'",
        "python3 -c 'import os; os.chown(\"src/a.py\", os.getuid(), -1)'", "echo x > src/a.py", "echo x > /tmp/tracer-probe",
        "sh -c 'chmod 777 src/a.py'", "unshare -Ur chmod 777 src/a.py",
    ],
)  # fmt: skip
def test_d13_what_only_reads_changes_no_mode_and_opens_no_socket(
    script: str, tmp_path: Path
) -> None:
    """Modes, owners and times, which Landlock leaves to everybody; for all that it starts, too."""
    before = os.stat("src/a.py")
    done = reads(script, tmp_path)
    assert done.returncode not in (0, 126), done.stdout
    after = os.stat("src/a.py")
    assert (before.st_mode, before.st_mtime_ns) == (after.st_mode, after.st_mtime_ns)


@pytest.mark.usefixtures("repo")
@pytest.mark.parametrize(
    ("script", "code", "told"),
    [
        ("cat src/a.py", 0, "x = 1"), ("exit 7", 7, ""), ("grep nothing src/a.py", 1, ""), ("yes | head -1", 0, "y"), ("kill -TERM $$", -15, ""),
        ("set -o pipefail; yes | head -1", 141, "y"), ("python3 -c 'import socket; socket.socketpair(); print(1)'", 0, "1"), ("id -un >/dev/null && git log --oneline | wc -l", 0, "1"),
    ],
)  # fmt: skip
def test_d13_what_only_reads_is_as_it_would_be(
    script: str, code: int, told: str, tmp_path: Path
) -> None:
    """Its exit code, its signals (Python ignores two), its output, and nothing said by tracer."""
    done = reads(script, tmp_path)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (code, told, "")


def reads(script: str, place: Path) -> subprocess.CompletedProcess[str]:
    """A command with the plan of one that only reads."""
    (place / "plan").write_bytes(dumped(Plan(script, network=False, shell=shutil.which("bash"))))
    starter = Path(confined.__file__).with_name("confine.py")
    words = [sys.executable, "-I", "-S", starter, "--for", place / "plan", "--", script]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_d13_only_the_command_that_was_allowed_runs(repo: Workspace) -> None:
    """Another text with the same plan, or a plan that the agent wrote, runs nothing."""
    wrapped = hook(repo, "PreToolUse", "echo x > src/a.py")["updatedInput"]["command"]
    other = wrapped.replace("echo x", "echo y")
    done = subprocess.run(["bash", "-c", other], cwd=repo.root, capture_output=True, text=True, check=False)  # fmt: skip
    assert done.returncode == 126
    assert Path(repo.root, "src/a.py").read_text() == "x = 1\n"


def test_d13_records_know_the_command_that_the_agent_wrote(repo: Workspace) -> None:
    """Not the wrapper; and that it was confined."""
    assert calls(repo, "sed -i s/1/2/ src/a.py").returncode == 0
    assert verify(repo).ok
    (made,) = [r for _, r in read(repo) if isinstance(r, dict) and r["event"] == "mutation"]
    assert made["tool"]["confined"] == f"landlock {abi()}"
    script = {"command": "sed -i s/2/3/ src/a.py"}
    hook(repo, "PreToolUse", script["command"], tool_use_id="c2")
    Path(repo.root, "src/a.py").write_text("x = 3\n")
    hook(repo, "PostToolUse", script["command"], tool_use_id="c2", tool_response={})
    last = [r for _, r in read(repo) if isinstance(r, dict) and r["event"] == "mutation"][-1]
    assert last["tool"]["confined"] == "no", "the agent ran it as it was"


def test_d13_where_nobody_asked_for_it_nothing_is_rewritten(repo: Workspace) -> None:
    """Without `confine`, and in `observe`."""
    for text in ("mode: enforce\n", "mode: observe\nconfine: true\n"):
        Path(repo.config).write_text(text)
        assert "updatedInput" not in hook(repo, "PreToolUse", "ls -l")


def test_d13_what_cannot_be_confined_does_not_run(repo: Workspace) -> None:
    """A full disk, a plan that cannot be written: refused, not run without limits."""
    place = Path(repo.index, "confined")
    place.parent.mkdir(exist_ok=True)
    place.write_text("in the way")
    body = {
        "hook_event_name": "PreToolUse", "session_id": "s1", "cwd": repo.root, "prompt_id": "p1",
        "tool_name": "Bash", "tool_input": {"command": "sed -i s/1/2/ src/a.py"},
    }  # fmt: skip
    said = json.loads(run("claude-code", json.dumps(body).encode()).stdout)["hookSpecificOutput"]
    assert said["permissionDecision"] == "deny"
    assert "POLICY_FAILURE" in said["permissionDecisionReason"]


def test_d13_a_plan_survives_its_file(tmp_path: Path) -> None:
    """Every byte a path may have but NUL; a file that is no plan is none."""
    path = tmp_path / "plan"
    plan = Plan("echo 'a\n\udcff'", write=("/a b", "/c\n"), network=False, said="x")
    path.write_bytes(dumped(plan))
    found = loaded(str(path))
    assert found is not None
    assert [getattr(found, n) for n in Plan.__slots__] == [getattr(plan, n) for n in Plan.__slots__]
    path.write_bytes(b"{}\0x\0")
    assert loaded(str(path)) is None
    with pytest.raises(ValueError, match="NUL"):
        dumped(Plan("a\0b"))


def test_d13_the_launcher_loads_little() -> None:
    """Neither the site, nor `json`, nor tracer: it runs in front of each command."""
    script = Path(confined.__file__).with_name("confine.py")
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-X", "importtime", script, "--for", "/none", "--", "x"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 126
    names = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "confined" in names
    assert not names & {"site", "json", "ctypes", "re", "tracer", "os", "__future__"}


def test_d13_what_the_quality_loop_runs_is_confined(repo: Workspace) -> None:
    """The team's tests run code of the agent's: it writes in the scope, and nowhere else."""
    config = Path(repo.config)
    steps = "quality:\n- {name: tests, command: 'sh src/check.sh', files: ['*.py']}\n"
    config.write_text(config.read_text() + steps)
    script = "echo x > src/made; echo x > other/b.py; echo x > .git/hooks/post-commit; true\n"
    Path(repo.root, "src", "check.sh").write_text(script)
    hook(repo, "PreToolUse", "true")
    assert calls(repo, "sed -i s/1/2/ src/a.py").returncode == 0
    assert Path(repo.root, "src/made").exists(), "the step ran"
    assert Path(repo.root, "other/b.py").read_text() == "y = 1\n"
    assert not Path(repo.root, ".git/hooks/post-commit").exists()
