"""Functions of a Python repository's history, held against `ast.dump`.

    python -m benchmarks.accuracy.verdicts.history --clone GITDIR [--commits 600] [--sample N]

Every function whose text changed in a commit is asked twice: is its syntax tree (`ast.dump`, with
and without docstrings) the same as before, and do all changes that touch its lines read
AST_REFACTOR? Equal trees that are not recognised are misses; of these is said whether some change
lies in the function, or all of them only have it in them: it moved as a whole, or something was put
around it, which says whether it is defined, not what it is. And of all equal functions is counted
whether each of their leaves keeps its origin (`lineage`). Different trees (docstrings aside) that
are called a refactoring must have a rule that proves it; layout and formatting prove nothing about
different trees, so these are errors.
"""

from __future__ import annotations

import argparse
import ast
import warnings
from collections import Counter

from benchmarks.accuracy.verdicts.oracle import Clone, cost, judge, percent, write
from tracer.lineage import Trace
from tracer.syntax.tree import TRIVIA

SAME_TREE = {"layout", "formatting", "import_order"}


def functions(text):
    """Qualified name -> (first line, last line, dump, dump without docstrings), unique names."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(text)
    found, seen = {}, Counter()

    def visit(node, prefix):
        for child in ast.iter_child_nodes(node):
            name = prefix
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                name = f"{prefix}.{child.name}"
                seen[name] += 1
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                first = min([child.lineno, *(d.lineno for d in child.decorator_list)])
                for inner in ast.walk(child):
                    if isinstance(inner, ast.Constant):
                        inner.kind = None  # `u` before a string says nothing
                dump = ast.dump(child)
                found[name] = (first, child.end_lineno, dump, ast.dump(_bare(child)))
            visit(child, name)

    visit(tree, "")
    return {name: value for name, value in found.items() if seen[name] == 1}


def _bare(node):
    """The function without docstrings, in a copy."""
    copy = ast.parse(ast.unparse(node))
    for inner in ast.walk(copy):
        body = getattr(inner, "body", None)
        is_text = isinstance(body, list) and body and isinstance(body[0], ast.Expr)
        if is_text and isinstance(body[0].value, ast.Constant) and len(body) > 1:
            del body[0]
    return copy


def changed(texts_b, texts_a):
    """(path, name, function before, function after) of the functions whose text changed."""
    for path in sorted(texts_b.keys() & texts_a.keys()):
        try:
            before, after = functions(texts_b[path]), functions(texts_a[path])
        except (SyntaxError, ValueError, RecursionError):
            continue
        lines_b, lines_a = texts_b[path].splitlines(), texts_a[path].splitlines()
        for name in before.keys() & after.keys():
            one, two = before[name], after[name]
            if lines_b[one[0] - 1 : one[1]] != lines_a[two[0] - 1 : two[1]]:
                yield path, name, one, two


def rules_touching(one, path, old, new):
    """(rules, kinds of evolution) of the changes that touch lines of either version.

    And those of the latter that lie in the function, rather than have all of it in them.
    """
    rules, left, around, is_moved = set(), [], [], False
    for change in one.changes():
        is_name = change.rule.startswith("rename_")  # shown at one place, done at many
        is_here = _touches(change.before, path, old) or _touches(change.after, path, new)
        if not is_here and not is_name:
            continue
        if change.verdict.value != "INTENT_EVOLUTION":
            rules.add(change.rule)
            continue
        left.append(change.rule)
        sides = ((change.before, old), (change.after, new))
        if all(place is None or _covers(place, path, f) for place, f in sides):
            around.append(change.rule)
            is_moved = is_moved or None not in (change.before, change.after)
    # Where nothing says that it moved, what has it in it may be another function.
    inside = Counter(left) - Counter(around if is_moved else ())
    return rules, set(left), set(inside)


def keeps_origins(trace, path, old, new):
    """Whether every leaf of a function after, comments aside, is a leaf of the one before."""
    before, after = trace.mapping.before.file_of_path[path], trace.mapping.after.file_of_path[path]
    segments, earlier = trace.after[after], trace.before[before]
    lines = range(new[0], new[1] + 1)
    steps = trace.steps(after, lines)
    return all(
        step is not None and step.file == before and old[0] <= earlier.line[step.segment] <= old[1]
        for index, step in enumerate(steps)
        if segments.line[index] in lines and not segments.tree.flags[segments.row[index]] & TRIVIA
    )


def _covers(place, path, function):
    """Whether a place has all lines of a function."""
    is_here = place.path == path
    return is_here and place.start_line <= function[0] and function[1] <= place.end_line


def _touches(place, path, function):
    first, last = function[:2]
    is_here = place is not None and place.path == path
    return is_here and place.start_line <= last and first <= place.end_line


def main():  # noqa: PLR0915
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clone", required=True)
    parser.add_argument("--commits", type=int, default=100_000)
    parser.add_argument("--sample", type=int, default=1)
    parser.add_argument("--json")
    options = parser.parse_args()
    clone = Clone(options.clone)
    log = clone.git("log", "--no-merges", "--format=%H", f"-{options.commits}").decode().split()
    counts, judged, missed, wrong, by_rule = Counter(), [], [], [], Counter()
    lost = []
    for commit in log[:: options.sample]:
        names = clone.git("diff-tree", "-r", "--no-commit-id", "--name-only", "-M", commit)
        paths = [n for n in names.decode("utf-8", "replace").splitlines() if n.endswith(".py")]
        before = {p: t for p in paths if (t := clone.text(p, f"{commit}^")) is not None}
        after = {p: t for p in paths if (t := clone.text(p, commit)) is not None}
        work = list(changed(before, after))
        if not work:
            continue
        one = judge(before, after, closed_world=False)
        judged.append(one.spent)
        found = one.found
        trace = Trace(
            one.mapping, kept=found.whose.kept, rules=found.whose.rules, removed=found.whose.removed
        )
        for path, name, old, new in work:
            rules, left, inside = rules_touching(one, path, old, new)
            where = f"{commit[:10]} {path}:{new[0]} {name.lstrip('.')}"
            rules = {r for r in rules if old[3] != new[3] or not r.startswith("rename_")}
            if old[2] == new[2]:
                counts["equal"] += 1
                counts["equal recognised"] += not left
                counts["equal, nothing changed in it"] += not inside
                is_kept = keeps_origins(trace, path, old, new)
                counts["equal, origins kept"] += is_kept
                if not is_kept:
                    lost.append(where)
                if left:
                    missed.append(f"{where}: {', '.join(sorted(left))}")
            elif old[3] != new[3]:
                counts["different"] += 1
                if not inside and left:
                    wrong.append(f"{where}: only around it: {', '.join(sorted(left))}")
                if not left:
                    counts["different, proved"] += bool(rules - SAME_TREE)
                    by_rule.update(rules - SAME_TREE)
                    if not rules - SAME_TREE:
                        wrong.append(f"{where}: {', '.join(sorted(rules)) or 'no change at all'}")
    share = percent(counts["equal recognised"], counts["equal"])
    itself = percent(counts["equal, nothing changed in it"], counts["equal"])
    kept = percent(counts["equal, origins kept"], counts["equal"])
    print(
        f"functions with equal trees: {counts['equal']}, recognised {share} %, "
        f"in itself {itself} %, with all origins {kept} %"
    )
    print(f"functions with different trees: {counts['different']}, called a refactoring by a rule "
          f"{counts['different, proved']} ({dict(by_rule)}), without one {len(wrong)}")  # fmt: skip
    print("\nnot recognised:", *(missed[:30] or ["none"]), sep="\n- ")
    print("\norigins not kept:", *(lost[:30] or ["none"]), sep="\n- ")
    print("\nwrong:", *(wrong[:30] or ["none"]), sep="\n- ")
    print(cost(judged))
    if options.json:
        document = {
            "counts": dict(counts),
            "recognised_percent": share,
            "recognised_in_itself_percent": itself,
            "origins_kept_percent": kept,
            "origins_not_kept": lost,
            "proved_by": dict(by_rule),
            "missed": missed,
            "wrong": wrong,
            "cost": cost(judged),
        }
        write(options.json, document)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
