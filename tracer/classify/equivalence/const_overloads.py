"""Functions that are chosen by what is constant, which types in the core do not say.

`int at(int)` and `int at(int) const` are one call in the core, so are `f(T &)` and `f(const T &)`.
Where a program has such functions, what a change makes constant must be what was so before, apart
from the bodies of functions that name none of them: there it chooses nothing. A template that names
one may be called with any type, so then every body counts.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from tracer.classify.equivalence.symbols.languages import table_of
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.core import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.semantics.core import Definition, Symbol
    from tracer.semantics.program import Program
    from tracer.syntax import SyntaxTree

_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR})
_CONST = re.compile(rb"(\S?)\s*\b(const|constexpr|mutable)\b")
_TOKEN = re.compile(rb"\s*([\w:]+|\S)")
_NAME = re.compile(rb"\w+\s*$|operator[^\w)]+$")
_WORD = re.compile(rb"[A-Za-z_]\w*")
_IDENTIFIER = re.compile(rb"[A-Za-z_]\w*")
_DECLTYPE = re.compile(rb"\b(?:decltype|typeof|__typeof__)\b")
_SCALARS = frozenset(
    b"int long short char bool unsigned signed float double size_t std::size_t int8_t int16_t"
    b" int32_t int64_t uint8_t uint16_t uint32_t uint64_t std::int8_t std::int16_t std::int32_t"
    b" std::int64_t std::uint8_t std::uint16_t std::uint32_t std::uint64_t".split()
)
_OPEN, _CLOSE = b"()"
_FINAL = frozenset({b";", b"=", b"(", b")", b"{", b"}"})
_LONGEST = 40  # tokens of a declaration that are told apart
_ENDS = frozenset({"begin", "end", "cbegin", "cend", "rbegin", "rend"})
_OPERATOR = "operator"
_SCOPES = _FUNCTIONS | {Kind.CLASS}


class _Scope(NamedTuple):
    """A function or a class in its file, in bytes."""

    start: int
    end: int
    path: tuple[str, ...]
    owner: tuple[str, ...]  # the class: itself, or that of a method


def why_constant(programs: tuple[Program, Program], files: tuple[set[int], set[int]]) -> str | None:
    """Why other functions may be chosen after a change of some files, or None.

    Cost: functions that share a name are lowered, where files say `const` otherwise at all.
    """
    if not any(_may_say(program, one) for program, one in zip(programs, files, strict=True)):
        return None
    if _said(programs[0], files[0], []) == _said(programs[1], files[1], []):
        return None
    chosen = {one for program in programs for one in _chosen(program)}
    names = frozenset(name for name, _ in chosen)
    if not names:
        return None
    passed = [_passed(program, one, names) for program, one in zip(programs, files, strict=True)]
    if None in passed:
        passed = [[], []]
    said = [
        _said(program, one, spans or [])
        for program, one, spans in zip(programs, files, passed, strict=True)
    ]
    if all(is_receiver for _, is_receiver in chosen) and not any(map(_names_scalar, programs)):
        said = [Counter({k: n for k, n in one.items() if not _is_scalar(k)}) for one in said]
    if said[0] == said[1] or _renamed(said, programs):
        return None
    return "functions are chosen by `const`, and other things are constant"


def _is_scalar(said: object) -> bool:
    """Whether `const` makes a number constant, of which no function of a class is called."""
    words = said[2] if isinstance(said, tuple) else None
    return (
        isinstance(words, tuple)
        and len(words) > 1
        and set(words[:-1]) <= _SCALARS
        and _IDENTIFIER.fullmatch(words[-1]) is not None
    )


def _names_scalar(program: Program) -> bool:
    """Whether the program gives the name of a number's type to something of its own."""
    return any(_name(symbol).encode() in _SCALARS for symbol in program.definitions)


def _renamed(said: list[Counter[object]], programs: tuple[Program, Program]) -> bool:
    """Whether two versions say the same apart from words that the other one has not at all."""
    words = [
        {one for file in program.files for one in _WORD.findall(file.text)} for program in programs
    ]
    fresh = words[0] - words[1], words[1] - words[0]

    def plain(part: object, at: int) -> object:
        if isinstance(part, tuple):
            return tuple(plain(one, at) for one in part)
        text = part.encode() if isinstance(part, str) else part
        if not isinstance(text, bytes):
            return part
        return _WORD.sub(lambda found: b"?" if found[0] in fresh[at] else found[0], text)

    shapes: list[Counter[object]] = [Counter(), Counter()]
    for at, one in enumerate(said):
        for key, count in one.items():
            shapes[at][plain(key, at)] += count
    return shapes[0] == shapes[1]


