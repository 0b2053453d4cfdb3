"""Change sets on which matching could fall off a cliff: microseconds a byte should not grow.

`python -m benchmarks.speed.cliffs` makes every shape at two sizes, the second four times the first,
and prints the processor time of `match` for both and the ratio: 4 is linear.
"""

from __future__ import annotations

import random
import time

from benchmarks.speed.common import report
from tracer.matching import match
from tracer.model.changes import ChangeSet


def function(number, name=None, extra=""):
    return (
        f"def {name or f'f{number}'}(a, b):\n    c = a + b * {number}\n    if c > {number}:\n"
        f"        return c\n{extra}    return g{number}(c)\n\n\n"
    )


def module(count, name="f", extra=""):
    return "".join(function(i, f"{name}{i}", extra) for i in range(count))


def shuffled(items):
    return random.Random(1).sample(items, len(items))


def names_move_up(n):
    return {"a.py": module(n)}, {"a.py": "".join(function(i, f"f{i + 1}") for i in range(n))}


def all_renamed(n):
    return {"a.py": module(n)}, {"a.py": module(n, "h")}


def shuffled_and_edited(n):
    after = "".join(function(i, extra="    log(c)\n") for i in shuffled(range(n)))
    return {"a.py": module(n)}, {"a.py": after}


def all_extracted(n):
    lines = ["x{0} = compute{0}(a, b)\n", "store{0}(x{0}, 'k{0}')\n"]
    before = "".join(line.format(i) for i in range(n) for line in lines)
    after = "".join(
        f"def e{i}():\n" + "".join("    " + line.format(i) for line in lines) for i in range(n)
    )
    return {"a.py": before}, {"a.py": after + "".join(f"e{i}()\n" for i in range(n))}


def equal_statements(n):
    line = '    log.info("x", a)\n'
    return {"a.py": "def f():\n" + line * n}, {"a.py": "def f():\n" + line * (n + 10)}


def overloads(n):
    lines = [f"  int f(T a) {{ return a.g({i}); }}\n" for i in range(n)]
    before = "class A {\n" + "".join(lines) + "}\n"
    return {"A.java": before}, {"A.java": before.replace(");", ") + 1;")}


def literal_shuffled(n):
    rows = [f"    ({i}, 'name {i % 10}', {i * 7}),\n" for i in range(n)]
    return {"a.py": "T = [\n" + "".join(rows) + "]\n"}, {
        "a.py": "T = [\n" + "".join(shuffled(rows)) + "]\n"
    }


def literal_edited(n):
    before, _ = literal_shuffled(n)
    return before, {"a.py": before["a.py"].replace("name", "title")}


def one_line_bundle(n):
    before = "".join(
        f"function a{i}(b,c){{var d=b+c*{i};if(d>{i}){{return d}}return a{i + 1}(d,{i})}}"
        for i in range(n)
    )
    return {"a.js": before}, {"a.js": before.replace("d>", "d>=")}


def reindented(n):
    before = module(n)
    after = "".join("    " + line if line.strip() else line for line in before.splitlines(True))
    return {"a.py": before}, {"a.py": "class A:\n" + after}


def many_files(n):
    before = {f"d/m{i}.py": "".join(function(10 * i + j) for j in range(6)) for i in range(n)}
    return before, {
        path.replace("d/", "e/"): text.replace("if c", "while c") for path, text in before.items()
    }


def deep_sum(n):
    before = "x = " + " + ".join(f"a{i}" for i in range(n)) + "\n"
    return {"a.py": before}, {"a.py": before.replace("a50 ", "b50 ")}


SHAPES = (
    (names_move_up, 700),
    (all_renamed, 700),
    (shuffled_and_edited, 700),
    (all_extracted, 500),
    (equal_statements, 1_000),
    (overloads, 500),
    (literal_shuffled, 1_250),
    (literal_edited, 1_250),
    (one_line_bundle, 1_000),
    (reindented, 700),
    (many_files, 500),
    (deep_sum, 5_000),
)


def timed(texts):
    before, after = ({path: text.encode() for path, text in side.items()} for side in texts)
    change_set = ChangeSet.from_texts(before, after)
    begin = time.process_time()
    match(change_set)
    return time.process_time() - begin


def main():
    """Print a line a shape; `--write` commits them."""
    figures, lines = {}, []
    for shape, size in SHAPES:
        small, large = timed(shape(size)), timed(shape(4 * size))
        figures[shape.__name__] = {
            "size": 4 * size,
            "ms": round(large * 1e3),
            "ratio_of_4": round(large / small, 1),
        }
        lines.append(
            f"{shape.__name__:22} {4 * size:6} {large * 1e3:8.0f} ms   x{large / small:4.1f}"
        )
    report("cliffs", {"shapes": figures}, lines)


if __name__ == "__main__":
    main()
