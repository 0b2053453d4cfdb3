"""Macros, and tokens with the macros in them replaced.

The algorithm is Prosser's, which the C standard's text was written from: each token carries the
macros that it may not be expanded as again. Arguments are replaced before they are put in, except
beside `#` and `##`. What a macro outside of the program may show as a text keeps its spelling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.preprocessor.pieces import Piece, UnreadError, is_word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.semantics.preprocessor.pieces import Table

_MOST = 200_000  # tokens that one file may become
_REST = b"__VA_ARGS__"
_NEVER = frozenset({b"__VA_OPT__", b"__COUNTER__"})


class Macro(NamedTuple):
    """A definition. `parameters`: None where it takes none; the last one may be the rest."""

    name: bytes
    parameters: tuple[bytes, ...] | None
    is_variadic: bool
    body: tuple[Piece, ...]

    @property
    def key(self) -> tuple[object, ...]:
        """What two definitions of the same macro have in common."""
        body = tuple((one.text, bool(one.before)) for one in self.body)
        return self.name, self.parameters, self.is_variadic, body


def macro_of(pieces: Sequence[Piece]) -> Macro:
    """The macro that the tokens behind `#define` define.

    Raises: UnreadError where they are no definition that is known to be one.
    """
    if not pieces or not is_word(pieces[0].text):
        msg = "a definition has no name"
        raise UnreadError(msg)
    name, rest = pieces[0].text, pieces[1:]
    if any(one.text in _NEVER for one in rest):
        msg = f"`{name.decode('utf-8', 'replace')}` is no plain macro"
        raise UnreadError(msg)
    if not rest or rest[0].text != b"(" or rest[0].before:
        return Macro(name, None, False, _trimmed(rest))
    end = next((at for at, one in enumerate(rest) if one.text == b")"), -1)
    words = [one.text for one in rest[1:end]]
    is_variadic = words[-1:] == [b"..."]
    if is_variadic:
        words[-1:] = [_REST]
    parameters = words[::2]
    if end < 0 or not all(map(is_word, parameters)) or set(words[1::2]) - {b","}:
        msg = f"the parameters of `{name.decode('utf-8', 'replace')}` cannot be read"
        raise UnreadError(msg)
    return Macro(name, tuple(parameters), is_variadic, _trimmed(rest[end + 1 :]))


def _trimmed(body: Sequence[Piece]) -> tuple[Piece, ...]:
    return (body[0]._replace(before=b""), *body[1:]) if body else ()


class Expansion:
    """Replaces macros. `macros`: those that are defined now, which the caller may change."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.macros: dict[bytes, Macro] = {}
        self._left = _MOST

    def expanded(self, pieces: Sequence[Piece]) -> list[Piece]:
        """The tokens that are left when all macros are replaced. Cost: bounded by a budget.

        Raises: UnreadError where a call of a macro does not end, or does not fit it.
        """
        work, found = list(reversed(pieces)), []
        while work:
            piece = work.pop()
            self._left -= 1
            if self._left < 0:
                msg = "the macros make too much text"
                raise UnreadError(msg)
            macro = self.macros.get(piece.text)
            if macro is not None and piece.text not in piece.hidden:
                made = self._replaced(macro, piece, work)
                if made is not None:
                    self._put(work, made, piece)
                    continue
            elif macro is None and self._is_shown(piece, work):
                found += self._shown(piece, work)
                continue
            found.append(piece)
        return found

    def _put(self, work: list[Piece], made: list[Piece], piece: Piece) -> None:
        """Replace a macro by its expansion; its tokens do not join those beside them."""
        if work:
            work[-1] = work[-1]._replace(is_apart=True)
        if made:
            made[0] = made[0]._replace(before=piece.before)
        elif work:
            work[-1] = work[-1]._replace(before=piece.before + work[-1].before)
        work += reversed(made)

    def _replaced(self, macro: Macro, piece: Piece, work: list[Piece]) -> list[Piece] | None:
        """What a macro stands for here; None for the name alone of one that takes arguments."""
        hidden = piece.hidden | {macro.name}
        given: dict[bytes, list[Piece]] = {}
        if macro.parameters is not None:
            if not work or work[-1].text != b"(":
                return None
            arguments, end = _arguments(work, macro)
            hidden = (piece.hidden & end.hidden) | {macro.name}
            given = dict(zip(macro.parameters, arguments, strict=True))
        made = self._substituted(macro, given)
        return [one._replace(hidden=one.hidden | hidden, is_apart=True) for one in made]

    def _substituted(self, macro: Macro, given: dict[bytes, list[Piece]]) -> list[Piece]:
        """The tokens of a macro's text, with what is given in its place."""
        body, at = macro.body, 0
        found: list[Piece] = []
        while at < len(body):
            piece, following = body[at], body[at + 1].text if at + 1 < len(body) else b""
            if piece.text == b"##":
                self._paste(found, body[at + 1 : at + 2], given, macro)
                at += 2
            elif piece.text == b"#" and macro.parameters is not None:
                if following not in given:
                    msg = "`#` stands before no parameter"
                    raise UnreadError(msg)
                found.append(Piece(_spelled(given[following]), piece.before))
                at += 2
            elif piece.text in given:
                own = given[piece.text]
                # What is nothing leaves its blanks, and is still an operand of `##`.
                own = (own if following == b"##" else self.expanded(own)) or [Piece(b"")]
                found += [own[0]._replace(before=piece.before, is_apart=True), *own[1:]]
                at += 1
            else:
                found.append(piece)
                at += 1
        return _without_gaps(found)

    def _paste(
        self,
        found: list[Piece],
        operand: tuple[Piece, ...],
        given: dict[bytes, list[Piece]],
        macro: Macro,
    ) -> None:
        """Join the last token found with the first of what stands behind `##`."""
        if not found or not operand or operand[0].text == b"#":
            msg = "`##` joins nothing"
            raise UnreadError(msg)
        name = operand[0].text
        right = (given[name] or [Piece(b"")]) if name in given else [operand[0]]
        left = found.pop()
        if left.text == b"," and macro.is_variadic and name == _REST:
            # As compilers do: the comma goes with the rest, and joins nothing.
            found += [left, *self.expanded(given[name])] if given[name] else []
            return
        text = left.text + right[0].text
        if text and self.table.token.fullmatch(text) is None:
            msg = "`##` makes no token"
            raise UnreadError(msg)
        found.append(Piece(text, left.before, left.hidden & right[0].hidden))
        found += right[1:]

    def _is_shown(self, piece: Piece, work: list[Piece]) -> bool:
        """Whether a call may show what it is given as a text: as the library's macros do."""
        if not work or work[-1].text != b"(" or not is_word(piece.text):
            return False
        return piece.text in self.table.shows or self.table.unseen.match(piece.text) is not None

    def _shown(self, piece: Piece, work: list[Piece]) -> list[Piece]:
        """Such a call; where macros are in it, with its text as one argument more."""
        start = work.pop()
        inside, end = _bracketed(work)
        made = self.expanded(inside)
        if any(one.text in self.macros for one in inside):
            made += [Piece(b","), Piece(_spelled(inside), b" ")]
        return [piece, start, *made, end]


