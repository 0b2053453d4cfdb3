"""Nodes of a tree as the oracles name them: kind and span in characters.

For Java a table translates tree-sitter kinds to those of Eclipse JDT; elsewhere kinds and
spans are taken as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.accuracy.astdiff.oracle import node
from tracer.syntax.grammar import Role
from tracer.syntax.tree import TRIVIA

if TYPE_CHECKING:
    from benchmarks.accuracy.astdiff.oracle import Node
    from tracer.syntax import SyntaxTree

_JDT = {
    "assert_statement": "AssertStatement",
    "break_statement": "BreakStatement",
    "class_declaration": "TypeDeclaration",
    "constant_declaration": "FieldDeclaration",
    "constructor_declaration": "MethodDeclaration",
    "continue_statement": "ContinueStatement",
    "do_statement": "DoStatement",
    "enhanced_for_statement": "EnhancedForStatement",
    "enum_declaration": "EnumDeclaration",
    "expression_statement": "ExpressionStatement",
    "field_declaration": "FieldDeclaration",
    "for_statement": "ForStatement",
    "if_statement": "IfStatement",
    "interface_declaration": "TypeDeclaration",
    "labeled_statement": "LabeledStatement",
    "local_variable_declaration": "VariableDeclarationStatement",
    "method_declaration": "MethodDeclaration",
    "return_statement": "ReturnStatement",
    "switch_label": "SwitchCase",
    "synchronized_statement": "SynchronizedStatement",
    "throw_statement": "ThrowStatement",
    "try_statement": "TryStatement",
    "try_with_resources_statement": "TryStatement",
    "while_statement": "WhileStatement",
}
# Languages whose grammar here has no node for an expression that stands as a statement.
_BARE = frozenset({"python"})


def labels(tree: SyntaxTree, language: str, kinds: frozenset[str]) -> dict[int, Node]:
    """{row: node} of the rows whose kind the oracle labels."""
    offset = _characters(tree.text)
    found = {}
    for row, kind_id in enumerate(tree.kind):
        name = tree.language.kind_names[kind_id]
        if language == "java":
            kind, end = _jdt(tree, row, name)
        elif not tree.language.kind_is_named[kind_id]:
            continue  # a keyword may have the name of a node
        else:
            kind, end = name, tree.end[row]
            if language in _BARE and kind not in kinds and _stands_alone(tree, row):
                kind = "expression_statement"
        if kind in kinds:
            found[row] = node(kind, offset(tree.start[row]), offset(end))
    return found


def _stands_alone(tree: SyntaxTree, row: int) -> bool:
    """Whether an expression stands where a statement may."""
    if not row or tree.kind_name(row) == "comment":
        return False
    above = tree.language.roles[tree.kind[tree.parent[row]]]
    return bool(above & Role.BLOCK) and not tree.flags[row] & TRIVIA


def _jdt(tree: SyntaxTree, row: int, name: str) -> tuple[str | None, int]:
    """(kind of JDT, end) of a row, kind None for what JDT has no statement for."""
    end = tree.end[row]
    if name == "switch_expression":
        parent = tree.kind_name(tree.parent[row])
        inside = parent in ("block", "switch_block_statement_group", "labeled_statement")
        if parent == "expression_statement":
            return None, end  # its statement is the switch
        return ("SwitchStatement" if inside else None), end
    if name == "expression_statement":
        first = row + 1
        if first < len(tree) and tree.kind_name(first) == "switch_expression":
            return "SwitchStatement", end
    if name == "explicit_constructor_invocation":
        inner = tree.child_by_field(row, "constructor")
        is_super = inner >= 0 and tree.kind_name(inner) == "super"
        return ("SuperConstructorInvocation" if is_super else "ConstructorInvocation"), end
    if name == "local_variable_declaration" and tree.field_name(row) == "init":
        return None, end
    if name == "switch_label":
        parent, after = tree.parent[row], tree.stop[row]
        if after < tree.stop[parent] and tree.slice(after) in (b":", b"->"):
            end = tree.end[after]
    return _JDT.get(name), end


def _characters(text: bytes):
    if text.isascii():
        return lambda offset: offset
    counts, seen = [], 0
    for byte in text:
        counts.append(seen)
        seen += byte & 0xC0 != 0x80
    counts.append(seen)
    return counts.__getitem__
