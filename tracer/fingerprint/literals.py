r"""What a literal means, whatever its spelling: string values, number values, docstrings.

The rules come from `normal.strings` and `normal.numbers` of a grammar.yaml. A value is bytes:
UTF-8 for text, with lone surrogates kept, and with what cannot be decoded the same way on every
machine (`\N{...}` needs the Unicode tables of the interpreter) left in its spelling.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern

_LAST_CODE_POINT = 0x10FFFF
_HEX_DIGITS = frozenset(bytes([c]) for c in b"0123456789abcdefABCDEF")
_OCTAL = lazy_pattern(rb"[0-7]+\Z")
# How a literal is read where it stands.
PLAIN, DOCUMENTATION, RAW, DIRECTIVE, KEY = range(5)
_NAMED = b"\xff"  # no UTF-8 text holds it, so no decoded text can look like a kept spelling


class Quoted(NamedTuple):
    """A string literal taken apart."""

    prefix: bytes
    quote: bytes
    body: bytes


class StringRules:
    """How one language writes strings; compiled from `normal.strings`."""

    def __init__(self, raw: dict[str, Any]) -> None:
        escapes = raw.get("escapes") or {}
        quotes = "|".join(re.escape(q) for q in raw.get("quotes") or ('"""', "'''", '"', "'"))
        self._whole = re.compile(
            rf"({raw.get('prefix', '')})({quotes})(.*)\2\Z".encode(), re.DOTALL
        )
        self._open = re.compile(rf"({raw.get('prefix', '')})({quotes})\Z".encode())
        self.raw = raw.get("raw", "").encode()
        self.bytes = raw.get("bytes", "").encode()
        self.format = raw.get("format", "").encode()
        self.indented = (raw.get("indented") or "").encode()  # the quote of text blocks
        self._unjoinable = re.compile((raw.get("unjoinable") or r"(?!)").encode())
        self._decodes = bool(escapes)
        self._folds = bool(raw.get("fold_prefix"))
        self._simple: dict[bytes, bytes] = {
            key.encode(): value.encode() for key, value in (escapes.get("simple") or {}).items()
        }
        self._keeps_unknown = escapes.get("unknown") == "keep"
        self._named = (escapes.get("named") or "").encode()
        hexes = {**(escapes.get("hex") or {}), **(escapes.get("unicode") or {})}
        self._unicode = {key.encode() for key in escapes.get("unicode") or {}}
        parts = [rf"{re.escape(key)}[0-9a-fA-F]{{{count}}}" for key, count in hexes.items()]
        if escapes.get("braced"):
            parts.append(rf"{escapes['braced']}\{{[0-9a-fA-F]+\}}")
        if self._named:
            parts.append(rf"{escapes['named']}\{{[^}}]*\}}")
        if escapes.get("octal"):
            parts.append(rf"[0-7]{{1,{escapes['octal']}}}")
        if escapes.get("continuation"):
            parts.append(r"\r?\n")
        parts.append(r"(?s:.)")
        self._escape = re.compile(rb"\\(" + "|".join(parts).encode() + rb")")
        self._joins_surrogates = bool(escapes.get("surrogates"))

    def split(self, text: bytes) -> Quoted | None:
        """Prefix, quote and body of a whole literal, or None when it is something else."""
        match = self._whole.match(text)
        if match is None:
            return None
        prefix, quote, body = match.groups()
        return Quoted(prefix.lower() if self._folds else prefix, quote, body)

    def opened(self, token: bytes) -> Quoted | None:
        """Prefix and quote of a literal of which only the opening token is given."""
        match = self._open.match(token)
        if match is None:
            return None
        prefix, quote = match.groups()
        return Quoted(prefix.lower() if self._folds else prefix, quote, b"")

    def opening(self, quoted: Quoted) -> bytes:
        """The canonical opening: only the part of the prefix that changes the value's type."""
        if not self._folds:
            return quoted.prefix + b'"'
        return self.bytes + b'"' if self.is_bytes(quoted) else b'"'

    def is_bytes(self, quoted: Quoted) -> bool:
        """Whether the literal is bytes rather than text."""
        return bool(self.bytes) and self.bytes in quoted.prefix

    def is_format(self, quoted: Quoted) -> bool:
        """Whether the literal is computed (`f"..."`), though nothing in it may have to be."""
        return bool(self.format) and self.format in quoted.prefix

    def are_joinable(self, bodies: list[bytes]) -> bool:
        """Whether no escape at the end of a piece would take in the start of the next."""
        return not any(
            self._unjoinable.search(body) and after[:1] in _HEX_DIGITS
            for body, after in pairwise(bodies)
        )

    def value(self, quoted: Quoted, body: bytes) -> bytes:
        """What `body`, a part of the literal, stands for."""
        body = with_line_ends(body)
        if self.is_format(quoted):
            body = body.replace(b"{{", b"{").replace(b"}}", b"}")
        if not self._decodes or b"\\" not in body or (self.raw and self.raw in quoted.prefix):
            return body
        is_bytes = self.is_bytes(quoted)
        value = b"".join(
            piece if i % 2 == 0 else self._one(piece, is_bytes=is_bytes)
            for i, piece in enumerate(self._escape.split(body))
        )
        if self._joins_surrogates and b"\xed" in value:
            return _join_surrogates(value)
        return value

    def _one(self, escape: bytes, *, is_bytes: bool) -> bytes:
        """What one escape, its backslash gone, stands for."""
        head = escape[:1]
        if escape in self._simple:
            return self._simple[escape]
        if escape in (b"\n", b"\r\n"):
            return b""
        if _OCTAL.match(escape):
            return _character(int(escape, 8), is_bytes=is_bytes)
        is_kept = len(escape) == 1 or (is_bytes and (head in self._unicode or head == self._named))
        if is_kept:
            return b"\\" + escape if self._keeps_unknown else escape
        if head == self._named:
            return _NAMED + escape.upper()
        return _character(int(escape[1:].strip(b"{}"), 16), is_bytes=is_bytes)


