"""What happened to the parameters, annotations and declared types of one function."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.detection.function_pair import Pair
    from tracer.classify.detection.program_elements import Named
    from tracer.semantics.model import Side


def split_of(word: str, new: set[str]) -> set[str]:
    """New parameters that a parameter was split into, by their names."""
    parts = {other for other in new if word in other.split("_")}
    return parts if len(parts) > 1 else set()


def parameters(pair: Pair, new_of: dict[str, str]) -> Iterator[Named]:
    """Parameters that came, went, were split or stand in another order."""
    one, two = pair.parameters
    before = [new_of.get(word, word) for word in one]
    old_of = {new: old for old, new in new_of.items()}
    gone = [word for word in one if new_of.get(word, word) not in two]
    new = [word for word in two if word not in before]
    for word in list(gone):
        parts = split_of(word, set(new))
        if parts:
            yield pair.named("Split Parameter", f"{word} -> {', '.join(sorted(parts))}")
            gone.remove(word)
            new = [other for other in new if other not in parts]
    for word in gone:
        if new_of.get(word) is None:
            is_local = word in pair.locals[1] and not pair.is_element(word)
            kind = "Localize Parameter" if is_local else "Remove Parameter"
            yield pair.named(kind, word)
    for word in new:
        if old_of.get(word) is None:
            kind = "Parameterize Variable" if word in pair.locals[0] else "Add Parameter"
            yield pair.named(kind, word)
    common = [word for word in one if word in two]
    if common != [word for word in two if word in common]:
        yield pair.named("Reorder Parameter", ", ".join(two))


def marks(pair: Pair) -> Iterator[Named]:
    """Annotations that came, went or are given other arguments."""
    found = [pair.marks(at) for at in (0, 1)]
    words = [{mark.partition(b"(")[0] for mark in side} for side in found]
    for mark in sorted(words[1] - words[0]):
        yield pair.named("Add Method Annotation", mark.decode("utf-8", "replace"))
    for mark in sorted(words[0] - words[1]):
        yield pair.named("Remove Method Annotation", mark.decode("utf-8", "replace"))
    if any(mark.partition(b"(")[0] in words[0] for mark in found[1] - found[0]):
        yield pair.named("Modify Method Annotation", "")


def types(pair: Pair, new_of: dict[str, str]) -> Iterator[Named]:
    """Declared types, or the classes that are called for a value, of variables that stay."""
    found = [_types_of(pair, at, new_of) for at in (0, 1)]
    for word, (kind, is_parameter) in sorted(found[0].items()):
        other = found[1].get(new_of.get(word, word))
        if other is not None and other[0] != kind:
            name = "Change Parameter Type" if is_parameter else "Change Variable Type"
            detail = f"{word}: {kind.decode()} -> {other[0].decode()}"
            yield pair.named_variable(name, 0, word, detail)
    results = []
    for side, row in zip(pair.sides, pair.rows, strict=True):
        rows = [side.tree.child_by_field(row, field) for field in ("type", "return_type")]
        texts = [b"".join(side.tree.slice(r).split()).lstrip(b":") for r in rows if r >= 0]
        results.append(texts[0].decode("utf-8", "replace") if texts else None)
    if None not in results and results[0] != results[1]:
        yield pair.named("Change Return Type", f"{results[0]} -> {results[1]}")


def _types_of(pair: Pair, at: int, new_of: dict[str, str]) -> dict[str, tuple[bytes, bool]]:
    """The type of each name of both sides that has one, and whether it is a parameter."""
    both = {(word, new_of.get(word, word)) for word in pair.bindings[0]}
    kept = {names[at] for names in both if names[1] in pair.bindings[1]}
    side = pair.sides[at]
    body = side.functions.body_of(pair.rows[at])
    found: dict[str, tuple[bytes, bool]] = {}
    several = set()
    for word in pair.bindings[at]:
        for leaf in pair.bindings[at][word] if word in kept else ():
            kind = type_at(side, leaf)
            if kind is None:
                continue
            if word in found and found[word][0] != kind:
                several.add(word)
            found[word] = (kind, leaf < body)
    return {word: kind for word, kind in found.items() if word not in several}


def type_at(side: Side, leaf: int) -> bytes | None:
    """The type that a declaration gives a name, or the class its value is made of."""
    tree, at = side.tree, leaf
    for _ in range(2):
        at = tree.parent[at]
        if at < 0:
            return None
        kind = tree.child_by_field(at, "type")
        if kind >= 0 and not kind <= leaf < tree.stop[kind]:
            return b"".join(tree.slice(kind).split()).lstrip(b":")
    statement = tree.parent[leaf]
    stored = side.functions.bound(statement) if side.functions.is_known else None
    if stored is None or stored[0] != (leaf,):
        return None
    call = side.functions.table["call"]
    if tree.kind_name(stored[1]) != call["kind"] or "object" in call:
        return None
    made = tree.slice(tree.child_by_field(stored[1], call["function"]))
    last = made.rpartition(b".")[2].lstrip(b"_")
    is_class = last[:1].isupper() and not last.isupper() and last.isalnum()
    return made if is_class else None
