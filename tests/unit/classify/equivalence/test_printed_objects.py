"""Fields of objects that are printed as a whole: their names are part of what is shown."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict

ORDER = """\
class Order {
  private rate = 0.19;
  total(net: number): number { return net * (1 + this.rate); }
}
const order = new Order();
const orders: Order[] = [order];
const title = 'total';
REST
export {};
"""


def renamed(rest: str, *, path: str = "a.ts") -> tracer.ChangeVerdict:
    """What is said of another name of the field."""
    text = ORDER.replace("REST", rest)
    if path.endswith("mjs"):
        text = text.replace("private ", "").replace(": number", "").replace(": Order[]", "")
    after = text.replace("rate = ", "tax = ").replace("this.rate", "this.tax")
    texts = {path: text.encode()}, {path: after.encode()}
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True))


@pytest.mark.parametrize("path", ["a.ts", "a.mjs"])
@pytest.mark.parametrize(
    "rest",
    [
        "console.log(order);",
        "console.log('order', order);",
        "console.error([order]);",
        "console.dir({ order });",
        "console.log({ ...order });",
        "console.log(new Order());",
        "for (const name in order) console.log(name);",
    ],
)
def test_an_object_that_is_printed(rest: str, path: str) -> None:
    """22: Node prints `Order { rate: 0.19 }`."""
    assert renamed(rest, path=path).verdict is Verdict.INTENT_EVOLUTION


def test_a_list_that_says_what_is_in_it() -> None:
    """22: So does the declared type of a variable."""
    assert renamed("console.table(orders);").verdict is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize(
    "rest", ["console.log(title, order.total(3));", "console.log(`${title}`);"]
)
def test_what_is_printed_is_taken_for_no_such_object(rest: str) -> None:
    """22: Where its type is not seen, the proof says what it takes for granted."""
    said = renamed(rest)
    assert said.verdict is Verdict.AST_REFACTOR
    assert said.proof is not None
    assert "introspection" in said.proof.assumes


def test_where_nothing_is_printed() -> None:
    """22: Nothing is taken for granted of it."""
    said = renamed("process.exitCode = order.total(3);")
    assert said.proof is not None
    assert "introspection" not in said.proof.assumes
