"""`rename_member`: a member that only its own class can reach has another name, at every use.

Which members those are is the table `private_members` of verdicts.yaml: a `pattern` of names
the language keeps inside the class (`mangled`: how they look from outside), or `words` on the
declaration (`unless_words`: those that say it is found by its name all the same). Side conditions:

- every occurrence of the name in the file stands in one class and is updated; where the
  language does not mark private uses, it is reached through `receivers` (or bare) only;
- the new name is of the same sort and stood nowhere in the file;
- no method of a base may be chosen where one that is renamed was, or where it is now; no class of
  another file that names this one may get a method of that name from elsewhere (the language
  finds the private one first, and refuses it);
- no string spells the name, nothing looks members up by spelling, no annotation is attached to it,
  or to its class, unless it is known to be `told_nothing`, and (where names are mangled) the
  mangled name stands nowhere in the change set;
- no other file asks for the member by its name (`reflection/private_access.py`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.classify.change.change import Context, Explained
from tracer.classify.change.edits import EditKind
from tracer.classify.change.look_ups import why_looked_up
from tracer.classify.change.refusals import asked_of_proofs
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.functions.evaluation_order import Evaluation
from tracer.semantics.functions.functions import Functions
from tracer.semantics.language.tables import has_word
from tracer.semantics.names.occurrences import Names, Occurrence, Use, is_plain_name
from tracer.semantics.reflection.lookups.computed_names import why_composed
from tracer.semantics.reflection.lookups.dynamic_lookups import is_callee
from tracer.semantics.reflection.readers.name_readers import is_told, name_reader, why_read
from tracer.semantics.reflection.readers.private_access import why_asked_elsewhere
from tracer.semantics.types.class_hierarchy import Classes, bases_of
from tracer.semantics.types.declared_types import StaticTypes
from tracer.semantics.values.string_values import is_spelled_in
from tracer.syntax.names import defined_name, wrapper_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.syntax import SyntaxTree

RULE = "rename_member"


class Renaming(NamedTuple):
    """Every update of one word to one other in one file: edit index and image by row before."""

    file_b: int
    file_a: int
    before: str
    after: str
    edits: dict[int, int]
    images: dict[int, int]


def explain(context: Context) -> Iterator[Explained]:
    """Renamed private members, one explanation each."""
    for renaming in renamings(context):
        problem = _problem(context, renaming)
        if problem:
            context.note(renaming.edits.values(), problem)
            continue
        base_b, base_a = context.before.base[renaming.file_b], context.after.base[renaming.file_a]
        yield Explained.of_renaming(
            RULE,
            f"{renaming.before} -> {renaming.after}: private to its class, all "
            f"{len(renaming.images)} occurrence(s) follow, {renaming.after} was free",
            renaming.edits.values(),
            renaming.images,
            (base_b, base_a),
        )


def renamings(context: Context) -> Iterator[Renaming]:
    """Words that may be members, which became another word in edits that are not explained."""
    groups: dict[tuple[int, int, str, str], dict[int, tuple[int, int]]] = {}
    for index, edit in context.of_kind(EditKind.UPDATE):
        file_b, row_b = context.before.locate(edit.before)
        file_a, row_a = context.after.locate(edit.after)
        names = context.names_before(file_b)
        if not names.tables.raw.get("private_members") or not context.is_sound(edit):
            continue
        kind = names.tree.kind_name(row_b)
        if kind in names.tables.names or kind in names.tables.member_kinds:
            before = names.tree.slice(row_b).decode("utf-8", "replace")
            after = context.after.trees[file_a].slice(row_a).decode("utf-8", "replace")
            key = (file_b, file_a, before, after)
            groups.setdefault(key, {})[row_b] = (index, row_a)
    for (file_b, file_a, before, after), updates in groups.items():
        edits = {row: index for row, (index, _) in updates.items()}
        images = {row: image for row, (_, image) in updates.items()}
        if is_candidate(context.names_before(file_b), before):
            yield Renaming(file_b, file_a, before, after, edits, images)


def is_candidate(names: Names, word: str) -> bool:
    """Whether the word may be a private member at all."""
    table = names.tables.raw["private_members"]
    if "pattern" in table:
        return re.match(table["pattern"], word) is not None
    return any(_declaration(names, table, o.row) >= 0 for o in names.occurrences(word))


def _problem(context: Context, renaming: Renaming) -> str | None:
    known = why_known(context, renaming)
    return why_other_use(context, renaming) or asked_of_proofs(next(known, None))


def why_other_use(context: Context, renaming: Renaming) -> str | None:
    """Why the words may be other things than a member of one class, or None."""
    names_b = context.names_before(renaming.file_b)
    names_a = context.names_after(renaming.file_a)
    table = names_b.tables.raw["private_members"]
    return (
        _bad_name(table, renaming)
        or _side(names_b, table, renaming.before, set(renaming.edits))
        or _side(names_a, table, renaming.after, set(renaming.images.values()))
        or _left_over(names_b, renaming.after, "already")
        or _left_over(names_a, renaming.before, "still")
    )


def why_known(context: Context, renaming: Renaming) -> Iterator[str]:
    """Who may know the member's name on one side, other than the code of its class."""
    return filter(None, _why_known(context, renaming))


