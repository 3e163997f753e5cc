// The lines of all files, each leaf once, and their members.

import DaybookModel

extension SQLViews {
  /// The names that are part of a ledger; anything else, such as a conflict copy, is skipped.
  private static let grammar =
    "([0-9a-f]{16})/[0-9]{12}-([0-9]{12}-[0-9a-f]{32}|[0-9a-f]{16}[.]open)[.]jsonl[.]zst$"

  var logStatements: [String] {
    files + [
      view("daybook_read", "Every line with what it says of itself.", read),
      view(
        "daybook_leaves",
        """
        The lines of every file in their order. A header says how many leaves and events its replica has before it;
        each line after it is the next. A commit counts if a signed one follows in its file and all of its lines are
        valid. Nothing after an invalid commit counts: in an open file, up to the next header; in a sealed file, nothing
        of its frame counts.
        """, leaves),
      kept(
        "daybook_log",
        """
        Each leaf once: an open file and the sealed one made from it hold the same lines. A commit's leaf is its line
        without its signature; "files" are the numbers of the files that hold it. A leaf may have a text and stubs.
        """, log),
    ] + erasingStatements + [
      kept(
        "daybook_events",
        """
        Every event that is applied, without its erased values; "erased" names those fields. It counts at "ordered": its
        "at", if that names its own replica and is at most as many counter steps above the greatest stamp as there are
        events; else its stamp. Of two writes to the same register, the one with the greater (ordered, stamp, hash)
        wins.
        """, events)
    ]
  }

  // MARK: Files

  private var pattern: String {
    let folder = place.hasSuffix("/") ? String(place.dropLast()) : place
    // Spark's default file system may be another one.
    let scheme = dialect == .spark && place.hasPrefix("/") ? "file:" : ""
    return scheme + Self.escaped(folder, dialect) + "/replicas/*/*.jsonl.zst"
  }

  /// A folder's name as a glob that finds it alone.
  static func escaped(_ folder: String, _ dialect: SQLDialect) -> String {
    var text = ""
    for character in folder {
      switch (character, dialect) {
      case ("[", .duckdb), ("*", .duckdb), ("?", .duckdb): text += "[\(character)]"
      case ("[", .spark), ("]", .spark), ("*", .spark), ("?", .spark), ("{", .spark), ("}", .spark),
        ("\\", .spark), (",", .spark), ("^", .spark):
        text += "\\\(character)"
      default: text.append(character)
      }
    }
    return text
  }

  private var files: [String] {
    let comment = "The files' lines as they are: their hashes are of these bytes."
    let name = dialect.pattern(Self.grammar)
    switch dialect {
    case .duckdb:
      return [
        view(
          "daybook_lines", comment,
          """
            SELECT regexp_extract(filename, \(name), 1) AS replica, filename AS file, row_number() OVER () AS place,
              CAST(json AS VARCHAR) AS line
            FROM read_ndjson_objects(\(dialect.text(pattern)), compression = 'zstd', filename = true,
              -- A line that cannot be read is null.
              ignore_errors = true)
            WHERE regexp_matches(filename, \(name))
          """)
      ]
    case .spark:
      return [
        isLive
          ? ""
          : Self.comment("Tables that an earlier session left in the warehouse are replaced.")
            + "SET spark.sql.legacy.allowNonEmptyLocationInCTAS = true;\n",
        Self.comment("Each file whole: at most 64 MiB.")
          + "CREATE OR REPLACE TEMPORARY VIEW daybook_files USING text\n"
          + "  OPTIONS (path \(dialect.text(pattern)), wholetext 'true');\n",
        view(
          "daybook_lines", comment,
          """
            SELECT regexp_extract(file, \(name), 1) AS replica, file, place,
              -- A line that cannot be read is null: cutting puts this sign for what is not UTF-8.
              CASE WHEN is_text OR NOT contains(line, '\u{fffd}') THEN line END AS line
            FROM (SELECT input_file_name() AS file, value, is_valid_utf8(value) AS is_text FROM daybook_files) AS files
            LATERAL VIEW posexplode(split(trim(TRAILING '\\n' FROM value), '\\n')) AS place, line
            WHERE regexp_like(file, \(name))
          """),
      ]
    }
  }

  // MARK: Events

  /// The columns whose names differ from their keys': those are words of SQL.
  private static let columns: [EventKey: String] = [
    .over: "made_over", .set: "fields", .rel: "relation", .to: "target",
  ]

  private static let keys: [(key: EventKey, name: String, column: String)] =
    EventKey.known.filter { $0 != .salt }.map { ($0, $0.name, columns[$0] ?? $0.name) }

