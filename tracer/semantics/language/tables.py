"""`grammars/<language>/verdicts.yaml`: what semantics and rules need to know about a language.

grammar.yaml says what a node is; this table says what may be concluded from it. It is read
when a rule first asks, so a change that needs no rule never pays for it. `grammars/schema.yaml` has
a line for each key. A *position* is a kind and the fields of its children that count.
"""

from __future__ import annotations

import re
from sys import byteorder
from typing import TYPE_CHECKING, Any

from tracer.syntax.grammar import Role, language_named
from tracer.syntax.table_schema import Vocabulary, load_table
from tracer.syntax.tree import LEAF, TRIVIA

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.syntax import Language, SyntaxTree

Positions = dict[str, frozenset[str]]


# Letters of names, in any language.
LETTERS = frozenset(
    bytes((code,))
    for code in range(256)
    if not chr(code).isascii() or chr(code).isalnum() or chr(code) in "_$"
)


class Tables:
    """The compiled table of one language. All names are the grammar's."""

    def __init__(self, raw: dict[str, Any]) -> None:  # noqa: PLR0915 - one key a line
        self.raw = raw
        self.imports: dict[str, Any] = raw.get("imports") or {}
        self.names = frozenset(raw.get("names") or ())
        self.trailing: frozenset[tuple[bytes, str]] | None = None
        self.keyed = frozenset(raw.get("keyed") or ())
        self.words = self.names | self.keyed
        self.member_kinds = frozenset(raw.get("member_kinds") or ())
        self.members = positions(raw.get("members"))
        self.dotted: dict[str, list[str]] = raw.get("dotted") or {}
        self.aliased: dict[str, dict[str, str]] = raw.get("aliased") or {}
        self.gives = positions(raw.get("gives"))
        self.strings = frozenset(raw.get("strings") or ())
        self.hyphenated = frozenset(raw.get("hyphenated") or ())
        self.keywords = positions(raw.get("keywords"))
        self.fixed = positions(raw.get("fixed"))
        self.fixed_inside = frozenset(raw.get("fixed_inside") or ())
        self.fixed_with = positions(raw.get("fixed_with"))
        self.unclear = frozenset(raw.get("unclear") or ())
        self.unclear_in = positions(raw.get("unclear_in"))
        self.tags = positions(raw.get("tags"))
        self.token_trees: dict[str, Any] = raw.get("token_trees") or {}
        self.scopes: dict[str, str] = raw.get("scopes") or {}
        self.is_whole_scope = raw.get("extent") == "scope"
        self.bindings: dict[str, dict[str, Any]] = raw.get("bindings") or {}
        self.through = positions(raw.get("through"))
        self.single = frozenset(raw.get("single") or ())
        self.bound_first = frozenset(raw.get("bound_first") or ())
        self.barriers = frozenset(raw.get("barriers") or ())
        self.outer = positions(raw.get("outer"))
        self.heads = positions(raw.get("heads"))
        self.outer_first: dict[str, str] = raw.get("outer_first") or {}
        self.reserved = frozenset(raw.get("reserved") or ())
        self.dynamic = frozenset(raw.get("dynamic") or ())
        self.dynamic_local = frozenset(raw.get("dynamic_local") or ())
        self.interpolations: list[str] = raw.get("interpolations") or []
        self.spelled: dict[str, str] = raw.get("spelled") or {}
        self.macro_positions = positions(raw.get("macro_positions"))
        self.text_macros = frozenset(raw.get("text_macros") or ())
        self.keyword_parameters: dict[str, Any] = raw.get("keyword_parameters") or {}
        self._binding = re.compile(raw["binding_pattern"]) if raw.get("binding_pattern") else None
        # What is known of names by (kind, field, kind of the parent): `meaning.position_of`.
        self.known_positions: dict[tuple[int, int, int], Any] = {}
        members = raw.get("private_members") or {}
        # Names that mean another member in another class.
        self.mangled = re.compile(members["pattern"]) if "mangled" in members else None
        self._reserved = re.compile(raw.get("reserved_pattern") or r"(?!)")
        self.class_sees_file = raw.get("class_sees_file") is True
        self.dynamic_file = frozenset(raw.get("dynamic_file") or ())
        self.dynamic_frame = frozenset(raw.get("dynamic_frame") or self.dynamic_local)
        self.dynamic_frames = frozenset(raw.get("dynamic_frames") or ())
        self.dynamic_parameters = frozenset(raw.get("dynamic_parameters") or ())
        self.dynamic_class = frozenset(raw.get("dynamic_class") or self.dynamic_file)
        self.dynamic_removed = frozenset(raw.get("dynamic_removed") or ())
        self.dynamic_members = frozenset(raw.get("dynamic_members") or ())
        self.module_readers = frozenset(raw.get("module_readers") or ())
        self.dynamic_values = frozenset(raw.get("dynamic_values") or ())
        self.file_words = frozenset(raw.get("file_words") or ())
        self.name_readers = frozenset(raw.get("name_readers") or ())
        self.private_with = frozenset(raw.get("private_with") or ())
        self.public_with = positions(raw.get("public_with"))
        self.shared_with = frozenset(raw.get("shared_with") or ())
        self.shared_files = tuple(raw.get("shared_files") or ())
        self.marked_by = frozenset(raw.get("marked_by") or ())
        self.module_markers = frozenset(raw.get("module_markers") or ())
        self.module_words = frozenset(raw.get("module_words") or ())
        self.fixed_through = frozenset(raw.get("fixed_through") or ())
        self.letters = LETTERS - {raw.get("ends_words", "").encode()}  # behind a name
        self.constants = positions(raw.get("constants"))
        self.constants_through = positions(raw.get("constants_through"))
        self.dynamic_text = tuple(text.encode() for text in raw.get("dynamic_text") or ())
        self.parameter_readers: dict[str, Any] = raw.get("parameter_readers") or {}
        self.misread = positions(raw.get("misread"))
        self._entry = re.compile(raw.get("entry_pattern") or r"(?!)")
        self._private = re.compile(raw.get("private_pattern") or r"(?!)")
        self.may_shadow = raw.get("may_shadow", True) is True
        self._macro = re.compile(raw.get("macro_pattern") or r"(?!)")
        expansion = raw.get("expansion") or {}
        self.assigns = positions(expansion.get("assigns"))
        self.parentheses = frozenset(expansion.get("parentheses") or ())

    @property
    def is_known(self) -> bool:
        """Whether there is a table at all; without one no rule about names applies."""
        return bool(self.scopes)

    def may_bind(self, name: str) -> bool:
        """Whether a bound name may look like this (Rust's constants in patterns do not bind)."""
        return self._binding is None or self._binding.match(name) is not None

    def is_reserved(self, name: str) -> bool:
        """Whether the language, or a habit of its frameworks, gives the name a meaning."""
        return (
            name in self.reserved
            or name.startswith("__")
            or self._reserved.search(name) is not None
        )

    def is_private(self, name: str) -> bool:
        """Whether the name alone says that it is not for other files."""
        return self._private.match(name) is not None

    def is_entry(self, name: str) -> bool:
        """Whether tools call definitions of this name."""
        return self._entry.search(name) is not None

    def is_macro_like(self, name: str) -> bool:
        """Whether a name may be a macro defined in a file we do not see."""
        return self._macro.match(name) is not None


