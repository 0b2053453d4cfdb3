r"""What a text says, whatever it is put together from: `"al" "pha"`, `f"al{x}"`, `"\x61lpha"`.

A text is read by its value: literals with their escapes, several behind each other, sums of them,
values in a text, formats that are filled, lists that are joined, and names of a file or function
that are such a text. What cannot be known is a gap (`GAP`). Table `texts` of verdicts.yaml, beyond
`normal.strings` of grammar.yaml (quotes, prefixes, escapes):

- `quotes`, `escapes`: what the grammar's table lacks of them;
- `holes`: kinds of values inside a text; `escape`: the kind of escapes;
- `row`: kinds of literals behind each other; `brackets`: kinds around one value;
- `sums`: kinds -> the sign that puts two texts together; `filled`: kinds -> the sign that fills a
  format with what is behind it;
- `methods`: what makes a text of others: `joins` those in a list with what it is called on, or
  (`joined`) those of the list with its argument, fills a `format`, is a `concat`, or the `same`;
- `lists`: kinds of lists; `values`: kinds that give a name its value, with the fields of both;
- `own`: names of the file's own path, which are no other's; `things`: kinds that are no text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from tracer.fingerprint.literals import StringRules
from tracer.semantics.language.tables import (
    named_children,
    rows_of,
    significant_children,
    tables_of,
)
from tracer.semantics.names.occurrences import Use

if TYPE_CHECKING:
    from tracer.semantics.names.occurrences import Names
    from tracer.syntax import SyntaxTree
    from tracer.syntax.grammar import Language

GAP = "\0"  # stands for any text
_DEEPEST = 40  # values in values; a chain of sums is no deeper than its tree
_LONGEST = 20_000  # letters that are put together; behind them anything may follow
_SHORT = 100  # letters of a value that is made of names
_WORD = re.compile(rb"[\w$]+")
_NAMED = re.compile(r"\\N\{([^}]*)\}|\udcffN\{([^}]*)\}")
_FIELD = re.compile(r"\{\{|\}\}|\{([^{}!:]*)([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}")
_PERCENT = re.compile(r"%(?:\((\w*)\))?([-#0 +]*(?:\*|\d+)?(?:\.(?:\*|\d+))?)([a-zA-Z%])")


def composed_texts(names: Names) -> tuple[str, ...]:
    """The values of all texts of a file that no single literal spells as it stands; found once.

    Cost: the literals of the file, and what is around those that are part of something.
    """
    return names.kept(_composed_texts)


def glued_words(names: Names) -> frozenset[str]:
    """Words right behind an escape of a single letter, of which they are no part."""
    return names.kept(_glued_words)


def _glued_words(names: Names) -> frozenset[str]:
    if b"\\" not in names.tree.text or not names.tables.raw.get("texts"):
        return frozenset()
    return frozenset(w.decode("utf-8", "replace") for w in _GLUED.findall(names.tree.text))


def glued_texts(names: Names, word: str) -> list[str]:
    """The values of the literals in which a word stands right behind an escape.

    Cost: a search of the text for each of these escapes.
    """
    tree, found, reader = names.tree, list[str](), names.kept(_Reader)
    for letter in sorted(_SIMPLE):
        at = tree.text.find(b"\\" + letter + word.encode())
        while at >= 0:
            found.append(reader.value(reader.literal_at(bisect_right(tree.start, at) - 1), 0))
            at = tree.text.find(b"\\" + letter + word.encode(), at + 1)
    return found


def value_of(names: Names, row: int) -> str:
    """What the text at a row says, with gaps; a gap alone where nothing is known."""
    return names.kept(_Reader).value(row, 0)


def is_known(text: str) -> bool:
    """Whether a value has no gap."""
    return GAP not in text


def is_thing(names: Names, row: int) -> bool:
    """Whether a row is a name that is never given a text (`values`, `things`)."""
    tree, table = names.tree, names.tables.raw.get("texts") or {}
    word = tree.slice(row).decode("utf-8", "replace")
    found = names.at(row, word) if tree.kind_name(row) in names.tables.words else None
    if found is None or found.use is not Use.NAME or names.is_unclear(word):
        return False
    scope = names.scope_of(found, word)
    bound = [o.row for o in names.occurrences(word) if o.scope == scope >= 0]
    for at in bound:
        holder = tree.parent[at]
        fields = (table.get("values") or {}).get(tree.kind_name(holder))
        value = tree.child_by_field(holder, fields[1]) if fields else -1
        if value < 0 or tree.kind_name(value) not in table.get("things", ()):
            return False
    return bool(bound)


@cache
def _rules(language: Language, key: str) -> StringRules:  # noqa: ARG001 - one for each language
    from tracer.semantics.language.tables import tables_of  # noqa: PLC0415 - the same, for the cache

    own = dict((language.raw.get("normal") or {}).get("strings") or {})
    table: dict[str, Any] = tables_of(language).raw.get("texts") or {}
    quotes = own.get("quotes") or ['"""', "'''", '"', "'"]
    own["quotes"] = [*quotes, *(table.get("quotes") or ())]
    own.setdefault("escapes", table.get("escapes"))
    return StringRules(own)


