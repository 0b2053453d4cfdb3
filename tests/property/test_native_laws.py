"""The native core and pure Python give the same bytes, whatever the text."""

from __future__ import annotations

import glob
import os
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from programs import SEEDS, program

from tracer import native
from tracer.fingerprint import fingerprint
from tracer.history.line_diffs import line_hunks
from tracer.lineage import segments_of
from tracer.model.enums import Rung
from tracer.syntax import SyntaxTree, detect, language_named, parse

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COLUMNS = ("kind", "field", "parent", "stop", "start", "end", "flags", "rank", "tokens")
# Real code and real changes of it, in every language there is a table for, and some others.
SAMPLES = [
    path
    for pattern in ("fixtures/formatting/*/*", "tests/corpus/*/*/*", "tracer/model/*.py", "*.md")
    for path in sorted(glob.glob(os.path.join(_ROOT, pattern)))
    if os.path.isfile(path)
]
_LANGUAGES = ("python", "javascript", "typescript", "tsx", "java", "go", "rust", "c", "cpp")
_PIECES = (b"", b" ", b"\n", b"\r\n", b"(", b")", b"'", b'"', b",", b"x", b"\\", b"\xff", b"\0")

pytestmark = pytest.mark.skipif(
    native.core() is None, reason=f"no native core: {native.state().reason}"
)


def with_core(core: object, text: bytes, language: str) -> tuple[SyntaxTree, list[object]]:
    """The tree and all its digests, with a core or without."""
    state = native.State(core, "")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "_known", state)
        tree = parse(text, language)
        prints = fingerprint(tree)
        cut = segments_of(tree)
        columns = [cut.row, cut.line, cut.start, cut.end, *map(cut.begin, range(len(tree) + 1))]
        return tree, [columns, prints.units(), *(prints.column(rung) for rung in Rung)]


def assert_same(text: bytes, language: str) -> None:
    tree, made = with_core(native.core(), text, language)
    other, expected = with_core(None, text, language)
    for column in COLUMNS:
        assert getattr(tree, column) == getattr(other, column), column
    for rung, one, two in zip(("segments", "units", *Rung), made, expected, strict=True):
        assert one == two, rung


def changed(text: bytes, chooser: random.Random) -> bytes:
    """The text with a few random changes, of which some leave no UTF-8."""
    for _ in range(chooser.randint(1, 4)):
        at = chooser.randrange(len(text) + 1)
        end = min(len(text), at + chooser.choice([0, 1, 1, 5, 40]))
        text = text[:at] + chooser.choice(_PIECES) + text[end:]
    return text


def read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def test_a_sample_of_all_committed_code():
    """Every tenth committed sample; `benchmarks.torture.native` takes all of them."""
    chooser = random.Random(23)
    for path in SAMPLES[::10]:
        text = read(path)
        name = detect(path, text).name
        assert_same(text, name)
        assert_same(changed(text, chooser), name)


@settings(max_examples=150, deadline=None)
@given(SEEDS, st.sampled_from(_LANGUAGES))
def test_generated_programs_read_as_any_language(seed, language):
    """Python programs, also where they are nothing but errors."""
    chooser = random.Random(seed)
    text = program(chooser).encode()
    assert_same(text, language)
    assert_same(changed(text, chooser), language)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300), st.sampled_from(_LANGUAGES))
def test_bytes_that_are_no_code(text, language):
    """Whatever bytes come."""
    assert_same(text, language)


@pytest.mark.parametrize("language", ["python", "javascript", "c"])
@pytest.mark.parametrize(("opening", "closing"), [(b"(", b")"), (b"[", b"]"), (b"{", b"}")])
def test_deep_nesting(language, opening, closing):
    """Deeper than a recursive walk would survive; with all brackets closed, and with none."""
    depth = 5_000
    assert_same(b"x = " + opening * depth + b"1" + closing * depth + b"\n", language)
    assert_same(b"x = " + opening * depth, language)


def test_a_large_list():
    """Subtrees over the size that is hashed flat, and spans over the size of a small one."""
    items = b",\n".join(b"    f(%d, 'x')" % i for i in range(3000))
    assert_same(b"if x:\n  y = [\n" + items + b"]\n", "python")
    assert_same(b"const y = [" + items.replace(b"\n", b"") + b"];\n", "javascript")


def test_a_core_of_other_sources_is_refused(monkeypatch):
    """So is one that was built with another tree-sitter."""
    monkeypatch.delenv("TRACER_NATIVE", raising=False)
    monkeypatch.setattr(native, "_known", None)
    monkeypatch.setattr(native, "sources", lambda: "other")
    assert native.state() == (None, "built from other sources: build it again")
    monkeypatch.undo()
    monkeypatch.setattr(native, "_known", None)
    monkeypatch.setattr(native, "_is_installed", lambda _: False)
    assert native.state().core is None


def test_tables_of_another_grammar_are_refused():
    """Tables that do not fit the grammar are an error, not a wrong tree."""
    from tracer.syntax.compiled import tables_of

    tables = list(tables_of(language_named("python")))
    tables[0] = tables_of(language_named("c"))[0]
    with pytest.raises(ValueError, match="another version of the grammar"):
        native.core().grammar(*tables)


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 1 << 32), kinds=st.sampled_from([4, 40, 4000]))
def test_line_differences(seed, kinds):
    """Of files that share lines, in order or not, with blank and indented lines to slide to."""
    chooser = random.Random(seed)
    indents = (b"", b"  ", b"\t", b" \t ", b"\x0b")

    def some(most: int) -> list[bytes]:
        words = (b"", b"}", b"a\r", b"w%d" % chooser.randrange(kinds))
        return [
            chooser.choice(indents) + chooser.choice(words) for _ in range(chooser.randint(0, most))
        ]

    before = some(chooser.choice([3, 40, 200]))
    after = list(before)
    for _ in range(chooser.randint(0, 6)):
        at = chooser.randint(0, len(after))
        after[at : at + chooser.choice([0, 1, 30])] = chooser.choice(
            [some(25), after[max(0, at - 5) : at], before[at:]]
        )
    found = line_hunks(before, after)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "_known", native.State(None, ""))
        assert found == line_hunks(before, after)
