"""`import_order`: a run of import statements that brings the same names, written otherwise.

Statements sorted, grouped, split or merged. Only for languages whose table says so
(`imports.runs`), where a run is an unbroken sequence of imports at the top of a file. Side
conditions:

- the run before and the run after take exactly the same things under the same names, and no name
  is bound twice;
- imports whose names nobody uses in the file (they may be there for what they do), and those that
  do not spell their names out, have the same modules before them; relative imports, which may
  import one another, keep their order.

What the rule accepts as harmless is the order in which other modules are first executed.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tracer.classify.context import Context, Explained, changed_leaves
from tracer.classify.edits import EditKind
from tracer.classify.imports import Import, imports_of
from tracer.classify.names import Names, Use
from tracer.classify.tables import significant_children
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE = "import_order"


def explain(context: Context) -> Iterator[Explained]:
    """Runs of imports with edits, where both sides bring the same."""
    kinds = (EditKind.MOVE, EditKind.INSERT, EditKind.DELETE, EditKind.UPDATE, EditKind.SPELLING)
    for file_b, file_a in context.mapping.file_pairs:
        names_b, names_a = context.names_before(file_b), context.names_after(file_a)
        table = names_b.tables.raw.get("imports") or {}
        if not table.get("runs") or names_a.tables is not names_b.tables:
            continue
        if names_b.tree.text == names_a.tree.text:
            continue
        base_b, base_a = context.before.base[file_b], context.after.base[file_a]
        runs_b, runs_a = _runs(names_b), _runs(names_a)
        if len(runs_b) != len(runs_a):
            continue
        for run_b, run_a in zip(runs_b, runs_a, strict=True):
            spans = _span(names_b, run_b, base_b), _span(names_a, run_a, base_a)
            edits = tuple(
                index
                for index, edit in context.of_kind(*kinds)
                if _is_within(edit.before, spans[0])
                and _is_within(edit.after, spans[1])
                and context.is_sound(edit)
            )
            if not edits:
                continue
            problem = _problem(names_b, run_b, names_a, run_a)
            if problem:
                context.note(edits, problem)
                continue
            leaves = tuple(leaf for row in run_a for leaf in changed_leaves(context, base_a + row))
            yield Explained(
                RULE,
                "the same names from the same modules, in another order or grouping",
                edits,
                base_b + run_b[0],
                base_a + run_a[0],
                kept=leaves,
                touched=leaves,
            )


def _runs(names: Names) -> list[list[int]]:
    """The unbroken sequences of import statements at the top of a file."""
    tree = names.tree
    future = (names.tables.raw.get("imports") or {}).get("future")
    found: list[list[int]] = [[]]
    for row in significant_children(tree, 0):
        is_import = tree.language.roles[tree.kind[row]] & Role.IMPORT
        if is_import and tree.kind_name(row) != future:
            found[-1].append(row)
        elif found[-1]:
            found.append([])
    return [run for run in found if run]


def _span(names: Names, run: list[int], base: int) -> tuple[int, int]:
    return base + run[0], base + names.tree.stop[run[-1]]


def _is_within(node: int, span: tuple[int, int]) -> bool:
    return node < 0 or span[0] <= node < span[1]


def _problem(names_b: Names, run_b: list[int], names_a: Names, run_a: list[int]) -> str | None:
    entries_b, entries_a = _entries(names_b, run_b), _entries(names_a, run_a)
    keys = {_key(e) for e in entries_b}
    if keys != {_key(e) for e in entries_a}:
        return "other names are imported"
    bound = Counter(local for module, name, local in keys if name is not None or "." not in module)
    twice = [local for local, times in bound.items() if times > 1]
    if twice:
        return f"two imports bind {min(twice)}: the later one counts"
    if _pinned(names_b, run_b, entries_b) != _pinned(names_a, run_a, entries_a):
        return "an import that is there for what it does has another place"
    return None


def _key(entry: Import) -> tuple[str, str | None, str]:
    return entry.module, entry.name, entry.local


def _entries(names: Names, run: list[int]) -> list[Import]:
    """What a run takes, in order of the statements."""
    rows = set(run)
    return [entry for entry in imports_of(names.tree) if entry.statement in rows]


def _pinned(
    names: Names, run: list[int], entries: list[Import]
) -> list[tuple[str, tuple[str, ...]]]:
    """Imports without a name that is used, each with the modules before it.

    Whoever imports names without spelling them out is among them; relative imports keep their
    order as a whole.
    """
    tree = names.tree
    found: list[tuple[str, tuple[str, ...]]] = []
    earlier: set[str] = set()
    relative: dict[str, None] = {}
    for statement in run:
        own = [entry for entry in entries if entry.statement == statement]
        modules = {e.module for e in own} or {tree.slice(statement).decode("utf-8", "replace")}
        idle = sorted({e.module for e in own if not _is_used(names, e)}) if own else modules
        found += [(module, tuple(sorted(earlier - modules))) for module in idle]
        earlier |= modules
        relative |= dict.fromkeys(e.module for e in own if e.module.startswith("."))
    return [*found, ("", tuple(relative))]


def _is_used(names: Names, entry: Import) -> bool:
    return any(
        o.use is not Use.NAME or o.row not in (entry.row, entry.local_row)
        for o in names.occurrences(entry.local)
    )