def _why_known(context: Context, renaming: Renaming) -> Iterator[str | None]:
    names_b = context.names_before(renaming.file_b)
    names_a = context.names_after(renaming.file_a)
    table = names_b.tables.raw["private_members"]
    yield _seen(names_b, table, renaming.before)
    yield _seen(names_a, table, renaming.after)
    yield _mangled(context, names_b, table, renaming)
    for forest, names_of, file, word in (
        (context.before, context.names_before, renaming.file_b, renaming.before),
        (context.after, context.names_after, renaming.file_a, renaming.after),
    ):
        yield _overloaded(Classes(forest, names_of), file, word)
    yield _found_first(context, names_b, table, renaming)
    yield _asked_elsewhere(context, names_b, renaming)
    yield _kept_for_base(context, table, renaming)
    yield why_composed(context, (renaming.before, renaming.after), is_after=False)
    yield _looked_up(names_b, table)
    yield _looked_up(names_a, table)


def _found_first(
    context: Context, names: Names, table: dict[str, Any], renaming: Renaming
) -> str | None:
    """Whether a private method hides, from classes derived from its own, what these have besides.

    One that is not private is inherited: what overrides it, or comes to, is asked of the classes.
    """
    declared = [row for row in renaming.edits if _is_method(names, table, row)]
    if "words" not in table or not declared:
        return None
    names_a = context.names_after(renaming.file_a)
    images = [row for row in renaming.images.values() if _is_method(names_a, table, row)]
    sides = (names, declared), (names_a, images)
    if not any(_is_private(one, table, row) for one, rows in sides for row in rows):
        return None
    holder = defined_name(names.tree, names.tree.parent[_class_of(names, declared[0])])
    if not holder or not _others_with(context, renaming.file_b, holder):
        return None
    found = next(
        (
            word
            for word in (renaming.before, renaming.after)
            if _others_with(context, renaming.file_b, word)
        ),
        None,
    )
    return f"what is derived from {holder} may have a {found} from elsewhere" if found else None


def _asked_elsewhere(context: Context, names: Names, renaming: Renaming) -> str | None:
    """Whether another file asks for a member by one of the names."""
    holder = defined_name(names.tree, names.tree.parent[_class_of(names, min(renaming.edits))])
    words = renaming.before, renaming.after
    asked = (
        why_asked_elsewhere(
            context.before, names, word, holder, context.files_with(word, is_after=False)
        )
        for word in words
    )
    return next(filter(None, asked), None)


