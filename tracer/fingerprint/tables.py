"""The `normal:` part of a grammar.yaml, compiled from names to kind ids.

Every key is explained in grammars/README.md with the failure that demanded it. Nothing here
knows a language; a key that a language does not have costs nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from xxhash import xxh3_128_digest

from tracer.fingerprint.columns import ByteTable
from tracer.fingerprint.literals import DIRECTIVE, DOCUMENTATION, KEY, RAW, StringRules
from tracer.fingerprint.marks import BLOCK, CLOSER, COMMA, NAMED, OP, UNIT
from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.syntax import Role
from tracer.syntax.grammar import leaf_entry

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.syntax import Language

_CLOSERS = (")", "]", "}", ">", "|")
_OPENERS = ("(", "[", "{", "<", "|")


class Keep(NamedTuple):
    """When brackets must stay: all given conditions hold.

    `parents` and `fields`: where the bracketed node stands; `children`: what is in it;
    `siblings`: what its parent also has; `without`: what it has not; `spine`: a kind on the
    left edge of what is in it.
    """

    parents: frozenset[int]
    fields: frozenset[int]
    children: frozenset[int]
    siblings: frozenset[int]
    without: frozenset[int]
    spine: int


class Dissolve(NamedTuple):
    """A node that goes, with its `tokens`, when just one child is left of it.

    `places` and `never`: the (kind of the parent, field) pairs where the rule holds and where
    it does not; `nests`: it also holds inside a node of the same kind; `through`:
    kinds that go with it; `children`, `not_children`, `field`: what the
    child must be.
    """

    tokens: frozenset[int]
    places: frozenset[tuple[int, int]]
    never: frozenset[tuple[int, int]]
    nests: bool
    through: tuple[int, ...]
    children: frozenset[int]
    not_children: frozenset[int]
    field: int
    keeps: tuple[Keep, ...]


class Sort(NamedTuple):
    """Children whose order says nothing: those in a field, or of some kinds.

    `in_runs`: only among neighbours; `bound_by`: not right after such a sibling (an attribute).
    """

    field: int
    kinds: frozenset[int]
    in_runs: bool
    bound_by: frozenset[int]


class Tables:
    """The compiled tables of one language."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.raw: dict[str, Any] = language.raw.get("normal") or {}
        self.fields = len(language.field_names)
        self.has_rules = bool(self.raw)
        self.kind_codes = [kind_code(name) for name in language.kind_names]
        self.leaf_shapes = [code + bytes(4) for code in self.kind_codes]
        self.leaf_entries: dict[tuple[int, bytes], bytes] = {}
        self.steps: dict[int, list[str]] = {}  # kind -> names of functions, see `normal.STEPS`
        self.handlers: dict[int, list[Callable[[Any, int], int]]] = {}  # the same, once looked up
        self._load_brackets()
        self._load_tokens()
        self._load_strings()
        self._load_rest()
        self._load_marks()
        # `syntax` never hashes these, so kinds that NORMAL does not tell apart may share a code.
        codes = [
            self.kind_codes[self.alike.get(kind, kind)] for kind in range(len(self.kind_codes))
        ]
        self.codes = [ByteTable([code[i] for code in codes]) for i in range(4)]
        self.written_codes = b"".join(codes)  # the same, for the native core

    def kind(self, name: str) -> int:
        """The id of a kind; `!x` is the token where a rule has that name too."""
        ids = self.language.kind_ids
        if name.startswith("!") and (name[1:], False) in ids:
            return ids[name[1:], False]
        for named in (True, False):
            if (name, named) in ids:
                return ids[name, named]
        raise InputError(
            f"grammars/{self.language.name}/grammar.yaml: no kind {name!r} in the grammar",
            fix="Correct the name or remove it.",
        )

    def kinds(self, names: Any) -> frozenset[int]:
        """The ids of kinds given as one name or a list."""
        return frozenset(self.kind(name) for name in listed(names))

    def field(self, name: str) -> int:
        """The id of a field; 0 for the empty name."""
        return self.language.field_ids[name] if name else 0

    def places(self, pairs: Any) -> frozenset[tuple[int, int]]:
        """(kind, field) pairs given as {kind: field or [fields]}."""
        return frozenset(
            (self.kind(kind), self.field(field))
            for kind, fields in (pairs or {}).items()
            for field in listed(fields)
        )

    def _handle(self, kinds: Any, step: str) -> None:
        for kind in kinds:
            self.steps.setdefault(kind, []).append(step)

    def _load_brackets(self) -> None:
        self.dissolve: dict[int, list[Dissolve]] = {}
        for rule in self.raw.get("dissolve") or ():
            for kind in self.kinds(rule["kinds"]):
                self.dissolve.setdefault(kind, []).append(self._dissolve(rule))
        self._handle(self.dissolve, "on_dissolve")
        self.unbracket: dict[int, frozenset[int]] = {}
        for rule in self.raw.get("unbracket") or ():
            self.unbracket |= dict.fromkeys(self.kinds(rule["kinds"]), self.kinds(rule["tokens"]))
        self._handle(self.unbracket, "on_unbracket")
        # parent kind (-1: any) -> kinds of the hollow nodes, and what they hold
        self.hollow: dict[int, list[tuple[frozenset[int], frozenset[int]]]] = {}
        for rule in self.raw.get("hollow") or ():
            pair = self.kinds(rule["kinds"]), self.kinds(rule["only"])
            for parent in self.kinds(rule.get("in")) or (-1,):
                self.hollow.setdefault(parent, []).append(pair)
                if parent < 0:
                    self._handle(pair[0], "on_hollow")
        self._handle([kind for kind in self.hollow if kind >= 0], "on_hollow_child")

    def _dissolve(self, rule: dict[str, Any]) -> Dissolve:
        return Dissolve(
            tokens=self.kinds(rule.get("tokens")),
            places=self.places(rule.get("in")),
            never=self.places(rule.get("never")),
            nests=bool(rule.get("nests")),
            through=tuple(self.kind(name) for name in listed(rule.get("through"))),
            children=self.kinds(rule.get("child")),
            not_children=self.kinds(rule.get("not_child")),
            field=self.field(rule.get("child_field", "")),
            keeps=tuple(self._keep(keep) for keep in rule.get("keep") or ()),
        )

    def _keep(self, rule: dict[str, Any]) -> Keep:
        return Keep(
            parents=self.kinds(rule.get("in")),
            fields=frozenset(self.field(f) for f in listed(rule.get("field"))),
            children=self.kinds(rule.get("child")),
            siblings=self.kinds(rule.get("with")),
            without=self.kinds(rule.get("without")),
            spine=self.kind(rule["spine"]) if "spine" in rule else -1,
        )

    def _load_tokens(self) -> None:
        self.openers = frozenset(
            self.language.kind_ids[name, False]
            for name in _OPENERS
            if (name, False) in self.language.kind_ids
        )
        self.trailing: dict[int, dict[int, int]] = {}  # token -> parent -> least separators
        self.closers: frozenset[int] = frozenset()
        for rule in self.raw.get("trailing") or ():
            parents = self.trailing.setdefault(self.kind(rule["token"]), {})
            parents |= dict.fromkeys(self.kinds(rule["in"]), rule.get("min", 1))
            self.closers |= self.kinds(rule.get("before"))
            if rule.get("open_ended"):
                self._handle(self.kinds(rule["in"]), "on_open_ended")
        self.drop: dict[int, frozenset[int]] = {}
        self.drop_only: dict[int, bytes] = {}  # of these kinds what has that text
        for rule in self.raw.get("drop") or ():
            for token in self.kinds(rule["tokens"]):
                self.drop[token] = self.drop.get(token, frozenset()) | self.kinds(rule["in"])
                if "text" in rule:
                    self.drop_only[token] = rule["text"].encode()
        self._handle(self.drop, "on_drop")
        self.associative = {
            self.kind(kind): self.kinds(operators)
            for kind, operators in (self.raw.get("associative") or {}).items()
        }
        self._handle(self.associative, "on_associative")
        rename = self.raw.get("rename") or {}
        pairs = (rename.get("kinds") or {}).items()
        self.rename = {self.kind(before): self.kind(after) for before, after in pairs}
        self.rename_unless = self.kinds(rename.get("unless_in"))
        self._handle(self.rename, "on_rename")
        self.layout = re.compile(str(self.raw.get("layout", "")).encode())
        if "layout" in self.raw:
            self._handle([0], "on_gap")
        self.comment_layout = re.compile(str(self.raw.get("comment_layout", "")).encode())
        if "comment_layout" in self.raw:
            self._handle(self.language.comment_kinds, "on_comment")
        self._handle(self.kinds(self.raw.get("spelled_by_kind")), "on_spelled")
        self._handle(self.kinds(self.raw.get("tokenised")), "on_tokenised")

    def _load_strings(self) -> None:
        keys = self.raw.get("keys") or {}
        self.keys = self.places(keys.get("in"))
        self.key_kind = self.kind(keys["kind"]) if keys else 0
        raw = self.raw.get("strings") or {}
        self.string_rules = StringRules(raw)
        self.strings = self.kinds(raw.get("kinds"))
        self.string_start = self.kind(raw["start"]) if "start" in raw else 0
        self.string_content = self.kind(raw["content"]) if raw else 0
        self.string_end = self.kind(raw["end"]) if raw else 0
        self.string_places = self._string_places(raw)
        self.spelled_strings: dict[tuple[bytes, int, int], tuple[bytes, bytes]] = {}
        self.interpolation = self.kinds(raw.get("interpolation"))
        self.interpolation_verbatim = self.kinds(raw.get("printed_by"))
        self._load_alike(raw)
        concatenated = self.kinds(raw.get("concatenated"))
        if not raw.get("only_concatenated"):
            self._handle(self.strings, "on_string")
        self._handle(self.interpolation, "on_interpolation")
        self._handle(concatenated, "on_concatenated")

    def _string_places(self, raw: dict[str, Any]) -> dict[int, int]:
        """How literals are read, by kind and field of their place (kind * fields + field)."""
        found: dict[int, int] = {}
        for key, how in (
            ("documentation_in", DOCUMENTATION),
            ("raw_in", RAW),
            ("directives_in", DIRECTIVE),
        ):
            for kind in self.kinds(raw.get(key)):
                found |= dict.fromkeys(range(kind * self.fields, (kind + 1) * self.fields), how)
        return found | {kind * self.fields + field: KEY for kind, field in self.keys}

    def _load_alike(self, raw: dict[str, Any]) -> None:
        """Quotes that say the same in a literal without escapes: replaced in the whole buffer."""
        self.alike: dict[int, int] = {}  # kind of the token -> kind it is written with
        self.replaced: list[tuple[bytes, bytes]] = []  # entries
        self.quick_quotes = frozenset(ord(quote) for quote in (*raw.get("alike", ()), '"'))
        for quote in raw.get("alike") or ():
            for kind in (self.string_start, self.string_end):
                before = self.kind(quote) if self.language.kind_names[kind] == '"' else kind
                if before != kind:
                    self.alike[before] = kind
                entry = leaf_entry(self.language, before, quote.encode())
                pair = entry, leaf_entry(self.language, kind, b'"')
                if pair not in self.replaced:
                    self.replaced.append(pair)

    def _load_rest(self) -> None:
        numbers = self.raw.get("numbers") or {}
        self.numbers = {self.kind(kind): style for kind, style in numbers.items()}
        # Entry and shape by text, kind and 0; empty where the spelling stays.
        self.spelled_numbers: dict[tuple[bytes, int, int], tuple[bytes, bytes]] = {}
        self.written_numbers = self.kinds(self.raw.get("written_numbers"))
        self._handle(self.numbers, "on_number")
        letters = self.raw.get("letters") or {}
        self.letters = {
            self.kind(kind): frozenset(known.encode()) for kind, known in letters.items()
        }
        self._handle(self.letters, "on_letters")
        self.sort: dict[int, list[Sort]] = {}
        for rule in self.raw.get("sort") or ():
            sort = Sort(
                field=self.field(rule.get("field", "")),
                kinds=self.kinds(rule.get("kinds")),
                in_runs=bool(rule.get("in_runs")),
                bound_by=self.kinds(rule.get("bound_by")),
            )
            for kind in self.kinds(rule["in"]):
                self.sort.setdefault(kind, []).append(sort)
        self._handle(self.sort, "on_sort")
        aliases = self.raw.get("own_alias") or {}
        regroup = self.raw.get("regroup") or {}
        self.regroup = {self.kind(kind): self.kinds(inner) for kind, inner in regroup.items()}
        self._handle(self.regroup, "on_regroup")
        self.own_alias = {self.kind(kind): rule for kind, rule in aliases.items()}
        self._handle(self.own_alias, "on_own_alias")
        raw = self.raw.get("markup") or {}
        self.markup_text = self.kinds(raw.get("text"))
        self.spelled_markup: dict[bytes, tuple[bytes, bytes]] = {}
        self.markup_leaf = self.kind(raw["leaf"]) if raw else 0
        self.markup_expression = self.kind(raw["expression"]) if raw else 0
        self._handle(self.kinds(raw.get("kinds")), "on_markup")

    def _load_marks(self) -> None:
        language = self.language
        units = Role.DEFINITION | Role.WRAPPER | Role.STATEMENT
        marks = []
        for kind, roles in enumerate(language.roles):
            mark = OP * (kind in self.steps) | COMMA * (kind in self.trailing)
            mark |= UNIT * bool(roles & units) | BLOCK * bool(roles & Role.BLOCK)
            is_token = not language.kind_is_named[kind]
            mark |= NAMED * (not is_token)
            if kind in self.closers or (is_token and language.kind_names[kind] in _CLOSERS):
                mark |= CLOSER
            marks.append(mark)
        self.marks = ByteTable(marks)


def kind_code(name: str) -> bytes:
    """4 bytes for a kind's name; a test proves that no two names of a grammar share them."""
    return xxh3_128_digest(b"\x04" + name.encode())[:4]


def listed(value: Any) -> list[str]:
    """A list, from a list, one word or nothing."""
    if value is None:
        return []
    return [value] if isinstance(value, str) else list(value)


_COMPILED: dict[str, Tables] = {}


def tables_for(language: Language) -> Tables:
    """The compiled tables of a language, made on first use."""
    known = _COMPILED.get(language.name)
    if known is None or known.language is not language:
        known = _COMPILED[language.name] = Tables(language)
    return known
