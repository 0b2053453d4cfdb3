"""Languages as data: a tree-sitter grammar, and the roles of its kinds from `grammar.yaml`.

Full languages have a folder below `grammars/`; every other bundled grammar is parsed
structurally (no roles), and text without a grammar by lines. No algorithm asks for a
language by name: they ask which role a kind has.
"""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Any

import xxhash

from tracer import native
from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern
from tracer.resources import data_dir, load_yaml
from tracer.syntax.table_schema import Vocabulary, load_table

if TYPE_CHECKING:
    from collections.abc import Iterable

ERROR_ID = 65535  # tree-sitter's symbol of an ERROR node


class Role:
    """What a node kind is for; a kind may have several roles, added up as bits.

    Plain integers: the operators of an enum cost a microsecond, and roles are asked for in
    every loop over rows.
    """

    COMMENT = 1  # trivia unless its text is listed as significant
    VERBATIM = 2  # white space between its leaves is content
    DEFINITION = 4
    WRAPPER = 8  # stands around a definition and belongs to it (decorators, export)
    STATEMENT = 16
    BLOCK = 32  # holds statements in order
    COMPOUND = 64  # a statement with blocks inside
    IDENTIFIER = 128  # a name that may be bound
    MEMBER = 256  # a name after a dot, or a key
    LITERAL = 512  # strings, numbers and the like
    IMPORT = 1024
    CALL = 2048
    PARAMETERS = 4096


# grammar.yaml key -> role; the value is a list of kinds, or a table whose keys are kinds.
_ROLE_KEYS = {
    "comments": Role.COMMENT,
    "verbatim": Role.VERBATIM,
    "definitions": Role.DEFINITION,
    "wrappers": Role.WRAPPER,
    "statements": Role.STATEMENT,
    "blocks": Role.BLOCK,
    "compound": Role.COMPOUND,
    "identifiers": Role.IDENTIFIER,
    "members": Role.MEMBER,
    "strings": Role.LITERAL,
    "numbers": Role.LITERAL,
    "literals": Role.LITERAL,
    "imports": Role.IMPORT,
    "calls": Role.CALL,
    "parameters": Role.PARAMETERS,
}

# Kinds of structural grammars inside which white space may be content.
_VERBATIM_NAME = lazy_pattern(
    r"str|text|literal|template|heredoc|content|raw|char|regex|quot|scalar|code|line|paragraph"
)
_COMMENT_NAME = lazy_pattern(r"(^|_)comment$")


class Misreading(NamedTuple):
    """An operator that the grammar takes for tighter than it is: kinds and a field by id.

    An operation `kind` with the operator stands in another of that kind, in `field` (0: in any),
    beside one of the operators `outer`.
    """

    kind: int
    field: int
    outer: frozenset[int]


class Definition:
    """How one definition kind names itself and where its body is (field names).

    `only_with`: a field without which the node only mentions the name (C's `struct S *p`).
    `local_in`: ids of kinds inside which the name is a local variable's.
    """

    __slots__ = ("body", "kind", "local_in", "name", "only_with")

    def __init__(self, table: dict[str, Any] | None, local_in: frozenset[int]) -> None:
        table = table or {}
        self.only_with: str = table.get("only_with", "")
        self.local_in = local_in
        self.kind: str = table.get("kind", "definition")
        self.name: str = table.get("name", "name")
        self.body: str = table.get("body", "body")


