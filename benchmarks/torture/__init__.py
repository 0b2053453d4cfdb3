"""What the ledger survives, and how it grows. Each module runs alone and can write its reference.

    python -m benchmarks.torture.processes   64 writers at once
    python -m benchmarks.torture.kills       kill -9 at random instants, 2,000 times
    python -m benchmarks.torture.faults      every file operation fails, each once
    python -m benchmarks.torture.flips       every flip, deletion, swap and copy in 200 records
    python -m benchmarks.torture.fuzz        a coverage-guided fuzzer over ledgers (needs atheris)
    python -m benchmarks.torture.scale       a thousand to a million records

With `--write` the figures become the committed reference beside this file.
"""
