"""What to call an edit that no rule explained: the kinds of evolution.

Asked from the most telling fact to the least: the file, the definition, the part of a
definition or statement the edit stands in, the node itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.change.edits import Edit, EditKind
from tracer.classify.equality.subtree_equality import is_broken
from tracer.semantics.functions.functions import Functions
from tracer.semantics.language.tables import significant_children
from tracer.syntax.grammar import Role
from tracer.syntax.names import defined_name, unwrapped
from tracer.syntax.tree import BROKEN, LEAF

if TYPE_CHECKING:
    from array import array

    from tracer.classify.change.change import Context
    from tracer.syntax import Language, SyntaxTree

_VERBS = {
    EditKind.DELETE: "deleted",
    EditKind.INSERT: "added",
    EditKind.MOVE: "moved",
}
_PARAMETER_VERBS = {
    EditKind.DELETE: "removed",
    EditKind.INSERT: "added",
    EditKind.MOVE: "moved",
}
# grammar.yaml keys whose kinds name the part of a definition an edit is in.
_PARTS = {
    "annotations": "annotation changed",
    "types": "type changed",
    "modifiers": "modifiers changed",
    "exceptions": "exceptions changed",
}
# Shares of partnered leaves from which code counts as taken from elsewhere.
_MOST, _ALL = 0.6, 0.99
_CONDITION_FIELDS = ("condition", "guard")
_UNIT = Role.STATEMENT | Role.BLOCK | Role.DEFINITION


class Kinds:
    """The names of the edits of one change set that no rule explained."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._functions: dict[int, Functions] = {}  # by the id of the names, which they hold
        self._around: dict[tuple[int, int, int], str | None] = {}
        self._alike: dict[tuple[EditKind, int, int, int, int], str] = {}
        forests = context.before, context.after
        self._has_broken = any(tree.flags[0] & BROKEN for f in forests for tree in f.trees)

    def of(self, edit: Edit) -> str:
        """The name of an unexplained edit, as in `condition changed` or `function added`."""
        context = self.context
        tree, row = (
            context.tree_after(edit.after) if edit.after >= 0 else context.tree_before(edit.before)
        )
        if edit.kind is EditKind.FILE_MOVE:
            return "file moved"
        if row == 0:
            return {EditKind.DELETE: "file deleted", EditKind.INSERT: "file added"}.get(
                edit.kind, "file changed"
            )
        if not tree.language.is_full:
            return "text changed"
        if self._has_broken and _touches_broken(context, edit):
            return "broken code changed"
        labels = _labels_of(tree.language)
        if not labels.is_plain(tree, row):
            return self._of(edit, labels, tree, row)
        # Of a thousand numbers of one list each has the same name.
        key = (edit.kind, id(tree), tree.parent[row], tree.kind[row], tree.field[row])
        known = self._alike.get(key)
        if known is None:
            known = self._alike[key] = self._of(edit, labels, tree, row)
        return known

    def _of(self, edit: Edit, labels: _Labels, tree: SyntaxTree, row: int) -> str:
        if tree.kind[row] in tree.language.comment_kinds:
            return f"pragma {_VERBS.get(edit.kind, 'changed')}"  # a comment that tools read
        return (
            self._by_origin(edit)
            or _by_unit(tree, row, edit)
            or _by_parameter(self.context, edit)
            or self._by_place(tree, labels, row)
            or _by_local(self.context, edit)
            or _by_node(tree, row, edit)
        )

    def _by_origin(self, edit: Edit) -> str | None:  # noqa: PLR0911
        """Functions and variables made of (or dissolved into) code that stands elsewhere."""
        if edit.kind not in (EditKind.INSERT, EditKind.DELETE):
            return None
        context = self.context
        is_new = edit.kind is EditKind.INSERT
        forest = context.after if is_new else context.before
        file, row = forest.locate(edit.after if is_new else edit.before)
        names = context.names_after(file) if is_new else context.names_before(file)
        column = context.mapping.to_before if is_new else context.mapping.to_after
        functions = self._functions.get(id(names))
        if functions is None:
            functions = self._functions[id(names)] = Functions(names)
        base = forest.base[file]
        if not functions.is_known:
            return None
        tree = names.tree
        if tree.kind_name(row) in functions.table["functions"]:
            body = tree.child_by_field(row, "body")
            if body >= 0 and _share(tree, body, base, column) >= _MOST:
                return "function extracted" if is_new else "function inlined"
            return None
        stored = functions.bound(row)
        if stored is None or len(stored[0]) != 1:
            return None
        value = stored[1]
        if tree.flags[value] & LEAF and column[base + value] < 0:
            return None
        if _share(tree, value, base, column) < _ALL:
            return None
        return "variable extracted" if is_new else "variable inlined"

    def _by_place(self, tree: SyntaxTree, labels: _Labels, row: int) -> str | None:
        """The part of the statement or definition around the edit that names it."""
        found = _part(tree, labels, row, row)
        if found is not None or tree.language.roles[tree.kind[row]] & _UNIT:
            return found
        return self._around_it(tree, labels, tree.parent[row], row)

    def _around_it(self, tree: SyntaxTree, labels: _Labels, around: int, row: int) -> str | None:
        """The same, read off what is around the row: of neighbours the same, so it is kept."""
        key = (id(tree), around, tree.flags[row] & LEAF)
        if key not in self._around:
            roles, found, at = tree.language.roles, None, around
            while at > 0 and found is None:
                found = _part(tree, labels, at, row)
                if roles[tree.kind[at]] & _UNIT:
                    break
                at = tree.parent[at]
            self._around[key] = found
        return self._around[key]


