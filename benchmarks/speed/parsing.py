"""`tracer.parse` plus `tracer.fingerprint` against tree-sitter's parse alone, same process.

60 files of the standard library for Python, and the formatting samples of the other languages;
with the native core and in pure Python. Fingerprints: TOKENS of every node; every rung of
definitions and statements. Limits: 1.8 for Python, 2.5 for the worst language (pure: 4.5 and 7);
aims 1.4 and 1.8. The steps take turns, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

import gc
import glob
import os
import time

import tracer
from benchmarks.speed.common import report
from tracer import native
from tracer.model.enums import Rung
from tracer.syntax import language_named

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


ROUNDS = 4


def fingerprint_all(tree):
    """Every rung where it is promised."""
    prints = tracer.fingerprint(tree)
    for rung in Rung:
        prints.column(rung)
    return len(tree)


def seconds_of(actions):
    """The least process time of each action over some rounds, in which they take turns."""
    best = dict.fromkeys(actions, float("inf"))
    for _ in range(ROUNDS):
        for name, action in actions.items():
            gc.collect()
            begin = time.process_time()
            action()
            best[name] = min(best[name], time.process_time() - begin)
    return best


def measure(name, texts):
    """Times over the texts of one language as multiples of tree-sitter's, and nodes a second."""
    language = language_named(name)
    parser = language.parser
    counts = []

    def all_rungs():
        counts[:] = [fingerprint_all(tracer.parse(text, language)) for text in texts]

    seconds = seconds_of(
        {
            "raw": lambda: [parser.parse(text) for text in texts],
            "parse": lambda: [tracer.parse(text, language) for text in texts],
            "total": all_rungs,
        }
    )
    raw, total = seconds["raw"], seconds["total"]
    size = sum(map(len, texts))
    return {
        "files": len(texts),
        "bytes": size,
        "nodes": sum(counts),
        "ratio_parse": round(seconds["parse"] / raw, 2),
        "ratio_total": round(total / raw, 2),
        "mb_per_s": round(size / 1e6 / total, 2),
        "nodes_per_s": round(sum(counts) / total),
    }


def without_core(action):
    """What the action gives in pure Python."""
    known = native.state()
    native._known = native.State(None, "measured without")  # noqa: SLF001 - as the switch does
    try:
        return action()
    finally:
        native._known = known  # noqa: SLF001


def samples():
    """{language: texts}: the standard library, and this project's formatting samples."""
    files = sorted(glob.glob(os.path.join(os.path.dirname(os.__file__), "*.py")))[:60]
    found = {"python": [read(path) for path in files]}
    for folder in sorted(glob.glob(os.path.join(ROOT, "fixtures", "formatting", "*"))):
        texts = [read(path) for path in sorted(glob.glob(os.path.join(folder, "*")))]
        name = os.path.basename(folder)
        if name != "python" and texts:
            found[name] = texts * max(1, 200_000 // sum(map(len, texts)))
    return found


def read(path):
    """A file's bytes."""
    with open(path, "rb") as file:
        return file.read()


def table(title, figures):
    """One line a language."""
    return [
        f"{title:12} {'MB':>6} {'parse':>6} {'total':>6} {'MB/s':>6} {'nodes/s':>9}",
        *(
            f"{name:12} {row['bytes'] / 1e6:6.2f} {row['ratio_parse']:6.2f} "
            f"{row['ratio_total']:6.2f} {row['mb_per_s']:6.2f} {row['nodes_per_s']:9}"
            for name, row in figures.items()
        ),
    ]


def main():
    """Print the tables; `--write` commits them."""
    found = samples()
    pure = without_core(lambda: {name: measure(name, texts) for name, texts in found.items()})
    lines = table("pure", pure)
    figures = {"languages": pure}
    if native.core() is not None:
        with_core = {name: measure(name, texts) for name, texts in found.items()}
        figures = {"native": with_core, **figures}
        lines += table("native", with_core)
    else:
        lines.append(f"no native core: {native.state().reason}")
    lines.append("parse, total: multiples of tree-sitter's own parse time")
    report("parsing", figures, lines)


if __name__ == "__main__":
    main()
