"""Code as terms: what a function's body says, without how it is spelled.

A term keeps what the language executes and drops what it does not read: brackets, `final`,
annotations of locals, type arguments. Names are told apart by what binds them, so that two
bodies can be compared whatever their locals are called. Made for the functions somebody asks
about, not for whole files, so a term is an object.

Table `terms` of verdicts.yaml (a language without it has no terms):

- `blocks`: kinds that are a list of statements; `collapsed`: kinds that are their only child;
  `qualified`: kinds of long names, that are their last part;
- `dropped`: positions of children that nothing at run time reads;
- `if`, `choice`: {kind, condition, then, else}; `not`: {kind, token}; `binary`: the kind whose
  operator is its `operator`; `and`, `or`: its short-circuiting ones; `opposites`: operators one
  of which is true exactly when the other is not;
- `get`, `call`: {kind, object, name, arguments}: what is reached through something else;
- `declare`: {kind, type, part, name, value}: a new local; `set`: {kind, token, target, value};
- `this`, `super`: kinds; `types`: kinds of leaves that name types;
- `true`, `false`: kinds of the two values a condition has;
- `numeric`: types through which a value may be converted; `literals`: types by the form of their
  literals; `inferred`: words that stand for the type of the value;
- `bases`: words for the object as its base sees it;
- `condition`: the type of conditions; `comparing`: operators, `asking`: kinds that give one;
  `typed`: kinds that say their type, unless they have `own_members`;
- `generics`: kinds of type arguments and parameters, `generic_holders`: classes that have some;
- `variables`: {in, kind}: where types that code is given are declared, and each of them;
- `of_any`: functions that any object has; `values`: kinds of definitions of values that a class
  has for its own; `own_functions`: sort of class -> functions that each has for its own;
- `marks`: kinds of annotations; `silent_marks`: those that ask for nothing when the program runs;
  `calling_marks`: those that, without arguments, say who calls a function;
- `words`: results that are no classes;
- `over`: kinds of loops over elements: type, name, elements, statements;
- `making`: kinds of calls of constructors; `references`: kinds of functions that are named only;
- `lasting`: the word for a field that gets one value only;
- `constructors`: {kinds, base}: functions that run one of the class's base first, and its field;
- `effects`: kinds of calls and stores; `closures`: kinds whose insides run later; `again`: kinds
  that execute what is in them never, later, or more than once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import is_at, positions, significant_children
from tracer.semantics.names.occurrences import Use
from tracer.syntax.grammar import Role
from tracer.syntax.names import wrapper_of
from tracer.syntax.tree import LEAF

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.semantics.model import Side
    from tracer.syntax import SyntaxTree

Key = tuple[int, str]


_SILENT = {b";", b",", b"(", b")", b"{", b"}"}


class Term(NamedTuple):
    """One piece of code: what it is, its word, its parts; the row it was read from, or -1.

    `scope` is the row of the scope that binds a local; `ADAPTED` for a literal that takes the type
    of what stands beside it, `INSIDE` for a name in a class inside a function, `AGAIN` for what
    executes its parts never, later, or more than once.
    """

    op: str
    text: str = ""
    kids: tuple[Term, ...] = ()
    row: int = -1
    scope: int = -1

    @property
    def key(self) -> tuple[int, str]:
        """What tells one local from another."""
        return self.scope, self.text


class Parameter(NamedTuple):
    """A parameter: what binds it, and its declared type without type arguments."""

    key: tuple[int, str]
    type: str


NOTHING = Term("nothing")
INNER = "@"  # the object of a class inside a function
ADAPTED, INSIDE, AGAIN = -2, -3, -4


def marks(tree: SyntaxTree, row: int) -> frozenset[str]:
    """The words before the name of a definition: its modifiers, annotations and type."""
    outer = wrapper_of(tree, row)
    name = tree.child_by_field(row, "name")
    last = name if name >= 0 else tree.stop[outer]
    return frozenset(
        tree.slice(at).decode("utf-8", "replace")
        for at in range(outer, last)
        if tree.flags[at] & LEAF
    )


def walk(term: Term) -> Iterator[Term]:
    """A term and all its parts, in order."""
    yield term
    for kid in term.kids:
        yield from walk(kid)


class Reader:
    """Reads terms off one file."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.tree = side.tree
        self.table: dict[str, Any] = side.names.tables.raw.get("terms") or {}
        self._dropped = positions(self.table.get("dropped"))
        self._single = frozenset(self.table.get("collapsed") or ())
        self._blocks = frozenset(self.table.get("blocks") or ())
        self._return = (side.names.tables.raw.get("expansion") or {}).get("return")
        self._types = frozenset(self.table.get("types") or ())
        self._qualified = frozenset(self.table.get("qualified") or ())

    @property
    def is_known(self) -> bool:
        """Whether the language's table says how to read terms."""
        return bool(self.table)

    def generics(self, function: int) -> frozenset[str]:
        """The arguments and parameters of types in a function, and the parameters of its class."""
        tree, kinds = self.tree, frozenset(self.table.get("generics") or ())
        rows = [at for at in range(function, tree.stop[function]) if tree.kind_name(at) in kinds]
        at = function
        while at > 0 and tree.kind_name(at) not in self.table["generic_holders"]:
            at = tree.parent[at]
        rows += [child for child in tree.children(at) if at > 0 and tree.kind_name(child) in kinds]
        texts = {
            " ".join(
                self.side.word(at) for at in range(row, tree.stop[row]) if tree.flags[at] & LEAF
            )
            for row in rows
        }
        return frozenset(text for text in texts if any(c.isalpha() for c in text))

    def variables(self, function: int) -> dict[str, str]:
        """The types that a function and the classes around it are given, with what bounds them."""
        tree, at, found = self.tree, function, dict[str, str]()
        while at > 0:
            for row in tree.children(at):
                if tree.kind_name(row) == self.table["variables"]["in"]:
                    for one in tree.children(row):
                        if tree.kind_name(one) == self.table["variables"]["kind"]:
                            words = [
                                self.side.word(r)
                                for r in range(one, tree.stop[one])
                                if tree.kind_name(r) in self._types
                            ]
                            found.setdefault(words[0], words[1] if words[1:] else "")
            at = tree.parent[at]
        return found

    def body(self, function: int) -> tuple[Term, ...] | None:
        """The statements of a function as written; None without a body."""
        body = self.tree.child_by_field(function, "body")
        return None if body < 0 else self._list(body)

    def parameters(self, function: int) -> list[Parameter]:
        """The parameters of a function, in order."""
        at = self.tree.child_by_field(function, "parameters")
        if at < 0:
            return []
        named = self.tree.language.kind_is_named
        rows = [c for c in significant_children(self.tree, at) if named[self.tree.kind[c]]]
        return [p for row in rows if (p := self._parameter(row)) is not None]

    def _parameter(self, row: int) -> Parameter | None:
        names = self.side.names.tables.names
        for at in range(row, self.tree.stop[row]):
            if self.tree.kind_name(at) not in names:
                continue
            use, scope = self.side.meaning(at)
            if use is Use.NAME and scope >= 0:
                kinds = [self.term(c) for c in self._kids(row) if not self._holds(c, at)]
                text = "".join(t.text for kind in kinds for t in walk(kind) if t.op != "node")
                return Parameter((scope, self.side.word(at)), text)
        return None

    def _holds(self, outer: int, row: int) -> bool:
        return outer <= row < self.tree.stop[outer]

    # ------------------------------------------------------------------ terms

    def term(self, row: int) -> Term:  # noqa: C901, PLR0911 - one case a kind of term
        """The term that stands at a row."""
        tree, table = self.tree, self.table
        kind = tree.kind_name(row)
        if kind in self._blocks:
            return Term("block", "", self._list(row), row)
        kids = self._kids(row)
        if kind in self._qualified:
            return Term(
                "type", b"".join(tree.slice(row).split()).decode("utf-8", "replace"), (), row
            )
        if kind in self._single and len(kids) == 1:
            return self.term(kids[-1])
        for name in ("if", "choice"):
            if kind == table[name]["kind"]:
                return self._branches(row, name)
        if kind == table["not"]["kind"] and tree.slice(kids[0]).decode() == table["not"]["token"]:
            return Term("not", "", (self.term(kids[-1]),), row)
        if kind == table["call"]["kind"]:
            return self._call(row)
        if kind == table["get"]["kind"]:
            return self._get(row)
        if kind == table["set"]["kind"] and self._is_plain_set(row):
            return Term("set", "", self._fields(row, "set", "target", "value"), row)
        if kind == table["binary"]:
            return self._binary(row)
        if tree.language.roles[tree.kind[row]] & Role.LITERAL and not self._has_names(row):
            types = self.side.types
            scope = ADAPTED if types.is_adapted(row, types.of(row)) else -1
            return Term("literal", tree.slice(row).decode("utf-8", "replace"), (), row, scope)
        return self._leaf(row) if tree.flags[row] & LEAF else self._node(row, kids)

    def statements(self, row: int) -> tuple[Term, ...]:
        """What a statement says: one term, or one for each variable it declares."""
        declare = self.table["declare"]
        if self.tree.kind_name(row) != declare["kind"]:
            return (self.term(row),)
        type_row = self.tree.child_by_field(row, declare["type"])
        kind = self.type_text(type_row)
        return tuple(
            self._declared(part, kind)
            for part in self._kids(row)
            if self.tree.kind_name(part) == declare["part"]
        )

    def type_text(self, row: int) -> str:
        """A type as written, without its arguments."""
        return "".join(t.text for t in walk(self.term(row)) if t.op != "node")

    def _declared(self, part: int, kind: str) -> Term:
        declare = self.table["declare"]
        name = self.tree.child_by_field(part, declare["name"])
        value = self.tree.child_by_field(part, declare["value"])
        more = [
            self.tree.slice(c).decode() for c in self._kids(part)
            if self.tree.field_name(c) == "dimensions"
        ]  # fmt: skip
        kids = (self.term(name), self.term(value) if value >= 0 else NOTHING)
        return Term("declare", kind + "".join(more), kids, part)

    def _list(self, row: int) -> tuple[Term, ...]:
        named = self.tree.language.kind_is_named
        rows = [c for c in significant_children(self.tree, row) if named[self.tree.kind[c]]]
        return tuple(term for at in rows for term in self.statements(at))

    def _kids(self, row: int) -> list[int]:
        """Children that count; brackets and separators say nothing that the kinds do not."""
        tree = self.tree
        return [
            c
            for c in significant_children(tree, row)
            if not is_at(tree, c, self._dropped)
            and not (tree.flags[c] & LEAF and tree.slice(c) in _SILENT)
        ]

    def _fields(self, row: int, name: str, *parts: str) -> tuple[Term, ...]:
        table = self.table[name]
        rows = [self.tree.child_by_field(row, table[part]) for part in parts]
        return tuple(self.term(at) if at >= 0 else NOTHING for at in rows)

    def _branches(self, row: int, name: str) -> Term:
        kids = self._fields(row, name, "condition", "then", "else")
        if name == "if":
            return Term("if", "", (kids[0], *(as_block(kid) for kid in kids[1:])), row)
        return Term("choice", "", kids, row)

    def _call(self, row: int) -> Term:
        table = self.table["call"]
        at = self.tree.child_by_field(row, table["object"])
        receiver = self._receiver(row, at) if at >= 0 else self._self(row)
        name = self.side.word(self.tree.child_by_field(row, table["name"]))
        arguments = self.tree.child_by_field(row, table["arguments"])
        kids = tuple(self.term(c) for c in self._kids(arguments))
        return Term("call", name, (receiver, *kids), row)

    def _receiver(self, row: int, at: int) -> Term:
        """What stands before the name of a member; `B.super` is not `B`."""
        between = [c for c in self._kids(row) if c > at and self._is_base(c)]
        receiver = self.term(at)
        return Term("node", "base -", (receiver,), at) if between else receiver

    def _is_base(self, row: int) -> bool:
        return self.tree.slice(row).decode("utf-8", "replace") in self.table["bases"]

    def _get(self, row: int) -> Term:
        table = self.table["get"]
        receiver = self._receiver(row, self.tree.child_by_field(row, table["object"]))
        at = self.tree.child_by_field(row, table["name"])
        if self.tree.kind_name(at) in self.table["this"]:
            return Term("this", receiver.text, (), row)
        return Term("get", self.side.word(at), (receiver,), row)

    def _binary(self, row: int) -> Term:
        left, operator, right = (
            self.tree.child_by_field(row, name) for name in ("left", "operator", "right")
        )
        word = self.tree.slice(operator).decode()
        kids = (self.term(left), self.term(right))
        for name in ("and", "or"):
            if word == self.table[name]:
                flat = [k for kid in kids for k in (kid.kids if kid.op == name else (kid,))]
                return Term(name, "", tuple(flat), row)
        return Term("binary", word, kids, row)

    def _is_plain_set(self, row: int) -> bool:
        token = self.table["set"]["token"].encode()
        return any(self.tree.slice(c) == token for c in self._kids(row))

    def _has_names(self, row: int) -> bool:
        names, types = self.side.names.tables.names, self._types
        kinds = (self.tree.kind_name(at) for at in range(row, self.tree.stop[row]))
        return any(kind in names or kind in types for kind in kinds)

    def _leaf(self, row: int) -> Term:
        tree = self.tree
        kind, word = tree.kind_name(row), self.side.word(row)
        if kind in self.table["this"]:
            return self._self(row)._replace(op="this")
        if kind in self._types:
            return Term("type", word, (), row)
        if kind not in self.side.names.tables.names:
            return Term("leaf", word, (), row)
        use, scope = self.side.meaning(row)
        if use is Use.UNCLEAR:
            scope = self.side.names.scope_at(row, word)
        elif use is not Use.NAME:
            return Term("leaf", word, (), row)
        if scope >= 0 and self.side.names.kind_of_scope(scope) not in ("file", "class"):
            local = Term("local", word, (), row, scope)
            # One that is known to the compiler takes the type of what stands beside it.
            is_adapted = self.side.types.is_adapted(row, self.side.types.of(row))
            return Term("node", "constant", (local,), row) if is_adapted else local
        return Term("name", word, (), row, INSIDE if self._is_in_inner_class(row) else -1)

    def _self(self, row: int) -> Term:
        """The object whose code stands at a row, said by nobody."""
        return Term("self", INNER if self._is_in_inner_class(row) else "", (), row)

    def _is_in_inner_class(self, row: int) -> bool:
        """Whether the class around a row stands in a function."""
        is_in_class = False
        while row > 0:
            row = self.tree.parent[row]
            sort = self.side.names.tables.scopes.get(self.tree.kind_name(row))
            if is_in_class and sort == "function":
                return True
            is_in_class = is_in_class or sort == "class"
        return False

    def _node(self, row: int, kids: list[int]) -> Term:
        tree = self.tree
        terms: list[Term] = []
        for kid in kids:
            is_body = tree.field_name(kid) == "body" and tree.kind_name(kid) not in self._blocks
            is_statement = tree.language.roles[tree.kind[kid]] & Role.STATEMENT
            found = self.statements(kid) if is_statement else (self.term(kid),)
            terms += [as_block(found[0])] if is_body and is_statement else found
        fields = ",".join(tree.field_name(kid) or "-" for kid in kids)
        if tree.field_name(row) == self.table["call"]["arguments"]:
            return Term("arguments", "", tuple(terms), row)
        op = "return" if tree.kind_name(row) == self._return else "node"
        scope = AGAIN if tree.kind_name(row) in self.table["again"] else -1
        return Term(op, f"{tree.kind_name(row)} {fields}", tuple(terms), row, scope)


