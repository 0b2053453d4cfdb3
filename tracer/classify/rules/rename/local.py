"""`rename_local`: a name bound inside one function has another name, at every use.

Side conditions, on both sides:

- every updated leaf is resolved to one scope inside a function (not a class, not the file),
  and every other occurrence resolved to that scope is updated to the same new name;
- the new name stands nowhere in that scope as a variable or as anything unclear, so nothing is
  captured and nothing captures; names may be exchanged with one another if all of them are
  renamed in the same scope;
- the scope holds no look-up of locals by spelling (eval, locals, frames, format strings that
  name variables), no unclear occurrence of either name, no declaration visible outside;
- neither name is a constant that patterns compare with;
- a parameter that callers may pass by keyword is renamed only where all calls are known
  (`keyword_arguments.py`), and none that an annotation or attribute of the function may read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained
from tracer.classify.change.edits import EditKind
from tracer.classify.change.refusals import Asks, Refusal, asked_of_proofs, is_of_proofs
from tracer.classify.change.renamed_identity import is_borne_out
from tracer.classify.change.shorthand_properties import spelled_out
from tracer.classify.rules.rename.keyword_arguments import may_be_passed_by_name
from tracer.classify.rules.rename.local_names import Local, why_seen
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.names.macro_uses import macro_seen
from tracer.semantics.names.occurrences import Names, Occurrence, Use
from tracer.semantics.reflection.readers.name_mangling import why_mangled
from tracer.semantics.values.pattern_constants import why_constant
from tracer.syntax.names import qualified_name

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE = "rename_local"


class Renaming(NamedTuple):
    """All updates of one local: its scope on both sides, and edit index by row before."""

    file_b: int
    file_a: int
    scope: int
    scope_after: int
    before: str
    after: str
    edits: dict[int, int]
    images: dict[int, int]
    more: tuple[int, ...] = ()  # edits that go with them


def explain(context: Context) -> Iterator[Explained]:
    """Renamed locals, one explanation each."""
    found = list(renamings(context))
    by_scope: dict[tuple[int, int], list[Renaming]] = {}
    for renaming in found:
        by_scope.setdefault((renaming.file_b, renaming.scope), []).append(renaming)
    for group in by_scope.values():
        problems = [_problem(context, renaming, group) for renaming in group]
        for renaming, problem in zip(group, problems, strict=True):
            # Names that change together stand or fall together: one that is not proved may
            # be what the freshness of another rests on.
            reason = problem or next((p for p in problems if p), None)
            if reason:
                context.note(renaming.edits.values(), reason)
            else:
                yield _explained(context, renaming)


def _explained(context: Context, renaming: Renaming) -> Explained:
    base_b = context.before.base[renaming.file_b]
    base_a = context.after.base[renaming.file_a]
    tree = context.before.trees[renaming.file_b]
    rows = sorted(renaming.edits)
    home = qualified_name(tree, rows[0]) or "an anonymous function"
    uses = "its one use" if len(rows) == 1 else f"all {len(rows)} uses"
    return Explained.of_renaming(
        RULE,
        f"{renaming.before} -> {renaming.after} in {home}: {uses} follow, "
        f"{renaming.after} was free there, nothing looks locals up by name",
        {*renaming.edits.values(), *renaming.more},
        renaming.images,
        (base_b, base_a),
    )


def renamings(context: Context) -> Iterator[Renaming]:
    """Updated name leaves, grouped by the scope that binds them."""
    groups: dict[tuple[int, int, str], dict[int, tuple[int, int]]] = {}
    for index, edit in context.of_kind(EditKind.UPDATE):
        if not context.is_sound(edit):
            continue
        file_b, row_b = context.before.locate(edit.before)
        file_a, row_a = context.after.locate(edit.after)
        tree = context.before.trees[file_b]
        if tree.kind_name(row_b) in context.names_before(file_b).tables.names:
            word = tree.slice(row_b).decode("utf-8", "replace")
            groups.setdefault((file_b, file_a, word), {})[row_b] = (index, row_a)
    for (file_b, file_a, word), updates in groups.items():
        names = context.names_before(file_b)
        by_scope: dict[int, list[int]] = {}
        for occurrence in names.occurrences(word):
            if occurrence.row in updates and occurrence.use is Use.NAME:
                scope = names.scope_of(occurrence, word)
                if scope >= 0 and names.kind_of_scope(scope) not in ("file", "class"):
                    by_scope.setdefault(scope, []).append(occurrence.row)
        for scope, rows in by_scope.items():
            yield from _renaming(context, (file_b, file_a, word), scope, rows, updates)


def _renaming(
    context: Context,
    key: tuple[int, int, str],
    scope: int,
    rows: list[int],
    updates: dict[int, tuple[int, int]],
) -> Iterator[Renaming]:
    file_b, file_a, word = key
    image = context.mapping.to_after[context.before.base[file_b] + scope]
    low, high = context.after.base[file_a], context.after.base[file_a + 1]
    tree_b, tree_a = context.before.trees[file_b], context.after.trees[file_a]
    targets = {tree_a.slice(updates[row][1]) for row in rows}
    edits = {row: updates[row][0] for row in rows}
    if not low <= image < high or tree_a.kind[image - low] != tree_b.kind[scope]:
        context.note(edits.values(), f"the scope of {word} is not the same on both sides")
    elif len(targets) > 1:
        context.note(edits.values(), f"uses of {word} got different names")
    else:
        after = targets.pop().decode("utf-8", "replace")
        images = {row: updates[row][1] for row in rows}
        names, more = context.names_before(file_b), []
        for found in spelled_out(context, (file_b, file_a), word, after):
            if names.scope_at(found.row_b, word) == scope:
                edits[found.row_b], images[found.row_b] = found.edits[0], found.row_a
                more.append(found.edits[1])
        yield Renaming(file_b, file_a, scope, image - low, word, after, edits, images, tuple(more))


def _problem(context: Context, renaming: Renaming, group: list[Renaming]) -> str | None:
    """Why a renaming is not proved to keep behaviour, or None."""
    names_b = context.names_before(renaming.file_b)
    names_a = context.names_after(renaming.file_a)
    return (
        _incomplete(context, names_b, renaming)
        or asked_of_proofs(why_known(context, renaming))
        or _another(context, names_b, renaming)
        or _not_free_before(names_b, renaming, group)
        or _not_free_after(context, names_a, renaming, group)
        or _constant(context, renaming)
        or _macro_seen(context, renaming)
        or why_mangled(context, renaming.file_b, renaming.edits, renaming.after)
        or may_be_passed_by_name(
            context, renaming.file_b, renaming.file_a, sorted(renaming.images.items())
        )
    )


def why_known(context: Context, renaming: Renaming) -> str | None:
    """Who may know one of the names, other than the code that names the local, or None.

    Nobody, where it is not the local that has another name.
    """
    why = _incomplete(context, context.names_before(renaming.file_b), renaming)
    if why is not None and not is_of_proofs(why):
        return None
    sides = (
        Local(renaming.file_b, renaming.scope, renaming.before, tuple(renaming.edits), False),
        Local(
            renaming.file_a, renaming.scope_after, renaming.after,
            tuple(renaming.images.values()), True,
        ),
    )  # fmt: skip
    return next((why for side in sides for why in why_seen(context, side)), None)


def outer_rows(context: Context, renaming: Renaming) -> tuple[list[int], list[int]]:
    """The rows, before and after, where the name is declared for code outside of the scope too."""
    found = (
        context.names_before(renaming.file_b).within(renaming.before, renaming.scope),
        context.names_after(renaming.file_a).within(renaming.after, renaming.scope_after),
    )
    rows = [[one.row for one in side if one.fixed and one.scope >= 0] for side in found]
    return rows[0], rows[1]


def _macro_seen(context: Context, renaming: Renaming) -> str | None:
    """Whether a macro in the scope may read the local by its name."""
    words = (renaming.before, renaming.after)
    word = macro_seen(
        context.before, context.names_before(renaming.file_b), renaming.scope, words
    ) or macro_seen(
        context.after, context.names_after(renaming.file_a), renaming.scope_after, words
    )
    return f"{word} is a macro that may read {renaming.before}" if word else None


def _constant(context: Context, renaming: Renaming) -> str | None:
    """Whether one of the names is a constant, which patterns would compare with."""
    sides = ((renaming.file_b, renaming.edits, False), (renaming.file_a, renaming.images, True))
    for word in (renaming.before, renaming.after):
        for file, rows, is_after in sides:
            where = rows.values() if is_after else rows
            problem = why_constant(context, file, where, word, is_after=is_after)
            if problem:
                return problem
    return None


def _incomplete(context: Context, names: Names, renaming: Renaming) -> str | None:
    """Whether some occurrence of the name before is left, unclear, or seen from outside."""
    word = renaming.before
    base = context.before.base[renaming.file_b]
    for found in names.within(word, renaming.scope):
        if found.use is not Use.NAME or names.scope_of(found, word) != renaming.scope:
            if _is_seen_there(names, found, word, renaming.scope):
                return f"another {word} is declared where it is seen"
            continue
        if found.fixed and found.scope < 0:
            continue  # `import word as w`
        if found.fixed:
            return asked_of_proofs(f"{word} can be seen from outside")
        if names.tables.is_whole_scope and names.scope_at(found.row, word) != renaming.scope:
            return f"{word} is declared where another {word} is seen"
        if found.row not in renaming.edits and not context.is_deleted(base + found.row):
            return f"a use of {word} keeps the name"
        if not names.tables.class_sees_file and _is_in_inner_class(
            names, found.row, renaming.scope
        ):
            return f"{word} is used inside a nested class, where members may hide it"
    return None


def _another(context: Context, names: Names, renaming: Renaming) -> str | None:
    """Whether what has the new name may be another thing, in a change that does more."""
    word = renaming.before
    bound = {o.row for o in names.within(word, renaming.scope) if o.scope == renaming.scope}
    if bound.isdisjoint(renaming.edits):
        return f"the definition of {word} is gone, that of {renaming.after} is another"
    base_b = context.before.base[renaming.file_b]
    base_a = context.after.base[renaming.file_a]
    pairs = ((base_b + row, base_a + image) for row, image in renaming.images.items())
    if not is_borne_out(context, pairs):
        return f"wherever {word} stood, more than its name changed"
    return None


def _is_seen_there(names: Names, found: Occurrence, word: str, scope: int) -> bool:
    """Whether another name's declaration stores to this one (`catch (e) { var e = 1 }`).

    The name of a function that the scope is the inside of stands outside of it.
    """
    tree = names.tree
    definition = tree.language.definitions.get(tree.kind[scope])
    is_own = definition is not None and tree.child_by_field(scope, definition.name) == found.row
    is_outer = found.use is Use.NAME and 0 <= found.scope < scope and not is_own
    return is_outer and names.tables.is_whole_scope and names.scope_at(found.row, word) == scope


def _is_in_inner_class(names: Names, row: int, scope: int) -> bool:
    tree, scopes = names.tree, names.tables.scopes
    while row > scope:
        if scopes.get(tree.kind_name(row)) == "class":
            return True
        row = tree.parent[row]
    return False


def _not_free_before(names: Names, renaming: Renaming, group: list[Renaming]) -> str | None:
    """Whether the new name stands in the scope before, other than to be renamed itself."""
    word = renaming.after
    leaving = next((other.edits for other in group if other.before == word), {})
    for found in names.within(word, renaming.scope):
        if found.use in (Use.NAME, Use.UNCLEAR) and found.row not in leaving:
            sentence = f"{word} is already used in the scope of {renaming.before}"
            return Refusal.of(Asks.MEANING, sentence) if found.use is Use.NAME else sentence
    if not names.tables.may_shadow:
        around = [o.scope for o in names.occurrences(word) if o.scope not in (-1, renaming.scope)]
        if any(_holds(names, scope, renaming.scope) for scope in around):
            return f"{word} is already declared around the scope of {renaming.before}"
    return None


def _holds(names: Names, outer: int, inner: int) -> bool:
    is_local = names.kind_of_scope(outer) not in ("file", "class")
    return is_local and outer <= inner < names.tree.stop[outer]


def _not_free_after(
    context: Context, names: Names, renaming: Renaming, group: list[Renaming]
) -> str | None:
    """The same after; and each image is resolved to the scope, as its source was.

    Occurrences in inserted code are that code's affair: the insertion is then locked, so that
    no other rule explains it.
    """
    word = renaming.after
    base = context.after.base[renaming.file_a]
    images = set(renaming.images.values())
    last = names.tree.stop[renaming.scope_after]
    if any(not renaming.scope_after <= row < last for row in images):
        return f"a use of {renaming.before} left its scope"
    for found in names.within(word, renaming.scope_after):
        if found.row in images:
            if found.use is not Use.NAME or names.scope_of(found, word) != renaming.scope_after:
                return f"{word} is captured by another binding"
            if found.fixed:
                return asked_of_proofs(f"{word} can be seen from outside")
        elif found.use in (Use.NAME, Use.UNCLEAR) and not context.lock_insertion(base + found.row):
            return f"{word} already means something in this scope"
    return _still_meant(context, names, renaming, group)


def _still_meant(
    context: Context, names: Names, renaming: Renaming, group: list[Renaming]
) -> str | None:
    """Whether the former name still means something in the scope after, the local or another."""
    arriving = {
        row for other in group if other.after == renaming.before for row in other.images.values()
    }
    for found in names.within(renaming.before, renaming.scope_after):
        if found.use not in (Use.NAME, Use.UNCLEAR) or found.row in arriving:
            continue
        scope = names.scope_of(found, renaming.before)
        if scope == renaming.scope_after:
            return f"{renaming.before} is still bound in this scope"
        if scope < renaming.scope_after and not _was_another(context, renaming, found.row):
            return f"{renaming.before} means something else in this scope now"
    return None


def _was_another(context: Context, renaming: Renaming, row: int) -> bool:
    """Whether the former name at a row, bound further out, was so before or is new.

    What is new is locked, as above: whoever proves it takes the former name for the local.
    """
    node = context.after.base[renaming.file_a] + row
    image = context.mapping.to_before[node] - context.before.base[renaming.file_b]
    names = context.names_before(renaming.file_b)
    former = names.at(image, renaming.before) if 0 <= image < len(names.tree) else None
    if former is None:
        return context.lock_insertion(node)
    return names.scope_of(former, renaming.before) != renaming.scope