class Language:
    """One language: its grammar and the compiled tables of its roles.

    `support` is `full`, `elements`, `structural`, `text` or `binary`. `roles[kind id]` are the
    roles of a kind. `raw` is grammar.yaml as read. Instances are shared: one for each name.
    """

    def __init__(self, name: str, support: str, raw: dict[str, Any], grammar: Any) -> None:
        self.name = name
        self.support = support
        self.raw = raw
        self.grammar = grammar
        self._load_kinds(grammar)
        self._load_fields(grammar)
        self._load_roles()
        self.block_kinds = bytes(bool(roles & Role.BLOCK) for roles in self.roles)
        patterns = raw.get("significant_comments") or []
        self.significant_comment = (
            re.compile(b"|".join(b"(?:%s)" % p.encode() for p in patterns)) if patterns else None
        )
        early = raw.get("first_comments") or {}
        self.first_comments = [(re.compile(p.encode()), lines) for p, lines in early.items()]
        # Entries of leaves seen, by kind and text; those of keywords and punctuation, whose
        # text is their name, are ready by kind (length -1: no such entry).
        self.leaf_entries: list[dict[bytes, bytes]] = [{} for _ in self.kind_names]
        self.has_all_leaves = True  # whether `leaf_entries` has those of every tree parsed so far
        self.inner_entries: list[dict[int, bytes]] = [{} for _ in self.kind_names]
        texts = [name.encode() for name in self.kind_names]
        plain = [
            self.is_full and not named and bool(text)
            for named, text in zip(self.kind_is_named, texts, strict=True)
        ]
        self.fixed_lengths = [len(t) if p else -1 for t, p in zip(texts, plain, strict=True)]
        self.fixed_entries = [
            leaf_entry(self, kind, text) if plain[kind] else b"" for kind, text in enumerate(texts)
        ]
        self._wanted: dict[tuple[int, frozenset[bytes]], bytes] = {}  # entries, end to end
        self._parser: Any = None
        self.pointer: Any = None  # the grammar as a capsule, for the native core
        self.native: Any = None  # the tables as the core takes them, once made

    def may_have(self, tokens: bytes, kind: int, texts: frozenset[bytes]) -> bool:
        """Whether a tree with these `tokens` may have a leaf of a kind with one of some texts.

        Cost: a search in C, for each of the texts that some tree had so far.
        """
        core = native.core()
        if core is not None:
            key = kind, texts
            wanted = self._wanted.get(key)
            if wanted is None:
                wanted = b"".join(leaf_entry(self, kind, text) for text in texts)
                self._wanted[key] = wanted
            found: bool = core.has_entry(tokens, wanted)
            return found
        known = self.leaf_entries[kind]
        if not self.has_all_leaves:
            return True
        return any(known[text] in tokens for text in texts if text in known)

    @property
    def is_full(self) -> bool:
        """Whether the roles of this language's kinds are known, so that rules may reason."""
        return self.support == "full"

    @property
    def parser(self) -> Any:
        """A tree-sitter parser, made on first use."""
        if self._parser is None:
            from tree_sitter import Parser  # noqa: PLC0415 - text and binary never need it

            self._parser = Parser(self.grammar)
        return self._parser

    def has(self, kind: int, role: int) -> bool:
        """Whether the kind has (any of) the role."""
        return bool(self.roles[kind] & role)

    def _load_kinds(self, grammar: Any) -> None:
        """Fold symbols with one name and namedness into one canonical id; 0 is the gap."""
        names: list[str] = [""]
        named: list[bool] = [False]
        self.canonical: dict[int, int] = {}
        self.kind_ids: dict[tuple[str, bool], int] = {}
        symbols = [] if grammar is None else list(range(grammar.node_kind_count))
        pairs = [
            (i, grammar.node_kind_for_id(i) or "", grammar.node_kind_is_named(i)) for i in symbols
        ]
        if grammar is None:
            pairs = [(1, "document", True), (2, "line", True), (3, "blob", True)]
        for symbol, name, is_named in [*pairs, (ERROR_ID, "ERROR", True)]:
            key = (name, is_named)
            if key not in self.kind_ids:
                self.kind_ids[key] = len(names)
                names.append(name)
                named.append(is_named)
            self.canonical[symbol] = self.kind_ids[key]
        self.kind_names = names
        self.kind_is_named = named
        self.error_kind = self.canonical[ERROR_ID]
        # First 12 of 16 bytes of an inner node's entry; the namedness keeps `"string"`, the
        # keyword, apart from `string`, the rule.
        self.kind_digests = [
            xxhash.xxh3_128_digest(b"\x01%d" % is_named + name.encode())[:12]
            for name, is_named in zip(names, named, strict=True)
        ]

    def _load_fields(self, grammar: Any) -> None:
        count = 0 if grammar is None else grammar.field_count
        self.field_names: list[str | None] = [None]
        self.field_names += [grammar.field_name_for_id(i + 1) for i in range(count)]
        self.field_ids = {name: i for i, name in enumerate(self.field_names) if name}
        # kind -> {kind of child: field}: what the grammar could have named and did not.
        self.added_fields: dict[int, dict[int, int]] = {}
        for kind, table in (self.raw.get("fields") or {}).items():
            (parent,) = self._kind_ids_of([kind], "fields")
            fields = self.added_fields[parent] = {}
            for child, name in table.items():
                if name not in self.field_ids:
                    self.field_ids[name] = len(self.field_names)
                    self.field_names.append(name)
                for child_id in self._kind_ids_of([child], "fields"):
                    fields[child_id] = self.field_ids[name]

        # operator -> what the grammar gets wrong about it
        self.misread: dict[int, Misreading] = {}
        for rule in self.raw.get("misread") or ():
            (kind,) = self._kind_ids_of([rule["kind"]], "misread")
            outer = frozenset(self._kind_ids_of(rule["outer"], "misread"))
            reading = Misreading(kind, self.field_ids.get(rule.get("field"), 0), outer)
            for operator in self._kind_ids_of(rule["inner"], "misread"):
                self.misread[operator] = reading

    def _load_roles(self) -> None:
        roles = [0] * len(self.kind_names)
        for key, role in _ROLE_KEYS.items():
            for kind in self._kinds_under(key):
                roles[kind] |= role
        if self.support == "structural":
            for kind, name in enumerate(self.kind_names):
                if self.kind_is_named[kind] and _COMMENT_NAME.search(name):
                    roles[kind] |= Role.COMMENT
                if _VERBATIM_NAME.search(name):
                    roles[kind] |= Role.VERBATIM
        self.roles = roles
        self.comment_kinds = frozenset(k for k, r in enumerate(roles) if r & Role.COMMENT)
        self.verbatim_kinds = frozenset(k for k, r in enumerate(roles) if r & Role.VERBATIM)
        self.definitions = {
            self.kind_ids[name, True]: Definition(
                table, frozenset(self._kind_ids_of((table or {}).get("local_in"), "definitions"))
            )
            for name, table in (self.raw.get("definitions") or {}).items()
            if (name, True) in self.kind_ids
        }

        # kind of an assignment -> id of the field of what it assigns to
        self.targets = {
            self.kind_ids[name, True]: self.field_ids.get(table["left"], 0)
            for name, table in (self.raw.get("assignments") or {}).items()
            if (name, True) in self.kind_ids
        }

    def _kinds_under(self, key: str) -> list[int]:
        """Canonical ids of the kinds listed under a grammar.yaml key."""
        return self._kind_ids_of(self.raw.get(key), key)

    def _kind_ids_of(self, names: Iterable[str] | None, key: str) -> list[int]:
        found = []
        for name in names or ():
            ids = [self.kind_ids[n] for n in ((name, True), (name, False)) if n in self.kind_ids]
            if not ids and self.grammar is not None:
                raise InputError(
                    f"grammars/{self.name}/grammar.yaml: {key}: no kind {name!r} in the grammar",
                    fix="Correct the name or remove it.",
                )
            found += ids[:1]
        return found


