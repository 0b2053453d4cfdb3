"""Mutants that change behaviour, of real files: how many are called AST_REFACTOR (must be 0).

    python benchmarks/accuracy/verdicts/mutants.py [--per-file N] [--seed S] [--mix] [PATH ...]

PATH are files or directories; without any, the standard library of the running Python and the
`before` sides of tests/corpus. Operators work on the syntax tree by grammar roles, so they are
the same for every language. `--mix` hides each mutant in a refactoring of the same file (blank
lines and a consistently renamed local). Prints a table and every unsound case.

Operators follow mutmut, cosmic-ray and Stryker (operators, constants, conditions, deleted
statements, swapped arguments, removed keywords), plus dedents, partial renames and captures.
"""

from __future__ import annotations

import argparse
import difflib
import itertools
import os
import random
import re
import sys
import sysconfig
import time
from collections import Counter

from tracer.classify import classify
from tracer.classify.names import Names, Use
from tracer.classify.tables import significant_children, tables_of
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.enums import Verdict
from tracer.syntax import BROKEN, LEAF, Role, detect, parse

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.path.join(HERE, "..", "..", "..", "tests", "corpus")
SWAPS = {
    "+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "//": "/", "**": "*",
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
    "&&": "||", "||": "&&", "and": "or", "or": "and", "&": "|", "|": "&", "^": "|",
    "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=", "*=": "+=", "|=": "&=", "&=": "|=",
    "++": "--", "--": "++", "is": "==", "in": "not in", "true": "false", "false": "true",
    "True": "False", "False": "True", "None": "0", "null": "0", "break": "continue",
    "continue": "break", "let": "var", "const": "var", ":=": "=", "??": "||", "..=": "..",
}  # fmt: skip
DROPPED = {"await", "not", "!", "break", "continue", "return", "yield", "async", "static", "final"}
DROPPED |= {"?", "defer", "go", "mut", "unsigned", "const", "volatile", "throw", "raise", "else"}
NEGATION = {"python": "not (%s)"}
LIMIT = 60_000  # bytes; larger files only cost time