def _without_gaps(pieces: Sequence[Piece]) -> list[Piece]:
    """Tokens, with the blanks before those that are nothing put before the next."""
    found: list[Piece] = []
    gap = b""
    for one in pieces:
        if one.text:
            found.append(one._replace(before=one.before or gap))
            gap = b""
        else:
            gap = gap or one.before
    return found


def _bracketed(work: list[Piece]) -> tuple[list[Piece], Piece]:
    """What stands up to the bracket that closes one which was taken already, and that bracket."""
    found: list[Piece] = []
    depth = 0
    while work:
        piece = work.pop()
        if piece.text == b")" and not depth:
            return found, piece
        depth += (piece.text == b"(") - (piece.text == b")")
        found.append(piece)
    msg = "the call of a macro does not end before a directive"
    raise UnreadError(msg)


def _arguments(work: list[Piece], macro: Macro) -> tuple[list[list[Piece]], Piece]:
    """What a macro is given, taken off the tokens to come, and the bracket behind it."""
    work.pop()
    inside, end = _bracketed(work)
    wanted = len(macro.parameters or ())
    found: list[list[Piece]] = [[]]
    depth = 0
    for piece in inside:
        depth += (piece.text == b"(") - (piece.text == b")")
        is_last = macro.is_variadic and len(found) >= wanted
        if piece.text == b"," and not depth and not is_last:
            found.append([])
        else:
            found[-1].append(piece)
    if not wanted and found == [[]]:
        found = []
    if macro.is_variadic and len(found) == wanted - 1:
        found.append([])
    if len(found) != wanted:
        msg = f"`{macro.name.decode('utf-8', 'replace')}` is given other arguments than it takes"
        raise UnreadError(msg)
    return found, end


def _spelled(pieces: Sequence[Piece]) -> bytes:
    """Tokens as a text literal: blanks between them as one, quotes escaped."""
    parts: list[bytes] = []
    for piece in pieces:
        text = piece.text
        if text[:1] in (b'"', b"'") or text[-1:] in (b'"', b"'"):
            text = text.replace(b"\\", b"\\\\").replace(b'"', b'\\"')
        parts += [b" "] if piece.before and parts else []
        parts.append(text)
    return b'"' + b"".join(parts) + b'"'