def _composed_texts(names: Names) -> tuple[str, ...]:
    reader = names.kept(_Reader)
    if not reader.table:
        return ()
    found: dict[str, None] = {}
    seen: set[int] = set()
    for row in reader.composed():
        for top in reader.tops(row):
            if top not in seen:
                seen.add(top)
                found[reader.value(top, 0)] = None
    found.pop(GAP, None)
    return tuple(found)


class _Reader:
    """Reads the texts of one file."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.tree: SyntaxTree = names.tree
        self.table: dict[str, Any] = names.tables.raw.get("texts") or {}
        self._rules = _rules(self.tree.language, self.tree.language.name)
        self._strings = frozenset(self.tree.language.raw.get("strings") or ())
        self._numbers = frozenset(self.tree.language.raw.get("numbers") or ())
        self._calls: dict[str, dict[str, str]] = self.tree.language.raw.get("calls") or {}
        self._row = frozenset(self.table.get("row") or ())
        self._brackets = frozenset(self.table.get("brackets") or ())
        self._holes = frozenset(self.table.get("holes") or ())
        self._lists = frozenset(self.table.get("lists") or ())
        self._sums: dict[str, str] = self.table.get("sums") or {}
        self._filled: dict[str, str] = self.table.get("filled") or {}
        self._made_of = frozenset(
            {*names.tables.words, *self._calls, *self._sums, *self._filled, *self._brackets}
        )

    # ------------------------------------------------------------------ what is composed

    def composed(self) -> list[int]:
        """Rows of what puts a text together: cheaper than a look at every literal."""
        tree = self.tree
        found = self._escaped()
        found += [row for row in rows_of(tree, self._row) if self._is_text(row)]
        for kind in {*self._sums, *self._filled}:
            for row in rows_of(tree, (kind,)):
                above = tree.parent[row]
                is_alike = tree.kind_name(above) == kind  # `n === "al" + "pha"` is no sum
                is_part = is_alike and (self._is_sum(above) or self._is_filled(above))
                if not is_part and self._is_text(row):
                    found.append(row)
        for hole in rows_of(tree, self._holes):
            kids = named_children(tree, hole)
            if len(kids) == 1 and (
                tree.kind_name(kids[0]) in self._numbers or self._is_text(kids[0])
            ):
                found.append(tree.parent[hole])
        for word in self.table.get("methods") or ():
            for row in self.names.rows(word) if word.encode() in tree.text else ():
                call = tree.parent[tree.parent[row]]
                if call > 0 and self._method(call) is not None:
                    found.append(call)
        return found

    def _escaped(self) -> list[int]:
        """Literals in which an escape stands for a letter."""
        tree = self.tree
        return [
            self.literal_at(row)
            for row in rows_of(tree, (self.table.get("escape", "escape_sequence"),))
            if tree.end[row] - tree.start[row] > 2 or tree.slice(row)[1:] not in _SIMPLE  # noqa: PLR2004
        ]

    def literal_at(self, row: int) -> int:
        """The literal that a row is a part of."""
        while row > 0 and self.tree.kind_name(row) not in self._strings:
            row = self.tree.parent[row]
        return row

    def _is_text(self, row: int) -> bool:
        """Whether a row may be a text that is known, at a glance."""
        tree = self.tree
        kind = tree.kind_name(row)
        if kind in self.names.tables.words:
            return tree.slice(row) in self._constants
        if kind in self._sums or kind in self._filled:
            kids = significant_children(tree, row)
            return bool(kids) and (self._is_text(kids[-1]) or self._is_text(kids[0]))
        if kind in self._brackets:
            return any(self._is_text(kid) for kid in named_children(tree, row))
        return (
            kind in self._strings
            or kind in self._row
            or (kind in self._calls and self._method(row) is not None)
        )

    @cached_property
    def _constants(self) -> frozenset[bytes]:
        """The names that are given a text somewhere, or one that is made of such names."""
        tree, found, made = self.tree, set[bytes](), list[tuple[bytes, set[bytes]]]()
        for holder, (name, value) in (self.table.get("values") or {}).items():
            for row in rows_of(tree, (holder,)):
                at, left = tree.child_by_field(row, value), tree.child_by_field(row, name)
                kind = tree.kind_name(at) if at >= 0 and left >= 0 else ""
                if kind in self._strings or kind in self._row:
                    found.add(tree.slice(left))
                elif kind in self._made_of:
                    text = tree.slice(at)
                    if b'"' in text or b"'" in text or b"`" in text:
                        found.add(tree.slice(left))
                    elif len(text) <= _SHORT:
                        made.append((tree.slice(left), set(_WORD.findall(text))))
        size = -1
        while made and found and size != len(found):
            size = len(found)
            found.update(name for name, of in made if not of.isdisjoint(found))
        return frozenset(found)

    def tops(self, row: int) -> list[int]:
        """The largest texts that a row is a part of."""
        tree = self.tree
        found: list[int] = []
        at = top = row
        while (parent := tree.parent[at]) > 0:
            kind = tree.kind_name(parent)
            if kind in self._row or kind in self._strings or self._is_sum(parent):
                top = parent
            elif self._is_filled(parent) or self._method(parent) is not None:
                found.append(parent)  # which may lose a part of what it is made of
            elif not (
                kind in self._brackets
                or kind in self._lists
                or kind in self._holes
                or self._is_part_of_call(at, parent)
            ):
                break
            at = parent
        return [*found, top]

    def _is_part_of_call(self, at: int, parent: int) -> bool:
        """Whether a row is the object, or the list of arguments, of a method of texts."""
        tree = self.tree
        call = tree.parent[parent]
        fields = self._calls.get(tree.kind_name(parent))
        if fields is not None:
            return tree.field_name(at) in fields.values() and self._method(parent) is not None
        fields = self._calls.get(tree.kind_name(max(call, 0)))
        return fields is not None and self._method(call) is not None

    def _is_sum(self, row: int) -> bool:
        return self._has_sign(self._sums, row)

    def _is_filled(self, row: int) -> bool:
        return self._has_sign(self._filled, row)

    def _has_sign(self, signs: dict[str, str], row: int) -> bool:
        tree = self.tree
        sign = signs.get(tree.kind_name(row))
        kids = significant_children(tree, row) if sign else []
        return len(kids) == 3 and tree.slice(kids[1]) == sign.encode() if sign else False  # noqa: PLR2004

    def _method(self, row: int) -> tuple[str, int, list[int]] | None:
        """(method, what it is called on, arguments) of a call that makes a text of texts."""
        tree = self.tree
        fields = self._calls.get(tree.kind_name(row))
        if fields is None:
            return None
        callee = tree.child_by_field(row, fields["function"])
        given = tree.child_by_field(row, fields.get("arguments", ""))
        if callee < 0 or given < 0:
            return None
        kids = significant_children(tree, callee)
        if len(kids) < 2:  # noqa: PLR2004 - an object, a sign and a name
            return None
        word = tree.slice(kids[-1]).decode("utf-8", "replace")
        known = self.table.get("methods") or {}
        return (known[word], kids[0], named_children(tree, given)) if word in known else None

    # ------------------------------------------------------------------ values

    def value(self, row: int, depth: int) -> str:  # noqa: PLR0911 - one form a line
        """What a row says; a gap for what is not known."""
        tree = self.tree
        kind = tree.kind_name(row)
        if depth > _DEEPEST:
            return GAP
        if kind in self._row:
            return self._put(self.value(kid, depth + 1) for kid in named_children(tree, row))
        if kind in self._strings:
            return self._literal(row, depth)
        if kind in self._numbers:
            text = tree.slice(row).decode("utf-8", "replace")
            return text if text.isdecimal() else GAP
        if kind in self._brackets:
            kids = named_children(tree, row)
            return self.value(kids[0], depth + 1) if len(kids) == 1 else GAP
        if self._is_sum(row):
            return self._put(self.value(part, depth + 1) for part in self._parts(row))
        if self._is_filled(row):
            return self._fill(row, depth)
        method = self._method(row)
        if method is not None:
            return self._called(*method, depth=depth)
        return self._named(row, depth)

    def _parts(self, row: int) -> list[int]:
        """The parts of a sum, from left to right; a long one is no deep one."""
        parts: list[int] = []
        while self._is_sum(row):
            left, _, right = significant_children(self.tree, row)
            parts.append(right)
            row = left
        return [row, *reversed(parts)]

    @staticmethod
    def _put(values: Any) -> str:
        text = "".join(values)
        if GAP + GAP in text:
            text = re.sub(f"{GAP}+", GAP, text)
        return text if len(text) <= _LONGEST else text[:_LONGEST] + GAP

    def _literal(self, row: int, depth: int) -> str:
        tree = self.tree
        quoted = self._rules.split(tree.slice(row))
        if quoted is None:
            return GAP
        at = tree.start[row] + len(quoted.prefix) + len(quoted.quote)
        end = tree.end[row] - len(quoted.quote)
        values: list[str] = []
        for hole in self._holes_of(row):
            values += (
                self._said(quoted, tree.text[at : tree.start[hole]]),
                self._held(hole, depth),
            )
            at = tree.end[hole]
        values.append(self._said(quoted, tree.text[at:end]))
        return self._put(values)

    def _holes_of(self, row: int) -> list[int]:
        """The values in a literal, which stand in it or in a piece of it."""
        tree, found = self.tree, []
        for kid in tree.children(row):
            if tree.kind_name(kid) in self._holes:
                found.append(kid)
            elif tree.stop[kid] - kid > 1:
                found += [at for at in tree.children(kid) if tree.kind_name(at) in self._holes]
        return found

    def _held(self, hole: int, depth: int) -> str:
        kids = named_children(self.tree, hole)
        return self.value(kids[0], depth + 1) if len(kids) == 1 else GAP

    def _said(self, quoted: Any, body: bytes) -> str:
        text = self._rules.value(quoted, body).decode("utf-8", "surrogateescape")
        return _NAMED.sub(_letter, text) if "N{" in text else text

    def _fill(self, row: int, depth: int) -> str:
        """A format with `%`: filled with one value, or with those of a list."""
        left, _, right = significant_children(self.tree, row)
        is_list = self.tree.kind_name(right) in self._lists
        given = named_children(self.tree, right) if is_list else [right]
        values = [self.value(one, depth + 1) for one in given]

        def field(found: re.Match[str]) -> str:
            key, flags, kind = found.groups()
            if kind == "%":
                return "%"
            is_text = kind in "sd" and not flags and key is None and values
            return values.pop(0) if is_text else GAP

        return self._put((_PERCENT.sub(field, self.value(left, depth + 1)),))

    def _called(self, method: str, on: int, given: list[int], *, depth: int) -> str:
        tree = self.tree
        if method == "concat":
            return self._put(self.value(one, depth + 1) for one in (on, *given))
        if method == "same":
            return self.value(on, depth + 1)
        if method == "format":
            return self._put((self._formatted(self.value(on, depth + 1), given, depth),))
        lists, by = (on, given[:1]) if method == "joined" else (given[0] if given else -1, [on])
        if lists < 0 or tree.kind_name(lists) not in self._lists:
            return GAP
        between = self.value(by[0], depth + 1) if by else ","
        parts: list[str] = []
        for one in named_children(tree, lists):
            parts += (between, self.value(one, depth + 1))
        return self._put(parts[1:])

    def _formatted(self, text: str, given: list[int], depth: int) -> str:
        tree, keyword = self.tree, self.names.tables.keyword_parameters.get("keyword")
        values: dict[str, str] = {}
        for place, one in enumerate(at for at in given if tree.kind_name(at) != keyword):
            values[str(place)] = self.value(one, depth + 1)
        for one in given:
            if tree.kind_name(one) == keyword:
                name, value = tree.child_by_field(one, "name"), tree.child_by_field(one, "value")
                values[tree.slice(name).decode("utf-8", "replace")] = self.value(value, depth + 1)
        count = iter(range(len(given) + 1))

        def field(found: re.Match[str]) -> str:
            if found.group() in ("{{", "}}"):
                return found.group()[0]
            name = found.group(1) or str(next(count, ""))
            return GAP if found.group(2) else values.get(name, GAP)

        return _FIELD.sub(field, text)

    def _named(self, row: int, depth: int) -> str:
        """A name that is bound once, to a text."""
        tree, names = self.tree, self.names
        if tree.kind_name(row) not in names.tables.words:
            return GAP
        word = tree.slice(row).decode("utf-8", "replace")
        if word in (self.table.get("own") or ()):
            return OWN
        found = names.at(row, word) if word.encode() in self._constants else None
        if found is None or found.use is not Use.NAME or names.is_unclear(word):
            return GAP
        scope = names.scope_of(found, word)
        bound = [o.row for o in names.occurrences(word) if o.scope == scope >= 0]
        if len(bound) != 1:
            return GAP
        fields = (self.table.get("values") or {}).get(tree.kind_name(tree.parent[bound[0]]))
        if fields is None or tree.field_name(bound[0]) != fields[0]:
            return GAP
        value = tree.child_by_field(tree.parent[bound[0]], fields[1])
        return self.value(value, depth + 1) if value >= 0 else GAP


_SIMPLE = frozenset(bytes([letter]) for letter in b"nrtbfva'\"\\`$/")  # no letters of a name
_GLUED = re.compile(rb"\\[nrtbfva]([\w$]+)")
OWN = "\1"  # stands for the path of the file itself


def _letter(found: re.Match[str]) -> str:
    import unicodedata  # noqa: PLC0415 - only for letters that are named

    try:
        return unicodedata.lookup(found.group(1) or found.group(2))
    except KeyError:
        return GAP


def is_spelled_in(names: Names, row: int, word: str) -> bool:
    """Whether a string may name `word` rather than mention it in prose.

    A text with blanks around a word is prose; a single word, a dotted path or anything without
    white space may be a name somebody looks up.
    """
    text = names.tree.slice(row).decode("utf-8", "replace")
    prompt, code = names.tables.raw.get("prompt"), names.tables.raw.get("code_text")
    if prompt and prompt in text:
        return True  # an example that tools run
    if code and re.search(code, text) and not is_documentation(names.tree, names.tree.parent[row]):
        return word in text
    return any(word in piece for piece in text.split()) and not re.search(r"\s", text.strip())


def is_documentation(tree: SyntaxTree, row: int) -> bool:
    """Whether a text (the row of all of it, its quotes included) is a statement of its own."""
    raw = tree.language.raw
    strings = (raw.get("normal") or {}).get("strings") or {}
    brackets = (tables_of(tree.language).raw.get("expansion") or {}).get("parentheses") or ()
    above = tree.parent[row]
    while above > 0 and tree.kind_name(above) in brackets:
        above = tree.parent[above]
    return above >= 0 and tree.kind_name(above) in (strings.get("documentation_in") or ())
