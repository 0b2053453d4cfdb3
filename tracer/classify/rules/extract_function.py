"""`extract_function`, `inline_function`: code became a new function, or took its calls' place.

One proof for both, read in either direction: the side with calls, each call replaced by the body
it runs, is the side without them (`expansion.py` says what that takes). Side conditions beyond it:

- the function came with the change (or went with it): its name stood nowhere in the files of the
  other side, as code or as a text that may be a name, and nobody outside can have meant it: it is
  private to its file or class, or the world is closed, or known not to use the word;
- it is used for nothing but calls that are proved, at least one of them;
- where definitions are executed, it is defined before anything calls its callers (`in_time.py`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tracer.classify.bases import Classes
from tracer.classify.context import Context, Explained, significant_leaves
from tracer.classify.dynamic import look_up_in
from tracer.classify.edits import EditKind
from tracer.classify.equality import is_broken, is_same_tokens
from tracer.classify.expansion import Expansion
from tracer.classify.functions import Function, Functions
from tracer.classify.in_time import is_defined_in_time
from tracer.classify.names import Names, Use
from tracer.classify.side import Side
from tracer.classify.tables import has_word, rows_of, significant_children, tables_of
from tracer.classify.variables import Variable, assigned_once, replaceable
from tracer.classify.visibility import is_entry, is_private, is_spelled_in
from tracer.matching.sequences import increasing
from tracer.syntax.grammar import Role
from tracer.syntax.names import defined_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.matching import Forest
    from tracer.syntax import SyntaxTree

RULES = {
    (True, True): "extract_function",
    (True, False): "inline_function",
    (False, True): "extract_variable",
    (False, False): "inline_variable",
}  # (is it about a function, is it extracted)
_EVIDENCE = {
    True: "with the body in the place of each call both sides are the same; "
    "arguments, locals, results and order were checked",
    False: "with the value in the place of each use both sides are the same; "
    "it is evaluated as often and nothing in between has an effect",
}
SAME = "the same code with calls expanded, but not certain"


class _World(NamedTuple):
    """A pair of files read in one direction: `thin` has the functions and their calls."""

    context: Context
    is_extract: bool
    file_thick: int
    file_thin: int
    thick: Side
    thin: Side

    @property
    def forest_thick(self) -> Forest:
        """The versions without the calls."""
        return self.context.before if self.is_extract else self.context.after

    @property
    def forest_thin(self) -> Forest:
        """The versions with the calls."""
        return self.context.after if self.is_extract else self.context.before

    @property
    def classes(self) -> Classes:
        """The classes of the versions with the calls."""
        context = self.context
        names_of = context.names_after if self.is_extract else context.names_before
        return Classes(self.forest_thin, names_of)

    def partner(self, row: int) -> int:
        """Row of the thick file that the mapping pairs with a row of the thin one, or -1."""
        mapping = self.context.mapping
        column = mapping.to_before if self.is_extract else mapping.to_after
        node = column[self.forest_thin.base[self.file_thin] + row]
        low = self.forest_thick.base[self.file_thick]
        return node - low if low <= node < low + len(self.thick.tree) else -1

    def partner_in_thin(self, row: int) -> int:
        """Row of the thin file that the mapping pairs with a row of the thick one, or -1."""
        mapping = self.context.mapping
        column = mapping.to_after if self.is_extract else mapping.to_before
        node = column[self.forest_thick.base[self.file_thick] + row]
        low = self.forest_thin.base[self.file_thin]
        return node - low if low <= node < low + len(self.thin.tree) else -1


class _Proof(NamedTuple):
    """Rows of both sides that are the same code, and the functions expanded to see it.

    With `doubts`, the code is the same but not every condition is certain.
    """

    thick: tuple[int, ...]
    thin: tuple[int, ...]
    functions: frozenset[str]
    variables: tuple[int, ...] = ()
    doubts: tuple[str, ...] = ()


def explain(context: Context) -> Iterator[Explained]:
    """Functions extracted, then functions inlined."""
    touched = _touched(context)
    if not touched:
        return
    known: dict[int, dict[tuple[bytes, int], list[int]]] = {}  # by the tree's id
    for is_extract in (True, False):
        for file_b, file_a in context.mapping.file_pairs:
            names_b, names_a = context.names_before(file_b), context.names_after(file_a)
            if not names_b.tables.raw.get("expansion") or names_a.tables is not names_b.tables:
                continue
            if names_b.tree.text == names_a.tree.text or (file_b, file_a) not in touched:
                continue
            trees = names_b.tree, names_a.tree
            for tree in trees:
                if id(tree) not in known:
                    known[id(tree)] = _functions(tree)
            defined = [known[id(tree)] for tree in (trees if is_extract else trees[::-1])]
            new = _new_names(*defined)
            stores = _new_statements(context, file_b, file_a, is_extract=is_extract)
            if new or stores:
                classes = (
                    Classes(context.before, context.names_before).of_file(file_b),
                    Classes(context.after, context.names_after).of_file(file_a),
                )
                sides = (Side(names_b, classes[0]), Side(names_a, classes[1]))
                world = (
                    _World(context, True, file_b, file_a, *sides)
                    if is_extract
                    else _World(context, False, file_a, file_b, *sides[::-1])
                )
                yield from _explain(world, new, _variables(world, stores))


def _touched(context: Context) -> set[tuple[int, int]]:
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


def _new_names(
    thick: dict[tuple[bytes, int], list[int]], thin: dict[tuple[bytes, int], list[int]]
) -> tuple[int, ...]:
    """Rows of the functions that only the thin side defines, each of them once."""
    return tuple(
        row for key, rows in thin.items() if key not in thick and len(rows) == 1 for row in rows
    )


def _functions(tree: SyntaxTree) -> dict[tuple[bytes, int], list[int]]:
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


def _new_statements(context: Context, file_b: int, file_a: int, *, is_extract: bool) -> list[int]:
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
    return sorted(found)


def _explain(
    world: _World, new: tuple[int, ...], variables: dict[int, Variable]
) -> Iterator[Explained]:
    functions: dict[str, Function] = {}
    for row in new:
        if is_broken(world.thin.tree, row):
            continue
        function = world.thin.functions.at(row)
        if function is None:
            _note(world, row, "it is no plain function")
            continue
        key = function.key
        functions[key] = function
    if not functions and not variables:
        return
    found = list(_proofs(world, functions, variables))
    doubts = {
        key: doubt
        for key in sorted({key for proof in found for key in proof.functions})
        if (doubt := _visible(world, functions[key]))
    }
    for is_certain in (True, False):
        proofs = [p for p in found if not is_certain or not p.doubts]
        named = {name: f for name, f in functions.items() if not is_certain or name not in doubts}
        proofs = [p for p in proofs if p.functions <= named.keys()]
        proved = _only_proved(world, functions, proofs, is_certain=is_certain)
        proofs = [p for p in proofs if p.functions <= proved and (p.functions or p.variables)]
        if not proofs:
            continue
        expanded = {name: functions[name] for name in sorted(proved)}
        if is_certain:
            yield from _explained(world, expanded, proofs)
            continue
        doubtful = [doubts[name] for name in expanded if name in doubts]
        doubtful += [doubt for proof in proofs for doubt in proof.doubts]
        if doubtful:
            world.context.note(
                _edits(world, expanded, proofs), f"{SAME}: {', '.join(dict.fromkeys(doubtful))}"
            )


def _note(world: _World, row: int, reason: str) -> None:
    index = world.context.end_of(world.forest_thin.base[world.file_thin] + row, world.is_extract)
    if index in world.context.open:
        world.context.note((index,), reason)


# ------------------------------------------------------------------ who else may know the name


def _visible(world: _World, function: Function) -> str | None:  # noqa: C901, PLR0911
    """Why the name may mean something to somebody else, or None."""
    context, name = world.context, function.name
    if is_entry(world.thin.names, name) or world.thin.names.tables.is_reserved(name):
        return "tools may call it"
    for file, tree in enumerate(world.forest_thick.trees):
        if name.encode() not in tree.text or (
            not context.closed_world and file != world.file_thick
        ):
            continue
        names = context.names_before(file) if world.is_extract else context.names_after(file)
        if not names.tables.is_known:
            return f"{world.forest_thick.paths[file]} mentions it"
        for found in names.occurrences(name):
            if file == world.file_thick and _is_overload(names, found.row, function):
                continue
            if found.use is not Use.DATA or is_spelled_in(names, found.row, name):
                return f"{world.forest_thick.paths[file]} has the name on the other side"
    look_up = _looked_up_as(world, function)
    if look_up:
        return f"{look_up} may look names up by spelling"
    if world.thin.functions.is_method(function):
        if _is_private_method(world, function):
            return None
        inherited = world.classes.may_inherit(world.file_thin, function.holder, name)
        return inherited or _known_outside(context, name)
    path = world.forest_thin.paths[world.file_thin]
    bound = [o for o in world.thin.names.occurrences(name) if o.scope == 0]
    is_own = function.holder or is_private(world.thin.names, path, name, bound)
    return None if is_own else _known_outside(context, name)


def _looked_up_as(world: _World, function: Function) -> str | None:
    """What may look the function up by its name: among members, locals, or the file's names."""
    names = world.thin.names
    if world.thin.functions.is_method(function):
        words = names.tables.dynamic_class
        gone = frozenset() if world.is_extract else names.tables.dynamic_removed
        return look_up_in(names, words | gone, 0, of_members=True)
    if function.holder:
        return look_up_in(names, names.tables.dynamic_frame, function.holder, of_locals=True)
    return look_up_in(names, names.tables.dynamic_file, 0)


