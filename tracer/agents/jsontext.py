"""Edits of a JSON text that leave every other byte as the person wrote it.

A parser that keeps positions, and two edits: put a value at a place, take values out again.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple
from tracer.model.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_BLANK = lazy_pattern(r"[ \t\n\r]*")
_SCALAR = lazy_pattern(r'"(?:[^"\\]|\\.)*"|[^\s,\]}]+')
_INDENT = "  "


class Item(NamedTuple):
    """A member of an object, or an item of an array (then `key` is None), from `start` on."""

    key: str | None
    start: int
    node: Node


class Node(NamedTuple):
    """A value and where it stands: `text[start:stop]`."""

    start: int
    stop: int
    value: Any
    items: tuple[Item, ...] = ()

    def child(self, key: str) -> Node | None:
        """The member called `key`, or None."""
        return next((item.node for item in self.items if item.key == key), None)


def parse(text: str, path: str) -> Node:
    """The tree of a JSON text; `path` is only for the error.

    Raises: InputError, with the line, for text that is not JSON.
    """
    try:
        json.loads(text)
        return _node(text, _after_blank(text, 0))
    except json.JSONDecodeError as error:
        problem = f"{path}:{error.lineno}: not JSON: {error.msg}"
        raise InputError(problem, fix="Correct it, then try again.") from error
    except RecursionError as error:
        problem = f"{path}: nested too deeply"
        raise InputError(problem, fix="Correct it, then try again.") from error


def inserted(text: str, at: Sequence[str], value: Any, path: str, *, append: bool) -> str:
    """The text with `value` at the key path; with `append`, as the last item of the array there.

    Objects on the way are made where they are missing. What is there already stays as it is,
    except that the array gets its item.
    Raises: InputError where something else stands in the way.
    """
    root = node = parse(text, path)
    for depth, key in enumerate(at):
        _expect(node, dict, at[:depth], path)
        child = node.child(key)
        if child is None:
            missing: Any = [value] if append else value
            for name in reversed(at[depth + 1 :]):
                missing = {name: missing}
            return _with_item(text, root, node, missing, key)
        node = child
    if not append:
        return text
    _expect(node, list, at, path)
    return _with_item(text, root, node, value, None)


def without(text: str, at: Sequence[str], is_ours: Callable[[Any], bool], path: str) -> str:
    """The text without what is ours: the value at the key path, or items of the array there.

    Containers on the path that this empties go too.
    """
    while True:
        chain = _chain(parse(text, path), at)
        if chain is None:
            return text
        last = chain[-1]
        if isinstance(last.value, list):
            ours = [number for number, value in enumerate(last.value) if is_ours(value)]
            if not ours:
                return text
            if len(last.items) > 1:
                text = _without_item(text, last, ours[0])
                continue
        elif not is_ours(last.value):
            return text
        return _without_end(text, chain, at)


def without_nested(
    text: str, at: Sequence[str], key: str, is_ours: Callable[[Any], bool], path: str
) -> str:
    """The text without what is ours among the items of the arrays called `key`.

    Those arrays are members of the objects in the array at the key path.
    """
    while True:
        chain = _chain(parse(text, path), at)
        if chain is None:
            return text
        lists = [item.node.child(key) for item in chain[-1].items]
        found = [
            (node, number)
            for node in lists
            if node is not None and isinstance(node.value, list)
            for number, value in enumerate(node.value)
            if is_ours(value)
        ]
        if not found:
            return text
        text = _without_item(text, *found[0])


def _without_end(text: str, chain: list[Node], at: Sequence[str]) -> str:
    """Take out the end of the path, and what holds nothing but that."""
    depth = len(at) - 1
    while depth > 0 and len(chain[depth].items) == 1:
        depth -= 1
    keys = [item.key for item in chain[depth].items]
    return _without_item(text, chain[depth], keys.index(at[depth]))


def _chain(root: Node, at: Sequence[str]) -> list[Node] | None:
    """The values on the path, the root first; None where the path ends early."""
    chain = [root]
    for key in at:
        child = chain[-1].child(key)
        if child is None:
            return None
        chain.append(child)
    return chain


def _with_item(text: str, root: Node, node: Node, value: Any, key: str | None) -> str:
    """The text with one more item at the end of `node`, laid out like those before it."""
    newline = "\r\n" if "\r\n" in text else "\n"
    name = "" if key is None else f"{json.dumps(key, ensure_ascii=False)}: "
    indent = _indent_of(text, root)
    if node.items:
        margin = _margin_before(text, node.items[0].start)
        place = node.items[-1].node.stop
        if margin is None:
            return f"{text[:place]}, {name}{json.dumps(value, ensure_ascii=False)}{text[place:]}"
        block = _block(value, indent, margin, newline)
        return f"{text[:place]},{newline}{margin}{name}{block}{text[place:]}"
    head, tail = text[: node.start + 1], text[node.stop - 1 :]
    if root.items and "\n" not in text[root.start : root.stop]:
        return f"{head}{name}{json.dumps(value, ensure_ascii=False)}{tail}"
    outer = _line_margin(text, node.start)
    margin = outer + indent
    block = _block(value, indent, margin, newline)
    return f"{head}{newline}{margin}{name}{block}{newline}{outer}{tail}"


def _without_item(text: str, node: Node, number: int) -> str:
    """The text without one item of `node` and the comma that separated it."""
    item = node.items[number]
    if len(node.items) == 1:
        return text[: node.start + 1] + text[node.stop - 1 :]
    if number == 0:
        return text[: item.start] + text[node.items[1].start :]
    return text[: node.items[number - 1].node.stop] + text[item.node.stop :]


def _block(value: Any, indent: str, margin: str, newline: str) -> str:
    """The value over several lines, its first one behind a margin that is there already."""
    lines = json.dumps(value, ensure_ascii=False, indent=indent).split("\n")
    return f"{newline}{margin}".join(lines)


def _indent_of(text: str, root: Node) -> str:
    """What one level is indented by: what the first member of the file is."""
    margin = _margin_before(text, root.items[0].start) if root.items else None
    return margin or _INDENT


def _margin_before(text: str, place: int) -> str | None:
    """The blanks between the line start and `place`; None when other text is in between."""
    margin = _line_margin(text, place)
    start = text.rfind("\n", 0, place) + 1
    return margin if start and start + len(margin) == place else None


def _line_margin(text: str, place: int) -> str:
    """The blanks at the start of the line that `place` is in."""
    start = text.rfind("\n", 0, place) + 1
    stop = start
    while stop < place and text[stop] in " \t":
        stop += 1
    return text[start:stop]


def _expect(node: Node, kind: type, at: Sequence[str], path: str) -> None:
    if not isinstance(node.value, kind):
        what = "an array" if kind is list else "an object"
        where = ".".join(at) or "the file"
        raise InputError(f"{path}: {where} must be {what}", fix="Correct it, then try again.")


def _node(text: str, start: int) -> Node:
    """The value at `start` of a text that is known to be JSON."""
    opening = text[start]
    if opening not in "{[":
        match = _SCALAR.match(text, start)
        assert match is not None
        return Node(start, match.end(), json.loads(match.group()))
    items: list[Item] = []
    place = _after_blank(text, start + 1)
    while text[place] not in "}]":
        key, begin = None, place
        if opening == "{":
            name = _node(text, place)
            key = name.value
            place = _after_blank(text, _after_blank(text, name.stop) + 1)
        node = _node(text, place)
        items.append(Item(key, begin, node))
        place = _after_blank(text, node.stop)
        if text[place] == ",":
            place = _after_blank(text, place + 1)
    value: Any = [item.node.value for item in items]
    if opening == "{":
        value = {item.key: item.node.value for item in items}
    return Node(start, place + 1, value, tuple(items))


def _after_blank(text: str, place: int) -> int:
    match = _BLANK.match(text, place)
    assert match is not None
    return match.end()
