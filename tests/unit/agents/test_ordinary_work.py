"""A thousand ordinary calls of six agents over a real source tree in `enforce`: none is refused."""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import json
import random
import shutil
import subprocess
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from agent_session import NotingEngine

from tracer.agents.run import run
from tracer.intents import select
from tracer.model.workspace import Workspace

ROOT = Path(__file__).resolve().parents[3]
CALLS = 1000
AGENTS = ("claude-code", "codex", "gemini-cli", "copilot", "cursor", "cline")
READS = [
    "git status --short", "git diff HEAD -- {file}", "git log --oneline -5 {file}", "git show HEAD:{file}",
    "cat {file}", "sed -n '1,80p' {file}", "head -50 {file} | tail -20", "grep -rn 'def ' {dir} | head -20",
    "rg -n 'class .*:' {dir}", "ls -la {dir}", "find {dir} -name '*.py' | wc -l", "wc -l {file}",
    "git blame -L 1,20 {file}", "git ls-files {dir} | head", "cd {dir} && ls", "python3 --version",
    "test -f {file} && echo yes", "diff {file} {file}", "git branch --show-current", "which python3",
    "git rev-parse HEAD", "du -sh {dir}", "tracer blame {file}", "tracer intent list", "pwd", "env | grep PATH",
    'for f in {dir}/*.py; do wc -l "$f"; done', "git grep -n import -- {dir}", "awk '/def/ {{print $2}}' {file}",
    "cat {file} | grep import | sort | uniq -c", "tail -n 30 {file}", "stat {file}", "git diff --stat",
]  # fmt: skip
WRITES = [
    "pytest -q", "python -m pytest tests -x -q 2>&1 | tail -20", "make test", "ruff check --fix {file}",
    "ruff format {file}", "black {file}", "sed -i 's/foo/bar/g' {file}", "mkdir -p {dir}/new",
    "touch {dir}/new_file.py", "cp {file} {dir}/copy.py", "git add -A", "git commit -m 'work on it'",
    "git stash", "git stash pop", "git checkout -b topic", "git fetch origin", "pip install -e .",
    "npm ci && npm test", "npm run build", "cargo test", "go build ./...", "rm -rf build", "rm {dir}/copy.py",
    "python scripts/gen.py > {dir}/gen.py", "cat > {dir}/n.py <<'EOF'\nx = 1\nEOF", "chmod +x {file}",
    "python3 -c 'print(1)'", "uv sync", "docker compose up -d", "timeout 60 pytest -q {file}", "mypy {dir}",
    "echo '# note' >> {file}", "git mv {file} {dir}/moved.py", "curl -s localhost:8000/health", "npx prettier -w {file}",
    "git rebase main", "git pull --rebase", "git merge main", "(cd {dir} && pytest)", "tracer intent select INT-001",
]  # fmt: skip


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """This project's own sources as a repository, with fifty intents."""
    root = tmp_path / "repo"
    ignored = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(ROOT / "tracer", root / "tracer", ignore=ignored)
    (root / ".orchestration").mkdir()
    (root / ".orchestration/config.yaml").write_text("mode: enforce\n")
    more = "".join(f"- {{id: X-{n}, owned_scope: [x{n}/**]}}\n" for n in range(49))
    (root / ".orchestration/active_intents.yaml").write_text(
        "active_intents:\n- {id: INT-001, name: Work, status: IN_PROGRESS, owned_scope: ['**']}\n"
        + more
    )
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    monkeypatch.chdir(root)
    return Workspace(str(root.resolve()))


def edit(agent: str, path: str, before: str, after: str) -> tuple[str, Any]:
    """(tool, input) of an edit in the agent's words."""
    patch = f"*** Begin Patch\n*** Update File: {path}\n@@\n-{before}\n+{after}\n*** End Patch"
    return {
        "claude-code": ("Edit", {"file_path": path, "old_string": before, "new_string": after}),
        "codex": ("apply_patch", {"command": patch}),
        "gemini-cli": ("replace", {"file_path": path, "old_string": before, "new_string": after}),
        "copilot": ("Edit", {"path": path, "old_str": before, "new_str": after}),
        "cursor": ("StrReplace", {"file_path": path, "old_string": before, "new_string": after}),
        "cline": ("editor", {"path": path, "old_text": before, "new_text": after}),
    }[agent]