def _known_outside(context: Context, name: str) -> str | None:
    return None if context.has_other_uses(name) is False else "other files may know it"


def _is_overload(names: Names, row: int, function: Function) -> bool:
    """Whether an occurrence is another function of this name, or a call of it."""
    functions, tree = Functions(names), names.tree
    if not functions.table.get("overloads"):
        return False
    count = len(function.parameters)
    parent = tree.parent[row]
    if defined_name(tree, parent) == function.name and tree.field_name(row) == "name":
        return functions.arity(parent) not in (count, -1)
    return functions.call_size(row) not in (count, -1)


def _is_private_method(world: _World, function: Function) -> bool:
    """Whether neither a base class nor a derived one can have a method of this name."""
    names = world.thin.names
    table = names.tables.raw.get("private_members") or {}
    if "pattern" in table:
        if re.match(table["pattern"], function.name):
            return True
        if not names.tables.is_private(function.name):
            return False
        field = ((names.tables.raw.get("order") or {}).get("plain_holder") or {}).get(
            names.tree.kind_name(function.holder)
        )
        return field is not None and names.tree.child_by_field(function.holder, field) < 0
    return has_word(names.tree, function.row, frozenset(table.get("words") or ()))


# ------------------------------------------------------------------ proofs


def _proofs(
    world: _World, functions: dict[str, Function], variables: dict[int, Variable]
) -> Iterator[_Proof]:
    """What can be proved of the callers: whole functions, or runs of statements in them."""
    callers = {
        world.thin.functions.caller(found.row)
        for function in functions.values()
        for found in world.thin.names.occurrences(function.name)
        if found.use in (Use.NAME, Use.MEMBER)
    }
    callers |= {world.thin.functions.caller(row) for row in variables}
    own = {function.row for function in functions.values()}
    for caller in sorted(callers - own):
        twin = _twin(world, caller)
        if twin < 0 or is_broken(world.thick.tree, twin) or is_broken(world.thin.tree, caller):
            continue
        if _looked_up(world, twin, caller):
            continue
        known = {
            row: variable
            for row, variable in variables.items()
            if world.thin.is_inside(row, caller) and _is_fresh(world, variable, twin)
        }
        expansion = Expansion(world.thick, world.thin, functions, (twin, caller), known)
        if caller and expansion.is_same(twin, caller):
            yield _proof(expansion, (twin,), (caller,))
            continue
        yield from _runs(world, functions, known, (twin, caller))


