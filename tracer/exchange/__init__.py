"""Attribution out to other tools and in from them.

`export` writes what the ledger recorded as Agent Trace 0.1.0, CSV or Parquet. `import_file`
and `import_notes` read Agent Trace, the ledgers of simple intent hooks, and git-ai's notes:
each is reduced to a `ForeignRecord`, whose ranges are looked for in the texts of this
repository; what is found is appended as a record of the event `import`.
"""
