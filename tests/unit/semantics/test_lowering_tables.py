"""Every table can be compiled whole; a mistake in one is reported with its file and line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tracer.model.errors import InputError
from tracer.resources import data_dir
from tracer.semantics.lowering.templates.table import check, load_table
from tracer.syntax import language_named

if TYPE_CHECKING:
    from pathlib import Path

LANGUAGES = sorted(
    name
    for name in os.listdir(data_dir("grammars"))
    if os.path.exists(os.path.join(data_dir("grammars"), name, "lowering.yaml"))
)


@pytest.mark.parametrize("name", LANGUAGES)
def test_tables_are_right(name: str) -> None:
    """Every construct, selector and kind of a table is one that exists."""
    table = load_table(language_named(name))
    assert table is not None
    check(table)


MISTAKES = [
    ("nonsense: {}", 1, "unknown key 'nonsense'"),
    ("statements:\n  no_kind: nothing", 2, "no kind 'no_kind'"),
    ("statements:\n  if_statement: {nothing_known: self}", 2, "unknown construct 'nothing_known'"),
    ("statements:\n  if_statement: {if: {test: no_field, then: body}}", 2, "no field 'no_field'"),
    ("statements:\n  if_statement: {if: {tests: body, then: body}}", 2, "unknown key 'tests'"),
    ("statements:\n  if_statement: {if: {then: body}}", 2, "if lacks test"),
    ("expressions:\n  call: {through: '*['}", 2, "cannot read the selector step"),
    ("expressions:\n  call: {through: '*', when: {whenever: x}}", 2, "unknown key 'whenever'"),
    ("scopes:\n  block: {}\n  blok: {}", 3, "no kind 'blok'"),
]


@pytest.mark.parametrize(("text", "line", "said"), MISTAKES)
def test_mistakes_name_file_and_line(tmp_path: Path, text: str, line: int, said: str) -> None:
    """A mistake in a table is an error that says where it is."""
    path = tmp_path / "lowering.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        check(load_table(language_named("python"), str(path)))  # type: ignore[arg-type]
    assert f"{path}:{line}: " in str(caught.value)
    assert said in str(caught.value)