def _kept_for_base(context: Context, table: dict[str, Any], renaming: Renaming) -> str | None:
    """Whether objects of the class are kept with the names of their members, for a base's sake.

    Bases are followed as far as the change has them; `kept_for` of the table: those that say so.
    """
    kept, names = table.get("kept_for") or (), context.names_before(renaming.file_b)
    work = [(renaming.file_b, names.tree.parent[_class_of(names, min(renaming.edits))])]
    seen = set(work)
    while work and kept:
        file, row = work.pop()
        for base in bases_of(context.names_before(file), row):
            word = base.rpartition(".")[2]
            if word in kept:
                return f"objects of a {word} are kept with the names of their members"
            found = {
                (other, element.row)
                for other in context.files_with(word, is_after=False)
                for element in context.before.elements(other)
                if element.name == word
            }
            work += sorted(found - seen)
            seen |= found
    return None


def _is_method(names: Names, table: dict[str, Any], row: int) -> bool:
    declaration = _declaration(names, table, row)
    return declaration >= 0 and names.tree.child_by_field(declaration, "parameters") >= 0


def _others_with(context: Context, home: int, word: str) -> bool:
    """Whether another file has a word as code."""
    return any(
        found.use is not Use.DATA
        for file in context.files_with(word, is_after=False)
        if file != home and context.names_before(file).tables.is_known
        for found in context.names_before(file).occurrences(word)
    )


def _overloaded(classes: Classes, file: int, word: str) -> str | None:
    """Whether a method that a base has may be chosen in the place of the one of this name.

    None can be where each argument has the type of its parameter, which no other fits better.
    """
    names = classes.names_of(file)
    functions, types = Functions(names), StaticTypes(names)
    if not functions.table.get("overloads") or not types.matters:
        return None
    table, tree = names.tables.raw["private_members"], names.tree
    for declared in names.occurrences(word):
        row = _declaration(names, table, declared.row)
        if row < 0 or tree.child_by_field(row, "parameters") < 0:
            continue
        parameters = functions.parameters(row)
        inherited = None if parameters == () else classes.may_inherit(file, row, word)
        for found in names.occurrences(word) if inherited else ():
            arguments = functions.arguments(found.row)
            if found.row != declared.row and not _is_exact(types, parameters, arguments):
                return inherited
    return None


def _is_exact(
    types: StaticTypes, parameters: tuple[int, ...] | None, arguments: tuple[int, ...] | None
) -> bool:
    """Whether each argument has the type of its parameter."""
    if parameters is None or arguments is None or len(parameters) != len(arguments):
        return False
    return all(
        (declared := types.declared(parameter)) is not None and declared == types.of(argument)
        for parameter, argument in zip(parameters, arguments, strict=True)
    )


def _bad_name(table: dict[str, Any], renaming: Renaming) -> str | None:
    for name in (renaming.before, renaming.after):
        if not is_plain_name(name.removeprefix("#")) or name in (table.get("reserved") or ()):
            return f"{name} has a meaning of its own"
        if "pattern" in table and not re.match(table["pattern"], name):
            return f"{name} is not private by its form"
    return None


def _side(names: Names, table: dict[str, Any], word: str, updated: set[int]) -> str | None:
    """The conditions that hold for the name of one side."""
    found = names.occurrences(word)
    declared = [o for o in found if _declaration(names, table, o.row) >= 0]
    if "words" in table and len(declared) != 1:
        return f"{word} is declared {len(declared)} times in this file"
    if any(not _is_private(names, table, o.row) for o in declared):
        return f"{word} is not private, or something is attached to it"
    holders = set()
    for occurrence in found:
        problem = _one(names, table, word, occurrence, updated)
        if problem:
            return problem
        if occurrence.use is not Use.DATA:
            holders.add(_class_of(names, occurrence.row))
    if len(holders) != 1 or -1 in holders:
        return f"{word} is used in more than one class"
    return None


