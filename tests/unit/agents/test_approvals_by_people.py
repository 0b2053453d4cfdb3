"""Who approves is proved, or it opens nothing (D5, D7)."""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from agent_session import repository

from tracer.agents import asking
from tracer.agents.run import run
from tracer.engine import vouching
from tracer.intents import approvals as queue
from tracer.intents import load, presence, select
from tracer.intents.approvals import Answer
from tracer.ledger import read, verify
from tracer.model.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.model.workspace import Workspace

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="terminals are POSIX ones here")
REGISTRY = "active_intents:\n- {id: INT-1, name: x, status: IN_PROGRESS, owned_scope: ['src/**']}\n"
SPAWN = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
TRACER = str(Path(sys.executable).with_name("tracer"))
PUSH = {"command": "git push origin main"}


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A repository in `enforce`, where Codex, which cannot ask, wants to push."""
    for name in ("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CODEX_SANDBOX", "CODEX_CI", "GEMINI_CLI", "CURSOR_AGENT", "OPENCODE"):  # fmt: skip
        monkeypatch.delenv(name, raising=False)
    files = {
        "src/a.py": "x = 1\n",
        ".orchestration/config.yaml": "mode: enforce\n",
        ".orchestration/active_intents.yaml": REGISTRY,
    }
    workspace = repository(tmp_path / "repo", files)
    monkeypatch.chdir(workspace.root)
    select(workspace, "codex", "s1", "INT-1", turn_id="1")
    assert "tracer approve A-1" in (pushes(workspace) or "")
    return workspace


def hook(workspace: Workspace, phase: str, given: dict[str, Any], call: str) -> str | None:
    body = {
        "hook_event_name": phase, "session_id": "s1", "turn_id": "1", "cwd": workspace.root,
        "tool_name": "Bash", "tool_input": given, "tool_use_id": call, "tool_response": "",
    }  # fmt: skip
    answer = run("codex", json.dumps(body).encode())
    return answer.stdout.decode() or None


def pushes(workspace: Workspace) -> str | None:
    """What the agent hears when it wants to push; None where it may."""
    return hook(workspace, "PreToolUse", PUSH, "c1")


def runs(*words: str, terminal: bool = False, **environment: str) -> int:
    """The exit code of a command; `terminal` gives it one of its own."""
    command = [sys.executable, "-c", SPAWN, *words] if terminal else list(words)
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60,
        start_new_session=True, env={**os.environ, **environment},
    )  # fmt: skip
    return done.returncode


def approvals(workspace: Workspace) -> list[tuple[str, str | None]]:
    assert verify(workspace).ok
    found = [record for _, record in read(workspace) if isinstance(record, dict)]
    return [
        (r["approval"]["answer"], r["approval"].get("proof"))
        for r in found
        if r["event"] == "approval"
    ]


def test_d5_a_person_at_a_terminal_approves(repo: Workspace) -> None:
    """Once, and the record says how it is known."""
    assert runs(TRACER, "approve", "A-1", terminal=True) == 0
    assert approvals(repo) == [("approved", "terminal")]
    assert pushes(repo) is None


def test_d5_a_script_without_a_terminal_only_claims(repo: Workspace) -> None:
    """Recorded, with no effect; a person may still say yes, and anybody no."""
    assert runs(TRACER, "approve", "A-1") == 5
    assert approvals(repo) == [("claimed", None)]
    assert "APPROVAL_REQUIRED" in (pushes(repo) or "")
    assert runs(TRACER, "approve", "A-1", terminal=True) == 0
    assert pushes(repo) is None


def new_key(directory: str, name: str) -> tuple[str, str]:
    """A key of that name in a directory, and its line in a file of allowed signers."""
    path = os.path.join(directory, name)
    words = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", path]
    subprocess.run(words, check=True)
    return path, f"{name}@example.org {Path(f'{path}.pub').read_text()}"


@pytest.fixture
def ada(repo: Workspace) -> str:
    """Ada's key; she may approve. It lies where no agent's command may write."""
    if shutil.which("ssh-keygen") is None:
        pytest.skip("no ssh-keygen")
    path, line = new_key(repo.sidecar, "ada")
    Path(repo.sidecar, "allowed_signers").write_text(line)
    return path


def by_key(key: str, request: str = "A-1", **environment: str) -> int:
    return runs(TRACER, "approve", request, "--key", key, **environment)


def test_d5_a_key_approves_without_a_terminal(repo: Workspace, ada: str) -> None:
    """The record names whose key it was, and holds what was signed."""
    assert by_key(ada) == 0
    assert approvals(repo) == [("approved", "key")]
    made = [r for _, r in read(repo) if isinstance(r, dict)][-1]["approval"]
    assert made["by"] == "ada@example.org"
    assert made["signed"]["statement"]["subject_hash"] == made["subject_hash"]
    vouches = vouching.vouching(repo)
    assert vouches is not None
    assert not any(vouches(record) for _, record in read(repo) if isinstance(record, dict))
    assert pushes(repo) is None


def test_d5_git_s_file_of_signers_counts(repo: Workspace, ada: str) -> None:
    """It comes before the workspace's, which names nobody here; so does its list of revoked keys."""
    os.rename(f"{repo.sidecar}/allowed_signers", f"{repo.sidecar}/people")
    Path(repo.sidecar, "allowed_signers").write_text("")
    assert by_key(ada) == 5
    command = ["git", "config", "gpg.ssh.allowedSignersFile", f"{repo.sidecar}/people"]
    subprocess.run(command, cwd=repo.root, check=True)
    command = ["git", "config", "gpg.ssh.revocationFile", f"{ada}.pub"]
    subprocess.run(command, cwd=repo.root, check=True)
    assert by_key(ada) == 5
    subprocess.run([*command[:3], "/dev/null"], cwd=repo.root, check=True)
    assert by_key(ada) == 3, "a list that is no file is no list"
    subprocess.run(["git", "config", "--unset", command[2]], cwd=repo.root, check=True)
    assert by_key(ada) == 0


