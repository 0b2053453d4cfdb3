"""`python -m benchmarks.speed.fleet_questions --dir DIR`: questions to 100 million ranges.

A warehouse of 2,000 repositories with 50,000 ranges each is generated once (4 ranges a record, 20
of 5,000 intents a repository, 30 contributors, five years), with tracer's own writer and manifests.
Then DuckDB, held to 4 GB, answers: intents by contributor by month over all ranges (with the table
of months, and from the ranges themselves), and all ranges of one intent. Each is asked in a fresh
process several times; the first answer opens the files. Answers are whole Arrow tables.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time

import duckdb

from benchmarks.speed.common import report
from tracer.fleet.manifests import open_warehouse, read_manifests, write_manifest
from tracer.fleet.packs import make, packs_of
from tracer.fleet.partition import packed
from tracer.fleet.storage import Storage
from tracer.fleet.tables import FORMAT, schema_of
from tracer.fleet.warehouse import open_duckdb

INTENTS, OF_REPOSITORY, PEOPLE, MONTHS, A_RECORD = 5_000, 20, 30, 60, 4

ROWS = f"""
SELECT $name AS repository,
       md5($name || (i // {A_RECORD})::VARCHAR)::UUID::VARCHAR AS record_id,
       TIMESTAMP '2021-01-01' + to_seconds(((i // {A_RECORD}) * {MONTHS} * 2592000
           / ($count / {A_RECORD}))::BIGINT) AS timestamp,
       'mutation' AS event,
       'INT-' || lpad(((hash($name || (hash(i // 400) % {OF_REPOSITORY})::VARCHAR))
           % {INTENTS})::VARCHAR, 5, '0') AS intent_id,
       CASE hash(i // {A_RECORD}) % 3 WHEN 0 THEN 'AST_REFACTOR' ELSE 'INTENT_EVOLUTION' END
           AS mutation_class,
       CASE hash(i // 40) % 4 WHEN 0 THEN 'HUMAN' ELSE 'AI' END AS entity_type,
       CASE hash(i // 40) % 4 WHEN 0 THEN NULL ELSE 'model-' || (hash(i // 40) % {PEOPLE})::VARCHAR
           END AS model_identifier,
       CASE hash(i // 40) % 4 WHEN 0 THEN 'person-' || (hash(i // 40) % {PEOPLE})::VARCHAR
           ELSE NULL END AS contributor,
       'src/module_' || (hash(i // {A_RECORD}) % 40)::VARCHAR || '/file_'
           || (hash(i) % 500)::VARCHAR || '.py' AS path,
       'python' AS language,
       (hash(i) % 900)::BIGINT + 1 AS start_line,
       (hash(i) % 900)::BIGINT + 1 + (hash(i + 1) % 12)::BIGINT AS end_line,
       (hash(i + 1) % 12)::BIGINT + 1 AS lines,
       'sha256:' || sha256($name || i::VARCHAR) AS content_hash,
       'observed' AS method
FROM range(0, $count) t(i) ORDER BY i
"""
COUNTS = """
SELECT repository, date_trunc('month', timestamp)::TIMESTAMP AS month, event, intent_id,
       mutation_class, entity_type, model_identifier, contributor,
       count(*) AS ranges, sum(lines)::BIGINT AS lines
FROM found GROUP BY ALL ORDER BY ALL
"""
QUESTIONS = {
    "intents_contributors_months": """
        SELECT intent_id, coalesce(model_identifier, contributor) AS who,
               month, sum(ranges)::BIGINT, sum(lines)
        FROM months GROUP BY ALL""",
    "the_same_without_months": """
        SELECT intent_id, coalesce(model_identifier, contributor) AS who,
               date_trunc('month', timestamp) AS month, count(*), sum(lines)
        FROM ranges GROUP BY ALL""",
    "one_intent": """
        SELECT repository, path, count(*), sum(lines) FROM ranges
        WHERE intent_id = 'INT-00042' GROUP BY ALL""",
}


def generate(storage, repositories, count):
    """Partitions and manifests of so many repositories, those that are missing."""
    open_warehouse(storage, create=True)
    connection = duckdb.connect(config={"threads": 2})
    schemas = {table: schema_of(table) for table in ("ranges", "months")}
    for number in range(repositories):
        name = f"team-{number % 40}/repository-{number:04}"
        task = f"ledger-{number:032x}"
        if storage.has(f"parts/{task}/done.json"):
            continue
        found = connection.sql(ROWS, params={"name": name, "count": count}).to_arrow_table()
        connection.register("found", found)
        tables = {"ranges": found, "months": connection.sql(COUNTS).to_arrow_table()}
        connection.unregister("found")
        told = {}
        for table, rows in tables.items():
            data = packed(table, rows.cast(schemas[table]))
            intents = sorted(set(rows.column("intent_id").to_pylist()))
            told[table] = {"rows": len(rows), "bytes": len(data), "digest": "", "intents": intents}
            storage.write(f"parts/{task}/{table}.parquet", data)
        note = {"format": FORMAT, "task": task, "repository": name, "tables": told}
        write_manifest(storage, {"repository": name, "source": name, "head": None, "seen": None,
                                 "problem": None, "tasks": [note]})  # fmt: skip
        storage.write(f"parts/{task}/done.json", json.dumps(note).encode())
    manifests = read_manifests(storage)
    for pack in packs_of(manifests, ("months",)):
        assert make(pack, storage) == ""


def ask(storage, question, times):
    """Seconds of each answer in this process, the opening of the warehouse besides, and memory."""
    begin = time.perf_counter()
    intent = "INT-00042" if question == "one_intent" else None
    seconds = []
    with open_duckdb(storage, intent=intent) as warehouse:
        opening = time.perf_counter() - begin
        for _ in range(times):
            begin = time.perf_counter()
            rows = warehouse.connection.sql(QUESTIONS[question]).to_arrow_table()
            seconds.append(round(time.perf_counter() - begin, 3))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    user = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    return {"open_s": round(opening, 3), "answers_s": seconds, "rows": len(rows),
            "peak_mb": peak >> 10, "cpu_s": round(user, 2)}  # fmt: skip


def main():
    """Print the figures; `--write` commits them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--dir", required=True, help="where the warehouse is, or will be")
    parser.add_argument("--repositories", type=int, default=2_000)
    parser.add_argument("--ranges", type=int, default=50_000, help="of each")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--ask", choices=sorted(QUESTIONS), help="one question, in this process")
    parser.add_argument("--write", action="store_true", help="update the committed reference")
    options = parser.parse_args()
    storage = Storage(options.dir)
    if options.ask:
        print(json.dumps(ask(storage, options.ask, options.times)))
        return
    begin = time.perf_counter()
    generate(storage, options.repositories, options.ranges)
    generated = time.perf_counter() - begin
    size = sum(
        os.path.getsize(os.path.join(folder, name))
        for folder, _, names in os.walk(storage.place("parts"))
        for name in names
    )
    total = options.repositories * options.ranges
    figures = {"repositories": options.repositories, "ranges": total,
               "bytes_a_range": round(size / total, 2)}  # fmt: skip
    lines = [f"{total} ranges, {size >> 20} MB, {size / total:.1f} bytes each; {generated:.0f} s"]
    for question in QUESTIONS:
        times = 1 if question == "the_same_without_months" else options.times
        command = [sys.executable, "-m", "benchmarks.speed.fleet_questions", "--dir", options.dir,
                   "--ask", question, "--times", str(times)]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        figures[question] = json.loads(done.stdout)
        lines.append(f"{question}: {figures[question]}")
    report("fleet_questions", figures, lines)


if __name__ == "__main__":
    main()