def _variables(world: _World, stores: list[int]) -> dict[int, Variable]:
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
            twins[home] = [twin for at in around if (twin := _twin(world, at)) >= 0]
        if home not in with_fresh and any(_is_fresh(world, variable, twin) for twin in twins[home]):
            with_fresh.add(home)
    kept = {row: v for row, v in found.items() if functions.caller(row) in with_fresh}
    return replaceable(world.thin, kept)


def _is_fresh(world: _World, variable: Variable, twin: int) -> bool:
    """Whether the name of a variable means nothing in the thick function.

    Or only what it means on the thin side, too, where it is not the variable.
    """
    names, thin = world.thick.names, world.thin
    word = thin.word(variable.target)
    if names.tables.is_macro_like(word):
        return False
    left = [o for o in names.inside(word, twin) if o.use in (Use.NAME, Use.UNCLEAR)]
    own = {variable.target, *variable.uses}
    for found in left:
        row = world.partner_in_thin(found.row)
        if found.use is not Use.NAME or row < 0 or row in own or thin.word(row) != word:
            return False
        use, scope = thin.meaning(row)
        # A class reads the name around until it binds its own.
        if use is not Use.NAME or (scope >= 0 and thin.names.kind_of_scope(scope) == "class"):
            return False
    return True


def _proof(expansion: Expansion, thick: tuple[int, ...], thin: tuple[int, ...]) -> _Proof:
    doubts = tuple(dict.fromkeys(expansion.doubts))
    named = tuple(sorted(expansion.named))
    return _Proof(thick, thin, frozenset(expansion.expanded), named, doubts)


