"""Where a value of a YAML file stands. Used for error messages only, so it may be slow."""

from __future__ import annotations

from typing import Any


def line_of(raw: bytes, where: tuple[str | int, ...]) -> int:
    """The 1-based line of the value at `where` (keys and positions from the top) in YAML text.

    The line of the nearest enclosing value when there is no such place.
    """
    import yaml  # noqa: PLC0415 - only after something went wrong

    node: Any = yaml.compose(raw, Loader=yaml.SafeLoader)
    for step in where:
        inner = _step(yaml, node, step)
        if inner is None:
            break
        node = inner
    return 1 if node is None else int(node.start_mark.line) + 1


def _step(yaml: Any, node: Any, step: str | int) -> Any:
    """The node below `node` under one key or position, or None."""
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int):
        return node.value[step] if step < len(node.value) else None
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == step:
                return value
    return None
