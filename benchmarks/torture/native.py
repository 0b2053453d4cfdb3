"""The native core against pure Python, under the address sanitizer.

    python -m benchmarks.torture.native [--plain] [--seconds N] [--seed N]

Builds a core with the address and undefined-behaviour sanitizers (`--plain`: takes the one that
is there), then compares trees and all digests on every committed sample, on random changes of
them for N seconds (60), and on hostile sources: 100,000 brackets deep, no UTF-8, long lines, huge
lists. Ends with 1 where the two differ, or where the sanitizer has something to say.
"""

from __future__ import annotations

import argparse
import glob
import importlib.util
import os
import random
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COLUMNS = ("kind", "field", "parent", "stop", "start", "end", "flags", "rank", "tokens")
PIECES = (b"", b" ", b"\n", b"\r\n", b"(", b")", b"{", b"'", b'"', b",", b"x", b"\\", b"\xff")
LIMIT = 200_000  # bytes of a sample: the comparison makes every digest twice
DEPTH = 100_000


def main():
    """Start the comparison in a process that has the sanitizer loaded."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--core", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.core is not None or options.plain:
        sys.exit(compare(options))
    from tracer.native.build import build

    with tempfile.TemporaryDirectory() as folder:
        core = build(sanitize=True, target=folder)
        library = subprocess.run(
            ["cc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
        )
        environment = {
            **os.environ,
            "LD_PRELOAD": library.stdout.strip(),
            "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
            "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
        }
        command = [sys.executable, "-m", "benchmarks.torture.native", "--core", core]
        command += ["--seconds", str(options.seconds), "--seed", str(options.seed)]
        sys.exit(subprocess.run(command, env=environment, cwd=ROOT, check=False).returncode)


def compare(options):
    """All samples; returns the exit code."""
    import tracer.native
    from tracer.syntax import detect

    if options.core is not None:
        spec = importlib.util.spec_from_file_location("tracer.native._core", options.core)
        core = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(core)
    else:
        core = tracer.native.core()
    if core is None:
        print(f"no native core: {tracer.native.state().reason}")
        return 1
    seconds = options.seconds
    chooser = random.Random(options.seed)
    samples = [(text, detect(path, text).name) for path, text in committed()]
    for name, text, language in hostile():
        check(core, text, language)
        print(f"same: {name}, {len(text)} bytes of {language}")
    for text, language in samples:
        check(core, text, language)
    print(f"same: {len(samples)} committed samples")
    end = time.monotonic() + seconds
    rounds = 0
    while time.monotonic() < end:
        text, language = chooser.choice(samples)
        check(core, changed(text, chooser), language)
        rounds += 1
    print(f"same: {rounds} random changes of them")
    return 0


def check(core, text, language):
    """Compare one text; a difference ends the run and leaves the text in a file."""
    one, two = made(core, text, language), made(None, text, language)
    for what, first, second in zip((*COLUMNS, "units", "digests"), one, two, strict=True):
        if first != second:
            with tempfile.NamedTemporaryFile(delete=False) as file:
                file.write(text)
            sys.exit(f"{what} differ: {language}, {file.name}")


def made(core, text, language):
    """The columns, the units, and the digests at every rung."""
    import tracer
    from tracer import native
    from tracer.model.enums import Rung

    native._known = native.State(core, "")  # noqa: SLF001 - the switch of the process
    tree = tracer.parse(text, language)
    prints = tracer.fingerprint(tree)
    columns = [getattr(tree, name) for name in COLUMNS]
    return [*columns, prints.units(), [prints.column(rung) for rung in Rung]]


def committed():
    """(path, text) of the samples of this repository that some grammar can read."""
    from tracer.syntax import detect

    found = []
    for pattern in ("fixtures/**/*", "tests/corpus/**/*", "tracer/**/*.py", "docs/**/*"):
        for path in sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True)):
            if os.path.isfile(path) and os.path.getsize(path) <= LIMIT:
                with open(path, "rb") as file:
                    text = file.read()
                if detect(path, text).grammar is not None:
                    found.append((path, text))
    return found


def hostile():
    """(what, text, language) of sources that nobody writes."""
    for language in ("python", "javascript", "rust"):
        for opening, closing in ((b"(", b")"), (b"[", b"]")):
            yield "nested", b"x = " + opening * DEPTH + b"1" + closing * DEPTH, language
            yield "never closed", b"x = " + opening * DEPTH, language
        yield "no UTF-8", bytes(range(256)) * 64, language
        yield "zeros", bytes(10_000), language
        yield "one line", b"a + " * 50_000 + b"b\n", language
        yield "a large list", b"x = [" + b"f(1, 'a'),\n" * 20_000 + b"]\n", language
    yield "nested blocks", b"".join(b" " * i + b"if a:\n" for i in range(1500)), "python"
    yield "nested functions", b"".join(b" " * i + b"def f(a):\n" for i in range(700)), "python"
    yield "many names", b"\n".join(b"a%d = b%d" % (i, i) for i in range(30_000)), "python"


def changed(text, chooser):
    """The text with a few random changes, of which some leave no UTF-8."""
    for _ in range(chooser.randint(1, 6)):
        at = chooser.randrange(len(text) + 1)
        end = min(len(text), at + chooser.choice([0, 1, 1, 5, 40, 400]))
        text = text[:at] + chooser.choice(PIECES) + text[end:]
    return text


if __name__ == "__main__":
    main()