def _name(world: _World, row: int) -> str:
    tree = world.thin.tree
    at = tree.child_by_field(row, "name") if row >= 0 else -1
    return tree.slice(at).decode("utf-8", "replace") if at >= 0 else "its caller"


def _looked_up(world: _World, twin: int, caller: int) -> bool:
    sides = ((world.thick, twin), (world.thin, caller))
    return any(
        look_up_in(side.names, side.names.tables.dynamic_frame, row, of_locals=True)
        or side.names.macro_in(row)
        or not side.names.is_plain(row)
        for side, row in sides
    )


def _twin(world: _World, caller: int) -> int:
    """The thick side's version of a caller: the partner, or the one of the same full name."""
    if caller == 0:
        return 0
    partner = world.partner(caller)
    tree, other = world.thin.tree, world.thick.tree
    at = tree.child_by_field(caller, "name")
    if at < 0:
        return partner if partner >= 0 and other.kind[partner] == tree.kind[caller] else -1
    name = tree.slice(at)
    if partner >= 0 and other.kind[partner] == tree.kind[caller]:
        at = other.child_by_field(partner, "name")
        if at >= 0 and other.slice(at) == name:
            return partner
    wanted = [e.name for e in world.forest_thin.elements(world.file_thin) if e.row == caller]
    others = world.forest_thick.elements(world.file_thick) if wanted else ()
    found = [e.row for e in others if e.name == wanted[0]]
    return found[0] if len(found) == 1 and other.kind[found[0]] == tree.kind[caller] else -1