def shell(agent: str, command: str) -> tuple[str, Any]:
    name = {"gemini-cli": "run_shell_command", "cursor": "Shell", "cline": "run_commands"}.get(
        agent, "Bash"
    )
    return name, {"commands": [command]} if agent == "cline" else {"command": command}


def read(agent: str, path: str) -> tuple[str, Any]:
    if agent == "codex":  # it reads with its shell only
        return shell(agent, f"sed -n '1,400p' {path}")
    name = {"gemini-cli": "read_file", "copilot": "view", "cline": "read_file"}.get(agent, "Read")
    return (name, {"path": path}) if agent in ("copilot", "cline") else (name, {"file_path": path})


def payload(agent: str, root: str, call: tuple[str, Any], number: int, *, post: bool) -> bytes:
    """The agent's own event for a call."""
    tool, given = call
    if agent == "cline":
        key, name = ("tool_result", "tool_result") if post else ("tool_call", "tool_call")
        body: dict[str, Any] = {"hookName": name, "taskId": "s1", "workspaceRoots": [root]}
        body[key] = {"id": f"c{number}", "name": tool, "input": given, "output": {"success": True}}
        return json.dumps(body).encode()
    names = {"gemini-cli": ("BeforeTool", "AfterTool"), "cursor": ("preToolUse", "postToolUse")}
    event = names.get(agent, ("PreToolUse", "PostToolUse"))[post]
    body = {
        "hook_event_name": event, "session_id": "s1", "cwd": root, "tool_name": tool, "tool_input": given,
        "transcript_path": "/home/dev/.x/s1.jsonl", "model": "m",
    }  # fmt: skip
    if agent in ("claude-code", "codex", "cursor"):
        body["tool_use_id"] = f"c{number}"
    if post:
        body["tool_response"] = {"success": True}
    return json.dumps(body).encode()


def test_no_ordinary_call_is_refused(repo: Workspace) -> None:
    """Reads, edits on disk, builds, tests and git, by turns, in one session of each agent."""
    chance = random.Random(7)
    engine = NotingEngine()
    files = sorted(
        str(path.relative_to(repo.root)) for path in Path(repo.root, "tracer").rglob("*.py")
    )
    for agent in AGENTS:
        select(repo, agent, "s1", "INT-001")
    reads, writes, agents = cycle(READS), cycle(WRITES), cycle(AGENTS)
    refused = []
    for number in range(CALLS):
        agent = next(agents)
        file = chance.choice(files)
        words = {"file": file, "dir": str(Path(file).parent)}
        path = Path(repo.root, file)
        lines = [line for line in path.read_text("utf-8").split("\n") if line.strip()]
        kind = number % 4
        if kind == 0:
            call = shell(agent, next(reads).format(**words))
        elif kind == 1:
            call = shell(agent, next(writes).format(**words))
        elif kind == 2 or not lines:
            call = read(agent, file)
        else:
            line = chance.choice(lines)
            call = edit(agent, file, line, f"{line}  # {number}")
        steps = [call] if kind != 3 else [read(agent, file), call]
        for step in steps:
            answer = run(agent, payload(agent, repo.root, step, number, post=False), engine=engine)
            said = answer.stdout + answer.stderr
            if b'"error_code"' in said or b"error_code" in said or answer.exit_code:
                refused.append((agent, step, said[:300]))
            if step is call and kind == 3:
                path.write_text(path.read_text("utf-8").replace(line, f"{line}  # {number}", 1))
            run(agent, payload(agent, repo.root, step, number, post=True), engine=engine)
    assert refused == []
    assert engine.refusals == []
    assert engine.calls.count("before_call") >= CALLS // 3