def _touches_broken(context: Context, edit: Edit) -> bool:
    return any(
        node >= 0 and is_broken(*forest.tree_of(node))
        for forest, node in ((context.before, edit.before), (context.after, edit.after))
    )


def _share(tree: SyntaxTree, row: int, base: int, column: array[int]) -> float:
    """The part of a subtree's named leaves that have a partner."""
    roles = tree.language.roles
    leaves = [
        at
        for at in range(row, tree.stop[row])
        if tree.flags[at] & LEAF
        and roles[tree.kind[at]] & (Role.IDENTIFIER | Role.MEMBER | Role.LITERAL)
    ]
    return sum(column[base + at] >= 0 for at in leaves) / len(leaves) if leaves else 0.0


def _by_unit(tree: SyntaxTree, row: int, edit: Edit) -> str | None:
    """Whole definitions, imports and statements that came, went or moved."""
    verb = _VERBS.get(edit.kind)
    language = tree.language
    inner = unwrapped(tree, row)
    definition = language.definitions.get(tree.kind[inner])
    roles = language.roles[tree.kind[row]]
    if verb and definition is not None and defined_name(tree, inner) is not None:
        return f"{definition.kind} {verb}"
    if roles & Role.IMPORT or _is_inside(tree, row, Role.IMPORT):
        return f"import {verb or 'changed'}"
    if verb and roles & (Role.STATEMENT | Role.COMPOUND):
        return f"statement {verb}"
    return None


def _is_inside(tree: SyntaxTree, row: int, role: int) -> bool:
    roles = tree.language.roles
    while row > 0:
        row = tree.parent[row]
        if roles[tree.kind[row]] & role:
            return True
        if roles[tree.kind[row]] & (Role.STATEMENT | Role.DEFINITION):
            return False
    return False


def _by_parameter(context: Context, edit: Edit) -> str | None:
    """Parameters of definitions that came, went, changed places or have another name."""
    is_after = edit.after >= 0
    tree, row = context.tree_after(edit.after) if is_after else context.tree_before(edit.before)
    roles, at = tree.language.roles, row
    while at > 0 and not roles[tree.kind[tree.parent[at]]] & Role.PARAMETERS:
        if roles[tree.kind[at]] & (Role.STATEMENT | Role.BLOCK | Role.DEFINITION):
            return None
        at = tree.parent[at]
    holder = tree.parent[tree.parent[at]] if at > 0 else 0
    definition = tree.language.definitions.get(tree.kind[holder])
    if definition is None or definition.kind == "class":
        return None
    if at == row and tree.kind_name(row) in (tree.language.raw.get("parameter") or ()):
        found = _PARAMETER_VERBS.get(edit.kind)
        if found and not (found != "moved" and _is_on_both(context, edit, row, holder)):
            return f"parameter {found}"
    if edit.kind is EditKind.UPDATE and _is_first_name(tree, at, row):
        return "parameter renamed"
    return None


def _is_on_both(context: Context, edit: Edit, row: int, holder: int) -> bool:
    """Whether the definition has a parameter of this name on the other side as well."""
    is_after = edit.after >= 0
    one, other = (context.after, context.before) if is_after else (context.before, context.after)
    column = context.mapping.to_before if is_after else context.mapping.to_after
    file, _ = one.locate(edit.after if is_after else edit.before)
    partner = column[one.base[file] + holder]
    if partner < 0:
        return False
    name = _first_name(one.trees[file], row)
    tree, twin = other.tree_of(partner)
    return name in {
        _first_name(tree, parameter)
        for at in tree.children(twin)
        if tree.language.roles[tree.kind[at]] & Role.PARAMETERS
        for parameter in significant_children(tree, at)
    }


def _first_name(tree: SyntaxTree, parameter: int) -> bytes:
    rows = range(parameter, tree.stop[parameter])
    return next((tree.slice(at) for at in rows if _is_first_name(tree, parameter, at)), b"")


def _is_first_name(tree: SyntaxTree, parameter: int, row: int) -> bool:
    """Whether a leaf is the first plain name of a parameter, and no part of its type."""
    roles = tree.language.roles
    types = tree.language.raw.get("types") or ()
    at = parameter
    while at < tree.stop[parameter]:
        if tree.kind_name(at) in types and at != parameter:
            at = tree.stop[at]
            continue
        if tree.flags[at] & LEAF and roles[tree.kind[at]] & Role.IDENTIFIER:
            return at == row
        at += 1
    return False


