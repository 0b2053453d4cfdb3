"""Two refactorings and a mutant where they meet: how many are called AST_REFACTOR (must be 0).

    python -m benchmarks.accuracy.verdicts.composed [--per-language N] [--seed S] [--npm DIR]
        [--json FILE] PATH ...

In a function of a real file (PATH as for `mutants.py`) a local gets another name; then another one
does, the function changes places with the next definition, or a line is broken. What is called a
refactoring so far is mutated (`operators.py`) on a line that changed or beside one: conditions that
each rule checks for itself may fail for both at once. Judged in a closed world, in which more can
be proved. Mutants that change nothing, for all that compilers say, are counted by themselves.
"""

from __future__ import annotations

import argparse
import difflib
import random
import re
from collections import Counter

from benchmarks.accuracy.verdicts.equivalents import why_equivalent
from benchmarks.accuracy.verdicts.mutants import is_unsound, sources
from benchmarks.accuracy.verdicts.operators import OPERATORS, Source, is_change, local_words
from benchmarks.accuracy.verdicts.oracle import table, write

COLUMNS = ("composed", "mutants", "unsound", "change nothing")
LARGEST = 25_000
TRIES = 12  # mutants of which one may be where the refactorings meet


def function_around(source, row):
    """Row of the innermost function around a row, or -1."""
    tree, definitions = source.tree, source.language.definitions
    while row > 0:
        found = definitions.get(tree.kind[row])
        if found is not None and found.kind == "function":
            return row
        row = tree.parent[row]
    return -1


def with_other_name(source, rng, ending, function=-1):
    """(text, row of the function) with a local of a function renamed, or None."""
    for group, word, _ in local_words(source, rng):
        home = function_around(source, group[0])
        if home > 0 and function in (-1, home) and not word.endswith("_other"):
            new = word.encode() + ending
            return source.cut([source.span(row, new) for row in group]), home
    return None


def exchanged(source, row):
    """The text with a definition and the next one of its list in each other's place, or None."""
    tree = source.tree
    siblings = tree.children(tree.parent[row])
    behind = [at for at in siblings if at > row and tree.kind[at] in source.language.definitions]
    if not behind:
        return None
    other = behind[0]
    texts = tree.slice(row), tree.slice(other)
    return source.cut([source.span(row, texts[1]), source.span(other, texts[0])])


def with_broken_line(source, row, rng):
    """The text with an operator of a function followed by a line end, or None."""
    tree = source.tree
    found = [m.end() for m in re.finditer(rb"[-+*/<>=&|]=? ", tree.slice(row))]
    at = tree.start[row] + rng.choice(found) if found else -1
    return None if at < 0 else source.cut([(at - 1, at, b"\n        ")])


def composed(source, rng):
    """The text after two refactorings of a function, or None."""
    first = with_other_name(source, rng, b"_first")
    if first is None:
        return None
    between = Source(source.path, first[0])
    sort = rng.choice(("rename", "exchange", "line"))
    if sort == "rename":
        second = with_other_name(between, rng, b"_other", first[1])
        return second and second[0]
    if sort == "exchange":
        return exchanged(between, first[1])
    return with_broken_line(between, first[1], rng)


def changed_lines(before, after):
    """Numbers of the lines after that differ, or stand beside one that does."""
    matcher = difflib.SequenceMatcher(None, before.split(b"\n"), after.split(b"\n"), autojunk=False)
    return {
        line
        for tag, _, _, first, last in matcher.get_opcodes()
        if tag != "equal"
        for line in range(first - 1, last + 1)
    }


def mutant_in(source, lines, operator, rng):
    """A mutant of a text that begins on one of some lines, or None."""
    for _ in range(TRIES):
        text = operator(source, rng)
        if text is None:
            return None
        same = next((i for i, (a, b) in enumerate(zip(source.text, text)) if a != b), -1)  # noqa: B905
        if same >= 0 and source.text.count(b"\n", 0, same) in lines and is_change(source, text):
            return text
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--per-language", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--npm", help="directory whose node_modules has typescript and terser")
    parser.add_argument("--json")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    counts = {}
    for source, before in sources(options.paths, rng, LARGEST):
        count = counts.setdefault(source.language.name, Counter())
        after = composed(source, rng) if count["mutants"] < options.per_language else None
        if after is None or not is_unsound(source, after, closed_world=True)[0]:
            continue
        count["composed"] += 1
        refactored, lines = Source(source.path, after), changed_lines(before, after)
        for operator in rng.sample(list(OPERATORS), 6):
            text = mutant_in(refactored, lines, operator, rng)
            if text is None:
                continue
            count["mutants"] += 1
            if not is_unsound(source, text, closed_world=True)[0]:
                continue
            why = why_equivalent(after, text, source.path, source.language.name, options.npm)
            count["change nothing" if why else "unsound"] += 1
            if not why:
                print(f"{source.path}: {operator.__name__}")
                sides = (part.decode("utf-8", "replace").splitlines() for part in (after, text))
                print("\n".join(list(difflib.unified_diff(*sides, lineterm="", n=1))[2:20]))
    rows = [(name, *(counts[name][key] for key in COLUMNS)) for name in sorted(counts)]
    print(table(("language", *COLUMNS), rows))
    if options.json:
        found = {row[0]: dict(zip(COLUMNS, row[1:], strict=True)) for row in rows}
        write(options.json, {"languages": found, "seed": options.seed})
    return 1 if any(count["unsound"] for count in counts.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