def leaf_entry(language: Language, kind: int, text: bytes) -> bytes:
    """The 16-byte entry of a leaf: a digest of its kind and text, line ends as LF."""
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n")
    name = language.kind_names[kind].encode()
    return xxhash.xxh3_128_digest(b"\x00%d:%s" % (len(name), name) + text)


def inner_entry(language: Language, kind: int, size: int) -> bytes:
    """The 16-byte entry of an inner node whose subtree has `size` significant rows."""
    return language.kind_digests[kind] + size.to_bytes(4, "little")


_LOADED: dict[str, Language] = {}


def language_named(name: str) -> Language:
    """The language called `name` (a grammar folder, a bundled grammar, `text` or `binary`).

    Raises: InputError for a name nobody knows.
    """
    known = _LOADED.get(name)
    if known is None:
        known = _LOADED[name] = _load(name)
    return known


def _load(name: str) -> Language:
    if name in ("text", "binary"):
        return Language(name, name, {}, None)
    raw = load_table(name, "grammar", Vocabulary) or _structural().get(name, {})
    pointer = _bundled(raw.get("language", name))
    from tree_sitter import Language as Grammar  # noqa: PLC0415 - text and binary never need it

    language = Language(name, raw.get("support", "structural"), raw, Grammar(pointer))
    language.pointer = pointer
    return language


def _structural() -> dict[str, Any]:
    """The table of the languages that have no folder."""
    found: dict[str, Any] = load_yaml(os.path.join(data_dir("grammars"), "structural.yaml"))
    return found


def _bundled(name: str) -> Any:
    """A capsule with the grammar compiled into the language pack.

    The pack's `__init__` costs 15 ms of typing machinery, so its extension modules are loaded
    directly; the three grammars it takes from separate packages are imported as such.
    """
    from importlib import machinery, util  # noqa: PLC0415 - text and binary never need it

    separate = {"yaml": "tree_sitter_yaml", "csharp": "tree_sitter_c_sharp"}
    separate["embeddedtemplate"] = "tree_sitter_embedded_template"
    if name in separate:
        return __import__(separate[name]).language()
    pack = util.find_spec("tree_sitter_language_pack")
    if pack is None or not pack.submodule_search_locations:
        raise InputError("tree_sitter_language_pack is not installed", fix="Reinstall tracer.")
    directory = os.path.join(pack.submodule_search_locations[0], "bindings")
    if not re.fullmatch(r"\w+", name):
        raise InputError(f"no grammar is called {name!r}", fix="See `tracer fingerprint --help`.")
    for suffix in machinery.EXTENSION_SUFFIXES:
        path = os.path.join(directory, name + suffix)
        if os.path.exists(path):
            full_name = f"tree_sitter_language_pack.bindings.{name}"
            if full_name in sys.modules:
                return sys.modules[full_name].language()
            loader = machinery.ExtensionFileLoader(full_name, path)
            spec = machinery.ModuleSpec(full_name, loader, origin=path)
            module = util.module_from_spec(spec)
            loader.exec_module(module)
            return module.language()
    raise InputError(f"no grammar is called {name!r}", fix="Use a name of the language pack.")
