"""Match and classify one pair of file versions, beside `git diff` and a bare parse.

`python -m benchmarks.speed.matching --repo CLONE` reads requests/models.py v2.20.0 and v2.28.0
from a local clone of psf/requests. Without `--repo` only the growth table is made: generated
files of 100 to 100,000 lines with a 2 % edit.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

from benchmarks.speed.common import best_of, report
from tracer.classify import classify
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.syntax import language_named

PAIR = ("v2.20.0", "v2.28.0", "requests/models.py")


def show(repo, rev, path):
    """A file at a revision."""
    command = ["git", "-C", repo, "show", f"{rev}:{path}"]
    return subprocess.run(command, capture_output=True, check=True).stdout


def git_diff(before, after):
    """Wall time of `git diff --no-index` on two texts."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("before.py", "after.py")]
        for path, text in zip(paths, (before, after), strict=True):
            with open(path, "wb") as file:
                file.write(text)
        best = float("inf")
        for _ in range(5):
            begin = time.perf_counter()
            subprocess.run(
                ["git", "diff", "--no-index", "--stat", *paths], capture_output=True, check=False
            )
            best = min(best, time.perf_counter() - begin)
    return best


def pair_figures(before, after):
    """Milliseconds of each way to look at the pair."""
    parser = language_named("python").parser
    change_set = ChangeSet.from_texts({"m.py": before}, {"m.py": after})
    parse_s, _ = best_of(lambda: (parser.parse(before), parser.parse(after)))
    match_s, mapping = best_of(lambda: match(change_set))
    classify_s, _ = best_of(lambda: classify(mapping))
    return {
        "git_diff_ms": round(git_diff(before, after) * 1e3, 1),
        "tree_sitter_parse_ms": round(parse_s * 1e3, 1),
        "match_ms": round(match_s * 1e3, 1),
        "classify_ms": round(classify_s * 1e3, 1),
        "total_ms": round((match_s + classify_s) * 1e3, 1),
    }


def generated(lines):
    """A module of about `lines` lines, and the same with every fiftieth function edited."""
    function = (
        "def f{0}(a, b):\n    c = a + b * {0}\n    if c > {0}:\n        return c\n"
        "    return g{0}(c)\n\n\n"
    )
    count = max(1, lines // 7)
    before = "".join(function.format(i) for i in range(count))
    after = "".join(
        function.format(i).replace("c > ", "c >= ") if i % 50 == 0 else function.format(i)
        for i in range(count)
    )
    return before.encode(), after.encode()


def main():
    """Print both tables; `--write` commits them."""
    figures = {}
    lines = []
    if "--repo" in sys.argv:
        repo = sys.argv[sys.argv.index("--repo") + 1]
        before, after = (show(repo, rev, PAIR[2]) for rev in PAIR[:2])
        figures["requests/models.py v2.20.0..v2.28.0"] = row = pair_figures(before, after)
        lines += [f"{key:24} {value:8.1f}" for key, value in row.items()]
    growth = {}
    for size in (100, 1_000, 10_000, 100_000):
        before, after = generated(size)
        change_set = ChangeSet.from_texts({"m.py": before}, {"m.py": after})
        match_s, mapping = best_of(lambda cs=change_set: match(cs), 3 if size < 50_000 else 1)
        classify_s, _ = best_of(lambda m=mapping: classify(m), 3 if size < 50_000 else 1)
        growth[size] = {
            "match_ms": round(match_s * 1e3, 1),
            "classify_ms": round(classify_s * 1e3, 1),
        }
        lines.append(
            f"{size:7} lines: match {match_s * 1e3:9.1f} ms, classify {classify_s * 1e3:8.1f} ms"
        )
    report("matching", {"pair": figures, "growth": growth}, lines)


if __name__ == "__main__":
    main()