def stranger(repo: Workspace, _: str) -> str:
    return new_key(repo.sidecar, "mallory")[0]


def revoked(repo: Workspace, key: str) -> str:
    shutil.copy(f"{key}.pub", f"{repo.sidecar}/revoked_signers")
    return key


def of_another_namespace(repo: Workspace, key: str) -> str:
    path = Path(repo.sidecar, "allowed_signers")
    path.write_text(path.read_text().replace(" ", ' namespaces="tracer" ', 1))
    return key


def out_of_date(repo: Workspace, key: str) -> str:
    path = Path(repo.sidecar, "allowed_signers")
    path.write_text(path.read_text().replace(" ", ' valid-before="20200101" ', 1))
    return key


@pytest.mark.parametrize("change", [stranger, revoked, of_another_namespace, out_of_date])
def test_d5_another_key_only_claims(
    repo: Workspace, ada: str, change: Callable[[Workspace, str], str]
) -> None:
    """Unknown, revoked, allowed for something else, or not any more."""
    assert by_key(change(repo, ada)) == 5
    assert approvals(repo) == [("claimed", None)]
    assert "APPROVAL_REQUIRED" in (pushes(repo) or "")


def test_d5_an_agent_with_the_key_only_claims(repo: Workspace, ada: str) -> None:
    """It may read the key's file: the signature is not asked for."""
    assert by_key(ada, CLAUDECODE="1") == 5
    assert approvals(repo) == [("claimed", None)]
    assert "APPROVAL_REQUIRED" in (pushes(repo) or "")


def test_d5_what_agents_may_write_says_nothing_about_keys(
    repo: Workspace, ada: str, tmp_path: Path
) -> None:
    """Neither a file of signers nor a key in the work tree or a scratch directory counts."""
    for place in (repo.root, "/dev/shm"):
        if not os.path.isdir(place):
            continue
        moved = shutil.copy(ada, os.path.join(place, f"{tmp_path.parent.name}-key"))
        try:
            assert by_key(moved) == 2
        finally:
            os.unlink(moved)
        signers = shutil.copy(f"{repo.sidecar}/allowed_signers", f"{moved}.signers")
        command = ["git", "config", "gpg.ssh.allowedSignersFile", signers]
        subprocess.run(command, cwd=repo.root, check=True)
        try:
            assert by_key(ada) == 2
        finally:
            os.unlink(signers)
            subprocess.run([*command[:2], "--unset", command[2]], cwd=repo.root, check=True)
    assert approvals(repo) == []
    assert "APPROVAL_REQUIRED" in (pushes(repo) or "")


def test_d5_without_signers_a_key_is_a_mistake(repo: Workspace, ada: str) -> None:
    """So is a file that is no key, and a request that does not wait."""
    assert by_key(f"{repo.sidecar}/config.yaml") == 3
    assert by_key(ada, "A-7") == 2
    os.unlink(f"{repo.sidecar}/allowed_signers")
    assert by_key(ada) == 2
    assert approvals(repo) == []


def test_d5_the_signature_is_for_one_request(repo: Workspace, ada: str) -> None:
    """What asks for something else by the time it is decided is not approved."""
    request = queue.requests(repo)[0]
    _, _, signed = asking.by_key(repo, "A-1", Answer.APPROVED, ada)
    signed["statement"]["subject_hash"] = request._replace(subject="git push evil").digest
    with pytest.raises(UsageError, match="something else"):
        asking.decided(
            repo, "A-1", Answer.APPROVED, by="ada", note=None, proof="key", signed=signed
        )
    assert "APPROVAL_REQUIRED" in (pushes(repo) or "")


def test_d5_a_queue_that_another_program_wrote_approves_nothing(repo: Workspace) -> None:
    """Not an answer, nor a request that was swapped for another; a sealed one holds."""
    path = Path(repo.index, "approvals.json")
    ours = path.read_bytes()
    for before, after in ((b"pending", b"approved"), (b"git push", b"git fetch")):
        assert before in ours
        path.write_bytes(ours.replace(before, after))
        assert queue.requests(repo) == []
        assert "APPROVAL_REQUIRED" in (pushes(repo) or "")
        assert queue.requests(repo)[0].subject == PUSH["command"]
    path.write_bytes(ours[ours.index(b"[") :].replace(b"pending", b"approved"))
    assert "APPROVAL_REQUIRED" in (pushes(repo) or "")
    path.write_bytes(ours)
    assert runs(TRACER, "approve", "A-1", terminal=True) == 0
    assert pushes(repo) is None