def _may_say(program: Program, files: set[int]) -> bool:
    """Whether some file says `const` at all, in a language that chooses functions by it."""
    return any(
        program.semantics(file).get("overloads") and _CONST.search(program.files[file].text)
        for file in files
    )


def _said(program: Program, files: set[int], passed: list[tuple[int, int, int]]) -> Counter[object]:
    """The `const`, `constexpr` and `mutable` of some files, without those in given spans.

    Each is told by the function or class it stands in, the words after it, and how often these
    words stood there before: `const A a` of one block is not that of the next one.
    """
    found: Counter[object] = Counter()
    around = _around(program, files)
    for file in files:
        text = program.files[file].text
        spans = [(first, last) for at, first, last in passed if at == file]
        for match in _CONST.finditer(text):
            place = match.start(2)
            if any(first <= place < last for first, last in spans):
                continue
            inside = [one for one in around[file] if one.start <= place < one.end]
            first, _, path, owner = max(inside, default=_Scope(0, 0, (), ()))
            if match[1] == b")":  # of a method, declared in its class or not, or of a lambda
                name = _called(text, match.start(1))
                found[owner if name else path, match[2], name] += 1
                continue
            words = _words(text, match.end())
            is_plain = match[2] == b"constexpr" and not {b"*", b"&"} & set(words)
            pattern = rb"\s*".join(map(re.escape, words))
            before = len(re.findall(pattern, text[first:place])) if words else 0
            found[path, b"const" if is_plain else match[2], words, before] += 1
    return found


def _called(text: bytes, close: int) -> bytes:
    """The name before the parameters that end at a place; empty for a lambda."""
    depth, at = 1, close
    while depth and at > 0:
        at -= 1
        depth += (text[at] == _CLOSE) - (text[at] == _OPEN)
    found = _NAME.search(text[max(at - _LONGEST, 0) : at])
    return found[0] if found is not None else b""


def _words(text: bytes, place: int) -> tuple[bytes, ...]:
    """The tokens from a place to the end of what is declared there."""
    found: list[bytes] = []
    depth = 0
    while len(found) < _LONGEST:
        match = _TOKEN.match(text, place)
        if match is None or match[1] in _FINAL or (match[1] == b"," and depth <= 0):
            break
        depth += (match[1] == b"<") - (match[1] == b">")
        found.append(match[1])
        place = match.end()
    return tuple(found)


def _around(program: Program, files: set[int]) -> dict[int, list[_Scope]]:
    """The functions and classes of some files."""
    found: dict[int, list[_Scope]] = {file: [] for file in files}
    for symbol in program.definitions:
        outline = program.outline(symbol)
        tree = program.files[outline.file].tree if outline.file in files else None
        if tree is not None and outline.kind in _SCOPES:
            row, path = outline.row, symbol.path
            owner = path if outline.kind is Kind.CLASS else path[:-1]
            found[outline.file].append(_Scope(tree.start[row], tree.end[row], path, owner))
    return found


def _name(symbol: Symbol) -> str:
    return symbol.path[-1].partition("#")[0]


def _chosen(program: Program) -> Iterator[tuple[str, bool]]:
    """The names of overloads that differ in `const` alone, and whether only in the receiver's."""
    groups: dict[object, list[Definition]] = {}
    for symbol in program.definitions:
        outline = program.outline(symbol)
        if outline.kind in _FUNCTIONS and program.semantics(outline.file).get("overloads"):
            groups.setdefault((symbol.module, symbol.path[:-1], _name(symbol)), []).append(outline)
    for group in groups.values():
        differ = _differ_in_const(program, [one.symbol for one in group])
        if len(group) > 1 and any(differ):
            yield _name(group[0].symbol), not differ[1]


def _differ_in_const(program: Program, symbols: list[Symbol]) -> tuple[bool, bool]:
    """Whether two functions of one name differ in `const` alone: the receiver's, a parameter's."""
    qualified: dict[object, set[int]] = {}
    referring: Counter[object] = Counter()
    for symbol in symbols:
        code = program.definitions[symbol].function
        types = tuple(one.type for one in code.parameters) if code is not None else ()
        qualified.setdefault(types, set()).add(_signature(program, symbol)["const"])
        if any(one.name in ("&", "*") for one in types):
            referring[types, "declaration" in program.outline(symbol).modifiers] += 1
    is_receiver = any(len(one) > 1 for one in qualified.values())
    return is_receiver, any(n > 1 for n in referring.values())