  private var events: String {
    let quote = dialect.name
    let columns = Self.keys.filter { $0.key != .over && $0.key != .set }.map { key in
      let value = "item.\(quote(key.name))"
      switch key.key {
      // What is left of a line has no reason, and its author only with a field.
      case .why: return "CASE WHEN is_erased THEN NULL ELSE \(value) END AS \(quote("why"))"
      case .by:
        return "CASE WHEN erased IS NOT NULL AND fields IS NULL THEN NULL ELSE \(value) END AS \(quote("by"))"
      default: return value + (key.name == key.column ? "" : " AS \(key.column)")
      }
    }
    let ops = EventOperation.table.filter { !$0.effects.isEmpty }.map(\.operation.rawValue)
    return """
        WITH
          read AS (
            SELECT replica, leaf, commit_leaf, hash, line, is_stub,
              \(item) AS item, \(clearsOver) AS clears_over
            FROM daybook_counted),
          marked AS (
            SELECT read.*, e.hash IS NOT NULL AS is_erased, \(erasedNames) AS erased
            FROM read LEFT JOIN daybook_erased AS e ON e.hash = read.hash AND e.replica = read.replica
              AND e.kind = item.kind AND e.id = item.id AND item.kind NOT IN \(dialect.texts(Self.protectedKinds))),
          kept AS (SELECT *, \(fieldsLeft) AS fields FROM marked),
          reach AS (
            SELECT \(dialect.steps("stamp")) + count AS steps
            FROM (
              SELECT max(\(dialect.stamp)) AS stamp, count(*) AS count FROM daybook_counted) AS held)
        SELECT replica, leaf, commit_leaf, hash,
          CASE WHEN right(item.\(quote("at")), 16) = right(item.stamp, 16)
              AND \(dialect.steps("item.\(quote("at"))")) <= (SELECT steps FROM reach)
            THEN item.\(quote("at")) ELSE item.stamp END AS ordered,
          \(columns.joined(separator: ",\n    ")), fields,
          CASE WHEN \(dialect == .duckdb ? "len" : "size")(erased) > 0 THEN erased END AS erased,
          CASE WHEN clears_over THEN 'null' ELSE item.\(quote("over")) END AS made_over,
          item.op = 'sync' AND item.server IS NOT NULL AS is_server
        FROM kept WHERE item.op IN \(dialect.texts(ops))
      """
  }

  /// The line's members by name.
  private var item: String {
    func type(_ key: EventKey) -> (duckdb: String, spark: String) {
      switch key.form {
      case .positiveInteger, .integer: ("BIGINT", "BIGINT")
      case .flag: ("BOOLEAN", "BOOLEAN")
      case .object, .stampsOrNulls: ("JSON", "STRING")
      case .stamp, .time, .text, .stampOrNull, .name, .anything: ("VARCHAR", "STRING")
      }
    }
    switch dialect {
    case .duckdb:
      let members = Self.keys.map { "\"\($0.name)\": \"\(type($0.key).duckdb)\"" }
      return "from_json(line, '{\(members.joined(separator: ",\n          "))}')"
    case .spark:
      let members = Self.keys.map { "`\($0.name)` \(type($0.key).spark)" }
      return "from_json(line, '\(members.joined(separator: ",\n          "))')"
    }
  }

  /// Whether `over` is null, not absent.
  private var clearsOver: String {
    switch dialect {
    case .duckdb: "coalesce(json_type(line, '$.over') = 'NULL', false)"
    case .spark:
      "CASE WHEN line LIKE '%\"over\"%' OR contains(line, \(dialect.text("\\u"))) THEN coalesce(is_variant_null(variant_get(parse_json(line), '$.over', 'variant')), false) ELSE false END"
    }
  }
}

// What was ever written.

extension SQLViews {
  var historyStatement: String {
    let by = dialect.name("by")
    let at = dialect.name("at")
    let words = dialect.words
    return view(
      "daybook_history",
      """
      A row for each field and link that an event wrote, and one for an event that wrote none, such as a delete or a
      source's presence. Values are JSON, as they were written.
      """,
      """
        WITH
          entries AS (
            \(entries(where: "fields IS NOT NULL")))
        SELECT stamp, \(at), replica, seq, op, kind, id, v, entry.key AS field,
          coalesce(CAST(entry.value AS \(words)), 'null') AS value, CAST(NULL AS \(words)) AS target, \(by), why
        FROM entries
        UNION ALL
        SELECT stamp, \(at), replica, seq, op, kind, id, v, relation, NULL, target, \(by), why
        FROM daybook_events WHERE relation IS NOT NULL OR fields IS NULL OR fields = '{}'
      """)
  }
}
