"""Honest refactorings under an intent that allows nothing else, made in several calls.

    python -m benchmarks.accuracy.verdicts.in_calls --clone GITDIR [...] [--files 60] [--json OUT]

An agent seldom makes a refactoring in one call: it edits the new file, the old one and each use one
by one, and in the order that it likes. rope refactors Python files; of what can be relied on
(`rope_edits.py`) and is recognised when it is made at once, each edit becomes a call of its own: a
function that comes or goes is one, and each place that changes in others. The calls come in the
order of the files, backwards, and in two drawn orders; an order in which a file does not compile in
between is left out. Each order is played in a repository of its own, in `enforce`, under an intent
that allows `AST_REFACTOR` only, through the same function that answers an agent's hooks.

Printed by kind: orders, those in which a call was refused, and those in which the end of the turn
complained of a refactoring that was complete. Must: 2 % of either. To see that the gate is awake,
the first order is played again without its last call, and it is counted how often that is said.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter

from benchmarks.accuracy.verdicts import reliance, rope_edits
from benchmarks.accuracy.verdicts.oracle import Clone, judge, percent, table, write
from benchmarks.accuracy.verdicts.tools import texts
from tracer.agents.run import run

TRACER = (sys.executable, "-c", "from tracer.cli.entry import main; main()")
GIT = ("git", "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "gc.auto=0")
FEWEST, MOST = 2, 8  # calls
DRAWN = 2


def pieces(lines):
    """{key: (first line, end)} of a file: its functions and methods, and what is before each."""
    found, at, prefix = {}, 0, ""
    spots = []

    def visit(body, prefix):
        for node in body:
            if isinstance(node, ast.ClassDef):
                visit(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
                spots.append((f"{prefix}{node.name}", first - 1, node.end_lineno))

    visit(ast.parse("".join(lines)).body, prefix)
    for key, start, end in spots:
        unique = f"{key} {sum(known.startswith(f'{key} ') for known in found)}"
        found[f"before {unique}"] = at, start
        found[f"{unique} "] = start, end
        at = end
    found["end"] = at, len(lines)
    return found


def hunks(before, text):
    """(first line, end, new lines) of each edit, counted in the lines before."""
    after = text.splitlines(keepends=True)
    sides = pieces(before), pieces(after)
    place, found = 0, []
    for key, (start, end) in sides[1].items():
        if key not in sides[0]:
            found.append((place, place, after[start:end]))
            continue
        first, last = sides[0][key]
        matcher = difflib.SequenceMatcher(
            None, before[first:last], after[start:end], autojunk=False
        )
        found += [
            (first + b1, first + b2, after[start + a1 : start + a2])
            for tag, b1, b2, a1, a2 in matcher.get_opcodes()
            if tag != "equal"
        ]
        place = last
    found += [(*span, []) for key, span in sides[0].items() if key not in sides[1]]
    return joined(
        sorted((hunk for hunk in found if hunk[0] < hunk[1] or hunk[2]), key=lambda h: h[:2])
    )


def joined(found):
    """A new function and the blank lines before it are one edit, and so are those that are gone."""
    made = []
    for start, end, new in found:
        if made and made[-1][1] == start and (start == end) == (made[-1][0] == made[-1][1]):
            made[-1] = made[-1][0], end, made[-1][2] + new
        else:
            made.append((start, end, new))
    return made


class Calls:
    """The edits that lead from some files to others; each is a call, as an agent would make it.

    A function that is new or gone is one edit; what changed inside of one, or between them, is one
    for each place.
    """

    def __init__(self, before, after):
        self._before = {name: text.decode() for name, text in before.items()}
        self._before = {name: text.splitlines(keepends=True) for name, text in self._before.items()}
        self.hunks = []
        for name in sorted(after):
            text = after[name].decode()
            self.hunks += [(name, *hunk) for hunk in hunks(self._before.setdefault(name, []), text)]
            assert self._with(name, range(len(self.hunks))) == text

    def orders(self, rng):
        """Different orders of the hunks, by their numbers."""
        numbers = list(range(len(self.hunks)))
        found = [tuple(numbers), tuple(reversed(numbers))]
        found += [tuple(rng.sample(numbers, len(numbers))) for _ in range(DRAWN)]
        return list(dict.fromkeys(found))

    def play(self, order):
        """(name, text) after each call; None when a file does not compile in between."""
        done, steps = set(), []
        for number in order:
            done.add(number)
            name = self.hunks[number][0]
            text = self._with(name, done)
            try:
                compile(text, name, "exec", dont_inherit=True)
            except (SyntaxError, ValueError):
                return None
            steps.append((name, text))
        return steps

    def _with(self, name, numbers):
        """The text of a file after some of the calls."""
        lines = list(self._before[name])
        for number in sorted(numbers, reverse=True):
            where, start, stop, new = self.hunks[number]
            if where == name:
                lines[start:stop] = new
        return "".join(lines)


class Session:
    """An agent's session in a repository of its own."""

    def __init__(self, root, before):
        self.root = root
        self._calls = 0
        for name, text in before.items():
            with open(os.path.join(root, name), "wb") as file:
                file.write(text)
        self._run("git", "init", "-q")
        self._run(*TRACER, "init", "--mode", "enforce")
        self._run(*TRACER, "intent", "add", "INT-1", "--scope", "**", "--status", "IN_PROGRESS",
                  "--allowed-mutation", "AST_REFACTOR")  # fmt: skip
        self._run("git", "add", "-A")
        self._run(*GIT, "commit", "-qm", "start")
        self._run(*TRACER, "intent", "select", "INT-1", "--agent", "acme", "--session", "s")

    def write(self, name, text):
        """Write a file as an agent does; the code with which it was refused, or None."""
        self._calls += 1
        is_there = os.path.exists(os.path.join(self.root, name))
        if is_there:
            for phase in ("pre", "post"):
                self._tell(phase, "read", targets=[{"path": name, "op": "edit"}])
        targets = [{"path": name, "op": "edit" if is_there else "create", "after": text}]
        answer = self._tell("pre", "file_edit", targets=targets)
        if answer.get("decision") in {"deny", "ask"}:
            return (answer.get("error") or {}).get("error_code") or "REFUSED"
        with open(os.path.join(self.root, name), "w", encoding="utf-8", newline="") as file:
            file.write(text)
        self._tell("post", "file_edit", targets=targets)
        return None

    def end(self):
        """Whether the end of the turn says that something does not fit the intent."""
        self._calls += 1
        return "allows AST_REFACTOR only" in json.dumps(self._tell("stop", "other"))

    def _tell(self, phase, kind, **fields):
        event = {
            "schema": "tracer.event/1", "phase": phase, "kind": kind, "agent": "acme",
            "session_id": "s", "turn_id": "1", "call_id": f"c{self._calls}", "cwd": self.root,
            "contributor": {"entity_type": "AI", "model_identifier": "acme-1"}, **fields,
        }  # fmt: skip
        return json.loads(run("generic", json.dumps(event).encode()).stdout or "{}")

    def _run(self, *command):
        subprocess.run(command, cwd=self.root, check=True, capture_output=True)


