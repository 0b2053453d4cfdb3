"""How long an adversary can keep a hook or a query from answering.

Whole processes, as an agent or a person starts them, in a repository in `enforce`: command lines
of 100 KB that make naive readers slow, broken and endless files in the place of the
configuration, payloads, archives that promise what they do not hold, ledgers of odd lines. Of
each family the slowest case counts, the better of two runs, and its processor time; `plain` is
harmless input. Limit: 2 s for any answer, 0.5 s is aimed at.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time

from benchmarks.speed.common import report

TRACER = (sys.executable, "-c", "from tracer.cli.entry import main; main()")
GIT = ("git", "-c", "user.name=a", "-c", "user.email=a@example.com")
LONG = 100_000  # bytes
LIMIT_S = 2.0
REGISTRY = "active_intents:\n- {id: INT-1, name: x, status: IN_PROGRESS, owned_scope: ['**']}\n"
LINES = {
    "options": "git branch" + " --contains" * (LONG // 11),
    "options, short": "git branch" + " --contains" * 44,
    "many commands": "ls;" * (LONG // 3),
    "pipes": "ls|" * (LONG // 3) + "ls",
    "braces": "echo " + "{" * LONG,
    "brace lists": "echo " + "{a,b}" * (LONG // 5),
    "brackets": "echo " + "(" * LONG,
    "substitutions": "echo " + "$(" * (LONG // 2),
    "backticks": "echo " + "`" * LONG,
    "parameters": "echo " + "${x:-" * (LONG // 5),
    "computed": "echo $((" + "1+" * (LONG // 2) + "1))",
    "awk": "awk '" + "a/" * (LONG // 2) + "'",
    "sed": "sed '" + "s/[/" * (LONG // 4) + "'",
    "here-documents": "cat <<A" * (LONG // 7),
    "lines of a here-document": "cat <<A\n" + "B\n" * (LONG // 2) + "A",
    "blanks": "ls" + " " * LONG + "x",
    "continued": "ls " + "\\\n" * (LONG // 2),
    "words": "ls" + " x" * (LONG // 2),
    "paths": "rm" + " ../x" * (LONG // 5),
    "one path": "rm " + "a/" * (LONG // 2),
    "links": "ln -s" + " a/.." * (LONG // 5),
    "globs": "sort" + " *" * (LONG // 2),
    "dangers": "foo" + " rm" * (LONG // 3),
    "wrappers": "timeout 1 " * (LONG // 10),
    "shells": "sh -c '" + 'sh -c "' * (LONG // 7),
    "quotes": "echo " + "'\"" * (LONG // 2),
    "code": "python -c '" + "f(" * (LONG // 2) + "'",
    "texts of code": "python -c '" + '"rm -rf x";' * (LONG // 11) + "'",
    "assignments": "a=b " * (LONG // 4),
    "redirections": "ls " + "2>&1 " * (LONG // 5),
    "files": "ls " + "> x " * (LONG // 4),
    "changed directories": "cd a;" * (LONG // 5),
    "NULs": "ls \0" * (LONG // 4),
    "no UTF-8": "ls \udcff" * (LONG // 4),
}
LAUGHS = b"a: &a [x, x]\n" + b"".join(
    b"%c: &%c [*%c, *%c, *%c, *%c]\n" % (c, c, c - 1, c - 1, c - 1, c - 1) for c in range(98, 118)
)
FILES = {
    "a billion laughs": LAUGHS,
    "deep lists": b"- " * (LONG // 2),
    "deep keys": b"? " * (LONG // 2) + b"x",
    "deep brackets": b"[" * LONG + b"]" * LONG,
    "brackets never closed": b"[{a: " * 5_000,
    "deep indents": b"".join(b" " * i + b"a:\n" for i in range(1_000)),
    "huge": b"a: " + b"x" * (5 << 20),
    "two megabytes of list": b"- x\n" * (1 << 19),
    "a pipe": "pipe",
    "endless": "/dev/zero",
    "a terminal's random": "/dev/urandom",
    "a directory": "directory",
}
READ = ("config.yaml", "active_intents.yaml", "constraints.sidecar.yaml", "../.intentignore")
LEDGERS = {
    "an archive of a huge length": (f"archive/000001-{'9' * 15}-{'0' * 32}.jsonl.gz", b"x"),
    "a ledger of one line": ("agent_trace.jsonl", b'{"a":"' + b"x" * (8 << 20)),
    "a ledger of deep lines": ("agent_trace.jsonl", (b"[" * 50_000 + b"\n") * 20),
    "a ledger of empty lines": ("agent_trace.jsonl", b"\n" * LONG),
}  # fmt: skip
COMMANDS = (("verify",), ("blame", "a.py"), ("map",), ("report",))


def repository(place):
    """A repository in `enforce`, whose session has an intent for everything."""
    root = os.path.join(place, "repo")
    os.makedirs(os.path.join(root, ".orchestration"))
    for name, text in (
        ("a.py", "x = 1\n"),
        (".orchestration/config.yaml", "mode: enforce\n"),
        (".orchestration/active_intents.yaml", REGISTRY),
    ):
        with open(os.path.join(root, name), "w", encoding="utf-8") as file:
            file.write(text)
    for command in (("git", "init", "-q"), ("git", "add", "."), (*GIT, "commit", "-qm", "start")):
        subprocess.run(command, cwd=root, check=True)
    run(root, "intent", "select", "INT-1", "--session", "s", "--agent", "claude-code")
    return root


def processor_s():
    """Processor seconds of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(root, *arguments, stdin=b""):
    """Wall and processor seconds of a process of tracer's, which may refuse but must not crash."""
    begin, used = time.perf_counter(), processor_s()
    done = subprocess.run(
        [*TRACER, *arguments], cwd=root, input=stdin, capture_output=True, check=False, timeout=120
    )
    taken = time.perf_counter() - begin, processor_s() - used
    assert done.returncode in range(6), (arguments, done.returncode, done.stderr[-300:])
    assert b"Traceback" not in done.stderr, done.stderr[-300:]
    return taken