class Source:
    """One file to mutate."""

    def __init__(self, path, text):
        self.path = path
        self.text = text
        self.tree = parse(text, path=path)
        self.language = self.tree.language
        self.names = Names(self.tree)
        self.erased = _erased(self.tree)

    def cut(self, spans):
        """The text with (start, end, new) replacements."""
        text = self.text
        for start, end, new in sorted(spans, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def span(self, row, new):
        return (self.tree.start[row], self.tree.end[row], new)


def _erased(tree):
    """Names of types in languages that ignore them at run time."""
    names = (tables_of(tree.language).raw.get("erased") or {}).get("names") or ()
    types = {name for name in names if name not in tables_of(tree.language).names}
    rows = set()
    for row in range(len(tree)):
        if tree.kind_name(row) in types:
            rows.update(range(row, tree.stop[row]))
    return rows


def _leaves(source):
    flags = source.tree.flags
    return [r for r in range(len(source.tree)) if flags[r] & LEAF and r not in source.erased]


def swap_token(source, rng):
    """An operator, a truth value or a keyword becomes another."""
    found = [r for r in _leaves(source) if source.tree.slice(r).decode("utf-8", "replace") in SWAPS]
    if not found:
        return None
    row = rng.choice(found)
    return source.cut([source.span(row, SWAPS[source.tree.slice(row).decode()].encode())])


def drop_token(source, rng):
    """A keyword or a negation goes."""
    found = [
        r for r in _leaves(source) if source.tree.slice(r).decode("utf-8", "replace") in DROPPED
    ]
    if not found:
        return None
    row = rng.choice(found)
    return source.cut([source.span(row, b"")])


def change_number(source, rng):
    """A number grows by one."""
    numbers = set(source.language.raw.get("numbers") or ())
    found = [
        r
        for r in _leaves(source)
        if source.tree.kind_name(r) in numbers and source.tree.slice(r).isdigit()
    ]
    if not found:
        return None
    row = rng.choice(found)
    return source.cut([source.span(row, b"%d" % (int(source.tree.slice(row)) + 1))])


def change_string(source, rng):
    """A string gains a letter or a blank."""
    kinds = set(source.names.tables.strings)
    found = [
        r
        for r in _leaves(source)
        if source.tree.kind_name(r) in kinds
        and len(source.tree.slice(r)) > 3
        and source.tree.slice(r).isalpha()
    ]
    if not found:
        return None
    row = rng.choice(found)
    return source.cut([source.span(row, source.tree.slice(row) + rng.choice((b" ", b"x")))])


def negate(source, rng):
    """A condition becomes its opposite."""
    tree = source.tree
    found = [r for r in range(len(tree)) if tree.field_name(r) == "condition"]
    found = [r for r in found if not tree.flags[r] & BROKEN]
    if not found:
        return None
    row = rng.choice(found)
    inner = tree.slice(row)
    template = NEGATION.get(source.language.name, "(!%s)").encode()
    return source.cut([source.span(row, template.replace(b"%s", inner))])


def _lists(source):
    """(list row, its statements) of every list of at least two statements."""
    tree, roles = source.tree, source.language.roles
    for row in range(len(tree)):
        if roles[tree.kind[row]] & Role.BLOCK:
            named = tree.language.kind_is_named
            kids = [c for c in significant_children(tree, row) if named[tree.kind[c]]]
            if len(kids) > 1:
                yield row, kids


def _is_definition(source, row):
    return bool(source.language.roles[source.tree.kind[row]] & (Role.DEFINITION | Role.WRAPPER))


def _is_inert(source, row):
    """Statements whose loss or place changes nothing."""
    text = source.tree.slice(row).strip()
    kind = source.tree.kind_name(row)
    return text in (b"pass", b";", b"{}") or "empty" in kind or kind in source.names.tables.strings


def _bare(source, row):
    """The text without what formatters add and remove: such neighbours are equal."""
    return re.sub(rb"[\s,;()]", b"", source.tree.slice(row))


def delete_statement(source, rng):
    """A statement goes, with its line end."""
    lists = list(_lists(source))
    if not lists:
        return None
    _, kids = rng.choice(lists)
    row = rng.choice(kids)
    if _is_inert(source, row):
        return None
    return source.cut([source.span(row, b"")])


def swap_statements(source, rng):
    """Two neighbours in a function change places (at file level, order may say nothing)."""
    found = []
    for row, kids in _lists(source):
        if source.names.is_at_top(row):
            continue
        for one, two in itertools.pairwise(kids):
            is_definition = _is_definition(source, one) or _is_definition(source, two)
            if not is_definition and _bare(source, one) != _bare(source, two):
                found.append((one, two))
    if not found:
        return None
    one, two = rng.choice(found)
    roles = source.language.roles
    if any(roles[source.tree.kind[r]] & Role.IMPORT for r in (one, two)):
        return None
    return source.cut(
        [source.span(one, source.tree.slice(two)), source.span(two, source.tree.slice(one))]
    )


def swap_arguments(source, rng):
    """Two arguments of a call change places."""
    tree = source.tree
    found = []
    for row in range(len(tree)):
        if tree.field_name(row) == "arguments":
            named = tree.language.kind_is_named
            kids = [c for c in significant_children(tree, row) if named[tree.kind[c]]]
            pairs = itertools.pairwise(kids)
            found += [(a, b) for a, b in pairs if _bare(source, a) != _bare(source, b)]
    if not found:
        return None
    one, two = rng.choice(found)
    return source.cut([source.span(one, tree.slice(two)), source.span(two, tree.slice(one))])


def dedent(source, rng):
    """The last line of an indented block moves out by one level."""
    if source.language.name != "python":
        return None
    tree = source.tree
    found = []
    for row, kids in _lists(source):
        last = kids[-1]
        first, end = tree.line_of(tree.start[last]), tree.line_of(tree.end[last] - 1)
        if row > 0 and first == end:
            found.append(tree.line_starts[first - 1])
    found = [at for at in found if source.text[at : at + 8] == b"        "]
    if not found:
        return None
    at = rng.choice(found)
    return source.cut([(at, at + 4, b"")])


def _local_words(source, rng):
    """(occurrences of a local bound in a function, its word), at random."""
    tree, names = source.tree, source.names
    leaves = [r for r in _leaves(source) if tree.kind_name(r) in names.tables.names]
    for row in rng.sample(leaves, min(len(leaves), 30)):
        word = tree.slice(row).decode("utf-8", "replace")
        own = next((o for o in names.occurrences(word) if o.row == row), None)
        if own is None or own.use is not Use.NAME:
            continue
        scope = names.scope_of(own, word)
        if scope < 0 or names.kind_of_scope(scope) in ("file", "class"):
            continue
        group = [
            o.row
            for o in names.within(word, scope)
            if o.use is Use.NAME and names.scope_of(o, word) == scope
        ]
        yield group, word, scope


def rename_one(source, rng):
    """One of several uses of a local gets another name."""
    for group, word, _ in _local_words(source, rng):
        if len(group) > 1:
            row = rng.choice(group)
            return source.cut([source.span(row, word.encode() + b"_other")])
    return None


def rename_onto(source, rng):
    """A local gets, everywhere, the name of another variable used in its scope."""
    for group, word, scope in _local_words(source, rng):
        tree, names = source.tree, source.names
        others = {
            tree.slice(r).decode("utf-8", "replace")
            for r in range(scope, tree.stop[scope])
            if tree.flags[r] & LEAF and tree.kind_name(r) in names.tables.names
        }
        free = []
        for other in sorted(others - {word}):
            uses = names.within(other, scope)
            if any(o.use is Use.NAME and names.scope_of(o, other) in (scope, -1) for o in uses):
                free.append(other.encode())
        if free:
            new = rng.choice(free)
            return source.cut([source.span(row, new) for row in group])
    return None


OPERATORS = (
    swap_token,
    drop_token,
    change_number,
    change_string,
    negate,
    delete_statement,
    swap_statements,
    swap_arguments,
    dedent,
    rename_one,
    rename_onto,
)


def disguise(source, text, rng):
    """The mutant with blank lines added and, where possible, a local renamed."""
    mutant = Source(source.path, text)
    for group, word, _ in _local_words(mutant, rng):
        text = mutant.cut([mutant.span(row, word.encode() + b"_renamed") for row in group])
        break
    return text.replace(b"\n\n", b"\n\n\n")


def is_unsound(source, text):
    """(whether the change is called a refactoring, the verdict)."""
    change_set = ChangeSet.from_texts({source.path: source.text}, {source.path: text})
    verdict = classify(match(change_set)).verdict
    return verdict.verdict is not Verdict.INTENT_EVOLUTION, verdict


def is_change(source, text):
    """Whether the mutant differs in tokens, and is no worse broken than its source."""
    tree = parse(text, path=source.path)
    return tree.tokens != source.tree.tokens


def files(paths):
    """(name, text) of the files to mutate."""
    if not paths:
        paths = [sysconfig.get_paths()["stdlib"], CORPUS]
    for path in paths:
        if os.path.isfile(path):
            yield path
            continue
        for base, directories, entries in os.walk(path):
            directories[:] = sorted(
                d for d in directories if d not in ("site-packages", "after", "__pycache__", "test")
            )
            yield from (os.path.join(base, entry) for entry in sorted(entries))


def sources(paths, rng, count):
    found = []
    for path in files(paths):
        if os.path.getsize(path) > LIMIT:
            continue
        with open(path, "rb") as file:
            text = file.read()
        if detect(path, text).support == "full" and text.strip():
            found.append((path, text))
    rng.shuffle(found)
    for path, text in found[:count]:
        yield Source(os.path.basename(path), text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--files", type=int, default=150)
    parser.add_argument("--per-file", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mix", action="store_true")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    done, unsound = Counter(), Counter()
    start = time.perf_counter()
    for source in sources(options.paths, rng, options.files):
        for _ in range(options.per_file):
            operator = rng.choice(OPERATORS)
            text = operator(source, rng)
            if text is None or not is_change(source, text):
                continue
            if options.mix:
                text = disguise(source, text, rng)
            key = (source.language.name, operator.__name__)
            done[key] += 1
            wrong, verdict = is_unsound(source, text)
            if wrong:
                unsound[key] += 1
                report(source, text, operator, verdict)
    for key in sorted(done):
        print(f"{key[0]},{key[1]},{done[key]},{unsound[key]}")
    seconds = time.perf_counter() - start
    print(f"total,,{sum(done.values())},{sum(unsound.values())}")
    print(f"# {seconds:.0f} s", file=sys.stderr)
    return 1 if unsound else 0


def report(source, text, operator, verdict):
    """What was wrongly called a refactoring, as a diff."""
    print(f"# UNSOUND {operator.__name__} {source.path}")
    before = source.text.decode("utf-8", "replace").splitlines()
    after = text.decode("utf-8", "replace").splitlines()
    for line in list(difflib.unified_diff(before, after, lineterm="", n=2))[:40]:
        print(f"#   {line}")
    for file in verdict.files:
        for change in file.changes:
            print(f"#   {change.rule}: {change.evidence}")


if __name__ == "__main__":
    sys.exit(main())
