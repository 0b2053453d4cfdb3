"""The rules, in the order they are asked. Each is `explain(context) -> Iterable[Explained]`.

An edit goes to the first rule that explains it. Order matters only where a more telling name
should win, for `move_definition`, which counts on the renames being settled, and for
`import_run`, which counts on the moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.rules import (
    control_flow,
    erased_annotations,
    extract_function,
    formatting,
    future_import,
    implied_spelling,
    import_order,
    import_run,
    indentation,
    layout,
    move_definition,
    move_file,
    rename_definition,
    rename_local,
    rename_member,
    rename_own_member,
    rename_package_word,
    rename_word,
    reorder_definitions,
    same_lexemes,
    split_literal,
    unused_import,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tracer.classify.context import Context, Explained

RULES: tuple[Callable[[Context], Iterable[Explained]], ...] = (
    layout.explain,
    indentation.explain,
    import_order.explain,
    formatting.explain,
    split_literal.explain,
    implied_spelling.explain,
    extract_function.explain,
    control_flow.explain,
    rename_local.explain,
    rename_definition.explain,
    rename_member.explain,
    rename_own_member.explain,
    rename_package_word.explain,
    reorder_definitions.explain,
    move_file.explain,
    move_definition.explain,
    import_run.explain,
    future_import.explain,
    unused_import.explain,
    erased_annotations.explain,
    same_lexemes.explain,
    rename_word.explain,
)