def _runs(
    world: _World,
    functions: dict[str, Function],
    variables: dict[int, Variable],
    around_both: tuple[int, int],
) -> Iterator[_Proof]:
    """Runs of statements with calls that are what stood in their place."""
    thin, thick = world.thin, world.thick
    twin, caller = around_both
    probe = Expansion(thick, thin, functions, around_both, variables)
    lists = {
        _list_around(thin, row)
        for row in (*probe.calls, *probe.variables)
        if thin.functions.caller(row) == caller and not _is_in(thin, row, functions)
    }
    for around in sorted(lists - {-1}):
        is_body = around == thin.functions.body_of(caller)
        twin_list = thick.functions.body_of(twin) if is_body else -1
        if twin_list < 0:
            twin_list = world.partner(around)
        if twin_list < 0 or not thick.functions.is_list(twin_list):
            continue
        statements_b = thick.functions.statements(twin_list)
        statements_a = thin.functions.statements(around)
        for run_b, run_a in _gaps(world, probe, statements_b, statements_a):
            expansion = Expansion(thick, thin, functions, around_both, variables)
            is_same = run_b and expansion.is_same_lists(run_b, run_a)
            if is_same and (expansion.expanded or expansion.named):
                yield _proof(expansion, tuple(run_b), tuple(run_a))
            elif expansion.problem:
                for function in functions.values():
                    _note(world, function.row, f"{function.name}: {expansion.problem}")


def _is_in(side: Side, row: int, functions: dict[str, Function]) -> bool:
    return any(side.is_inside(row, function.row) for function in functions.values())


def _list_around(side: Side, row: int) -> int:
    while row >= 0 and not side.functions.is_list(row):
        row = side.tree.parent[row]
    return row


def _gaps(
    world: _World, probe: Expansion, thick: list[int], thin: list[int]
) -> Iterator[tuple[list[int], list[int]]]:
    """Runs of statements between those that did not change, where the thin one has calls."""
    place = {row: i for i, row in enumerate(thick)}
    points = []
    low = 0
    for j, row in enumerate(thin):
        if probe.is_touched(row):
            continue
        i = place.get(world.partner(row), -1)
        if i < 0 and low < len(thick) and _is_equal(world, thick[low], row):
            i = low
        if i >= 0:
            points.append((i, j))
            low = i + 1
    low_b = low_a = 0
    for i, j in [*increasing(points), (len(thick), len(thin))]:
        run_a = thin[low_a:j]
        if any(probe.is_touched(row) for row in run_a):
            yield thick[low_b:i], run_a
        low_b, low_a = i + 1, j + 1


def _is_equal(world: _World, thick: int, thin: int) -> bool:
    return is_same_tokens(world.thick.tree, thick, world.thin.tree, thin)


# ------------------------------------------------------------------ what is proved of a function


def _only_proved(
    world: _World, functions: dict[str, Function], proofs: list[_Proof], *, is_certain: bool
) -> frozenset[str]:
    """Functions all of whose uses are calls that were proved; any of them where not certain."""
    proved = {name for proof in proofs for name in proof.functions}
    while is_certain:
        bad = {name for name in proved if not _is_proved(world, functions, proofs, proved, name)}
        if not bad:
            break
        proved -= bad
    return frozenset(proved)


def _is_proved(
    world: _World,
    functions: dict[str, Function],
    proofs: list[_Proof],
    proved: set[str],
    name: str,
) -> bool:
    thin, function = world.thin, functions[name]
    if not _is_in_time(world, function, proofs):
        return False
    spans = [row for proof in proofs if proof.functions <= proved for row in proof.thin]
    spans += [functions[other].row for other in proved if other != name]
    own = thin.tree.child_by_field(function.row, "name")
    for found in thin.names.occurrences(function.name):
        if found.row == own or _is_overload(thin.names, found.row, function):
            continue
        if found.use is Use.DATA:
            if is_spelled_in(thin.names, found.row, function.name):
                return False
        elif not any(thin.is_inside(found.row, row) for row in spans):
            return False
    return _is_alone(world, function.name)


def _is_alone(world: _World, name: str) -> bool:
    """Whether no other file of the thin side has the word as code."""
    context = world.context
    for file, tree in enumerate(world.forest_thin.trees):
        if file == world.file_thin or name.encode() not in tree.text:
            continue
        names = context.names_after(file) if world.is_extract else context.names_before(file)
        if not names.tables.is_known:
            return False
        if any(found.use is not Use.DATA for found in names.occurrences(name)):
            return False
    return True


