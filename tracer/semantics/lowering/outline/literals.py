"""Values of literals: numbers in one spelling, texts unescaped, pieces joined.

A literal that the pattern `strings.unread` of a table finds escapes in is kept as it is spelled.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tracer.fingerprint.literals import StringRules, text_block
from tracer.model.patterns import lazy_pattern
from tracer.semantics import core

if TYPE_CHECKING:
    from tracer.semantics.lowering.templates.table import Table
    from tracer.syntax.tree import SyntaxTree

_HEX = tuple("0123456789abcdef")
_MOST_ZEROS = 21
_NEVER = r"(?!)"
_UNREAD = "unread"  # a text that has escapes of which a table knows no value; its spelling counts
_UNSIGNED = "x"  # the suffix of a number that is unsigned for it is not decimal
_RADIX = {"0x": 16, "0o": 8, "0b": 2}
_DECIMAL = lazy_pattern(r"(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?\Z")


class Literals:
    """Reads the literals of one file by the string and number rules of its language."""

    def __init__(self, tree: SyntaxTree, table: Table) -> None:
        self._tree = tree
        own = table.raw.get("strings") or {}
        base = ((table.language.raw.get("normal") or {}).get("strings")) or {}
        self._rules = _rules_for({**base, **own}, table.language.name)
        self._unread = re.compile(own.get("unread", _NEVER).encode())
        numbers = table.raw.get("numbers") or {}
        self._suffix = re.compile(numbers["suffix"]) if "suffix" in numbers else None
        self._is_typed = bool(numbers.get("typed_suffix"))
        self._is_one_kind = bool(numbers.get("one_kind"))
        self._octal = numbers.get("octal", "")
        self._unsigned = numbers.get("unsigned_from_bits", 0)

    def typed(self, kind: str, text: str, *, is_asked: bool = False) -> tuple[str, str]:
        """A number whose suffix is its type, as a literal of that type."""
        has_types = self._suffix is not None and (self._is_typed or is_asked)
        found = self._suffix.search(text) if has_types else None  # type: ignore[union-attr]
        if found is None:
            return kind, text
        return f"{kind}:{found.group()}", text[: found.start()]

    def number(self, text: str) -> str:
        """A number's digits without separators and base; its suffix stays.

        Where the base says the type, that stays as a suffix of its own: in C, `0xFFFFFFFF` may be
        unsigned, and the same number in decimal digits is not.
        """
        text = text.replace("_", "").replace("'", "").lower()
        suffix = ""
        if self._suffix is not None:
            match = self._suffix.search(text)
            is_digit = text[:2] == "0x" and match and match.group()[:1] in _HEX
            if match and not is_digit:
                text, suffix = text[: match.start()], match.group()
        radix = _RADIX.get(text[:2]) if text[:1] == "0" else None
        if radix is None and self._octal and re.fullmatch(r"0[0-7]+", text):
            radix, text = 8, f"0o{text[1:]}"
        if radix is not None:
            try:
                value = int(text[2:], radix)
            except ValueError:
                return text + suffix
            is_typed = self._unsigned and "u" not in suffix
            if is_typed and value.bit_length() >= self._unsigned:
                return f"{value}{suffix}{_UNSIGNED}"
            return f"{value}{suffix}"
        match = _DECIMAL.match(text)
        if match is None or not text.strip("."):
            return text + suffix
        whole, fraction, exponent = match.groups()
        if fraction is None and exponent is None:
            return f"{int(whole)}{suffix}"
        digits = (whole + (fraction or "")).lstrip("0")
        power = int(exponent or 0) - len(fraction or "")
        kept = digits.rstrip("0")
        power += len(digits) - len(kept)
        if self._is_one_kind and (not kept or 0 <= power <= _MOST_ZEROS):
            return f"{kept or 0}{'0' * power if kept else ''}{suffix}"
        return f"{kept or 0}e{power if kept else 0}{suffix}"

    def value(self, text: bytes) -> tuple[str, str] | None:
        """(kind, value) of a literal without interpolation; None when it cannot be read."""
        quoted = self._rules.split(text)
        if quoted is None:
            return None
        if self._unread.search(quoted.body):
            return _UNREAD, text.decode("utf-8", "replace")
        body = text_block(quoted.body) if quoted.quote == self._rules.indented else quoted.body
        value = self._rules.value(quoted, body)
        if self._rules.is_bytes(quoted):
            return "bytes", value.decode("latin-1")
        return "str", value.decode("utf-8", "surrogateescape")

    def documentation(self, row: int) -> str | None:
        """The text of a literal that documents what it stands in; None for one that is computed."""
        quoted = self._rules.split(self._tree.slice(row))
        if quoted is None or self._rules.is_format(quoted) or self._rules.is_bytes(quoted):
            return None
        return self._rules.value(quoted, quoted.body).decode("utf-8", "surrogateescape")

    def string(self, row: int, pieces: Any, kind: str) -> core.Expression:
        """A text literal, or a template where it has values."""
        tree = self._tree
        text = tree.slice(row)
        if pieces is None or not any(part.value is not None for part in pieces):
            found = self.value(text)
            if found is None:
                return core.Literal(kind or "str", text.decode("utf-8", "replace"), row)
            return core.Literal(kind or found[0], found[1], row)
        return core.Template(self.settled(pieces, text), kind, row)

    def settled(self, pieces: Any, text: bytes) -> tuple[core.TemplatePart, ...]:
        """Pieces with texts unescaped and neighbours joined."""
        quoted = self._opened(text)
        found: list[core.TemplatePart] = []
        for part in pieces:
            if part.value is not None:
                found.append(part)
                continue
            value = part.text
            if quoted is not None:
                raw = value.encode("utf-8", "surrogateescape")
                value = self._rules.value(quoted, raw).decode("utf-8", "surrogateescape")
            if found and found[-1].value is None:
                found[-1] = core.TemplatePart(found[-1].text + value)
            elif value:
                found.append(core.TemplatePart(value))
        return tuple(found)

    def _opened(self, text: bytes) -> Any:
        for length in range(min(len(text), 8), 0, -1):
            found = self._rules.opened(text[:length])
            if found is not None:
                return found
        return self._rules.opened(b'"')

    def joined(self, pieces: tuple[core.Expression, ...], row: int) -> core.Expression:
        """Adjacent literals as one."""
        if all(type(p) is core.Literal for p in pieces):
            kinds = {p.kind for p in pieces if type(p) is core.Literal}
            if len(kinds) == 1 and _UNREAD not in kinds:
                value = "".join(p.value for p in pieces if type(p) is core.Literal)
                return core.Literal(kinds.pop(), value, row)
        parts: list[core.TemplatePart] = []
        kind = ""
        for piece in pieces:
            if type(piece) is core.Template:
                kind = piece.kind
                more = piece.parts
            elif type(piece) is core.Literal and piece.kind == "str":
                more = (core.TemplatePart(piece.value),)
            else:
                return core.Construct("joined", tuple(core.Item(p) for p in pieces), row=row)
            for part in more:
                if part.value is None and parts and parts[-1].value is None:
                    parts[-1] = core.TemplatePart(parts[-1].text + part.text)
                else:
                    parts.append(part)
        return core.Template(tuple(parts), kind, row)

    def markup(self, text: str) -> str:
        """Text between tags: lines are trimmed and joined by one space, empty ones go."""
        lines = text.split("\n")
        if len(lines) == 1:
            return text
        last = len(lines) - 1
        kept = [
            line.strip() if 0 < i < last else line.rstrip() if i == 0 else line.lstrip()
            for i, line in enumerate(lines)
        ]
        return " ".join(line for line in kept if line)

    def key_text(self, text: str) -> str:
        """A key as its plain name, without quotes."""
        if text[:1] in "\"'`":
            found = self.value(text.encode())
            if found is not None:
                return found[1]
        return text


_RULES: dict[str, StringRules] = {}


def _rules_for(raw: dict[str, Any], name: str) -> StringRules:
    if name not in _RULES:
        _RULES[name] = StringRules(raw)
    return _RULES[name]