def hook(root, tool, given):
    """Seconds, as of `run`, of the hook before a call of Claude Code's."""
    body = {
        "hook_event_name": "PreToolUse", "session_id": "s", "cwd": root, "prompt_id": "p",
        "tool_name": tool, "tool_input": given, "tool_use_id": "c",
    }  # fmt: skip
    sent = json.dumps(body).encode()
    return min(run(root, "hook", "--agent", "claude-code", stdin=sent) for _ in range(2))


def put(path, content):
    """Let the content, or a pipe, a link or a directory, stand at the path."""
    if content == "pipe":
        os.mkfifo(path)
    elif content == "directory":
        os.mkdir(path)
    elif isinstance(content, str):
        os.symlink(content, path)
    else:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)


def instead(path, content, action):
    """What the action returns while the content stands at the path."""
    kept = f"{path}.kept"
    if os.path.lexists(path):
        os.rename(path, kept)
    put(path, content)
    try:
        return action()
    finally:
        os.rmdir(path) if os.path.isdir(path) else os.unlink(path)
        if os.path.lexists(kept):
            os.rename(kept, path)


def families(root):
    """(family, case, seconds) of each case."""
    edit = {"file_path": "a.py", "content": "x = 2\n"}
    yield "plain", "a command", hook(root, "Bash", {"command": "ls"})
    yield "plain", "an edit", hook(root, "Write", edit)
    for arguments in COMMANDS:
        yield "plain", arguments[0], run(root, *arguments)
    for name, line in LINES.items():
        yield "lines", name, hook(root, "Bash", {"command": line})
    for name in READ:
        path = os.path.normpath(os.path.join(root, ".orchestration", name))
        for case, content in FILES.items():
            taken = instead(path, content, lambda: hook(root, "Write", edit))
            yield "files", f"{case} as {os.path.basename(name)}", taken
    for case, (name, content) in LEDGERS.items():
        path = os.path.join(root, ".orchestration", name)
        for arguments in COMMANDS:
            taken = instead(path, content, lambda a=arguments: min(run(root, *a), run(root, *a)))
            yield "ledgers", f"{case}, {arguments[0]}", taken
        yield (
            "ledgers",
            f"{case}, a hook",
            instead(path, content, lambda: hook(root, "Write", edit)),
        )
    yield "payloads", "deep", run(root, "hook", "--agent", "claude-code", stdin=b"[" * LONG)
    yield "payloads", "no JSON", run(root, "hook", "--agent", "claude-code", stdin=b"\xff" * LONG)
    texts = {"file_path": "a.py", "content": "(" * LONG}
    yield "payloads", "deep code", hook(root, "Write", texts)
    yield "payloads", "a long path", hook(root, "Write", {**edit, "file_path": "a/" * (LONG // 2)})


def main():
    """Print the slowest of each family; `--write` keeps them as the reference."""
    found = {}
    with tempfile.TemporaryDirectory() as place:
        os.environ |= {"HOME": place, "XDG_CACHE_HOME": os.path.join(place, "cache")}
        os.environ["PYTHONPYCACHEPREFIX"] = os.path.join(place, "compiled")
        root = repository(os.path.realpath(place))
        hook(root, "Bash", {"command": "ls"})  # loads and compiles
        for family, case, seconds in families(root):
            found.setdefault(family, []).append((*seconds, case))
    figures, lines = {"limit_s": LIMIT_S}, []
    for family, cases in found.items():
        seconds, used, case = max(cases)
        figures[family] = {
            "cases": len(cases),
            "longest_s": round(seconds, 2),
            "processor_s": round(used, 2),
            "case": case,
        }
        lines.append(
            f"{family:9} {len(cases):3} cases, longest {seconds:5.2f} s"
            f" (processor {used:.2f} s): {case}"
        )
    report("adversarial", figures, lines)
    if max(max(cases)[0] for cases in found.values()) > LIMIT_S:
        raise SystemExit(f"an answer took longer than {LIMIT_S:g} s")


if __name__ == "__main__":
    main()
