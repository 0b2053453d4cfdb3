"""Questions and their answers: blame, blame-by-intent, log, diff, classify, fingerprint.

Every query returns the JSON document of CONTRACT.md as plain values, with the texts a
rendering needs beside it. Queries write nothing: not to the ledger, not to the files.
"""