def _character(code: int, *, is_bytes: bool) -> bytes:
    if is_bytes:
        return bytes([code & 255])
    if code > _LAST_CODE_POINT:
        return _NAMED + b"%x" % code
    return chr(code).encode("utf-8", "surrogatepass")


def _join_surrogates(value: bytes) -> bytes:
    """Pairs of surrogates as the character they stand for."""
    try:
        text = value.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return value
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return joined.encode("utf-8", "surrogatepass")


def with_line_ends(body: bytes) -> bytes:
    """The source of a literal with the line ends of every file."""
    return body.replace(b"\r\n", b"\n")


def text_block(body: bytes) -> bytes:
    """The body of a text block without its incidental white space.

    Source: Java Language Specification §3.10.6. Escapes are left as they are.
    """
    lines = with_line_ends(body).split(b"\n")[1:]
    counted = [line for line in lines[:-1] if line.strip()] + lines[-1:]
    margin = min((len(line) - len(line.lstrip()) for line in counted), default=0)
    return b"\n".join(line[margin:].rstrip() for line in lines)


def dedented(body: bytes) -> bytes:
    """A docstring's source as `inspect.cleandoc` would have it, without white space at line ends.

    Formatters reindent docstrings, strip them, and expand the tabs at their line starts.
    """
    lines = [_expanded(line) for line in with_line_ends(body).split(b"\n")]
    margins = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    margin = min(margins, default=0)
    kept = [lines[0].strip(), *(line[margin:].rstrip() for line in lines[1:])]
    return b"\n".join(kept).strip()


def _expanded(line: bytes) -> bytes:
    text = line.lstrip()
    return line[: len(line) - len(text)].expandtabs() + text


_EDGE_POINT = lazy_pattern(rb"\A\.")
_BARE_POINT = lazy_pattern(rb"\.(?!\d)")
_DECIMAL = lazy_pattern(rb"(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?\Z")
_PLAIN = lazy_pattern(rb"(?:0|[1-9]\d*)\Z")
_INTEGER_DIGITS = 21  # from there on JavaScript itself prints an exponent


def number(text: bytes, style: str) -> bytes:
    """The canonical spelling of a number.

    `lower`: case, `+` in an exponent and a missing zero at the point say nothing. `decimal`: nor
    do zeros at the end of a fraction or how an exponent is written (languages with one kind of
    number).
    """
    text = text.lower()
    if not text.startswith(b"0x"):
        text = _EDGE_POINT.sub(b"0.", text.replace(b"e+", b"e"))
        text = _BARE_POINT.sub(b".0", text)
    if style != "decimal" or _PLAIN.match(text):
        return text
    match = _DECIMAL.match(text)
    whole, fraction, exponent = match.groups() if match else (b"", b"", b"")
    if not match or not (whole or fraction) or (len(whole) > 1 and whole.startswith(b"0")):
        return text  # another base, a suffix, separators, or an old octal
    digits = (whole + (fraction or b"")).lstrip(b"0")
    power = int(exponent or b"0") - len(fraction or b"")
    stripped = digits.rstrip(b"0")
    power += len(digits) - len(stripped)
    if not stripped:
        return b"0"
    if power >= 0 and len(stripped) + power <= _INTEGER_DIGITS:
        return stripped + b"0" * power
    return stripped + b"e%d" % power
