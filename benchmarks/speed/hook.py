"""One pre-hook and one post-hook as the agent sees them, against starting Python to do nothing.

A repository of 2,000 files and a ledger of 10,000 records, in `enforce` with 50 intents; a
1,000-line file with a 20-line edit whose whole text is proposed; answered by a process of its own
(`pre`, `post`), by a helper that a Python client asks (`warm`), and by one that the compiled
command asks (`compiled`; it cannot fall back here). These speak the generic dialect, whose answer
has the record's id. `early` and `compiled_early` speak Claude Code's in a repository with
`answers: early`: until the agent has its answer; each is recorded before the next begins. The
limits are 2 and 5 × `python -c pass` (without helper 14), wall time, same interpreter.
`memory_growth_mb` is the helper's, over 2,000 requests. `load` is how busy the machine was before
and after. Modules are compiled first, as an installation's are.
"""

from __future__ import annotations

import compileall
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

import tracer
from benchmarks.speed.common import report
from tracer import engine
from tracer.helper import client, manage
from tracer.helper.place import SWITCH
from tracer.intents import select as check_out
from tracer.ledger import append, new_id, timestamp
from tracer.model import waits
from tracer.model.enums import ActionKind, EntityType, Phase
from tracer.model.events import Contributor, Event, Target
from tracer.model.workspace import Workspace
from tracer.native.build import build_command

FILES = 2_000
RECORDS = 10_000
INTENTS = 50
FILE_OF = {"generic": "pkg0/big.py", "claude-code": "pkg0/large.py"}
ROUNDS = 6
REQUESTS = 2_000
TRACER = (sys.executable, "-c", "from tracer.cli.start import main; main()")


def run(root, *command):
    """A command that must succeed."""
    subprocess.run(command, cwd=root, check=True, capture_output=True)


def build(root):
    """The repository, its ledger, and the file about to be edited."""
    for i in range(FILES):
        path = os.path.join(root, f"pkg{i // 100}", f"module{i}.py")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"def f{i}(a):\n    return a + {i}\n")
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
    run(root, "git", "init", "-q")
    run(root, "git", "add", ".")
    run(root, "git", *identity, "commit", "-qm", "start")
    run(root, *TRACER, "init", "--mode", "enforce")
    workspace = Workspace(os.path.realpath(root))
    now = time.time_ns()
    for i in range(RECORDS):
        append(
            workspace,
            {
                "schema": "tracer.record/1",
                "id": new_id(now + i * 1_000_000),
                "timestamp": timestamp(now + i * 1_000_000),
                "event": "note",
                "text": f"record {i} of a long ledger",
            },
            sync=False,
        )
    return workspace


def select(workspace, session):
    """Fill the registry, and check an intent out for the session."""
    more = "".join(
        f"- {{id: INT-{i:03}, name: Work {i}, status: IN_PROGRESS, owned_scope: [pkg{i}/**]}}\n"
        for i in range(2, INTENTS + 1)
    )
    first = "- {id: INT-001, name: All of it, status: IN_PROGRESS, owned_scope: ['pkg0/**']}\n"
    with open(workspace.intents, "w", encoding="utf-8") as file:
        file.write(f"active_intents:\n{first}{more}")
    with open(workspace.config, "a", encoding="utf-8") as file:
        file.write("answers: early\n")
    for agent in ("acme", "claude-code"):
        check_out(workspace, agent, session, "INT-001")