def played(place, before, steps):
    """What went wrong in one order: `refused CODE`, `complained`, or an empty text."""
    root = tempfile.mkdtemp(dir=place)
    try:
        session = Session(os.path.realpath(root), before)
        for name, text in steps:
            code = session.write(name, text)
            if code is not None:
                return f"refused {code}"
        return "complained" if session.end() else ""
    finally:
        shutil.rmtree(root, ignore_errors=True)


def measure(options, place):
    """{kind: figures}, and what to look at."""
    rng = random.Random(options.seed)
    clones = [Clone(path) for path in options.clone]
    paths = {}
    files = texts(clones, "python", options.files, rng, paths)
    counts, failed = Counter(), []
    for tool, name, *sides, doubts in rope_edits.edits(files, rng, options.only):
        kind = tool.removeprefix("rope ")
        if doubts or reliance.input_doubts(paths[name], "python", files[name]):
            continue
        before, after = ({path: text for path, text in side.items() if text} for side in sides)
        calls = Calls(before, after)
        if not FEWEST <= len(calls.hunks) <= MOST:
            continue
        if judge(before, after, closed_world=True).verdict == "INTENT_EVOLUTION":
            counts[kind, "not recognised at once"] += 1
            continue
        first = calls.play(calls.orders(rng)[0])
        if first is not None:
            found = played(place, before, first[:-1])
            counts[kind, "unfinished"] += 1
            counts[kind, "said so"] += bool(found)
        for order in calls.orders(rng):
            steps = calls.play(order)
            if steps is None:
                counts[kind, "does not compile"] += 1
                continue
            found = played(place, before, steps)
            counts[kind, "orders"] += 1
            counts[kind, found.split()[0] if found else "right"] += 1
            if found:
                failed.append(f"{kind} {paths[name]} {order}: {found}")
                if options.keep:
                    kept(
                        os.path.join(options.keep, f"{kind.replace(' ', '_')}-{len(failed)}"),
                        before,
                        steps,
                    )
    return counts, failed


def kept(folder, before, steps):
    """The start and each step of an order as files, to look at."""
    os.makedirs(folder, exist_ok=True)
    for name, text in before.items():
        with open(os.path.join(folder, f"0-{name}"), "wb") as file:
            file.write(text)
    for number, (name, text) in enumerate(steps, 1):
        with open(os.path.join(folder, f"{number}-{name}"), "w", encoding="utf-8") as file:
            file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clone", action="append", default=[])
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="refactorings of this name")
    parser.add_argument("--json")
    parser.add_argument("--keep", help="write the orders that failed below this directory")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        os.environ |= {"HOME": place, "XDG_CACHE_HOME": os.path.join(place, "cache")}
        counts, failed = measure(options, place)
    kinds = sorted({kind for kind, _ in counts})
    columns = ("orders", "right", "refused", "complained", "unfinished", "said so",
               "does not compile", "not recognised at once")  # fmt: skip
    rows = [(kind, *(counts[kind, column] for column in columns)) for kind in kinds]
    sums = ["all", *(sum(counts[kind, column] for kind in kinds) for column in columns)]
    print(table(("kind", *columns), [*rows, tuple(sums)]))
    print(f"refused or complained of: {percent(sums[3] + sums[4], sums[1])} % (must 2)")
    print(*failed, sep="\n")
    if options.json:
        asked = {"files": options.files, "seed": options.seed}
        figures = {row[0]: dict(zip(columns, row[1:], strict=True)) for row in [*rows, tuple(sums)]}
        write(options.json, {**asked, "kinds": figures})


if __name__ == "__main__":
    main()
