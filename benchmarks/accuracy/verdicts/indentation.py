"""Files indented otherwise at random: is what tracer calls a refactoring the same to the language?

    python -m benchmarks.accuracy.verdicts.indentation ruby DIR [--files 60] [--each 20] [--seed 1]

Of each file below DIR some lines, all of them, or lines that look dangerous (`=begin`, `__END__`,
`.`, quotes, capitals that may end a here-document) get other white space at their start. What
tracer calls `AST_REFACTOR` is compared by the language itself: Ruby's instruction sequences without
line numbers, PHP's tokens without white space (`php -w`), Lua's stripped byte code, bash's own
print of the file as a function, and what Perl makes of its syntax tree (`B::Deparse`, with lines).
One JSON document is printed; `differs` must be 0.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import tracer
from tracer.model.enums import Verdict

_EXTENSIONS = {"ruby": ".rb", "php": ".php", "lua": ".lua", "bash": ".sh", "perl": ".pm"}
_HOT = re.compile(rb"\s*(=|__|\.|-|\[|#|<|\?|[A-Z]+$|\\|'|\")")
_RUBY = r"""
code = RubyVM::InstructionSequence.compile_file(ARGV[0]).disasm
print code.gsub(/\(\s*\d+\)(\[\w+\])?$/, '').gsub(/@[^ ]*:\d+ \(\d+,\d+\)-\(\d+,\d+\)/, '')
          .gsub(ARGV[0], '').gsub(/[ \t]+\n/, "\n")
"""
_WIDTHS = (b"", b" ", b"  ", b"\t", b"     ")


def main() -> None:
    """Parse the arguments, try the files, print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("language", choices=sorted(_EXTENSIONS))
    parser.add_argument("directory", type=Path)
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    extension = _EXTENSIONS[options.language]
    found = sorted(options.directory.rglob(f"*{extension}"))
    counts = {"files": 0, "tried": 0, "refactoring": 0, "differs": 0}
    for path in chance.sample(found, min(options.files, len(found))):
        before = path.read_bytes()
        if len(before) > 60_000:
            continue
        counts["files"] += 1
        for _ in range(options.each):
            after = _indented(before, chance)
            if after == before:
                continue
            counts["tried"] += 1
            name = f"file{extension}"
            change = tracer.ChangeSet.from_texts({name: before}, {name: after})
            if tracer.classify(change).verdict is not Verdict.AST_REFACTOR:
                continue
            counts["refactoring"] += 1
            if _meaning(options.language, before) != _meaning(options.language, after):
                counts["differs"] += 1
                sys.stderr.write(f"{path}\n")
    sys.stdout.write(json.dumps({"language": options.language, **counts}) + "\n")


def _indented(text: bytes, chance: random.Random) -> bytes:
    """The text with other white space before some of its lines."""
    lines = text.split(b"\n")
    hot = [number for number, line in enumerate(lines) if _HOT.match(line)] or [0]
    kind = chance.random()
    if kind < 0.25:
        picked = list(range(len(lines)))
    else:
        picked = [chance.choice(hot) if kind < 0.6 else chance.randrange(len(lines))]
    more = chance.choice(_WIDTHS[2:])
    for number in picked:
        bare = lines[number].lstrip(b" \t")
        if kind < 0.12:
            lines[number] = more + lines[number] if bare else lines[number]
        else:
            lines[number] = chance.choice(_WIDTHS) + bare
    return b"\n".join(lines)


def _meaning(language: str, text: bytes) -> bytes:
    """What the language makes of a text, without white space and line numbers."""
    with tempfile.NamedTemporaryFile(suffix=_EXTENSIONS[language]) as file:
        file.write(text if language != "bash" else b"f() {\n" + text + b"\n}; declare -f f\n")
        file.flush()
        command = {
            "ruby": ["ruby", "-W0", "-e", _RUBY, file.name],
            "php": ["php", "-w", file.name],
            "lua": ["luac5.4", "-s", "-o", "-", file.name],
            "bash": ["bash", file.name],
            "perl": ["perl", "-MO=Deparse,-l", file.name],
        }[language]
        done = subprocess.run(command, capture_output=True, check=False, timeout=60)
    return b"%d" % done.returncode + done.stdout.replace(file.name.encode(), b"")


if __name__ == "__main__":
    main()