def test_d5_a_key_of_the_clone_that_cannot_be_used_is_told(repo: Workspace) -> None:
    """One that others may read: no answer is lost without a word, and deleting it helps."""
    key = Path(repo.index, "key")
    key.chmod(0o644)
    assert runs(TRACER, "approve", "A-1", terminal=True) == 2
    key.unlink()
    assert "APPROVAL_REQUIRED" in (pushes(repo) or "")
    assert runs(TRACER, "approve", "A-1", terminal=True) == 0
    assert pushes(repo) is None


@pytest.mark.parametrize("mark", ["CLAUDECODE", "CODEX_SANDBOX", "GEMINI_CLI", "OPENCODE"])
def test_d5_an_agents_command_is_no_person(repo: Workspace, mark: str) -> None:
    """Not in a terminal that it made itself, either."""
    assert runs(TRACER, "approve", "A-1", terminal=True, **{mark: "1"}) == 5
    assert "APPROVAL_REQUIRED" in (pushes(repo) or "")


@pytest.mark.parametrize("name", ["claude", "codex", "gemini"])
def test_d5_what_an_agent_started_is_no_person(repo: Workspace, name: str, tmp_path: Path) -> None:
    """With an empty environment and a terminal of its own: the process tree tells."""
    script = tmp_path / "help.sh"
    script.write_text(f"exec env -i PATH=$PATH {TRACER} approve A-1\n")
    agent = tmp_path / name
    shutil.copy(shutil.which("bash") or "/bin/bash", agent)
    inner = f"{sys.executable} -c '{SPAWN}' sh {script}; echo $? > {tmp_path}/code"
    assert runs(str(agent), "-c", inner, terminal=True) == 0
    assert (tmp_path / "code").read_text().strip() == "5"
    assert "APPROVAL_REQUIRED" in (pushes(repo) or "")


@pytest.mark.parametrize(
    "words",
    [
        ("intent", "add", "INT-9", "--scope", "**"), ("intent", "renew", "INT-1", "--expires", "2099-01-01"),
        ("intent", "abandon", "INT-1"), ("intent", "rotate", "--older-than", "0"),
    ],
)  # fmt: skip
def test_d7_an_agents_command_changes_no_intent(repo: Workspace, words: tuple[str, ...]) -> None:
    """Neither under an agent's mark nor while a command of an agent is under way."""
    before = Path(repo.intents).read_bytes()
    assert runs(TRACER, *words, CLAUDECODE="1") == 5
    assert hook(repo, "PreToolUse", {"command": "make it"}, "c2") is None
    assert runs(TRACER, *words) == 5
    assert Path(repo.intents).read_bytes() == before
    hook(repo, "PostToolUse", {"command": "make it"}, "c2")
    assert runs(TRACER, *words) == 0, "a person's script, when no agent is at it"


@pytest.mark.parametrize(
    "words", [("uninit",), ("init", "--mode", "observe"), ("--no-pager", "uninit")]
)
def test_d7_an_agents_command_does_not_take_tracer_out(
    repo: Workspace, words: tuple[str, ...]
) -> None:
    """Neither the hooks nor the mode, where the gates are on; a person's command does."""
    before = Path(repo.config).read_bytes()
    assert runs(TRACER, *words, CLAUDECODE="1") == 5
    assert hook(repo, "PreToolUse", {"command": "make it"}, "c2") is None
    assert runs(TRACER, *words) == 5
    assert Path(repo.config).read_bytes() == before
    assert runs(TRACER, *words, terminal=True) == 0


def test_d5_a_wider_scope_needs_a_person_too(repo: Workspace) -> None:
    """A claim gives nothing."""
    assert runs(TRACER, "intent", "expand", "INT-1", "--scope", "**", "--reason", "x") == 0
    assert runs(TRACER, "approve", "A-2") == 5
    intent = load(repo).get("INT-1")
    assert intent is not None
    assert intent.owned_scope == ("src/**",)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["/usr/bin/claude"], "claude"), (["claude", "-p"], "claude"), (["codex.exe"], "codex"),
        (["node", "/lib/node_modules/@openai/codex/bin/codex.js"], "codex"),
        (["node", "--x", "/n/node_modules/@x/claude/cli.mjs"], "claude"), (["sh", "/opt/claude"], "claude"),
        (["vim", "claude"], None), (["/home/claude/bin/vim"], None), (["bash"], None), ([], None), (["git", "codex"], None),
    ],
)  # fmt: skip
def test_an_agents_program_is_known_by_its_command_line(
    words: list[str], expected: str | None
) -> None:
    """And a file, a user or an argument of that name is none."""
    assert presence._program_in(words, {"claude", "codex"}) == expected
