"""What may have been extracted: functions and names of values that one side alone has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.change.edits import EditKind
from tracer.classify.inlining.named_values import Variable, assigned_once, replaceable
from tracer.classify.rules.extract_inline.direction import World, twin_of
from tracer.semantics.language.tables import rows_of, significant_children, tables_of
from tracer.semantics.names.occurrences import Use
from tracer.syntax.grammar import Role

if TYPE_CHECKING:
    from tracer.classify.change.change import Context
    from tracer.syntax import SyntaxTree


def touched_pairs(context: Context) -> set[tuple[int, int]]:
    """File pairs with something that came and something that went (or moved) in one of them."""
    pairs = context.mapping.file_pairs
    before: set[int] = set()
    after: set[int] = set()
    for _, edit in context.of_kind(EditKind.INSERT, EditKind.DELETE, EditKind.MOVE):
        if edit.before >= 0:
            before.add(context.before.locate(edit.before)[0])
        if edit.after >= 0:
            after.add(context.after.locate(edit.after)[0])
    return {(b, a) for b, a in pairs if b in before or a in after}


def new_names(
    thick: dict[tuple[bytes, int], list[int]], thin: dict[tuple[bytes, int], list[int]]
) -> tuple[int, ...]:
    """Rows of the functions that only the thin side defines, each of them once."""
    return tuple(
        row for key, rows in thin.items() if key not in thick and len(rows) == 1 for row in rows
    )


def functions_of(tree: SyntaxTree) -> dict[tuple[bytes, int], list[int]]:
    """Rows of the functions of a file by name and, where it counts, number of parameters."""
    table = tables_of(tree.language).raw["expansion"]
    named, kind = tree.language.kind_is_named, tree.kind
    found: dict[tuple[bytes, int], list[int]] = {}
    for row in rows_of(tree, table["functions"]):
        name = tree.child_by_field(row, "name")
        if name < 0:
            continue
        at = tree.child_by_field(row, "parameters") if table.get("overloads") else -1
        count = sum(named[kind[c]] for c in significant_children(tree, at)) if at >= 0 else 0
        found.setdefault((tree.slice(name), count), []).append(row)
    return found


def new_statements(context: Context, file_b: int, file_a: int, *, is_extract: bool) -> list[int]:
    """Rows of what came (or went) on the thin side, or of the statements something came to."""
    forest = context.after if is_extract else context.before
    file = file_a if is_extract else file_b
    low, high = forest.base[file], forest.base[file + 1]
    tree = forest.trees[file]
    roles, kind = tree.language.roles, tree.kind
    found = set()
    new = EditKind.INSERT if is_extract else EditKind.DELETE
    files = (-1, file) if is_extract else (file, -1)
    kinds = (new, EditKind.UPDATE, EditKind.REPLACE, EditKind.MOVE)
    for _, edit in context.of_files(*files, *kinds):
        node = edit.after if is_extract else edit.before
        if not low <= node < high:
            continue
        row = node - low
        if edit.kind is new:
            found.add(row)
        while row > 0 and not roles[kind[tree.parent[row]]] & Role.BLOCK:
            row = tree.parent[row]
        found.add(row)
    return sorted(row for row in found if not roles[kind[row]] & Role.IMPORT)


def replaceable_variables(world: World, stores: list[int]) -> dict[int, Variable]:
    """The variables that only name a value, of functions that got a new name at all."""
    found = assigned_once(world.thin, stores)
    functions = world.thin.functions
    twins: dict[int, list[int]] = {}  # innermost function -> what it, and those around it, were
    with_fresh: set[int] = set()
    for row, variable in found.items():
        home = at = functions.caller(row)
        if home not in twins:
            around = [at]
            while at > 0:
                at = functions.caller(world.thin.tree.parent[at])
                around.append(at)
            twins[home] = [twin for at in around if (twin := twin_of(world, at)) >= 0]
        if home not in with_fresh and any(is_fresh(world, variable, twin) for twin in twins[home]):
            with_fresh.add(home)
    kept = {row: v for row, v in found.items() if functions.caller(row) in with_fresh}
    return replaceable(world.thin, kept)


def is_fresh(world: World, variable: Variable, twin: int) -> bool:
    """Whether the name of a variable means nothing in the thick function.

    Or only what it means on the thin side, too, where it is not the variable.
    """
    names, thin = world.thick.names, world.thin
    word = thin.word(variable.target)
    if names.tables.is_macro_like(word):
        return False
    known = thin.kept.get((word, twin))
    if known is None:
        known = thin.kept[word, twin] = _kept(world, word, twin)
    return known is not None and known.isdisjoint((variable.target, *variable.uses))


def _kept(world: World, word: str, twin: int) -> frozenset[int] | None:
    """Rows of the thin side that mean what a word means in a thick function, if all have one."""
    thin = world.thin
    rows: set[int] = set()
    for found in world.thick.names.inside(word, twin):
        if found.use not in (Use.NAME, Use.UNCLEAR):
            continue
        row = world.partner_in_thin(found.row)
        if found.use is not Use.NAME or row < 0 or thin.word(row) != word:
            return None
        use, scope = thin.meaning(row)
        # A class reads the name around until it binds its own.
        if use is not Use.NAME or (scope >= 0 and thin.names.kind_of_scope(scope) == "class"):
            return None
        rows.add(row)
    return frozenset(rows)
