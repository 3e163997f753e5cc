#!/usr/bin/env python3
"""The same work in DuckDB; prints NAME VALUE lines.

  duckdb_peer.py import  DB FILE.ndjson[.zst]   the log as a table
  duckdb_peer.py rebuild DB FILE.ndjson[.zst]   the read model of every kind, from the log
  duckdb_peer.py queries DB                     on that read model: each once and then the median of many
"""
import os
import statistics
import sys
import time

import duckdb

KINDS = {
    "person": ("sam.person", "displayNameCache emailCache contactIdentifier roleBadges responsibilityNotes"),
    "context": ("sam.context", "name kind"),
    "participation": ("sam.contextParticipation", "person context note isPrimary"),
    "evidence": ("sam.evidenceItem", "title snippet occurredAt source state"),
    "insight": ("sam.insight", "kind message confidence"),
    "message": ("chat.message", "conversationID senderID text createdAt"),
    "conversation": ("chat.conversation", "isMuted isPinned"),
    "note": ("planner.note", "title plainText"),
}
COLUMNS = {name: "VARCHAR" for name in ("stamp", "op", "kind", "id", "rel", "to", "by", "why", "server")} | {"seq": "BIGINT", "set": "JSON"}
QUERIES = {
    "filter": "SELECT id, title, snippet, occurredAt, source FROM store.evidence WHERE state = 'needsReview' AND deleted IS NULL"
    " AND dismissed IS NULL ORDER BY occurredAt DESC LIMIT 20",
    "count": "SELECT state, count(*) FROM store.evidence WHERE deleted IS NULL GROUP BY state",
    "contains": "SELECT (SELECT count(*) FROM store.message WHERE text ILIKE '%renewal%' AND deleted IS NULL)"
    " + (SELECT count(*) FROM store.note WHERE plainText ILIKE '%renewal%' AND deleted IS NULL)",
}


def tell(name, value):
    print(name, f"{value:.9g}")


def log(file):
    columns = ", ".join(f'"{name}": \'{kind}\'' for name, kind in COLUMNS.items())
    return f"read_json('{file}', format='newline_delimited', columns={{{columns}}})"


def model(kind, fields):
    """The value with the latest stamp of each field."""
    columns = [
        f"arg_max(json_extract_string(\"set\", '$.{f}'), stamp) FILTER (json_exists(\"set\", '$.{f}')) AS \"{f}\""
        for f in fields.split()
    ]
    columns += ["arg_max(server, stamp) AS server"] if kind == "chat.message" else []
    columns += [f"max(CASE WHEN op = '{op}' THEN stamp END) AS {name}" for op, name in (("delete", "deleted"), ("dismiss", "dismissed"))]
    return f"SELECT id, {', '.join(columns)} FROM events WHERE kind = '{kind}' GROUP BY id"


def main():
    what, path = sys.argv[1], sys.argv[2]
    start = time.perf_counter()
    db = duckdb.connect()
    db.execute(f"SET threads = {os.cpu_count()}")
    if what == "queries":
        db.execute(f"ATTACH '{path}' AS store (READ_ONLY)")
        return queries(db)
    if os.path.exists(path):
        os.remove(path)
    db.execute(f"ATTACH '{path}' AS store")
    if what == "import":
        db.execute(f"CREATE TABLE store.events AS SELECT * FROM {log(sys.argv[3])}")
    else:
        db.execute(f"CREATE TEMP TABLE events AS SELECT * FROM {log(sys.argv[3])}")
        for table, (kind, fields) in KINDS.items():
            db.execute(f"CREATE TABLE store.{table} AS {model(kind, fields)}")
        db.execute(
            'CREATE TABLE store.links AS SELECT id, rel, "to", arg_max(op = \'link\', stamp) AS present, max(stamp) AS stamp'
            " FROM events WHERE op IN ('link', 'unlink') GROUP BY ALL"
        )
    db.execute("CHECKPOINT store")
    tell("seconds", time.perf_counter() - start)
    tell("bytes", os.path.getsize(path))


def queries(db):
    for name, sql in QUERIES.items():
        times = []
        for _ in range(16):
            start = time.perf_counter()
            rows = db.execute(sql).fetchall()
            times.append(time.perf_counter() - start)
        tell(f"{name}_first", times[0])
        tell(name, statistics.median(times[1:]))
        if name == "count":
            for state, count in rows:
                if state is not None:
                    tell(f"state_{state}", count)
        elif name == "contains":
            tell("found", rows[0][0])


main()