def as_block(term: Term) -> Term:
    """A branch as a list of statements, whether it had brackets or not."""
    if term.op == "block":
        return term
    return Term("block", "", () if term.op == "nothing" else (term,), term.row)


def element_of(loop: Term) -> Term | None:
    """The declaration of the variable of a loop over elements, without a value."""
    for at, kid in enumerate(loop.kids[:-1]):
        if kid.op == "type" and loop.kids[at + 1].op == "local":
            return Term("declare", kid.text, (loop.kids[at + 1],), kid.row)
    return None


def is_return(term: Term) -> bool:
    """Whether a statement leaves the function with or without a result."""
    return term.op == "return"


def is_path(term: Term) -> bool:
    """A local, a field, or a getter of one: something that can be named by one object."""
    if term.op == "local":
        return True
    if term.op in ("get", "call"):
        return len(term.kids) == 1 and (
            term.kids[0].op in ("self", "this", "name") or is_path(term.kids[0])
        )
    return term.op == "name"


def said(term: Term) -> str:
    """A few words for a term, for evidence."""
    words = [t.text for t in walk(term) if t.text not in ("", INNER) and t.op != "node"]
    return " ".join(words[:6]) or term.op


def shape(term: Term) -> tuple[object, ...]:
    """What makes two terms of one side equal."""
    return (term.op, term.text, term.scope, *(shape(kid) for kid in term.kids))
