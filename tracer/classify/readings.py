"""What a language or its tools read off a file besides its syntax tree.

A comment may end early, a blank line may detach a build constraint, a line number may be a value.
Table `reads` of verdicts.yaml names such texts; each entry:

- `pattern`: what is read; `needs`: a text without which the pattern cannot be found;
- `why`: what to say when the two sides differ in what the pattern finds (its groups, or all of it);
- `lines`: the lines it is found on count as well;
- `when`, `inside`: it counts only in files that match this pattern, or where what was found
  stands inside a node of this kind;
- `script`: it counts only in files that are no modules, by their syntax (`module_markers`);
- `function`: what the group names is a function whose text counts.

A file pair with such a difference has no explained edits at all.

The grammar reads more than the language does: lines that are indented too far, statements broken
without a bracket. Table `compiler` names who is asked (`_COMPILERS`); `compiled_words` are keywords
that the grammar takes for names. Where nobody can be asked, table `refused` says what the grammar
reads though the language does not, unless there are brackets; each entry:

- `needs`: a text without which there is nothing of the sort;
- `kinds` with one of the tokens `with` (all, if it is missing), and in one of their `fields` (or
  anywhere) one of the `children`, with one of the tokens `child_with`.
"""

from __future__ import annotations

import io
import re
import symtable
import tokenize
import warnings
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from tracer.classify.tables import has_kind, has_word, rows_of, tables_of
from tracer.syntax.names import elements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tracer.syntax import SyntaxTree


def other_reading(before: SyntaxTree, after: SyntaxTree) -> str | None:
    """Why two versions of a file are read differently beyond their trees, or None.

    Cost: one search of both texts in C for each entry of the language.
    """
    for entry in tables_of(before.language).raw.get("reads") or ():
        if not any(_may_have(tree, entry) for tree in (before, after)):
            continue
        if list(_found(before, entry)) != list(_found(after, entry)):
            return str(entry["why"])
    return None


def no_longer_compiles(before: SyntaxTree, after: SyntaxTree) -> bool:
    """Whether a file compiled before, and does not now; False where nobody can be asked.

    Cost: a compiler's parser on the text after, of broken code on both; where words changed and
    nothing else, a look at the texts.
    """
    raw = tables_of(after.language).raw
    for entry in raw.get("refused") or ():
        if entry["needs"].encode() in after.text and _has_refused(after, entry):
            return not _has_refused(before, entry)
    compiler = _COMPILERS.get(str(raw.get("compiler")))
    if compiler is None:
        return False
    texts = before.text, after.text
    words = [word.encode() for word in raw.get("compiled_words") or ()]
    if all(texts[0].count(word) == texts[1].count(word) for word in words) and (
        texts[0].translate(None, _WORD) == texts[1].translate(None, _WORD)
    ):
        return False
    return not compiler(after.text) and compiler(before.text)


def _has_refused(tree: SyntaxTree, entry: dict[str, Any]) -> bool:
    """Whether a tree has what an entry of `refused` describes."""
    words, inner = frozenset(entry.get("with") or ()), frozenset(entry.get("child_with") or ())
    fields, children = entry.get("fields"), entry["children"]
    for row in rows_of(tree, entry["kinds"]):
        if words and not has_word(tree, row, words):
            continue
        for child in tree.children(row):
            if (
                tree.kind_name(child) in children
                and (fields is None or tree.field_name(child) in fields)
                and (not inner or has_word(tree, child, inner))
            ):
                return True
    return False


def _is_python(text: bytes) -> bool:
    """Whether the running Python can read a text, as far as names and where they are bound."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(text).readline)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            symtable.symtable(text.decode(encoding), "<text>", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return False
    return True


_WORD = bytes(code for code in range(128) if chr(code).isalnum() or chr(code) == "_")
_COMPILERS: dict[str, Callable[[bytes], bool]] = {"python": _is_python}


def _may_have(tree: SyntaxTree, entry: dict[str, Any]) -> bool:
    if entry.get("script") and has_kind(tree, tables_of(tree.language).module_markers):
        return False
    needs = entry["needs"]
    texts = [needs] if isinstance(needs, str) else needs
    return any(text.encode() in tree.text for text in texts)


def _found(tree: SyntaxTree, entry: dict[str, Any]) -> Iterator[tuple[object, ...]]:
    """What the pattern finds in one version, ready to be compared."""
    is_counted = "when" not in entry or _search(entry["when"], tree.text)
    for match in re.finditer(entry["pattern"].encode(), tree.text, re.MULTILINE | re.DOTALL):
        kind = entry.get("inside")
        if not is_counted and not (kind and _is_inside(tree, match.start(), kind)):
            continue
        if entry.get("function"):
            yield from _functions(tree, match.group(1).decode("utf-8", "replace"))
            continue
        what = match.groups() or (match.group(),)
        yield (*what, tree.line_of(match.start())) if entry.get("lines") else what


def _search(pattern: str, text: bytes) -> bool:
    return re.search(pattern.encode(), text, re.MULTILINE | re.DOTALL) is not None


def _is_inside(tree: SyntaxTree, offset: int, kind: str) -> bool:
    row = bisect_right(tree.start, offset) - 1
    while row >= 0:
        if tree.kind_name(row) == kind and tree.start[row] <= offset < tree.end[row]:
            return True
        row = tree.parent[row]
    return False


def _functions(tree: SyntaxTree, name: str) -> Iterator[tuple[object, ...]]:
    for element in elements(tree):
        if element.name.rpartition(".")[2] == name:
            yield (name, tree.slice(element.row))
