"""What a `Program` answers with: files, references, texts, look-ups, reasons not to trust it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from tracer.semantics.core import Symbol
    from tracer.syntax.tree import SyntaxTree


class File(NamedTuple):
    """One file of the program. `tree` is None where no table of its language exists."""

    path: str
    tree: SyntaxTree | None
    text: bytes
    language: str  # 'text' where there is no grammar
    module: str  # '' where no module is made of it


class Reference(NamedTuple):
    """Where a symbol, an outside name or a member's plain name is mentioned.

    `kind` is call, read, write, import, export, type, decorator or base; `within` the definition
    whose code mentions it, None for the top level of the module.
    """

    file: int
    row: int
    kind: str
    within: Symbol | None = None


class Text(NamedTuple):
    """A text literal of the code, unescaped; pieces between a template's values are texts, too."""

    file: int
    row: int
    value: str
    within: Symbol | None = None


class Lookup(NamedTuple):
    """Code that may find definitions by a text: reflection, computed members, registries.

    `kind`: members (of objects: getattr, obj[key] where objects are tables), names (of modules,
    scopes: globals(), importlib), code (eval, exec), fields (all fields as data: asdict,
    serialisation), introspection (__qualname__, stack frames, getsource). `name` is the plain
    text looked up, None where it is computed. `within`: the class whose receiver is asked, where
    only that is.
    """

    file: int
    row: int
    kind: str
    name: str | None = None
    within: Symbol | None = None


class Reason(NamedTuple):
    """Why a file cannot be taken at its word.

    `kind`: broken (syntax errors), no-grammar, no-table, macro, eval, star-import (of an outside
    module: any name may come from it), conditional-compilation, too-large.
    """

    file: int
    row: int
    kind: str
    detail: str = ""
