"""`tracer.parse` plus `tracer.fingerprint` against tree-sitter's parse alone, same process.

150 files of the standard library for Python (limit 3.0, aim 1.5), and the formatting samples
of the other languages for their speed. Fingerprints: TOKENS of every node; every rung of
definitions and statements.
"""

from __future__ import annotations

import glob
import os

import tracer
from benchmarks.speed.common import best_of, report
from tracer.model.enums import Rung
from tracer.syntax import language_named

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def fingerprint_all(tree):
    """Every rung where it is promised."""
    prints = tracer.fingerprint(tree)
    for rung in Rung:
        prints.column(rung)
    return len(tree)


def measure(name, texts):
    """Times of the three steps over the texts of one language, in seconds."""
    language = language_named(name)
    parser = language.parser
    raw, _ = best_of(lambda: [parser.parse(text) for text in texts])
    columns, trees = best_of(lambda: [tracer.parse(text, language) for text in texts])
    prints, counts = best_of(lambda: [fingerprint_all(tree) for tree in trees])
    size = sum(map(len, texts))
    return {
        "files": len(texts),
        "bytes": size,
        "nodes": sum(counts),
        "ratio_parse": round(columns / raw, 2),
        "ratio_total": round((columns + prints) / raw, 2),
        "mb_per_s": round(size / 1e6 / (columns + prints), 2),
        "nodes_per_s": round(sum(counts) / (columns + prints)),
    }


def samples():
    """{language: texts}: the standard library, and this project's formatting samples."""
    files = sorted(glob.glob(os.path.join(os.path.dirname(os.__file__), "*.py")))[:150]
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


def main():
    """Print the table; `--write` commits it."""
    figures = {name: measure(name, texts) for name, texts in samples().items()}
    lines = [
        f"{'language':12} {'MB':>6} {'parse':>6} {'total':>6} {'MB/s':>6} {'nodes/s':>9}",
        *(
            f"{name:12} {row['bytes'] / 1e6:6.2f} {row['ratio_parse']:6.2f} "
            f"{row['ratio_total']:6.2f} {row['mb_per_s']:6.2f} {row['nodes_per_s']:9}"
            for name, row in figures.items()
        ),
        "parse, total: multiples of tree-sitter's own parse time; limit for python 3.0",
    ]
    report("parsing", {"languages": figures}, lines)


if __name__ == "__main__":
    main()