def positions(raw: dict[str, list[str]] | None) -> Positions:
    """A table of positions as read, ready for `is_at`; made once for each part of a table."""
    if not raw:
        return {}
    known = _POSITIONS.get(id(raw))
    if known is None or known[0] is not raw:
        made = {kind: frozenset(fields) for kind, fields in raw.items()}
        known = _POSITIONS[id(raw)] = (raw, made)
    return known[1]


def is_assigned(tree: SyntaxTree, row: int, tables: Tables) -> bool:
    """Whether a new value is stored in what stands at a row: alone, in brackets or in a pattern."""
    while row > 0:
        if is_at(tree, row, tables.assigns):
            return True
        parent = tree.parent[row]
        if tree.kind_name(parent) not in tables.parentheses and not is_at(
            tree, row, tables.through
        ):
            return False
        row = parent
    return False


def is_at(tree: SyntaxTree, row: int, positions: Positions) -> bool:
    """Whether a row stands in one of the positions of its parent."""
    parent = tree.parent[row]
    if parent < 0:
        return False
    fields = positions.get(tree.kind_name(parent))
    if not fields:
        return False
    return (
        "*" in fields
        or (tree.field_name(row) or "-") in fields
        or f":{tree.kind_name(row)}" in fields
    )


def significant_children(tree: SyntaxTree, row: int) -> list[int]:
    """Rows of the children that are not comments."""
    flags = tree.flags
    return [child for child in tree.children(row) if not flags[child] & TRIVIA]


def named_children(tree: SyntaxTree, row: int) -> list[int]:
    """Rows of the children that are neither comments nor tokens."""
    named, kind = tree.language.kind_is_named, tree.kind
    return [child for child in significant_children(tree, row) if named[kind[child]]]


def rows_of(tree: SyntaxTree, kinds: Iterable[str]) -> list[int]:
    """Rows of some kinds, in order. Cost: a search in C and those rows; once a tree."""
    return list(tree.rows_of(kind_set(tree.language, kinds)))


