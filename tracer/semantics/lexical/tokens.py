"""A text as tokens and brackets, where trees say little: what stands in which of them.

For languages with a preprocessor: macros make the grammar lose its way, and hide which name is
whose, but what the preprocessor and the compiler read are tokens. Table `words` of verdicts.yaml:

- `members`: tokens before a name that is another thing's;
- `bodies`: words before a bracket that holds members; `tags`: words before the name of a type;
- `around`: tokens between a type and a name; `ends`: tokens behind a name that is declared;
- `not_types`: words that are in no type; `outer`: words of declarations of what is elsewhere;
- `conditions`: words before brackets that declare nothing;
- `selects`: words that take an argument for a member;
- `replaces`: names of functions that a library uses in the place of its own; `linked`: those of
  which it does so where they are not private;
- `hides`: words of classes, and the label behind which nobody else can use a member; `closed`: the
  one of them whose members are so at first; `labels`: all such labels; `spaces`: words before
  brackets that hold declarations for others;
- `suffixes`: words between the parameters of a function and its body;
- `is_spelled_out`: whether nobody looks members and definitions up by name (templates do).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import tables_of
from tracer.semantics.lexical.lexer import tokens_by_directive
from tracer.semantics.lexical.macro_definitions import built_macros

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.syntax import SyntaxTree

_WORD = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*\Z")
_WORDS = re.compile(rb"[\w$\x80-\xff]+")
_OPEN = {b"(": b")", b"[": b"]", b"{": b"}"}
_CLOSE = frozenset(_OPEN.values())


class Text:
    """The tokens of one file, the directive each is in (0: none), and how brackets pair."""

    def __init__(self, tree: SyntaxTree) -> None:
        self.table = table_of(tree)
        self.tokens, self.directives = tokens_by_directive(tree)
        self.partner: dict[int, int] = {}  # opening bracket -> closing bracket
        self.around: list[int] = []  # the innermost bracket around each token, -1: none
        self.is_balanced = True
        stack: list[int] = []
        for at, token in enumerate(self.tokens):
            if self.directives[at]:
                self.around.append(-1)
                continue
            if token in _CLOSE:
                if stack and _OPEN[self.tokens[stack[-1]]] == token:
                    self.partner[stack.pop()] = at
                else:
                    self.is_balanced = False
            self.around.append(stack[-1] if stack else -1)
            if token in _OPEN:
                stack.append(at)
        self.is_balanced = self.is_balanced and not stack

    def beside(self, at: int, step: int) -> bytes:
        """The token before (-1) or behind (1) one, of the same directive or outside of them."""
        other = at + step
        while 0 <= other < len(self.tokens) and self.directives[other] != self.directives[at]:
            if self.directives[at]:
                return b""
            other += step
        return self.tokens[other] if 0 <= other < len(self.tokens) else b""

    def statement(self, at: int) -> list[bytes]:
        """The tokens of the statement around a token, up to it, brackets passed as a whole."""
        home, found = self.around[at], []
        at -= 1
        while at > home:
            token = self.tokens[at]
            if not self.directives[at]:
                if self.around[at] == home and (token in _ENDS or token in (b"{", b"}")):
                    break
                if self.around[at] == home:
                    found.append(token)
            at -= 1
        return found[::-1]


_ENDS = (b";",)


class Macro(NamedTuple):
    """One definition of a macro: its parameters (None where it takes none), and its tokens."""

    parameters: frozenset[bytes] | None
    body: tuple[bytes, ...]


def is_word(token: bytes) -> bool:
    """Whether a token can be a name."""
    return _WORD.match(token) is not None


def table_of(tree: SyntaxTree) -> dict[str, Any]:
    """The table `words` of a tree's language; empty where there is none."""
    found: dict[str, Any] = tables_of(tree.language).raw.get("words") or {}
    return found


@lru_cache(maxsize=1024)
def words_of(text: bytes) -> frozenset[bytes]:
    """Every run of letters and digits in a text."""
    return frozenset(_WORDS.findall(text))


