"""The helper under stress: kills at random instants, many callers at once, many requests.

1. `KILLS` times the helper or one of its children is killed while a post-hook runs. Every record
   that a hook named in its answer must be in the ledger (`lost` is 0), every file must be known
   as it is (`unrecorded` is 0), the ledger must verify, and the hook after each kill of a helper
   must answer; `after_kill_ms` is what that took, beside `cold_ms` without a helper.
2. `CALLERS` hooks at once against one at a time, on the cores there are. `crowd_p95_ratio` compares
   the crowd's p95, shared out among the callers and cores, with a single hook's p95.
3. `REQUESTS` hooks; the helper's own memory after each tenth. `memory_growth_mb` is what it grew
   by after the first tenth.

`--quick` divides all three by twenty. The seed is fixed, what the machine does in between is not.
"""

from __future__ import annotations

import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from benchmarks.speed.common import report
from benchmarks.speed.hook import TRACER, event, helped, resident_mb
from tracer.engine.content import content_of
from tracer.helper import client, manage
from tracer.helper.place import SWITCH
from tracer.ledger import Index, verify
from tracer.model.workspace import Workspace

SHARE = 20 if "--quick" in sys.argv else 1
KILLS = 1_000 // SHARE
CALLERS = 64
REQUESTS = 10_000 // SHARE
SINGLE = 30
SEED = 23


def start(workspace, payload, helper="on"):
    """A hook that has its event and has not answered yet."""
    running = subprocess.Popen(
        [*TRACER, "hook", "--agent", "generic"],
        cwd=workspace.root,
        env=os.environ | {SWITCH: helper},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    running.stdin.write(json.dumps(payload).encode())
    running.stdin.close()
    running.stdin = None
    return running


def answer(running):
    """The hook's answer. Raises: SystemExit if the hook gave none."""
    out, err = running.communicate(timeout=120)
    try:
        return json.loads(out)
    except ValueError:
        raise SystemExit(f"a hook answered nothing: {out!r} {err!r}") from None


def timed(workspace, payload, helper="on"):
    """Milliseconds of one hook."""
    begin = time.perf_counter()
    answer(start(workspace, payload, helper))
    return (time.perf_counter() - begin) * 1e3


def edit(workspace, number):
    """Write a file and give the event that tells of it."""
    name = f"pkg{number % 40}.py"
    with open(os.path.join(workspace.root, name), "w", encoding="utf-8") as file:
        file.write(f"def f(a):\n    return a + {number}\n")
    payload = event(workspace, "post", f"c{number}", "")
    payload["targets"] = [{"path": name, "op": "edit"}]
    return payload


def children(process):
    """Processes that were forked by this one and live."""
    with suppress(OSError), open(f"/proc/{process}/task/{process}/children", encoding="ascii") as f:
        return [int(word) for word in f.read().split()]
    return []


def ensure(runtime):
    """The helper's process; started anew where it was killed."""
    found = [one.pid for one in manage.running() if one.is_ours]
    if found:
        return found[0]
    client.spawn()
    until = time.monotonic() + 60
    while time.monotonic() < until:
        found = [one.pid for one in manage.running() if one.is_ours]
        if found:
            return found[0]
        time.sleep(0.05)
    raise SystemExit(f"no helper starts below {runtime}")


def reap():
    """Let helpers that were killed go: this process started them."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def killed(workspace, runtime):
    """Kill at random instants; (figures, what was lost)."""
    chance = random.Random(SEED)
    told, after, kills = set(), [], {"helper": 0, "child": 0}
    typical = statistics.median(timed(workspace, edit(workspace, n)) for n in range(5)) / 1e3
    cold = [timed(workspace, event(workspace, "prompt", "c", ""), "off") for _ in range(5)]
    number = 10
    while sum(kills.values()) < KILLS:
        number += 1
        process = ensure(runtime)
        running = start(workspace, edit(workspace, number))
        time.sleep(chance.uniform(0, typical))
        victims = children(process)
        if victims and chance.random() < 0.9:
            with suppress(ProcessLookupError):
                os.kill(chance.choice(victims), signal.SIGKILL)
                kills["child"] += 1
        elif chance.random() < 0.2:
            os.kill(process, signal.SIGKILL)
            kills["helper"] += 1
            after.append(timed(workspace, event(workspace, "prompt", "c", "")))
        record = answer(running).get("record")
        if record:
            told.add(record)
        reap()
    with open(workspace.ledger, encoding="utf-8") as file:
        known = {json.loads(line)["id"] for line in file}
    figures = {"kills": sum(kills.values()), **{f"{k}_kills": v for k, v in kills.items()}}
    figures |= {"acknowledged": len(told), "lost": len(told - known)}
    figures["unrecorded"] = unrecorded(workspace)
    figures["verifies"] = verify(workspace).ok
    figures["cold_ms"] = round(statistics.median(cold), 1)
    figures["after_kill_ms"] = round(statistics.median(after), 1) if after else None
    return figures


def unrecorded(workspace):
    """How many of the files are not in the ledger as they stand on disk now."""
    index = Index.open(workspace)
    try:
        known = index.latest_contents()
    finally:
        index.close()
    count = 0
    for name in os.listdir(workspace.root):
        if name.endswith(".py"):
            with open(os.path.join(workspace.root, name), "rb") as file:
                count += known.get(name) != content_of(file.read())
    return count


def crowded(workspace):
    """Hooks one at a time, and many at once."""
    payload = event(workspace, "prompt", "c", "")
    one = sorted(timed(workspace, payload) for _ in range(SINGLE))
    with ThreadPoolExecutor(CALLERS) as pool:
        many = sorted(pool.map(lambda _: timed(workspace, payload), range(CALLERS)))
    single, crowd = p95(one), p95(many)
    ratio = crowd / (single * CALLERS / (os.cpu_count() or 1))
    return {
        "single_p95_ms": round(single, 1),
        "crowd_p95_ms": round(crowd, 1),
        "crowd_p95_ratio": round(ratio, 2),
    }


def p95(times):
    """The 95th percentile of sorted times."""
    return times[int(0.95 * (len(times) - 1))]


def asked(workspace, runtime):
    """The helper's memory while it takes many hooks."""
    process = ensure(runtime)
    payload = event(workspace, "prompt", "c", "")
    sizes = []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(10):
            list(pool.map(lambda _: timed(workspace, payload), range(REQUESTS // 10)))
            sizes.append(resident_mb(process))
    still = [one.pid for one in manage.running() if one.is_ours]
    return {
        "requests": REQUESTS,
        "same_helper": still == [process],
        "memory_growth_mb": round(sizes[-1] - sizes[0], 2),
    }


def main():
    """Print the figures; `--write` commits them. Ends with 1 where something was lost."""
    load = [round(os.getloadavg()[0], 1)]
    with tempfile.TemporaryDirectory() as root, tempfile.TemporaryDirectory() as runtime:
        workspace = Workspace(os.path.realpath(root))
        for command in (["git", "init", "-q"], [*TRACER, "init"]):
            subprocess.run(command, cwd=root, check=True, capture_output=True)
        helped(runtime)
        figures = killed(workspace, runtime)
        ensure(runtime)
        figures |= crowded(workspace)
        figures |= asked(workspace, runtime)
        manage.stop()
        reap()
    load.append(round(os.getloadavg()[0], 1))
    lines = [f"{key:18} {value}" for key, value in figures.items()]
    report("helper", figures | {"load": load}, [*lines, f"load {load[0]} to {load[1]}"])
    if figures["lost"] or figures["unrecorded"] or not figures["verifies"]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
