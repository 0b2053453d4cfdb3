"""The `alpha:` part of a grammar.yaml, compiled: which names are bound, and where.

A name leaf is judged by its position, the (kind, field) it fills in its parent. A position may
hand the question to the parent's own position (`up`), as patterns do.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.fingerprint.columns import ByteTable
from tracer.fingerprint.marks import DOT, NAME, SCOPE
from tracer.fingerprint.tables import listed
from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from tracer.fingerprint.tables import Tables

REFERENCE, TEXT, BIND, KEEP, UP, PIN, GLOBAL, NONLOCAL = range(8)

_ACTIONS = {
    "ref": REFERENCE,  # looked up
    "named": REFERENCE,  # looked up, and its name says something too (`S { x }`)
    "text": TEXT,  # never a variable
    "bind": BIND,  # declares a variable; its name says nothing
    "both": BIND,  # declares a variable whose name says something too (`import os`)
    "keep": KEEP,  # declares something whose name is seen elsewhere: it keeps its text
    "up": UP,
    "pin": PIN,  # may be looked up, or may be something else: what it finds keeps its text
    "global": GLOBAL,
    "nonlocal": NONLOCAL,
}


class Scope(NamedTuple):
    """What a scope's kind says about it.

    `level`: what `bind <level>` looks for; `opaque`: its names are seen from outside and keep
    their text; `hidden`: scopes inside do not see its names; `closed`: it sees no names of
    scopes outside; `uncertain`: names may come from elsewhere (a base class), so what a name
    inside finds outside keeps its text; `unless_in`: kinds around it that are the scope instead.
    """

    level: str
    opaque: bool
    hidden: bool
    closed: bool
    uncertain: bool
    unless_in: frozenset[int]


_NONE: frozenset[int] = frozenset()


class Choice(NamedTuple):
    """One thing a position may mean, when its conditions hold (-1 and empty are none)."""

    do: int
    level: str  # the level of the scope it binds in; "" is the nearest
    spelled: bool
    after_kinds: frozenset[int]  # takes effect after the nearest such ancestor
    after_field: int  # or after the parent's child in this field
    previous: frozenset[int]
    following: frozenset[int]
    first: bool
    single: int
    direct: bool
    with_: frozenset[int]
    match: re.Pattern[bytes] | None


# The commonest answers, known by identity: an attribute, a name bound in the nearest scope.
ALWAYS_TEXT: list[Choice] = [
    Choice(TEXT, "", False, _NONE, 0, _NONE, _NONE, False, -1, False, _NONE, None)
]
ALWAYS_BIND: list[Choice] = [
    Choice(BIND, "", False, _NONE, 0, _NONE, _NONE, False, -1, False, _NONE, None)
]
_PLAIN = {"text": ALWAYS_TEXT, "bind": ALWAYS_BIND}


class ScopeTables:
    """The compiled tables of one language; `has_rules` is false when it has none."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        raw: dict[str, Any] = tables.language.raw.get("alpha") or {}
        self.has_rules = bool(raw)
        self.sequential = bool(raw.get("sequential"))
        names = raw.get("names") or dict.fromkeys(listed(raw.get("name_kinds")), "ref")
        self.defaults = {tables.kind(kind): _ACTIONS[do] for kind, do in names.items()}
        self.member_after = raw.get("member_after")
        self.spelled = tables.kinds(raw.get("spelled"))
        self.ignored = frozenset(name.encode() for name in listed(raw.get("ignored")))
        constants = raw.get("constants")
        self.constants = re.compile(constants.encode()) if constants else None
        self.scopes = {
            tables.kind(kind): self._scope(rule or {})
            for kind, rule in (raw.get("scopes") or {}).items()
        }
        self.through = tables.kinds(raw.get("scopes_through"))
        self.outside = self._by_kind(raw.get("outside"))
        self.outside_first = self._by_kind(raw.get("outside_first"))
        self.pinned = self._by_kind(raw.get("pinned"))
        dynamic = raw.get("dynamic") or {}
        self.dynamic_names = [name.encode() for name in listed(dynamic.get("names"))]
        self.dynamic_kinds = tables.kinds(dynamic.get("kinds"))
        self.mentions = {
            tables.kind(rule["kind"]): (
                re.compile(rule["pattern"].encode()),
                tables.kinds(rule.get("in")),
            )
            for rule in raw.get("mentions") or ()
        }
        self.fields = len(tables.language.field_names)
        # By kind of the parent, then by field: what a name there means; None: what its kind says.
        self.positions: list[list[list[Choice] | None] | None] = [None] * len(
            tables.language.kind_names
        )
        self._load_positions(raw.get("positions") or {})
        self._load_marks()

    def _by_kind(self, raw: Any) -> dict[int, frozenset[int]]:
        tables = self.tables
        return {
            tables.kind(kind): frozenset(tables.field(f) for f in listed(fields))
            for kind, fields in (raw or {}).items()
        }

    def _scope(self, rule: dict[str, Any]) -> Scope:
        return Scope(
            rule.get("level", "block"),
            bool(rule.get("opaque")),
            bool(rule.get("hidden")),
            bool(rule.get("closed")),
            bool(rule.get("uncertain")),
            self.tables.kinds(rule.get("unless_in")),
        )

    def _load_positions(self, raw: dict[str, Any]) -> None:
        """`kind: action`, `kind: {field: action}`; an action is a word or a list of choices."""
        for kind, what in raw.items():
            if not isinstance(what, dict):
                for field in range(self.fields):
                    self._set(kind, field, what)
                continue
            for field, action in what.items():
                self._set(kind, self.tables.field(field), action)

    def _set(self, kind: str, field: int, action: Any) -> None:
        choices = action if isinstance(action, list) else [{"do": action}]
        fields = self.positions[self.tables.kind(kind)]
        if fields is None:
            fields = self.positions[self.tables.kind(kind)] = [None] * self.fields
        if isinstance(action, str) and action in _PLAIN:
            fields[field] = _PLAIN[action]
        else:
            fields[field] = [self._choice(choice) for choice in choices]

    def at(self, kind: int, field: int) -> list[Choice] | None:
        """What a name in this position means; None: what its own kind says."""
        fields = self.positions[kind]
        return fields[field] if fields is not None else None

    def _choice(self, raw: dict[str, Any]) -> Choice:
        tables = self.tables
        word, _, level = raw["do"].partition(" ")
        after = listed(raw.get("after"))
        return Choice(
            do=_ACTIONS[word],
            level=level,
            spelled=word in ("both", "named"),
            after_kinds=tables.kinds([a for a in after if not a.startswith("@")]),
            after_field=next((tables.field(a[1:]) for a in after if a.startswith("@")), 0),
            previous=tables.kinds(raw.get("previous")),
            following=tables.kinds(raw.get("following")),
            first=bool(raw.get("first")),
            single=tables.kind(raw["single"]) if "single" in raw else -1,
            direct=bool(raw.get("direct")),
            with_=tables.kinds(raw.get("with")),
            match=re.compile(raw["match"].encode()) if "match" in raw else None,
        )

    def _load_marks(self) -> None:
        regions = {*self.scopes, *self.outside, *self.outside_first, *self.pinned}
        regions |= self.dynamic_kinds | set(self.mentions)
        dots = self.tables.kinds(self.member_after)
        self.marks = ByteTable(
            [
                NAME * (kind in self.defaults) | SCOPE * (kind in regions) | DOT * (kind in dots)
                for kind in range(len(self.tables.language.kind_names))
            ]
        )


_COMPILED: dict[str, ScopeTables] = {}


def scope_tables_for(tables: Tables) -> ScopeTables:
    """The compiled tables of a language, made on first use."""
    known = _COMPILED.get(tables.language.name)
    if known is None or known.tables is not tables:
        known = _COMPILED[tables.language.name] = ScopeTables(tables)
    return known
