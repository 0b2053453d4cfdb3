"""What hooks add to a shell call of an agent in a large repository, against `git status` there.

50,000 files in 2,500 directories. A call is a pre-hook and a post-hook, whole processes as an agent
starts them. Three kinds of call: one that changes nothing, one that edits a file, one that commits.
`git status` and the calls take turns, so that both meet the same machine; the ratio of medians is
what counts. The limit is 0.6 s for both hooks together where git takes its 0.9 s.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

from benchmarks.speed.common import report

FILES = 50_000
ROUNDS = 9
TRACER = (sys.executable, "-c", "from tracer.cli.entry import main; main()")
GIT = ("git", "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "gc.auto=0")
EDITED = "pkg3/sub7/module3140.py"
WARM_UP = 2  # rounds that do not count
KINDS = {
    "nothing": "python3 -c pass",
    "edits": f"echo 'VALUE = 1' >> {EDITED}",
    "commits": f"echo 'VALUE = 2' >> {EDITED} && {' '.join(GIT)} commit -qam work",
}


def run(root, *command):
    """A command that must succeed."""
    subprocess.run(command, cwd=root, check=True, capture_output=True)


def build(root):
    """The repository, with one commit, one intent and one edit that is not committed."""
    for i in range(FILES):
        path = os.path.join(root, f"pkg{i // 1000}", f"sub{i // 20 % 50}", f"module{i}.py")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"def f{i}(a):\n    return a + {i}\n")
    run(root, "git", "init", "-q")
    run(root, "git", "add", ".")
    run(root, *GIT, "commit", "-qm", "start")
    run(root, *TRACER, "init")
    run(root, *TRACER, "intent", "add", "INT-001", "--scope", "**", "--status", "IN_PROGRESS")
    with open(os.path.join(root, "pkg0", "sub0", "module1.py"), "a", encoding="utf-8") as file:
        file.write("EDITED = True\n")


def hook(root, phase, call, command):
    """Wall seconds of one hook, and its answer."""
    event = {
        "schema": "tracer.event/1", "phase": phase, "kind": "shell", "agent": "acme",
        "session_id": "s", "turn_id": "1", "call_id": call, "cwd": root, "command": command,
        "intent_id": "INT-001", "contributor": {"entity_type": "AI", "model_identifier": "acme-1"},
    }  # fmt: skip
    begin = time.perf_counter()
    done = subprocess.run(
        [*TRACER, "hook", "--agent", "generic"],
        input=json.dumps(event).encode(), cwd=root, capture_output=True, check=True,
    )  # fmt: skip
    seconds = time.perf_counter() - begin
    if done.stderr:
        raise SystemExit(done.stderr.decode())
    return seconds, json.loads(done.stdout)


def measure(root, kind):
    """(seconds of git status, of the pre-hook, of the post-hook) of each round."""
    rows = []
    for i in range(WARM_UP + ROUNDS):
        begin = time.perf_counter()
        run(root, "git", "status", "--porcelain")
        git_s = time.perf_counter() - begin
        pre_s, _ = hook(root, "pre", f"{kind}{i}", KINDS[kind])
        subprocess.run(["sh", "-c", KINDS[kind]], cwd=root, check=True)
        post_s, answer = hook(root, "post", f"{kind}{i}", KINDS[kind])
        if (answer["record"] is None) is not (kind == "nothing"):
            raise SystemExit(f"{kind}: an unexpected answer {answer}")
        rows.append((git_s, pre_s, post_s))
    return rows[WARM_UP:]


def main():
    """Print the times and ratios; `--write` keeps them as the reference."""
    figures, lines = {"files": FILES}, []
    with tempfile.TemporaryDirectory() as place:
        root = os.path.join(os.path.realpath(place), "repo")
        # As an installation has it: every module is compiled once.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = os.path.join(place, "compiled")
        os.makedirs(root)
        build(root)
        for kind in KINDS:
            rows = measure(root, kind)
            git_s, pre_s, post_s = (statistics.median(column) for column in zip(*rows, strict=True))
            both = statistics.median(pre + post for _, pre, post in rows)
            figures[kind] = {
                "git_status_s": round(git_s, 3),
                "pre_s": round(pre_s, 3),
                "post_s": round(post_s, 3),
                "both_s": round(both, 3),
                "ratio_to_git_status": round(both / git_s, 2),
            }
            lines.append(
                f"{kind:8} git status {git_s:.3f} s   pre {pre_s:.3f}   post {post_s:.3f}   "
                f"both {both:.3f}   {both / git_s:.2f} x git status"
            )
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    figures["python_pass_s"] = round(time.perf_counter() - begin, 3)
    report("shell_calls", figures, [*lines, f"python -c pass {figures['python_pass_s']:.3f} s"])


if __name__ == "__main__":
    main()
