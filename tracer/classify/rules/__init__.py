"""The rules, in the order they are asked. Each is `explain(context) -> Iterable[Explained]`.

An edit goes to the first rule that explains it. Order matters only where a more telling name
should win, for `move_definition`, which counts on the renames being settled, and for
`import_run`, which counts on the moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.rules import control_flow, erased_annotations, reorder_definitions
from tracer.classify.rules.extract_inline import rule as extract_function
from tracer.classify.rules.formatting import (
    formatting,
    free_form,
    implied_spelling,
    indentation,
    layout,
    same_lexemes,
    split_literal,
)
from tracer.classify.rules.imports import future_import, unused_import
from tracer.classify.rules.imports import import_order as import_run
from tracer.classify.rules.imports import names_of_one_import as import_order
from tracer.classify.rules.move import definition as move_definition
from tracer.classify.rules.move import file as move_file
from tracer.classify.rules.rename import by_tokens as rename_word
from tracer.classify.rules.rename import conventional_member as rename_own_member
from tracer.classify.rules.rename import definition as rename_definition
from tracer.classify.rules.rename import local as rename_local
from tracer.classify.rules.rename import package_name as rename_package_word
from tracer.classify.rules.rename import private_member as rename_member

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tracer.classify.change.change import Context, Explained

RULES: tuple[Callable[[Context], Iterable[Explained]], ...] = (
    layout.explain,
    indentation.explain,
    free_form.explain,
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