def source(edits):
    """A module of 1,000 lines after so many edits, each of 20 lines that none of late touched."""
    lines = []
    for i in range(200):
        bump = 1000 * ((edits - i // 10 + 19) // 20)
        lines += [
            f"def step_{i}(state, value):",
            f"    total = state.load({i}) + value * {i + bump}",
            f"    if total > {i + bump}:",
            "        return state.finish(total)",
            "",
        ]
    return "\n".join(lines) + "\n"


def event(workspace, phase, call, text):
    """The payload of one edit, in the generic dialect."""
    return {
        "schema": "tracer.event/1", "phase": phase, "kind": "file_edit", "agent": "acme",
        "session_id": "s", "turn_id": "1", "call_id": call, "cwd": workspace.root,
        "intent_id": "INT-001", "contributor": {"entity_type": "AI", "model_identifier": "acme-1"},
        "targets": [{"path": FILE_OF["generic"], "op": "edit", "after": text}],
    }  # fmt: skip


def claude_event(workspace, phase, call, text):
    """The payload of the same edit as Claude Code tells it."""
    path = os.path.join(workspace.root, FILE_OF["claude-code"])
    name = {"pre": "PreToolUse", "post": "PostToolUse"}[phase]
    return {
        "hook_event_name": name, "session_id": "s", "cwd": workspace.root, "tool_name": "Write",
        "tool_use_id": call, "tool_input": {"file_path": path, "content": text},
    } | ({"tool_response": {"success": True}} if phase == "post" else {})  # fmt: skip


def hook(workspace, payload, helper="off", command=TRACER, agent="generic"):
    """Wall seconds of `tracer hook` on one payload, and the answer."""
    command = [*command, "hook", "--agent", agent]
    begin = time.perf_counter()
    done = subprocess.run(
        command,
        input=json.dumps(payload).encode(),
        cwd=workspace.root,
        env=os.environ | {SWITCH: helper},
        capture_output=True,
        check=True,
    )
    return time.perf_counter() - begin, json.loads(done.stdout or b"{}")


def write(workspace, edits, agent="generic"):
    """Put the module on disk; each agent has its own."""
    with open(os.path.join(workspace.root, FILE_OF[agent]), "w", encoding="utf-8") as file:
        file.write(source(edits))


def helped(runtime):
    """Start a helper that is found below `runtime`; its process."""
    os.environ["XDG_RUNTIME_DIR"] = runtime
    os.mkdir(os.path.join(runtime, "tracer"), 0o700)
    client.spawn()
    while not manage.running():
        time.sleep(0.1)
    return manage.running()[0].pid


def resident_mb(process):
    """The memory of a process that is not shared with a file."""
    with open(f"/proc/{process}/statm", encoding="ascii") as file:
        _, resident, shared, *_ = map(int, file.read().split())
    return (resident - shared) * os.sysconf("SC_PAGE_SIZE") / 1e6


def growth(process):
    """Megabytes that a helper grows by while it takes many requests."""
    for _ in range(100):
        manage.running()
    begin = resident_mb(process)
    for _ in range(REQUESTS):
        manage.running()
    return resident_mb(process) - begin


def compiled(workspace, folder):
    """The compiled command, built into a folder, after Python has left its note."""
    os.mkdir(folder)
    command = build_command(folder)
    script = os.path.join(folder, "git-merge-tracer")
    with open(script, "w", encoding="utf-8") as file:
        file.write(f"#!{sys.executable}\n")
    hook(workspace, event(workspace, "prompt", "c", ""), "on", [command])
    os.unlink(script)  # it finds no Python any more
    return [command]


def measured(workspace, compiled_command):
    """Seconds of: nothing, pre and post in each of the five ways."""
    ways = [
        ("", "off", TRACER, "generic"),
        ("warm_", "on", TRACER, "generic"),
        ("compiled_", "on", compiled_command, "generic"),
        ("early_", "off", TRACER, "claude-code"),
        ("compiled_early_", "on", compiled_command, "claude-code"),
    ]
    found = {f"{way[0]}{phase}": [] for way in ways for phase in ("pre", "post")}
    found = {"nothing": [], **found}
    for i in range(len(ways) * ROUNDS):
        prefix, *way = ways[i % len(ways)]
        told = event if way[-1] == "generic" else claude_event
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        found["nothing"].append(time.perf_counter() - begin)
        text = source(i + 1)
        seconds, answer = hook(workspace, told(workspace, "pre", f"c{i}", text), *way)
        if answer.get("decision", "none") != "none" or "hookSpecificOutput" in answer:
            raise SystemExit(f"the hook refused: {answer}")
        found[f"{prefix}pre"].append(seconds)
        write(workspace, i + 1, way[-1])
        length = os.path.getsize(workspace.ledger)
        seconds, _ = hook(workspace, told(workspace, "post", f"c{i}", text), *way)
        while waits.left(workspace):
            time.sleep(0.01)
        if os.path.getsize(workspace.ledger) == length:
            raise SystemExit("the hook recorded nothing")
        found[f"{prefix}post"].append(seconds)
    return {name: min(seconds) for name, seconds in found.items()}


def main():
    """Print the ratio; `--write` commits it."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    compileall.compile_dir(os.path.dirname(tracer.__file__), quiet=2)
    load = [round(os.getloadavg()[0], 1)]
    with tempfile.TemporaryDirectory() as root:
        workspace = build(root)
        for agent, path in FILE_OF.items():
            write(workspace, 0, agent)
            first = Event(
                Phase.POST, ActionKind.FILE_EDIT, "acme", "s0", workspace.root,
                contributor=Contributor(EntityType.AI), targets=(Target(path, "create"),),
            )  # fmt: skip
            engine.after_call(workspace, first)
        select(workspace, "s")
        with tempfile.TemporaryDirectory() as runtime:
            process = helped(runtime)
            least = measured(workspace, compiled(workspace, os.path.join(runtime, "bin")))
            grown = growth(process)
            manage.stop()
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    nothing = least.pop("nothing")
    figures = {"python_pass_ms": round(nothing * 1e3, 1)}
    figures |= {f"{name}_hook_ms": round(value * 1e3, 1) for name, value in least.items()}
    figures |= {f"{name}_ratio": round(value / nothing, 1) for name, value in least.items()}
    figures |= {"peak_mb": round(peak, 1), "memory_growth_mb": round(grown, 1)}
    lines = [f"{key:30} {value:8.1f}" for key, value in figures.items()]
    load.append(round(os.getloadavg()[0], 1))
    report("hook", figures | {"load": load}, [*lines, f"load {load[0]} to {load[1]}"])


if __name__ == "__main__":
    main()