def _by_local(context: Context, edit: Edit) -> str | None:
    """A name of a function's own that has another name."""
    if edit.kind is not EditKind.UPDATE or edit.after < 0:
        return None
    file, row = context.after.locate(edit.after)
    names = context.names_after(file)
    if not names.tables.is_known or names.tree.kind_name(row) not in names.tables.words:
        return None
    word = names.tree.slice(row).decode("utf-8", "replace")
    found = names.at(row, word)
    if found is None or found.scope < 0:
        return None  # a use: it may be another variable rather than another name
    is_local = names.kind_of_scope(found.scope) not in ("file", "class")
    return "variable renamed" if is_local else None


class _Labels:
    """What the parts of definitions and statements are called, by kind and field ids."""

    def __init__(self, language: Language) -> None:
        raw, kinds = language.raw, language.kind_names
        self.fields = {language.field_ids.get(name, -1) for name in _CONDITION_FIELDS}
        results = raw.get("return_type") or {}
        self.results = {
            kind: language.field_ids.get(results[name], -1)
            for kind, name in enumerate(kinds)
            if name in results
        }
        labels = {
            name: label for key, label in reversed(_PARTS.items()) for name in raw.get(key) or ()
        }
        self.parts = {kind: labels[name] for kind, name in enumerate(kinds) if name in labels}
        documents = (raw.get("docstrings") or {}).get("kinds") or ()
        self.documents = {kind for kind, name in enumerate(kinds) if name in documents}
        self.definitions = {
            kind: (
                definition,
                language.field_ids.get(definition.name, -1),
                language.field_ids.get(definition.body or "", -1),
            )
            for kind, definition in language.definitions.items()
        }
        self._named = language.kind_is_named
        self._roles = language.roles

    def is_plain(self, tree: SyntaxTree, row: int) -> bool:
        """Whether what a leaf is called depends on its kind and what is around it alone.

        So it is of punctuation and literals; not of names, nor of the first string of a list.
        """
        kind = tree.kind[row]
        return bool(tree.flags[row] & LEAF) and (
            not self._named[kind]
            or bool(self._roles[kind] & Role.LITERAL and kind not in self.documents)
        )


_LABELS: dict[str, _Labels] = {}


def _labels_of(language: Language) -> _Labels:
    found = _LABELS.get(language.name)
    if found is None:
        found = _LABELS[language.name] = _Labels(language)
    return found


def _part(  # noqa: PLR0911 - one guard a line
    tree: SyntaxTree, labels: _Labels, at: int, row: int
) -> str | None:
    """What part of its parent `at` is, an edited `row` being in it."""
    kind, field, around = tree.kind[at], tree.field[at], tree.kind[tree.parent[at]]
    if field:
        if field in labels.fields:
            return "condition changed"
        if labels.results.get(around) == field:
            return "return type changed"
    label = labels.parts.get(kind)
    if label is not None:
        return label
    if kind in labels.documents and _is_docstring(tree, at):
        return "documentation changed"
    roles = tree.language.roles
    if roles[kind] & Role.PARAMETERS:
        return "signature changed"
    known = labels.definitions.get(around)
    if known is not None:
        definition, name, body = known
        if field == name and tree.flags[row] & LEAF:
            return f"{definition.kind} renamed"
        if definition.kind != "class" and field != body:
            return "signature changed"
    return "modifiers changed" if roles[around] & Role.WRAPPER else None


def _is_docstring(tree: SyntaxTree, at: int) -> bool:
    """Whether a string stands first in its list of statements."""
    parent = tree.parent[at]
    is_first = parent >= 0 and at == next(iter(significant_children(tree, parent)), -1)
    return is_first and bool(tree.language.roles[tree.kind[parent]] & Role.BLOCK)


def _by_node(tree: SyntaxTree, row: int, edit: Edit) -> str:  # noqa: PLR0911 - one guard a line
    """What the edited node itself is."""
    language = tree.language
    roles = language.roles[tree.kind[row]]
    verb = _VERBS.get(edit.kind, "changed")
    if roles & Role.LITERAL or _is_inside(tree, row, Role.LITERAL):
        return f"constant {verb}"
    if roles & Role.CALL:
        return f"call {verb}"
    field = tree.field_name(row)
    if field in ("operator", "operators"):
        return "operator changed"
    if _is_inside(tree, row, Role.CALL):
        return "call changed" if field in ("function", "name") else "argument " + verb
    if tree.flags[row] & LEAF and roles & (Role.IDENTIFIER | Role.MEMBER):
        return f"name {verb}"
    if not language.kind_is_named[tree.kind[row]]:
        return "operator changed" if not tree.slice(row).isalpha() else "keyword changed"
    return f"expression {verb}"
