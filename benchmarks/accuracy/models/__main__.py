"""Models of library functions beside the library itself: `python -m benchmarks.accuracy.models`.

Each model is called with all combinations of some samples, and so is what it stands for. Results,
exceptions and what became of the arguments must be the same. A language whose compiler is missing
is left out, and said to be.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from benchmarks.accuracy.models import compiled, in_python
from benchmarks.accuracy.models.signatures import signatures


def main() -> int:
    """Print a line for each language; 1 where something differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", action="append", help="only this; may be given again")
    wanted = parser.parse_args().language or ["python", *compiled.RUNNERS]
    is_wrong = False
    for language in wanted:
        models = len(signatures(language))
        needed = compiled.NEEDED.get(language)
        if needed is not None and shutil.which(needed) is None:
            print(f"{language:12} {models:4} models, not run: no {needed} here")
            continue
        count, wrong = compared(language)
        print(f"{language:12} {models:4} models {count:6} calls {len(wrong):4} differ")
        for line in wrong[:10]:
            print(f"    {line}")
        is_wrong = is_wrong or bool(wrong)
    return int(is_wrong)


def compared(language: str) -> tuple[int, list[str]]:
    """How many calls of a language's models were compared, and those that differ."""
    if language == "python":
        return in_python.compared()
    with tempfile.TemporaryDirectory() as folder:
        return compiled.RUNNERS[language](Path(folder))


if __name__ == "__main__":
    sys.exit(main())
