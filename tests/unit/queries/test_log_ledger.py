"""`tracer log` where a ledger knows the change: its verdict is the one the record holds."""

from __future__ import annotations

import pytest

from tracer.queries.diff import diff
from tracer.queries.log import log

APP = """\
def load(path):
    audit(path)
    text = open(path).read()
    if text:
        audit(text)
        text = text.strip()
    return text


def store(path, text):
    with open(path, "w") as file:
        file.write(text)
"""


def verdicts(traced, spec: str) -> list[str]:
    return [change["verdict"] for change in log(traced.workspace, "app.py", spec)["changes"]]


@pytest.fixture
def shop(traced):
    traced.repo.write(".gitignore", ".orchestration/\n")
    traced.repo.commit(app__py=APP)
    return traced


DELETED = [
    APP.replace("    audit(path)\n", ""),
    APP.replace("        audit(text)\n", ""),
    APP.replace('"w"', '"a"').replace("    audit(path)\n", ""),
    APP.replace("        text = text.strip()\n", "    text = text.strip()\n"),
]


@pytest.mark.parametrize("after", DELETED)
@pytest.mark.parametrize("spec", [":load", "1,7"])
@pytest.mark.parametrize("is_recorded", [True, False])
def test_what_is_gone_is_evolution(shop, after, spec, is_recorded) -> None:
    """Item 3: A deleted call is evolution in `log` as in the ledger and in `diff`."""
    if is_recorded:
        (record,) = shop.agent("INT-001", app__py=after)
        assert record["mutation_class"] == "INTENT_EVOLUTION"
    else:
        shop.agent("INT-001", other__py="x = 1\n")
        shop.repo.write("app.py", after)
    assert diff((), lambda: shop.workspace).document["verdict"] == "INTENT_EVOLUTION"
    assert verdicts(shop, spec.replace("1,7", "1,6"))[0] == "INTENT_EVOLUTION"


def test_another_function_of_the_change(shop) -> None:
    """A function that is only respelled in an evolution of another one is refactored."""
    after = APP.replace("    audit(path)\n", "").replace("file.write(text)", "file.write((text))")
    shop.agent("INT-001", app__py=after)
    changes = log(shop.workspace, "app.py", ":store", with_formatting=True)["changes"]
    assert [change["verdict"] for change in changes[:1]] == ["AST_REFACTOR"]
    assert verdicts(shop, ":load")[0] == "INTENT_EVOLUTION"


def test_a_renamed_local_is_a_refactoring(shop) -> None:
    """What the record calls a refactoring, `log` calls so."""
    after = APP.replace("text", "content")
    (record,) = shop.agent("INT-001", app__py=after)
    assert record["mutation_class"] == "AST_REFACTOR" or record["files"][0]["changes"]
    assert verdicts(shop, ":load")[0] == record["mutation_class"]
