"""`grammars/<language>/lowering.yaml`, read, checked and compiled: how one language is lowered.

The format is explained in grammars/LOWERING.md. Every name of the grammar that a table uses is
checked when it is loaded; an error names the file and the line.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.resources import data_dir, load_yaml
from tracer.semantics.core import Kind
from tracer.semantics.lowering.outline.selectors import BadSelectorError, Selector
from tracer.semantics.lowering.templates.templates import Condition, Context, Rule, compile_rules
from tracer.semantics.lowering.types.outside import OutsideTypes

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.syntax.grammar import Language

NAMESPACES = ("expressions", "statements", "patterns", "types", "parts")
_KEYS = {
    *NAMESPACES,
    "extends", "modules", "semantics", "scopes", "binds", "redirects", "blocks", "definitions",
    "variables", "wrappers", "transparent", "imports", "exports", "visibility", "operators",
    "prefixes", "names", "builtins", "type_names", "assigned_members", "receivers", "lookups",
    "declarators", "words", "labels", "packages", "outside", "protocol_names", "strings",
    "numbers", "untrusted", "documentation", "docstrings", "data_classes", "yields", "macros",
    "member_results", "elements", "payloads", "shows", "closures", "formats", "targets",
    "appends",
}  # fmt: skip


class ScopeRule(NamedTuple):
    """A kind that opens a scope.

    `level`: what `binds` looks for; `hidden`: functions inside do not see its names (Python's
    class bodies); `members`: names of members are found in it: plain, implicit (as members of the
    receiver) or none.
    """

    level: str
    is_function: bool
    is_hidden: bool
    unless_in: frozenset[int]


class Bind(NamedTuple):
    """Names that are known in the whole scope, from its start: selector of patterns, level."""

    names: Selector
    level: str
    rules: tuple[Condition, ...]
    is_own: bool  # in the scope of the row itself, not of one around it


class DefinitionRule(NamedTuple):
    """What makes a definition of a kind; selectors that are None are not there."""

    kind: Kind
    name: Selector | None
    each: Selector | None
    conditions: tuple[Condition, ...]
    members: Selector | None
    bases: Selector | None
    function: Rule | None
    value: Selector | None
    type: Selector | None
    modifiers: Selector | None
    decorators: Selector | None
    signature: Selector | None
    type_parameters: Selector | None
    receiver: Selector | None
    owner: Selector | None
    is_order_fixed: bool
    is_namespace: bool
    also: Selector | None
    prefix: str
    adds: frozenset[str]
    label: Selector | None


class Clause(NamedTuple):
    """One sort of name that an import brings."""

    rows: Selector
    name: Callable[[Any, int], str]
    alias: Callable[[Any, int], str] | None
    module: Callable[[Any, int], str] | None
    is_type_only: Selector | None


class ImportRule(NamedTuple):
    conditions: tuple[Condition, ...]
    module: Callable[[Any, int], str] | None
    clauses: tuple[Clause, ...]
    is_type_only: Selector | None


class Rules:
    """The rules of a section by kind, each compiled when it is first asked for."""

    def __init__(self, section: str, raw: dict[str, Any], ctx: Context) -> None:
        self._section = section
        self._ctx = ctx
        self._raw: dict[int, tuple[str, Any]] = {}
        self._made: dict[int, list[Rule]] = {}
        for kind, value in raw.items():
            with ctx.at_key(section, kind):
                self._raw |= dict.fromkeys(ctx.kinds(kind), (kind, value))

    def __contains__(self, kind: int) -> bool:
        return kind in self._raw

    def get(self, kind: int) -> list[Rule] | None:
        """The rules of a kind. Raises: InputError for one that cannot be read."""
        made = self._made.get(kind)
        if made is None and kind in self._raw:
            name, value = self._raw[kind]
            with self._ctx.at_key(self._section, name):
                made = self._made[kind] = compile_rules(value, self._section, self._ctx)
        return made

    def check(self) -> None:
        """Compile all of them. Raises: InputError for the first that cannot be read."""
        for kind in self._raw:
            self.get(kind)


class Table:
    """The compiled table of one language."""

    def __init__(self, language: Language, raw: dict[str, Any], path: str, own: set[str]) -> None:
        self.language = language
        self.raw = raw
        self.path = path
        ctx = Context(language, path, own)
        with ctx.at_key():
            self._check_keys(ctx)
            self.semantics: dict[str, Any] = raw.get("semantics") or {}
            self._load_rules(ctx)
            self._load_scopes(ctx)
            self._load_definitions(ctx)
            self._load_modules(ctx)

    def _check_keys(self, ctx: Context) -> None:
        for key in self.raw:
            if key not in _KEYS:
                with ctx.at_key(key):
                    raise BadSelectorError(f"unknown key {key!r}")

    def _load_rules(self, ctx: Context) -> None:
        raw = self.raw
        self.operators: dict[str, str] = raw.get("operators") or {}
        self.prefixes: dict[str, str] = raw.get("prefixes") or {}
        ctx.operators, ctx.prefixes = self.operators, self.prefixes
        found = [Rules(section, raw.get(section) or {}, ctx) for section in NAMESPACES]
        self.expressions, self.statements, self.patterns, self.types, self.parts = found
        self.blocks = ctx.section_kinds(raw.get("blocks"), "blocks")
        self.names = ctx.section_kinds(raw.get("names"), "names")
        self.type_names: dict[str, str] = raw.get("type_names") or {}
        self.builtins: dict[str, str] = _builtins(raw.get("builtins") or {})
        self.packages: dict[str, frozenset[str]] = {
            name: frozenset(names.split()) for name, names in (raw.get("packages") or {}).items()
        }
        self.macros: dict[str, bytes] = {
            name: template.encode()
            for template, names in (raw.get("macros") or {}).items()
            for name in names.split()
        }
        self.member_results: dict[str, dict[str, Any]] = raw.get("member_results") or {}
        self.elements: dict[str, int] = raw.get("elements") or {}
        self.shows: dict[str, dict[str, int]] = raw.get("shows") or {}
        self.closures: dict[str, dict[str, Any]] = raw.get("closures") or {}
        self.payloads: dict[str, int] = raw.get("payloads") or {}
        self.targets: dict[str, str] = raw.get("targets") or {}
        self.appends: dict[str, list[str]] = raw.get("appends") or {}
        self.formats: dict[str, dict[str, Any]] = raw.get("formats") or {}
        self.outside = OutsideTypes(raw.get("outside") or {})
        self.documentation = ctx.section_kinds(raw.get("documentation"), "documentation")
        self.labels: dict[int, Selector] = {}
        for kind, value in (raw.get("labels") or {}).items():
            with ctx.at_key("labels", kind):
                self.labels |= dict.fromkeys(ctx.kinds(kind), ctx.selector(value))
        self.docstrings: dict[int, Selector] = {}
        for kind, value in (raw.get("docstrings") or {}).items():
            with ctx.at_key("docstrings", kind):
                self.docstrings |= dict.fromkeys(ctx.kinds(kind), ctx.selector(value))
        data = raw.get("data_classes") or {}
        self.data_decorators = frozenset(data.get("decorators") or ())
        self.data_bases = frozenset(data.get("bases") or ())
        self.yields = ctx.section_kinds(raw.get("yields"), "yields")

    def _load_scopes(self, ctx: Context) -> None:
        self.scopes: dict[int, ScopeRule] = {}
        for kind, value in (self.raw.get("scopes") or {}).items():
            with ctx.at_key("scopes", kind):
                rule = value or {}
                made = ScopeRule(
                    rule.get("level", "block"),
                    bool(rule.get("function")),
                    bool(rule.get("hidden")),
                    frozenset(i for k in rule.get("unless_in") or () for i in ctx.kinds(k)),
                )
                self.scopes |= dict.fromkeys(ctx.kinds(kind), made)
        self.binds: dict[int, list[Bind]] = {}
        for kind, value in (self.raw.get("binds") or {}).items():
            with ctx.at_key("binds", kind):
                made_binds = [self._bind(each, ctx) for each in _listed(value)]
                self.binds |= dict.fromkeys(ctx.kinds(kind), made_binds)
        self.redirects: dict[int, str] = {}
        for kind, value in (self.raw.get("redirects") or {}).items():
            with ctx.at_key("redirects", kind):
                self.redirects |= dict.fromkeys(ctx.kinds(kind), value)

    def _bind(self, value: dict[str, Any], ctx: Context) -> Bind:
        conditions = ctx.conditions(value.get("when"))
        names = ctx.selector(value["names"])
        return Bind(names, value.get("level", ""), tuple(conditions), bool(value.get("own")))

    def _load_definitions(self, ctx: Context) -> None:
        self.definitions: dict[int, list[DefinitionRule]] = {}
        self.variables: set[int] = set()
        for section in ("definitions", "variables"):
            for kind, value in (self.raw.get(section) or {}).items():
                with ctx.at_key(section, kind):
                    rules = [_definition(each, ctx) for each in _listed(value)]
                    self.definitions |= dict.fromkeys(ctx.kinds(kind), rules)
                    if section == "variables":
                        self.variables |= ctx.kinds(kind)
        self.wrappers: dict[int, tuple[Selector, Selector | None, Selector | None]] = {}
        for kind, value in (self.raw.get("wrappers") or {}).items():
            with ctx.at_key("wrappers", kind):
                made = (
                    ctx.selector(value["inner"]),
                    ctx.maybe(value.get("decorators")),
                    ctx.maybe(value.get("modifiers")),
                )
                self.wrappers |= dict.fromkeys(ctx.kinds(kind), made)
        self.transparent: dict[int, tuple[Condition, ...] | None] = {}
        transparent = self.raw.get("transparent") or {}
        if isinstance(transparent, list):
            transparent = dict.fromkeys(transparent)
        for kind, value in transparent.items():
            with ctx.at_key("transparent", kind):
                made_when = None if value is None else tuple(ctx.conditions(value["unconditional"]))
                self.transparent |= dict.fromkeys(ctx.kinds(kind), made_when)
        self.declarators: dict[int, str] = {}
        for kind, value in (self.raw.get("declarators") or {}).items():
            with ctx.at_key("declarators", kind):
                self.declarators |= dict.fromkeys(ctx.kinds(kind), value)
        self.words = ctx.section_kinds(self.raw.get("words"), "words")
        self.receivers = frozenset(self.raw.get("receivers") or ())
        self.assigned_members: dict[int, tuple[Selector, Selector]] = {}
        for kind, value in (self.raw.get("assigned_members") or {}).items():
            with ctx.at_key("assigned_members", kind):
                pair = (ctx.selector(value["object"]), ctx.selector(value["name"]))
                self.assigned_members |= dict.fromkeys(ctx.kinds(kind), pair)

    def _load_modules(self, ctx: Context) -> None:
        self.modules: dict[str, Any] = self.raw.get("modules") or {}
        with ctx.at_key("modules"):
            self.directives = ctx.maybe(self.modules.get("directives"))
            self.module_clause = ctx.maybe(self.modules.get("clause"))
        self.imports: dict[int, list[ImportRule]] = {}
        for kind, value in (self.raw.get("imports") or {}).items():
            with ctx.at_key("imports", kind):
                rules = [_import(each, ctx) for each in _listed(value)]
                self.imports |= dict.fromkeys(ctx.kinds(kind), rules)
        self.exports: dict[int, list[ImportRule]] = {}
        for kind, value in (self.raw.get("exports") or {}).items():
            with ctx.at_key("exports", kind):
                rules = [_import(each, ctx) for each in _listed(value)]
                self.exports |= dict.fromkeys(ctx.kinds(kind), rules)
        visibility = self.raw.get("visibility") or {}
        self.private_name = _pattern(visibility.get("private_names"))
        self.exported_name = _pattern(visibility.get("exported_names"))
        self.visibility: dict[str, Any] = visibility
        self.untrusted: dict[int, tuple[str, tuple[Condition, ...]]] = {}
        for kind, value in (self.raw.get("untrusted") or {}).items():
            with ctx.at_key("untrusted", kind):
                rule = value if isinstance(value, dict) else {"reason": value}
                pair = (rule["reason"], tuple(ctx.conditions(rule.get("when"))))
                self.untrusted |= dict.fromkeys(ctx.kinds(kind), pair)
        self.lookups: dict[str, Any] = self.raw.get("lookups") or {}
        self.lookup_names = {
            word: str(said).split() for word, said in (self.lookups.get("subjects") or {}).items()
        }
        with ctx.at_key("lookups"):
            self.lookup_calls = {
                kind: ctx.selector(value)
                for name, value in (self.lookups.get("calls") or {}).items()
                for kind in ctx.kinds(name)
            }
            self.lookup_keys = {
                kind: ctx.selector(value)
                for name, value in (self.lookups.get("keys") or {}).items()
                for kind in ctx.kinds(name)
            }
            self.receiver_before = _of_bytes(self.lookups.get("receiver_before"))
            self.receiver_after = _of_bytes(self.lookups.get("receiver_after"))
            self.receiver_scopes = ctx.section_kinds(
                self.lookups.get("receiver_scopes"), "receiver_scopes"
            )


def _of_bytes(text: str | None) -> re.Pattern[bytes] | None:
    """A pattern of source text."""
    return None if text is None else re.compile(text.encode())


def check(table: Table) -> None:
    """Compile the whole of a table. Raises: InputError for the first rule that cannot be read."""
    for rules in (table.expressions, table.statements, table.patterns, table.types, table.parts):
        rules.check()


_SELECTORS = (
    "each", "members", "bases", "value", "type", "modifiers", "decorators", "signature",
    "type_parameters", "receiver", "owner", "also", "label",
)  # fmt: skip
_DEFINITION_KEYS = {
    *_SELECTORS, "kind", "name", "function", "when", "order_fixed", "namespace", "adds", "prefix",
}  # fmt: skip


def _definition(value: dict[str, Any], ctx: Context) -> DefinitionRule:
    ctx.check(value, _DEFINITION_KEYS)
    named = {key: ctx.maybe(value.get(key)) for key in _SELECTORS}
    function = value.get("function")
    return DefinitionRule(
        kind=Kind(value.get("kind", "other")),
        name=ctx.maybe(value.get("name")),
        conditions=tuple(ctx.conditions(value.get("when"))),
        function=compile_rules({"function": function}, "expressions", ctx)[0] if function else None,
        is_order_fixed=bool(value.get("order_fixed")),
        is_namespace=bool(value.get("namespace")),
        prefix=value.get("prefix", ""),
        adds=frozenset(value.get("adds") or ()),
        **named,
    )


def _import(value: dict[str, Any], ctx: Context) -> ImportRule:
    ctx.check(value, {"when", "module", "clauses", "type_only"})
    clauses = []
    for clause in value.get("clauses") or ():
        ctx.check(clause, {"rows", "name", "alias", "module", "type_only"})
        clauses.append(
            Clause(
                ctx.selector(clause.get("rows", "self")),
                ctx.text(clause.get("name", "=")),
                ctx.text(clause["alias"]) if "alias" in clause else None,
                ctx.text(clause["module"]) if "module" in clause else None,
                ctx.maybe(clause.get("type_only")),
            )
        )
    return ImportRule(
        tuple(ctx.conditions(value.get("when"))),
        ctx.text(value["module"]) if "module" in value else None,
        tuple(clauses),
        ctx.maybe(value.get("type_only")),
    )


def _builtins(raw: dict[str, Any]) -> dict[str, str]:
    """Names that exist without an import -> their external path."""
    found = {}
    for prefix, names in raw.items():
        for name in names.split() if isinstance(names, str) else names:
            found[name] = f"{prefix}.{name}" if prefix != "global" else name
    return found


def _pattern(text: str | None) -> re.Pattern[str] | None:
    return re.compile(text) if text else None


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


_LOADED: dict[str, Table | None] = {}


def table_for(language: Language) -> Table | None:
    """The table of a language, compiled on first use; None for a language that has none."""
    if language.name not in _LOADED:
        _LOADED[language.name] = load_table(language)
    return _LOADED[language.name]


def load_table(language: Language, path: str = "") -> Table | None:
    """The table in `path`, by default the one that ships with the language.

    Raises: InputError, with file and line, for a key, construct, kind or field nobody knows.
    """
    path = path or os.path.join(data_dir("grammars"), language.name, "lowering.yaml")
    if language.grammar is None or not os.path.exists(path):
        return None
    raw, own = _merged(path, set())
    return Table(language, raw, path, own)


def _merged(path: str, seen: set[str]) -> tuple[dict[str, Any], set[str]]:
    """The document with what it extends, and `section/key` of the entries that are its own."""
    if path in seen:
        raise InputError(f"{path}: extends itself", fix="Break the circle.")
    raw: dict[str, Any] = load_yaml(path) or {}
    own = {f"{s}/{k}" for s, v in raw.items() if isinstance(v, dict) for k in v} | set(raw)
    base_name = raw.get("extends")
    if not base_name:
        return raw, own
    base_path = os.path.join(data_dir("grammars"), str(base_name), "lowering.yaml")
    merged, _ = _merged(base_path, seen | {path})
    for section, value in raw.items():
        below = merged.get(section)
        both = isinstance(below, dict) and isinstance(value, dict)
        merged[section] = {**below, **value} if both and below is not None else value
    return merged, own


__all__ = ["Bind", "Condition", "DefinitionRule", "Table", "check", "table_for"]
