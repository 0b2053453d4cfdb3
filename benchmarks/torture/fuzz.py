"""A coverage-guided fuzzer over ledgers: reading, verifying, indexing and repairing never fail.

Needs `atheris` (libFuzzer for Python). Starts from the ledgers in `fixtures/`. A finding ends the
run with a traceback and writes the input beside it.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time

from benchmarks.torture.common import arguments, conclude, workspace

FIXTURES = os.path.join(os.path.dirname(__file__), *[os.pardir] * 2, "fixtures", "ledgers")


def attempt(made, data):
    """Everything that reads a ledger, over these bytes."""
    from tracer.ledger import Index, append, read, verify
    from tracer.ledger.repair import repair

    with open(made.ledger, "wb") as file:
        file.write(data)
    for _, item in read(made):
        assert item
    verify(made.ledger).to_json()
    with Index.open(made) as index:
        for path in index.paths():
            index.latest_state(path)
        for intent in index.intents():
            index.records_of_intent(intent)
        index.heads()
    repair(made)
    verify(made.ledger)
    append(made, {"event": "note", "text": "goes on"}, sync=False)


def main():
    """Fuzz for some seconds, and tell how many ledgers were tried."""
    import atheris

    options = arguments(__doc__, seconds=300, seed=1)
    with atheris.instrument_imports(include=["tracer.ledger"]):
        import tracer.ledger.appender
        import tracer.ledger.index
        import tracer.ledger.repair
        import tracer.ledger.verifier  # noqa: F401
    tried = 0
    begin = time.process_time()
    with workspace("/dev/shm" if os.path.isdir("/dev/shm") else None) as made:

        def one(data):
            nonlocal tried
            tried += 1
            attempt(made, data)
            if time.process_time() - begin > options.seconds:
                figures = {"ledgers": tried, "seconds": options.seconds, "findings": 0}
                conclude("fuzz", figures, write=options.write)
                os._exit(0)

        with tempfile.TemporaryDirectory() as corpus:
            for name in os.listdir(FIXTURES):
                if name.endswith(".jsonl"):
                    with open(os.path.join(FIXTURES, name), "rb") as file:
                        lines = file.read().splitlines(keepends=True)
                    with open(os.path.join(corpus, name), "wb") as file:
                        file.writelines(lines[:3])
            words = [sys.argv[0], f"-seed={options.seed}", "-max_len=4096", "-verbosity=0", corpus]
            atheris.Setup(words, one)
            atheris.Fuzz()


if __name__ == "__main__":
    main()
