"""Runs a script of 'daybook sql-views' in an engine and prints what its views hold, a JSON object a line.

    run-views.py duckdb|spark SCRIPT VIEW…

Each line is {"view": NAME, "row": {…}}: times as text in UTC, lists as lists. Without a script it only says
whether the engine is there.
"""

import datetime
import decimal
import json
import sys


def plain(value):
    if isinstance(value, datetime.datetime):
        return value.isoformat(timespec="milliseconds") + "Z"
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, decimal.Decimal):
        return float(value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def statements(text):
    """A statement ends with ; and a line break."""
    parts = [part.strip() for part in text.split(";\n")]
    return [part for part in parts if any(line and not line.startswith("--") for line in part.splitlines())]


def with_duckdb():
    import duckdb

    connection = duckdb.connect()

    def query(text):
        cursor = connection.execute(text)
        names = [column[0] for column in cursor.description]
        return names, cursor.fetchall()

    return connection.execute, query


def with_spark():
    import tempfile

    from pyspark.sql import SparkSession

    settings = {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.session.timeZone": "UTC",
        "spark.log.level": "ERROR",
        "spark.sql.warehouse.dir": tempfile.mkdtemp(),
        # Hundreds of statements over few rows run once each: a better compiler costs more than it saves.
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    }
    builder = SparkSession.builder.master("local[2]")
    for key, value in settings.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()

    def query(text):
        frame = session.sql(text)
        return frame.columns, [tuple(row) for row in frame.collect()]

    return session.sql, query


def main():
    engine, *rest = sys.argv[1:]
    if not rest:
        __import__("duckdb" if engine == "duckdb" else "pyspark")
        return
    execute, query = with_duckdb() if engine == "duckdb" else with_spark()
    for statement in statements(open(rest[0], encoding="utf-8").read()):
        try:
            execute(statement)
        except Exception as error:
            sys.exit(f"{error}\nin:\n{statement}")
    for view in rest[1:]:
        names, rows = query(f"SELECT * FROM {view}")
        for row in rows:
            print(json.dumps({"view": view, "row": dict(zip(names, map(plain, row)))}))
        sys.stdout.flush()


main()