def _seen(names: Names, table: dict[str, Any], word: str) -> str | None:
    """Why a class may be told its members, or code of the file find one by its spelling."""
    found = names.occurrences(word)
    for occurrence in found:
        if occurrence.use is Use.DATA and is_spelled_in(names, occurrence.row, word):
            return f"a string spells {word}"
        if occurrence.use is Use.UNCLEAR:
            return f"{word} is also used in a way that may depend on its spelling"
    for holder in sorted({_class_of(names, o.row) for o in found if o.use is not Use.DATA} - {-1}):
        if is_told(names, names.tree.parent[holder]):
            return f"a decorator in its class may be told {word}"
        reader = _reader_of(names, table, holder)
        if reader:
            return f"{reader} may read the members of the class"
    teller = teller_of(names, word, found)
    if teller >= 0:
        return f"{why_read(names, teller)}, and may read that of {word}"
    return None


def _looked_up(names: Names, table: dict[str, Any]) -> str | None:
    """What may look the member up; asked last, for other code may overrule it."""
    words = names.tables.dynamic | frozenset(table.get("blocked_by") or ())
    return why_looked_up(names, words, 0, "{} may look members up by spelling")


def teller_of(names: Names, word: str, found: Sequence[Occurrence]) -> int:
    """The row that may read the name off a member that is a function or class called so, or -1."""
    tree, tables = names.tree, names.tables
    made = (tables.raw.get("evaluation") or {}).get("functions") or ()
    given = [
        o.row
        for o in found
        if _makes_one(tree, o.row, word, made)
        or any(tree.kind_name(at) in made for at in tree.children(tree.parent[o.row]))
    ]
    if not given or all(
        o.use is Use.DATA or o.row in given or is_callee(names, o.row) for o in found
    ):
        return -1
    return name_reader(names, tables.dynamic_members | tables.dynamic_values)


_HOLDERS = ("variable", "field")  # what they hold is called after them only if it is made there


def _makes_one(tree: SyntaxTree, row: int, word: str, made: Sequence[str]) -> bool:
    parent = tree.parent[row]
    definition = tree.language.definitions.get(tree.kind[parent])
    is_one = definition is not None and definition.kind not in _HOLDERS
    return tree.kind_name(parent) in made or (is_one and defined_name(tree, parent) == word)


def _one(
    names: Names, table: dict[str, Any], word: str, found: Occurrence, updated: set[int]
) -> str | None:
    """Why one occurrence keeps the renaming from being sure, or None."""
    if found.use in (Use.DATA, Use.UNCLEAR):
        return None  # `_seen` asks
    if found.row not in updated:
        return f"an occurrence of {word} is not part of the renaming"
    if found.use is Use.NAME:
        scope = names.scope_of(found, word)
        if scope >= 0 and names.kind_of_scope(scope) != "class":
            return f"{word} is also a local name"
        if scope < 0 and "words" not in table:
            return f"{word} is also a global name"
    receivers = table.get("receivers")
    if receivers and not _is_own(names.tree, found.row, receivers):
        return f"{word} is reached through another object"
    return None


def _is_own(tree: SyntaxTree, row: int, receivers: list[str]) -> bool:
    """Whether a member is used bare, declared, or reached through one of the receivers."""
    parent = tree.parent[row]
    receiver = tree.child_by_field(parent, "object")
    if receiver < 0 or receiver == row:
        return True
    return tree.slice(receiver).decode("utf-8", "replace") in receivers


def _declaration(names: Names, table: dict[str, Any], row: int) -> int:
    """Row of the member declaration whose name the leaf is, or -1."""
    tree = names.tree
    parent = tree.parent[row]
    wanted = (table.get("declared_by") or {}).get(tree.kind_name(parent))
    if wanted is None or tree.field_name(row) != "name":
        return -1
    while parent >= 0 and tree.kind_name(parent) != wanted:
        if names.tables.scopes.get(tree.kind_name(parent)):
            return -1
        parent = tree.parent[parent]
    return parent


