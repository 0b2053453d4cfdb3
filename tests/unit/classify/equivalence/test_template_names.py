"""Names in the code of a template are no texts; texts in it are."""

from __future__ import annotations

import pytest

import tracer
from tracer.model.enums import Verdict

HEAD = "import process from 'node:process';\n"
MOVED = """\
const LEVELS = ['debug', 'info'];
function known(events) {
  return events.filter((e) => LEVELS.includes(e));
}
"""
REST = """\
function count(events, key) {
  const found = known(events).map((e) => e[key]);
  return `${events.length} of ${found.length} SHOWN`;
}
console.log(count(process.argv, process.argv[2]));
"""


def moved(rest: str, **others: str) -> Verdict:
    """What is said of two definitions that leave `events.mjs`."""
    files = {f"{name}.mjs": text for name, text in others.items()}
    before = files | {"events.mjs": HEAD + MOVED + rest}
    after = files | {
        "events.mjs": f"{HEAD}import {{ known }} from './levels.mjs';\n{rest}",
        "levels.mjs": MOVED.replace("function", "export function"),
    }
    texts = ({path: text.encode() for path, text in one.items()} for one in (before, after))
    return tracer.classify(tracer.ChangeSet.from_texts(*texts, closed_world=True)).verdict


def test_a_variable_in_a_template_spells_no_module() -> None:
    """22: `${events.length}` beside `e[key]` is no text that could name the file `events`."""
    assert moved(REST) is Verdict.AST_REFACTOR


@pytest.mark.parametrize("shown", ["${'events'}", "${['events']}", "${`events`}"])
def test_a_text_in_a_template_spells_a_module(shown: str) -> None:
    """22: A text inside the code of a template is one."""
    assert moved(REST.replace("SHOWN", shown)) is Verdict.INTENT_EVOLUTION


@pytest.mark.parametrize("named", ["'./events' + end", "`./events${end}`", "`${'./events'}${end}`"])
def test_what_loads_a_module_by_a_computed_text(named: str) -> None:
    """22: A file that is loaded by a text that nobody reads may be any."""
    code = f"export const load = (end) => import({named}).then((m) => Object.keys(m));\n"
    assert moved(REST, main=code) is Verdict.INTENT_EVOLUTION


def test_a_template_that_shows_a_name() -> None:
    """22: Python's `f"{name=}"` prints the name."""
    before = "LIMIT = 3\n\n\ndef told() -> str:\n    return f'{LIMIT=}'\n\n\nprint(told())\n"
    for shown, said in (("=", Verdict.INTENT_EVOLUTION), ("", Verdict.AST_REFACTOR)):
        text = before.replace("=}", shown + "}")
        texts = {"a.py": text.encode()}, {"a.py": text.replace("LIMIT", "BOUND").encode()}
        change = tracer.ChangeSet.from_texts(*texts, closed_world=True)
        assert tracer.classify(change).verdict is said
