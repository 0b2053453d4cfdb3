"""Who knows the name of a local, other than the code that names it; asked of each version."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import significant_children
from tracer.semantics.names.macro_uses import macro_seen
from tracer.semantics.names.occurrences import Names, Use, is_plain_name
from tracer.semantics.reflection.lookups.dynamic_lookups import look_up_in
from tracer.semantics.reflection.readers.name_consumers import why_error_shown, why_read_off_import
from tracer.semantics.reflection.readers.name_readers import (
    gives_name,
    marks_of_local,
    name_escapes,
    reads_name,
)
from tracer.semantics.values.pattern_constants import why_constant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.semantics.versions import Versions


class Local(NamedTuple):
    """A word that a scope in a function of one version binds, and the rows where it stands."""

    file: int
    scope: int
    word: str
    rows: tuple[int, ...]
    is_after: bool


def why_seen(versions: Versions, local: Local) -> Iterator[str]:
    """Why the local may not have another name, or none, in the other version."""
    return filter(None, _why_seen(versions, local))


def _why_seen(versions: Versions, local: Local) -> Iterator[str | None]:
    file, scope, word = local.file, local.scope, local.word
    names = versions.names_after(file) if local.is_after else versions.names_before(file)
    yield _bad_name(names, local)
    yield from _spelled(names, word, scope)
    yield _looked_up(names, scope, local.rows)
    yield why_constant(versions, file, local.rows, word, is_after=local.is_after)
    if name_escapes(names, word, scope):
        yield f"the name of what {word} is may be read"
    if not local.is_after:
        yield why_read_off_import(versions, file, word, scope)
    forest = versions.after if local.is_after else versions.before
    macro = macro_seen(forest, names, scope, (word,))
    yield f"{macro} is a macro that may read {word}" if macro else None
    yield marks_of_local(names, word, scope)
    yield why_error_shown(names, word, scope)
    yield _read_parameter(names, local.rows, scope)


def _bad_name(names: Names, local: Local) -> str | None:
    word = local.word
    is_reserved = names.tables.is_reserved(word) and (local.is_after or word != "_")
    if not is_plain_name(word) or is_reserved:
        return f"{word} has a meaning of its own"
    if not names.tables.may_bind(word):
        return f"{word} may be a constant"
    return f"{word} may be a macro" if names.tables.is_macro_like(word) else None


def _spelled(names: Names, word: str, scope: int) -> Iterator[str]:
    """Why a use of the word may depend on how it is spelled, or on what the value is called."""
    for found in names.within(word, scope):
        if found.use is Use.UNCLEAR:
            yield f"{word} is also used in a way that may depend on its spelling"
        elif (
            found.use is Use.NAME
            and names.scope_of(found, word) == scope
            and reads_name(names, found.row)
            and gives_name(names, word, scope)
        ):
            yield f"the name of {word} is read"


def _read_parameter(names: Names, rows: tuple[int, ...], scope: int) -> str | None:
    """Whether one of the rows is a parameter of a function whose marks may read its name."""
    tree, table = names.tree, names.tables.parameter_readers
    body = tree.child_by_field(scope, "body")
    last = body if body >= 0 else tree.stop[scope]
    if not table or all(row >= last for row in rows):
        return None
    look_up = names.has_any(frozenset(table.get("words") or ()), 0)
    if look_up:
        return f"{look_up} may read the names of parameters"
    kinds, known = frozenset(table["kinds"]), frozenset(table["except"])
    marks = [at for at in range(scope, last) if tree.kind_name(at) in kinds]
    if table["where"] == "before":
        siblings = significant_children(tree, tree.parent[scope])
        earlier = siblings[: siblings.index(scope)]
        marks = list(takewhile(lambda at: tree.kind_name(at) in kinds, reversed(earlier)))
    if (
        table.get("of_class")
        and names.tables.scopes.get(tree.kind_name(tree.parent[scope])) == "class"
    ):
        marks += _marks_of_class(names, tree.parent[scope], kinds)
    for mark in marks:
        words = (
            at for at in range(mark, tree.stop[mark]) if tree.kind_name(at) in names.tables.names
        )
        word = tree.slice(next(words, mark)).decode("utf-8", "replace")
        if word not in known:
            return f"{word} may read the names of parameters"
    return None


def _marks_of_class(names: Names, body: int, kinds: frozenset[str]) -> list[int]:
    """The marks of a class, unless they are known to do nothing with what is in it."""
    tree = names.tree
    known = frozenset((names.tables.raw.get("private_members") or {}).get("told_nothing") or ())
    marks = [at for at in range(tree.parent[body], body) if tree.kind_name(at) in kinds]
    return [
        at
        for at in marks
        if tree.slice(max(tree.child_by_field(at, "name"), at)).decode("utf-8", "replace")
        not in known
    ]


def _looked_up(names: Names, scope: int, rows: tuple[int, ...]) -> str | None:
    """Whether the scope may look names up by their spelling, or spells them in two ways."""
    body = names.tree.child_by_field(scope, "body")
    is_parameter = body < 0 or any(row < body for row in rows)
    tables = names.tables
    words = tables.dynamic_local if is_parameter else tables.dynamic_frame
    word = look_up_in(names, words, scope, of_locals=True)
    anywhere = tables.dynamic_frames | (tables.dynamic_parameters if is_parameter else frozenset())
    word = word or look_up_in(names, anywhere, 0)
    if word:
        return f"{word} may look names up by spelling"
    macro = names.macro_in(scope)
    if macro:
        return f"{macro} may be a macro that names locals"
    return None if names.is_plain(scope) else "some name here has two spellings"
