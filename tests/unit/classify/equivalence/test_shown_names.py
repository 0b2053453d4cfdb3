"""A definition that is printed shows its name where it is a function or class, else its value."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict

PYTHON = "{}\n\n\ndef told() -> str:\n    return f'{{LIMIT}}' + str(LIMIT)\n\n\nprint(told())\n"
SCRIPT = "{}\nfunction told() {{ return `${{LIMIT}}`; }}\nconsole.log(told());\nexport {{}};\n"


def renamed(path: str, text: str) -> Verdict:
    texts = {path: text.encode()}, {path: text.replace("LIMIT", "BOUND").encode()}
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict


@pytest.mark.parametrize("value", ["LIMIT = 3", "LIMIT: int = 3", "LIMIT = [1, 2]"])
def test_a_value_shows_no_name(value: str) -> None:
    """22: A constant in an f-string may get another name."""
    assert renamed("a.py", PYTHON.format(value)) is Verdict.AST_REFACTOR


def test_a_number_in_a_template() -> None:
    """22: So may one of a script."""
    assert renamed("a.mjs", SCRIPT.format("const LIMIT = 3;")) is Verdict.AST_REFACTOR


@pytest.mark.parametrize(
    "made",
    [
        "def LIMIT():\n    pass",
        "async def LIMIT():\n    pass",
        "class LIMIT:\n    pass",
        "if True:\n    def LIMIT():\n        pass",
        "LIMIT = 3\n\n\ndef LIMIT():\n    pass",
    ],
)
def test_a_function_or_class_shows_its_own(made: str) -> None:
    """22: Its text has the name that it was made with."""
    assert renamed("a.py", PYTHON.format(made)) is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize(
    "made",
    [
        "const LIMIT = () => 1;",
        "const LIMIT = class {};",
        "let LIMIT; LIMIT = function () {};",
        "const LIMIT = null ?? (() => 1);",
    ],
)
def test_a_function_is_called_after_its_variable(made: str) -> None:
    """22: So it is where it is stored as it is made."""
    text = SCRIPT.replace("`${{LIMIT}}`", "LIMIT.name").format(made)
    assert renamed("a.mjs", text) is Verdict.INTENT_EVOLUTION