def _is_in_time(world: _World, function: Function, proofs: list[_Proof]) -> bool:
    """Whether the definition is there in time, where definitions are executed."""
    thin = world.thin
    order = thin.names.tables.raw.get("order") or {}
    if not order.get("inert") or "function_declaration" in (order.get("free") or ()):
        return True  # hoisted
    if thin.functions.is_method(function):
        return thin.tree.parent[function.row] == thin.functions.body_of(function.holder)
    callers = [row for proof in proofs if function.key in proof.functions for row in proof.thin]

    def is_plain_class(row: int) -> bool:
        return world.classes.why_not_plain(world.file_thin, row, are_made=True) is None

    return is_defined_in_time(thin, function.row, callers, is_plain_class)


# ------------------------------------------------------------------ the edits


def _edits(world: _World, functions: dict[str, Function], proofs: list[_Proof]) -> tuple[int, ...]:
    """The open edits with both sides in what was proved."""
    context = world.context
    base_thick = world.forest_thick.base[world.file_thick]
    base_thin = world.forest_thin.base[world.file_thin]
    stop_thick, stop_thin = world.thick.tree.stop, world.thin.tree.stop
    spans_thick = [
        (base_thick + row, base_thick + stop_thick[row]) for proof in proofs for row in proof.thick
    ]
    spans_thin = [
        (base_thin + row, base_thin + stop_thin[row]) for row in _rows_thin(functions, proofs)
    ]
    before, after = (spans_thick, spans_thin) if world.is_extract else (spans_thin, spans_thick)
    files = (world.file_thick, world.file_thin)
    return tuple(
        index
        for index, edit in context.of_files(*(files if world.is_extract else files[::-1]))
        if _is_within(edit.before, before) and _is_within(edit.after, after)
    )


def _rows_thin(functions: dict[str, Function], proofs: list[_Proof]) -> list[int]:
    rows = [row for proof in proofs for row in proof.thin]
    return rows + [function.row for function in functions.values()]


def _explained(
    world: _World, functions: dict[str, Function], proofs: list[_Proof]
) -> Iterator[Explained]:
    """Explanations for all edits with both sides in what was proved, one for each place."""
    left = set(_edits(world, functions, proofs))
    base_thick = world.forest_thick.base[world.file_thick]
    base_thin = world.forest_thin.base[world.file_thin]
    for proof in proofs:
        own = {name: functions[name] for name in proof.functions}
        edits = tuple(sorted(left.intersection(_edits(world, own, [proof]))))
        if proof is proofs[-1]:
            edits = tuple(sorted(left))
        if not edits:
            continue
        left.difference_update(edits)
        stored = [world.thin.functions.bound(row) for row in proof.variables]
        named = [world.thin.word(found[0][0]) for found in stored if found is not None]
        names = ", ".join([function.name for function in own.values()] + named)
        first = [*(function.row for function in own.values()), *proof.thin][0]
        thick, thin = base_thick + proof.thick[0], base_thin + first
        leaves = _leaves(world, own, proof) if world.is_extract else ()
        yield Explained(
            RULES[bool(own), world.is_extract],
            f"{names} {'from' if world.is_extract else 'into'} {_caller(world, proof)}: "
            f"{_EVIDENCE[bool(own)]}",
            edits,
            thick if world.is_extract else thin,
            thin if world.is_extract else thick,
            kept=leaves,
            touched=leaves,
        )


def _leaves(world: _World, functions: dict[str, Function], proof: _Proof) -> tuple[int, ...]:
    """Leaves after of what was extracted, and of its place, that have a partner."""
    base, to_before = world.forest_thin.base[world.file_thin], world.context.mapping.to_before
    return tuple(
        base + at
        for row in _rows_thin(functions, [proof])
        for at in significant_leaves(world.thin.tree, row)
        if to_before[base + at] >= 0
    )


def _caller(world: _World, proof: _Proof) -> str:
    return _name(world, world.thin.functions.enclosing(proof.thin[0]))


def _is_within(node: int, spans: list[tuple[int, int]]) -> bool:
    return node < 0 or any(low <= node < high for low, high in spans)