def _is_private(names: Names, table: dict[str, Any], row: int) -> bool:
    tree = names.tree
    declaration = _declaration(names, table, row)
    if not has_word(tree, declaration, frozenset(table["words"])):
        return False
    if has_word(tree, declaration, frozenset(table.get("unless_words") or ())):
        return False
    ids = {tree.language.kind_ids.get((kind, True), -1) for kind in table.get("marked_by") or ()}
    header = range(declaration, row)
    return not any(tree.kind[at] in ids for at in header)


def _class_of(names: Names, row: int) -> int:
    tree, scopes = names.tree, names.tables.scopes
    while row >= 0 and scopes.get(tree.kind_name(row)) != "class":
        row = tree.parent[row]
    return row


def _reader_of(names: Names, table: dict[str, Any], body: int) -> str | None:
    """What stands on the class of a body, or around it, and may be told its members."""
    tree, known = names.tree, frozenset(table.get("told_nothing") or ())
    kinds = table.get("marked_by") or ()
    while body > 0 and kinds:
        for at in range(tree.parent[body], body):
            if tree.kind_name(at) not in kinds:
                continue
            row = tree.child_by_field(at, "name")
            word = tree.slice(row).decode("utf-8", "replace").rpartition(".")[2] if row >= 0 else ""
            if word not in known:
                return word or "an annotation"
        body = _class_of(names, tree.parent[body])
    return None


def _left_over(names: Names, word: str, when: str) -> str | None:
    is_there = any(o.use in (Use.NAME, Use.MEMBER, Use.UNCLEAR) for o in names.occurrences(word))
    return f"{word} {when} means something in this file" if is_there else None


def _mangled(
    context: Context, names: Names, table: dict[str, Any], renaming: Renaming
) -> str | None:
    """Whether somebody spells out what the language makes of the name."""
    if "mangled" not in table:
        return None
    holder = _class_of(names, min(renaming.edits))
    name = (defined_name(names.tree, holder) or "").lstrip("_")
    watched = _watched(context, names, holder, renaming)
    if watched:
        return watched
    for word in (renaming.before, renaming.after):
        if _is_shared(context, (renaming.file_b, renaming.file_a), name, word):
            return f"another {name} has a {word}"
        mangled = (table["mangled"] % (name, word)).encode()
        for forest in (context.before, context.after):
            if any(mangled in tree.text for tree in forest.trees):
                return f"{mangled.decode()} is spelled out"
    return None


def _watched(context: Context, names: Names, holder: int, renaming: Renaming) -> str | None:
    """What may be told the names of the members of a class, or None."""
    tree, classes = names.tree, Classes(context.before, context.names_before)
    table = names.tables.raw["private_members"]
    shown = names.has_any(frozenset(table.get("shown_by") or ()), 0)
    if shown:
        return f"{shown} may show {renaming.before}"
    for looker in table.get("lookers") or ():
        found = names.has_any(frozenset((looker,)), holder)
        if found or classes.may_inherit(renaming.file_b, holder, looker, reads=True):
            return f"{looker} may see {renaming.before}"
    if wrapper_of(tree, holder) != holder:
        return "the class is decorated"
    evaluation = Evaluation(tree)
    for own in names.occurrences(renaming.before):
        if own.scope != holder:
            continue
        definition = tree.parent[own.row]
        is_function = defined_name(tree, definition) == renaming.before
        if wrapper_of(tree, definition) != definition and is_function:
            return f"{renaming.before} is decorated"
        if not is_function and evaluation.effects(definition)[1:]:
            return f"what {renaming.before} is may be told its name"
    return None


def _is_shared(context: Context, home: tuple[int, int], name: str, word: str) -> bool:
    """Whether a class of the same name, in another file, has a member of the same name."""
    versions = (
        (context.before, context.names_before, home[0]),
        (context.after, context.names_after, home[1]),
    )
    return any(
        (defined_name(tree, max(_class_of(names_of(file), found.row), 0)) or "").lstrip("_") == name
        for forest, names_of, own in versions
        for file, tree in enumerate(forest.trees)
        if file != own and word.encode() in tree.text and names_of(file).tables.is_known
        for found in names_of(file).occurrences(word)
    )
