"""Every leaf has the origin that an independent model says, after edits whose truth is known.

The model (`benchmarks/accuracy/property`) lays out real-looking files by indentation and regular
expressions, edits them, and keeps one token object a leaf: it shares nothing with the engine.
Where two answers are equally right by nature (twins that swap places, a name that others may
use) the model says so; everywhere else exactly one origin is right.
"""

from __future__ import annotations

import pytest

from benchmarks.accuracy.property.chain import run_chain
from benchmarks.accuracy.property.code import LANGUAGES
from benchmarks.accuracy.property.edits import EDITS
from benchmarks.accuracy.property.formatting import command
from benchmarks.accuracy.property.history import run_history
from benchmarks.accuracy.property.interleaved import interleaved
from benchmarks.accuracy.property.single import edited, single

SINGLE = [kind for kind in EDITS if not kind.startswith("revert")]


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("kind", SINGLE)
def test_one_edit(language, kind):
    """Moved, renamed, extracted, inlined, wrapped, copied, reformatted: no leaf is wrong."""
    if kind == "reformat" and command(language) is None:
        pytest.skip(f"the formatter of {language} is not installed")
    case = single(language, kind, 0)
    assert case is None or [(case.what, item) for item in case.judged.wrong] == []


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_kind_of_edit_is_possible(language):
    """The samples offer something to do for nearly every kind of edit."""
    impossible = {kind for kind in SINGLE if not any(edited(language, kind, s) for s in range(4))}
    if command(language) is None:
        impossible.discard("reformat")
    assert impossible <= {"rename-class", "inline-variable"}


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_thirty_edits(language):
    """Two agents and a person, commits, amends, squashes, rebases and stashes in between.

    A mistake lasts to the end, so the share of wrong leaves is that of thirty edits together;
    the benchmark names the kinds of edit.
    """
    outcome = run_chain(language, 0, 30, judge_every=30)
    assert sum(outcome.steps.values()) > 24
    assert outcome.leaves > 600
    assert len(outcome.wrong) < 0.02 * outcome.leaves, outcome.wrong[:10]


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_commits_without_a_ledger(language):
    """A dozen commits, each an edit: history names the commit of every leaf."""
    judged = run_history(language, 0, 12)
    assert judged.leaves > 600
    assert len(judged.wrong) < 0.01 * judged.leaves, judged.wrong[:10]


@pytest.mark.parametrize("start", range(0, 20, 10))
def test_overlapping_calls(start):
    """Two agents and a person on one file, in any order: nothing lost, nobody's code another's."""
    assert [slip for seed in range(start, start + 10) for slip in interleaved(seed)] == []
