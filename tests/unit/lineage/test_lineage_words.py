"""Paragraphs, scripts and commands that move or are broken into other lines keep their writer."""

from __future__ import annotations

from tracer.lineage.trace import Trace
from tracer.matching import match
from tracer.model.changes import ChangeSet

FIRST = """Whoever buys a book pays the lower rate,
unless the book is a gift to a school.
"""
SECOND = """Food has a rate of its own in most of the
countries to which the shop sends anything.
"""


def _origins(before: dict[str, str], after: dict[str, str], path: str) -> dict[int, set[object]]:
    """Line after -> where its segments come from: (path, line, rule), None for what is new."""
    change = ChangeSet.from_texts(
        {name: text.encode() for name, text in before.items()},
        {name: text.encode() for name, text in after.items()},
    )
    trace = Trace(match(change))
    mapping = trace.mapping
    file = mapping.after.paths.index(path)
    found: dict[int, set[object]] = {}
    for line, step in zip(trace.after[file].line, trace.steps(file), strict=True):
        origin = step and (
            mapping.before.paths[step.file],
            trace.before[step.file].line[step.segment],
            step.rule,
        )
        found.setdefault(line, set()).add(origin)
    return found


def test_a_paragraph_that_moves_and_is_reflowed_keeps_its_writer() -> None:
    """Its lines are other ones, its words are not."""
    before = f"# Tax\n\n{FIRST}\n{SECOND}"
    words = FIRST.split()
    reflowed = " ".join(words[:5]) + "\n" + " ".join(words[5:]) + "\n"
    found = _origins({"a.md": before}, {"a.md": f"# Tax\n\n{SECOND}\n{reflowed}"}, "a.md")
    assert all(None not in origins for origins in found.values())
    assert found[6] == {("a.md", 3, "reflow")}


def test_a_reflowed_paragraph_moves_to_another_file() -> None:
    """Words are looked for in all files of a change."""
    before = {"a.md": f"# Tax\n\n{FIRST}\n{SECOND}"}
    reflowed = FIRST.replace("\n", " ", 1)
    found = _origins(before, {"a.md": f"# Tax\n\n{SECOND}", "b.md": reflowed}, "b.md")
    assert None not in found[1]


def test_words_that_are_new_are_their_writers() -> None:
    """A line with a new word is new; those around it that were only reflowed are not."""
    text = "one two three four five six seven eight nine ten eleven twelve\n"
    after = "one two three four\nfive six other seven\neight nine ten eleven twelve\n"
    found = _origins({"a.md": text}, {"a.md": after}, "a.md")
    assert [None in found[line] for line in (1, 2, 3)] == [False, True, False]


def test_a_line_that_lost_words_is_cut() -> None:
    """What is left may say the opposite."""
    text = "Under no circumstances delete the files of your customers by hand\n"
    after = "delete the files of your\ncustomers by hand\n"
    found = _origins({"a.md": text}, {"a.md": after}, "a.md")
    assert found[1] == {("a.md", 1, "cut")}
    assert found[2] == {("a.md", 1, "reflow")}


def test_a_text_that_stands_twice_tells_nothing() -> None:
    """Nobody knows which of two equal paragraphs went on."""
    middle = "Between them stands what stays.\n"
    text = "whoever buys a book here\npays the lower rate for it\n"
    before = {"a.md": f"{text}\n{middle}\n{text}"}
    after = {"a.md": middle, "c.md": "New.\n\n" + text.replace("\n", " ", 1)}
    assert _origins(before, after, "c.md")[3] == {None}


def test_a_script_that_moves_and_grows() -> None:
    """The script of a component is one leaf; the lines that it had before keep their writer."""
    top = '<template>\n  <p class="sum">{{ sum }}</p>\n</template>\n'
    head = "<script>\nexport default {\n  data() {\n    return { sum: 0, name: 'Cart' }\n  },\n"
    tail = "  methods: {\n    pay() {\n      this.$emit('pay', this.sum)\n    },\n"
    more = "    later() {\n      this.$emit('later')\n    },\n"
    end = "  },\n}\n</script>\n"
    found = _origins(
        {"a.vue": f"{top}\n{head}{tail}{end}"},
        {"a.vue": f"{head}{tail}{more}{end}\n{top}"},
        "a.vue",
    )
    assert [line for line, origins in found.items() if None in origins] == [10, 11, 12]


def test_a_command_that_moves_and_is_edited() -> None:
    """The lines of a long command are their writers'; the one that lost a word is not."""
    run = (
        "RUN apt-get update && \\\n    apt-get install -y gcc make && \\\n    rm -rf /var/lib/apt\n"
    )
    before = f"FROM debian:12\nENV LANG=C.UTF-8\n{run}"
    after = f"FROM debian:12\n{run.replace(' make', '')}ENV LANG=C.UTF-8\n"
    found = _origins({"Dockerfile": before}, {"Dockerfile": after}, "Dockerfile")
    assert all(None not in origins for origins in found.values())
    assert ("Dockerfile", 4, "cut") in found[3]
    assert all(origin[2] != "cut" for line in (2, 4) for origin in found[line])


def test_tokens_that_are_alike_tell_nothing() -> None:
    """A new job of a workflow is not the one that was deleted, though both look like any job."""
    job = "  {0}:\n    runs-on: debian\n    steps:\n      - uses: checkout\n      - run: {0}\n"
    before = "on: push\njobs:\n" + job.format("lint") + job.format("test")
    after = "on: push\njobs:\n" + job.format("test") + job.format("docs")
    found = _origins({"a.yml": before}, {"a.yml": after}, "a.yml")
    assert {None} in found.values()
