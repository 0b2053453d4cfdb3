"""Many repositories in one warehouse: Parquet partitions, and what can be asked of them.

`sync` plans tasks for each repository (`planning`), runs those whose output is missing (`tasks`,
`runners`) and writes one manifest for each repository (`manifests`). `warehouse` shows the
partitions to DuckDB, `questions` asks. pyarrow, DuckDB and Ray are extras and imported where they
are used.
"""