def _signature(program: Program, symbol: Symbol) -> Counter[str]:
    """How often each token stands in what is said of a function besides its code."""
    parts = program.definitions[symbol].signature
    return Counter(token for part in parts for token in getattr(part, "tokens", ()))


def _passed(
    program: Program, files: set[int], names: frozenset[str]
) -> list[tuple[int, int, int]] | None:
    """(file, first, last) of code where `const` chooses nothing; None where a template may choose.

    Bodies that name none of the functions, and the heads of what a class declares elsewhere.
    """
    found = []
    bodies: list[tuple[bytes, tuple[int, int, int]]] = []
    templates: set[str] = set()
    for symbol in program.definitions:
        outline = program.outline(symbol)
        tree = program.files[outline.file].tree
        body = tree.child_by_field(outline.row, "body") if tree is not None else -1
        if tree is None or outline.kind not in _FUNCTIONS or body < 0:
            continue
        if _may_call(tree.slice(body), names):
            if _is_template(program, symbol):
                return None
            templates.update(_around_it(program, symbol))
        elif outline.file in files:
            span = outline.file, tree.start[body], tree.end[body]
            bodies.append((tree.slice(body), span))
        if outline.file in files and _is_declared_elsewhere(program, outline, tree):
            found.append((outline.file, tree.start[outline.row], tree.start[body]))
    # Who names such a class may say that what it takes is constant.
    found += [span for text, span in bodies if not _may_call(text, frozenset(templates))]
    return found


def _around_it(program: Program, symbol: Symbol) -> Iterator[str]:
    """The names of the class templates that a function is of."""
    owner = program.outline(symbol).owner
    while owner is not None and owner in program.definitions:
        if "<" in _signature(program, owner):
            yield _name(owner)
        owner = program.outline(owner).owner


def _may_call(body: bytes, names: frozenset[str]) -> bool:
    """Whether code may call a function of one of some names."""
    for name in names:
        sign = name.removeprefix(_OPERATOR).strip()
        is_operator = name.startswith(_OPERATOR) and not sign[:1].isalnum()
        if is_operator and (sign[:1].encode() in body or not sign):
            return True
        if name in _ENDS and b"for" in body:
            return True
        if name.startswith(_OPERATOR) and not is_operator:
            return True  # a conversion, which nothing names
        if re.search(rb"\b" + re.escape(name.encode()) + rb"\b", body):
            return True
    return False


def _is_template(program: Program, symbol: Symbol) -> bool:
    """Whether a function, or the class that it is of, takes types, or values of any type.

    What a class takes counts where that is not written out, for it may then be constant.
    """
    if "<" in _signature(program, symbol):
        return True
    owner = program.outline(symbol).owner
    while owner is not None and owner in program.definitions:
        if "<" in _signature(program, owner) and _is_deduced(program, owner):
            return True
        owner = program.outline(owner).owner
    code = program.definitions[symbol].function
    types = [one.type for one in code.parameters] if code is not None else []
    inner = [one.arguments[0] if one.name in ("&", "*") and one.arguments else one for one in types]
    return any(not one.name for one in inner)


def _is_deduced(program: Program, owner: Symbol) -> bool:
    """Whether what a class template takes may be other than what is written behind its name."""
    outline = program.outline(owner)
    name = re.compile(rb"\b" + re.escape(_name(owner).encode()) + rb"\b(\s*<)?")
    for at, file in enumerate(program.files):
        tree = file.tree
        if tree is None or _DECLTYPE.search(file.text):
            return True
        own = outline.row if at == outline.file else -1
        first, last = (tree.start[own], tree.end[own]) if own >= 0 else (0, 0)
        templates = _templates(tree, own)
        for match in name.finditer(file.text):
            place = match.start()
            if first <= place < last:
                continue
            if not match[1] or any(start <= place < end for start, end in templates):
                return True
    return False


def _templates(tree: SyntaxTree, own: int) -> list[tuple[int, int]]:
    """The templates of a file, in bytes, without the one around a class."""
    parts, names = table_of(tree.language.name).silent_parts, tree.language.kind_names
    kinds = {kind for kind, without in parts.items() if without}
    return [
        (tree.start[row], tree.end[row])
        for row, kind in enumerate(tree.kind)
        if names[kind] in kinds and own not in range(row, tree.stop[row])
    ]


def _is_declared_elsewhere(program: Program, outline: Definition, tree: SyntaxTree) -> bool:
    """Whether a method stands outside of its class, which then says the same of it."""
    owner = outline.owner
    if owner is None or owner not in program.definitions:
        return False
    around = program.outline(owner)
    is_inside = around.file == outline.file and around.row < outline.row < tree.stop[around.row]
    return around.kind is Kind.CLASS and not is_inside