def rows_called(tree: SyntaxTree, row: int, kinds: Iterable[str]) -> list[int]:
    """Rows in a subtree of kinds that are called so, tokens included. Cost: a search in C."""
    key = (tree.language.name, kinds if isinstance(kinds, frozenset) else frozenset(kinds))
    found = _CALLED.get(key)
    if found is None:
        called = enumerate(tree.language.kind_names)
        found = _CALLED[key] = frozenset(kind for kind, name in called if name in key[1])
    return tree.rows_within(found, row, tree.stop[row]) if found else []


def kind_set(language: Language, kinds: Iterable[str]) -> frozenset[int]:
    """Ids of the named kinds of a language; the same object for the same names."""
    key = (language.name, tuple(kinds))
    found = _KIND_SETS.get(key)
    if found is None:
        ids = language.kind_ids
        found = frozenset(ids[kind, True] for kind in key[1] if (kind, True) in ids)
        _KIND_SETS[key] = found
    return found


def kinds_with(language: Language, role: int) -> frozenset[int]:
    """Ids of the kinds that have one of the roles."""
    found = _WITH_ROLE.get((language.name, role))
    if found is None:
        found = frozenset(kind for kind, roles in enumerate(language.roles) if roles & role)
        _WITH_ROLE[language.name, role] = found
    return found


def has_kind(tree: SyntaxTree, kinds: frozenset[str]) -> bool:
    """Whether a node of one of the kinds is in the tree."""
    ids = tree.language.kind_ids
    found = [ids[kind, True] for kind in kinds if (kind, True) in ids]
    if not found:
        return False
    column, size = tree.kind.tobytes(), tree.kind.itemsize
    return any(_has_item(column, kind.to_bytes(size, byteorder)) for kind in found)


def _has_item(column: bytes, item: bytes) -> bool:
    """Whether the bytes of an array have an item; a search in C, without a number for each item."""
    at = column.find(item)
    while at >= 0 and at % len(item):
        at = column.find(item, at + 1)
    return at >= 0


def has_word(tree: SyntaxTree, row: int, words: frozenset[str]) -> bool:
    """Whether a direct child, or a token of a direct child's modifiers, is one of the words."""
    wanted = _ENCODED.get(words)
    if wanted is None:
        wanted = _ENCODED[words] = frozenset(word.encode() for word in words)
    text, start, end, flags = tree.text, tree.start, tree.end, tree.flags
    for child in tree.children(row):
        if flags[child] & TRIVIA:
            continue
        if text[start[child] : end[child]] in wanted:
            return True
        if not flags[child] & LEAF and any(
            text[start[at] : end[at]] in wanted for at in _tokens(tree, child)
        ):
            return True
    return False


def _tokens(tree: SyntaxTree, row: int) -> list[int]:
    """The tokens of what may be modifiers: all of a short node, those directly inside a longer one.

    A longer one fills no field (as names, types and bodies do), and what is in the brackets of
    its annotations is none of its words.
    """
    if tree.stop[row] - row <= _MODIFIER_ROWS:
        inside: Iterable[int] = range(row + 1, tree.stop[row])
    elif tree.field[row] or tree.language.roles[tree.kind[row]] & _HOLDS_CODE:
        return []
    else:
        inside = tree.children(row)
    return [at for at in inside if tree.flags[at] & LEAF]


_HOLDS_CODE = Role.BLOCK | Role.STATEMENT | Role.DEFINITION | Role.COMPOUND
_MODIFIER_ROWS = 3
_POSITIONS: dict[int, tuple[dict[str, list[str]], Positions]] = {}
_LOADED: dict[str, Tables] = {}
_ENCODED: dict[frozenset[str], frozenset[bytes]] = {}
_WITH_ROLE: dict[tuple[str, int], frozenset[int]] = {}
_CALLED: dict[tuple[str, frozenset[str]], frozenset[int]] = {}
_KIND_SETS: dict[tuple[str, tuple[str, ...]], frozenset[int]] = {}


def tables_of(language: Language) -> Tables:
    """The table of a language; an empty one where there is none."""
    known = _LOADED.get(language.name)
    if known is None:
        known = _LOADED[language.name] = Tables(_load(language.name))
    return known


def _load(name: str) -> dict[str, Any]:
    raw = load_table(name, "verdicts", lambda: vocabulary_of(name))
    base = raw.pop("extends", None)
    return _merged(_load(base), raw) if base else raw


def vocabulary_of(name: str) -> Vocabulary:
    """The names that the grammar of a language has. Raises: InputError for a name nobody knows."""
    language = language_named(name)
    return Vocabulary(frozenset(language.kind_names), frozenset(language.field_ids))


def _merged(base: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """`base` with the entries of `more` added; lists and tables grow, words are replaced."""
    merged = dict(base)
    for key, value in more.items():
        known = merged.get(key)
        if isinstance(known, dict) and isinstance(value, dict):
            merged[key] = _merged(known, value)
        elif isinstance(known, list) and isinstance(value, list):
            merged[key] = known + [item for item in value if item not in known]
        else:
            merged[key] = value
    return merged
