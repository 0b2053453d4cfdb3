"""Which class a use of a member is about, where only spelling or a modifier keeps it inside.

Table `own_members` of verdicts.yaml says what such members are and how they are reached:

- `pattern`: what their names look like; or `modifiers`, one of which the declaration has, and
  `declared`, the kinds of declarations (members that are no fields: those are shown with values);
- `self`: the name of a method's own object; without it, its first parameter is the object.
  `hands_on`: functions inside which it is the one around;
- `super`: what gives the object as its base sees it;
- `told_nothing`: decorators that hand a method on as it is -> the module they come from (none:
  built in); `unbound`: those of them that take its object away; `of_class`: that give it its class;
- `classes_told_nothing`: decorators that ask a class for no method by its name -> their module.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.semantics.language.tables import has_word, named_children, significant_children
from tracer.semantics.names.occurrences import Names, Occurrence, Use
from tracer.syntax.names import defined_name, wrapper_of

if TYPE_CHECKING:
    from tracer.semantics.functions.functions import Functions


def own_members(names: Names) -> dict[str, Any]:
    """The table of a file's language; empty where no habit or modifier says what is private."""
    table: dict[str, Any] = names.tables.raw.get("own_members") or {}
    return table


def may_be_own(names: Names, row: int, words: tuple[str, str]) -> bool:
    """Whether a name leaf may be such a member, called as in `words` before and after."""
    table = own_members(names)
    if "pattern" in table:
        is_word = names.tree.kind_name(row) in names.tables.words
        return is_word and all(re.match(table["pattern"], word) for word in words)
    if not table or names.tree.kind_name(row) not in names.tables.member_kinds:
        return False
    return any(is_declared(names, found.row) for found in names.occurrences(words[0]))


def is_declared(names: Names, row: int) -> bool:
    """Whether a leaf is the name of a member whose declaration has one of the modifiers."""
    tree, table = names.tree, own_members(names)
    parent = tree.parent[row]
    return (
        tree.kind_name(parent) in (table.get("declared") or ())
        and tree.field_name(row) == "name"
        and has_word(tree, parent, frozenset(table["modifiers"]))
    )


def holder_of(names: Names, functions: Functions, found: Occurrence) -> int:
    """The row of the class whose member an occurrence is, or -1 where that is not sure."""
    tree = names.tree
    if found.use is Use.NAME and not found.fixed:
        scope = names.scope_of(found, tree.slice(found.row).decode("utf-8", "replace"))
        return scope if scope >= 0 and names.kind_of_scope(scope) == "class" else -1
    if found.use is not Use.MEMBER:
        return -1
    if is_declared(names, found.row):
        return functions.holder(tree.parent[found.row])
    receiver = tree.child_by_field(tree.parent[found.row], "object")
    if receiver in (-1, found.row):
        return -1
    own = own_members(names).get("self")
    return class_of(names, functions, receiver) if own is None else _class_here(names, receiver)


def class_of(names: Names, functions: Functions, receiver: int) -> int:
    """The row of the class that what a member is read off is, or has, or -1."""
    tree = names.tree
    word = tree.slice(receiver).decode("utf-8", "replace")
    given = names.at(receiver, word)
    if given is None:
        return _of_super(names, functions, receiver)
    scope = names.scope_of(given, word)
    if given.use is not Use.NAME or scope < 0 or names.is_unclear(word):
        return -1
    bound = [o.row for o in names.occurrences(word) if o.scope == scope]
    if names.kind_of_scope(scope) == "file" and len(bound) == 1:
        defined = tree.parent[bound[0]]
        is_class = names.tables.scopes.get(tree.kind_name(defined)) == "class"
        return defined if is_class and defined_name(tree, defined) == word else -1
    is_method = tree.kind_name(scope) in (names.tables.raw.get("plain_functions") or ())
    is_own = is_method and bound == [functions.first_parameter(scope)]
    return _class_around(names, functions, scope) if is_own else -1


def is_told_its_object(names: Names, method: int) -> bool:
    """Whether a function is a method that gets its object as its first argument."""
    marks = marks_of_member(names, method)
    table = own_members(names)
    hands = {*(table.get("unbound") or ()), *(table.get("of_class") or ())}
    return marks is None or marks.isdisjoint(hands)


