"""What the speed benchmarks share: timing, the environment line, writing references."""

from __future__ import annotations

import gc
import json
import os
import platform
import sys
import time
from importlib.metadata import version


def best_of(action, rounds=5):
    """(least process time in seconds, last result) of `action`, garbage collected before."""
    best = float("inf")
    result = None
    for _ in range(rounds):
        gc.collect()
        begin = time.process_time()
        result = action()
        best = min(best, time.process_time() - begin)
    return best, result


def environment():
    """What the figures depend on, without naming the machine."""
    packages = ("tree-sitter", "tree-sitter-language-pack", "xxhash")
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        **{name: version(name) for name in packages},
    }


def report(name, figures, lines):
    """Print the lines and, with `--write`, keep the figures as the committed reference."""
    print("\n".join(lines))
    if "--write" in sys.argv:
        path = os.path.join(os.path.dirname(__file__), "reference", f"{name}.json")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"environment": environment(), **figures}, file, indent=2)
            file.write("\n")