class Macros:
    """The macros that the files of one side define, and what they may do with names.

    Cost: one search of each file for definitions, kept; what a macro reaches is followed once.
    """

    def __init__(self, trees: Iterable[SyntaxTree]) -> None:
        self.known: dict[bytes, list[Macro]] = {}
        self.text_macros: frozenset[bytes] = frozenset()
        self._reach: dict[bytes, frozenset[bytes]] = {}
        self._macro_like = re.compile(rb"(?!)")
        trees = list(trees)
        languages = {tree.language.name: tree.language for tree in trees if table_of(tree)}
        for language in languages.values():
            for name in built_macros(trees, language):
                self.known.setdefault(name, []).append(Macro(None, ()))
        for tree in trees:
            if table_of(tree):
                tables = tables_of(tree.language)
                self.text_macros = frozenset(name.encode() for name in tables.text_macros)
                self._macro_like = re.compile(tables.raw["macro_pattern"].encode())
                for name, macro in _definitions(tables.raw["macro_definition"], tree.text):
                    self.known.setdefault(name, []).append(macro)

    def may_be_unseen(self, name: bytes) -> bool:
        """Whether a name may be a macro of a file that is not there."""
        return name not in self.known and self._macro_like.match(name) is not None

    def reach(self, name: bytes) -> frozenset[bytes]:
        """All tokens that stand for a macro in the end, its parameters and members aside."""
        if name not in self._reach:
            found: set[bytes] = set()
            work, seen = [name], {name}
            while work:
                for macro in self.known.get(work.pop(), ()):
                    for token in _own(macro):
                        found.add(token)
                        if token in self.known and token not in seen:
                            seen.add(token)
                            work.append(token)
            self._reach[name] = frozenset(found)
        return self._reach[name]

    def may_spell(self, name: bytes) -> bool:
        """Whether a macro may make a text, or another name, of what it is given."""
        if name in self.text_macros or self.may_be_unseen(name):
            return True
        reach = self.reach(name) if name in self.known else frozenset()
        return (
            b"#" in reach
            or b"##" in reach
            or not reach.isdisjoint(self.text_macros)
            or any(self.may_be_unseen(word) for word in self._called(name, reach))
        )

    def may_select(self, name: bytes, selects: set[bytes]) -> bool:
        """Whether a macro may take what it is given for a member, as those of `selects` do."""
        if name in selects:
            return True
        reach = self.reach(name) if name in self.known else frozenset()
        return not reach.isdisjoint(selects) or any(
            before in _MEMBERS and token in (macro.parameters or ())
            for one in {name, *reach} & self.known.keys()
            for macro in self.known[one]
            for before, token in zip(macro.body, macro.body[1:], strict=False)
        )

    def _called(self, name: bytes, reach: frozenset[bytes]) -> set[bytes]:
        """The words that are called in what a macro stands for."""
        found = set()
        for one in {name, *reach} & self.known.keys():
            for macro in self.known[one]:
                pairs = zip(macro.body, macro.body[1:], strict=False)
                found |= {word for word, token in pairs if token == b"("}
        return found

    def may_paste(self, word: bytes, pieces: frozenset[bytes]) -> bool:
        """Whether some macro may put a name together, of its own text and of given pieces."""
        pieces -= {word}
        return any(
            self._pastes(macro, word, pieces)
            for macros in self.known.values()
            for macro in macros
            if b"##" in macro.body
        )

    @staticmethod
    def _pastes(macro: Macro, word: bytes, pieces: frozenset[bytes]) -> bool:
        body, at = macro.body, 0
        while b"##" in body[at:]:
            at = first = body.index(b"##", at)
            operands = [body[first - 1]]
            while at + 1 < len(body) and body[at] == b"##":
                operands.append(body[at + 1])
                at += 2
            own = macro.parameters or frozenset()
            if _matches(operands, own, word, pieces):
                return True
        return False


def _matches(
    operands: list[bytes], parameters: frozenset[bytes], word: bytes, pieces: frozenset[bytes]
) -> bool:
    """Whether operands of `##` can give a word; a parameter is any of the pieces, or nothing."""
    if not operands:
        return not word
    head, rest = operands[0], operands[1:]
    if head not in parameters and head != b"__VA_ARGS__":
        return word.startswith(head) and _matches(rest, parameters, word[len(head) :], pieces)
    return any(
        (not cut or word[:cut] in pieces) and _matches(rest, parameters, word[cut:], pieces)
        for cut in range(len(word) + 1)
    )


_BODY = re.compile(
    rb'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|[A-Za-z_$\x80-\xff][\w$\x80-\xff]*'
    rb"|\.?[0-9][\w.]*|##|->|::|[^\s\w\\]",
    re.DOTALL,
)
_COMMENT = re.compile(
    rb'("(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\')|/\*.*?\*/|//(?:\\\r?\n|[^\n])*', re.DOTALL
)
_MEMBERS = (b".", b"->")


@lru_cache(maxsize=1024)
def _definitions(pattern: str, text: bytes) -> tuple[tuple[bytes, Macro], ...]:
    plain = _COMMENT.sub(lambda match: match[1] or b" ", text)
    return tuple(
        (match[1], _macro(match[2])) for match in re.finditer(pattern.encode(), plain, re.MULTILINE)
    )


def _macro(text: bytes) -> Macro:
    tokens = _BODY.findall(text)
    if not text.startswith(b"("):
        return Macro(None, tuple(tokens))
    end = tokens.index(b")") if b")" in tokens else len(tokens) - 1
    return Macro(frozenset(filter(is_word, tokens[1:end])), tuple(tokens[end + 1 :]))


def _own(macro: Macro) -> list[bytes]:
    """The tokens of a macro's text that are neither its parameters nor members of something."""
    own = macro.parameters or frozenset()
    return [
        token
        for before, token in zip((b"", *macro.body), macro.body, strict=False)
        if token not in own and not (is_word(token) and before in _MEMBERS)
    ]