def called_off(names: Names, found: Occurrence) -> tuple[str, int]:
    """The member that is read off what an occurrence names, and the first argument it is given.

    "" and -1 where there is none.
    """
    tree = names.tree
    at = tree.parent[found.row] if found.use is Use.MEMBER else found.row
    member = tree.parent[at]
    if found.use is Use.DATA or member < 0 or tree.child_by_field(member, "object") != at:
        return "", -1
    word = tree.slice(significant_children(tree, member)[-1]).decode("utf-8", "replace")
    call = tree.parent[member]
    fields = (tree.language.raw.get("calls") or {}).get(tree.kind_name(max(call, 0)))
    if fields is None or tree.child_by_field(call, fields["function"]) != member:
        return word, -1
    return word, next(
        iter(named_children(tree, tree.child_by_field(call, fields["arguments"]))), -1
    )


def _class_here(names: Names, receiver: int) -> int:
    """The class of the object that a word (`this`) is, or -1."""
    tree, table = names.tree, own_members(names)
    if tree.slice(receiver).decode("utf-8", "replace") not in table["self"]:
        return -1
    scopes, at = names.tables.scopes, receiver
    while at > 0:
        is_key = tree.field_name(at) == "name"
        at = tree.parent[at]
        kind = tree.kind_name(at)
        if scopes.get(kind) == "class":
            return at
        is_handed_on = kind in table["hands_on"] or kind in table["declared"]
        if is_key or (scopes.get(kind) == "function" and not is_handed_on):
            return -1
    return -1


def _of_super(names: Names, functions: Functions, row: int) -> int:
    """The class around a call without arguments of what gives the object as its base sees it."""
    tree, word = names.tree, own_members(names).get("super", "")
    if tree.slice(row).decode("utf-8", "replace") != f"{word}()" or names.is_bound(word):
        return -1
    method = functions.enclosing(row)
    return _class_around(names, functions, method) if method >= 0 else -1


def _class_around(names: Names, functions: Functions, method: int) -> int:
    """The class of which a function is a method with an object, or -1."""
    tree, table = names.tree, own_members(names)
    marks = marks_of_member(names, method)
    if marks is None or not marks.isdisjoint(table.get("unbound") or ()):
        return -1
    holder = functions.holder(method)
    return holder if names.kind_of_scope(holder) == "class" and tree.parent[holder] >= 0 else -1


def marks_of_member(names: Names, definition: int) -> set[str] | None:
    """The decorators of a definition, None if one of them is not known to hand it on as it is."""
    words = _decorators(names, definition)
    plain = _known(names, words, "told_nothing")
    is_plain = wrapper_of(names.tree, definition) == definition or plain == words
    return plain if is_plain else None


def is_class_kept(names: Names, definition: int) -> bool:
    """Whether all decorators of a class are known to ask for none of its methods by name."""
    words = {word.partition("(")[0].strip() for word in _decorators(names, definition)}
    return _known(names, words, "classes_told_nothing") == words


def _decorators(names: Names, definition: int) -> set[str]:
    """What stands before a definition in its wrapper, as it is written, without the sign."""
    tree = names.tree
    kids = significant_children(tree, wrapper_of(tree, definition))
    before = (tree.slice(at) for at in kids if at < definition)
    return {text.lstrip(b"@ ").decode("utf-8", "replace") for text in before}


def _known(names: Names, words: set[str], key: str) -> set[str]:
    """Those of the words that mean what a key of the table lists, from the module it gives."""
    listed: dict[str, str] = own_members(names).get(key) or {}
    return {w for w in words if w in listed and _comes_from(names, w, listed[w])}


def _comes_from(names: Names, word: str, module: str) -> bool:
    """Whether a word is built in, or means what a module of the library calls so."""
    if not module:
        return not names.is_bound(word)
    bound = {o.row for o in names.occurrences(word) if o.scope >= 0}
    entries = names.imports_of(word)
    return bound == {e.local_row for e in entries} and all(
        (e.module, e.name) == (module, word) for e in entries
    )
