"""Attribution is conserved: whatever is done to code, each leaf keeps exactly one origin.

The truth is kept by a model that knows nothing of trees: every statement carries a name that
occurs once in the whole history, and the model notes which edit wrote it.
"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tracer.lineage import Maker, baseline, carry, expand, fold, segments_of
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.enums import Method, SourceKind
from tracer.syntax import parse


class Function:
    """A function of the model: its name and its statements' (marker, level, value)."""

    def __init__(self, name, statements):
        self.name = name
        self.statements = statements

    def text(self):
        lines = [f"def {self.name}(data):"]
        for marker, wrapped, value in self.statements:
            if wrapped:
                lines.append(f"    if data.ready_{marker}:")
                lines.append(f"        {marker} = compute_{marker}(data, {value})")
            else:
                lines.append(f"    {marker} = compute_{marker}(data, {value})")
        lines.append(f"    return finish_{self.name}(data)")
        return "\n".join(lines) + "\n"


class Model:
    """Two files of functions, and which edit wrote each marker."""

    def __init__(self):
        self.count = 0
        self.files = {"a.py": [], "b.py": []}
        self.origin = {}
        for path in self.files:
            for _ in range(3):
                self.files[path].append(self.new_function(0))

    def marker(self, edit):
        self.count += 1
        name = f"m{self.count}"
        self.origin[name] = edit
        return name

    def new_function(self, edit):
        name = self.marker(edit)
        return Function(name, [(self.marker(edit), False, 1) for _ in range(3)])

    def texts(self):
        return {
            path: "\n\n".join(function.text() for function in functions).encode()
            for path, functions in self.files.items()
        }

    def apply(self, edit, kind, first, second):
        """One edit; indices are taken modulo what there is."""
        path = ("a.py", "b.py")[first % 2]
        other = ("b.py", "a.py")[first % 2]
        functions = self.files[path]
        if kind == "add":
            functions.insert(second % (len(functions) + 1), self.new_function(edit))
        elif not functions:
            return
        elif kind == "move":
            moved = functions.pop(second % len(functions))
            self.files[other].insert(first % (len(self.files[other]) + 1), moved)
        elif kind == "swap":
            functions.append(functions.pop(second % len(functions)))
        elif kind == "delete":
            functions.pop(second % len(functions))
        else:
            self.edit_statement(edit, kind, functions[second % len(functions)], first)

    def edit_statement(self, edit, kind, function, index):
        statements = function.statements
        if kind == "insert":
            statements.insert(index % (len(statements) + 1), (self.marker(edit), False, 1))
        elif statements and kind == "value":
            marker, wrapped, value = statements[index % len(statements)]
            statements[index % len(statements)] = (marker, wrapped, value + 1)
        elif statements and kind == "wrap":
            marker, wrapped, value = statements[index % len(statements)]
            statements[index % len(statements)] = (marker, not wrapped, value)
        elif statements and kind == "drop":
            statements.pop(index % len(statements))


EDITS = st.lists(
    st.tuples(
        st.sampled_from(["add", "move", "swap", "delete", "insert", "value", "wrap", "drop"]),
        st.integers(0, 7),
        st.integers(0, 7),
    ),
    min_size=1,
    max_size=12,
)


def content(text):
    return f"sha256:{len(text):064d}"


@settings(max_examples=60, deadline=None)
@given(EDITS)
def test_every_leaf_keeps_the_edit_that_wrote_it(edits):
    """Adding, moving, wrapping and deleting around a statement never changes its origin."""
    model = Model()
    texts = model.texts()
    states = {
        path: baseline(path, content(text), text.count(b"\n"), "rev0")
        for path, text in texts.items()
    }
    for number, (kind, first, second) in enumerate(edits, 1):
        model.apply(number, kind, first, second)
        after = model.texts()
        change_set = ChangeSet.from_texts(texts, after)
        maker = Maker(f"edit{number}", SourceKind.RECORD, Method.OBSERVED)
        contents = {path: content(text) for path, text in after.items()}
        carried = carry(match(change_set), states, contents, maker)
        states = {state.path: state for state in carried.states}
        texts = after
    for path, text in texts.items():
        tree = parse(text, path=path)
        segments = segments_of(tree)
        credited = expand(states[path], segments)
        assert len(credited) == len(segments)
        assert fold(path, states[path].content, segments, credited) == states[path]
        for index, credit in enumerate(credited):
            word = segments.text(index).decode()
            if word in model.origin:
                expected = model.origin[word]
                assert credit.origin.id == (f"edit{expected}" if expected else "rev0"), word


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_states_cover_every_line_once(seed):
    """Runs and mixed lines ascend and together are the file."""
    model = Model()
    before = model.texts()
    kinds = ["value", "wrap", "insert", "move", "swap"]
    for turn in range(4):
        model.apply(1, kinds[(seed >> turn) % len(kinds)], seed >> 3, seed >> 5)
    after = model.texts()
    states = {
        path: baseline(path, content(text), text.count(b"\n"), None)
        for path, text in before.items()
    }
    contents = {path: content(text) for path, text in after.items()}
    maker = Maker("r1", SourceKind.RECORD, Method.OBSERVED)
    mapping = match(ChangeSet.from_texts(before, after))
    for state in carry(mapping, states, contents, maker).states:
        covered = [line for run in state.runs for line in range(run.start_line, run.end_line + 1)]
        covered += [entry.line for entry in state.mixed]
        assert sorted(covered) == list(range(1, after[state.path].count(b"\n") + 1))
