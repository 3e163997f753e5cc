// The lines of all files, each leaf once, and what they say.

extension SQLViews {
  /// The names that are part of a ledger; anything else, such as a conflict copy, is passed over.
  private static let grammar =
    "([0-9a-f]{16})/[0-9]{12}-([0-9]{12}-[0-9a-f]{32}|[0-9a-f]{16}[.]open)[.]jsonl[.]zst$"

  var logStatements: [String] {
    files + [
      view(
        "daybook_leaves",
        """
        The lines of every file in their order. A header says how many leaves its replica has before it; each line
        after it is the next. A commit counts if a signed one follows in its file, and none of its lines is broken or
        another replica's.
        """, leaves),
      kept(
        "daybook_log",
        "Each leaf once: an open file and the sealed one made from it hold the same lines.",
        """
          SELECT DISTINCT replica, leaf, commit_leaf, type, line FROM daybook_leaves
          WHERE type <> 'daybook' AND place <= signed_until AND is_sound
        """),
      kept(
        "daybook_events",
        """
        Every event that is applied. It counts at "ordered"; of two that wrote the same the greater of
        (ordered, stamp, hash) wins.
        """, events),
    ]
  }

  // MARK: Files

  private var pattern: String {
    let folder = place.hasSuffix("/") ? String(place.dropLast()) : place
    // Where Spark's own files are may be somewhere else.
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
            SELECT regexp_extract(filename, \(name), 1) AS replica, filename AS file, row_number() OVER () AS place, line
            FROM read_csv(\(dialect.text(pattern)), compression = 'zstd', filename = true,
              columns = {'line': 'VARCHAR'}, header = false, auto_detect = false,
              delim = chr(1), quote = '', escape = '', comment = '', new_line = '\\n', max_line_size = 2097152)
            WHERE regexp_matches(filename, \(name))
          """)
      ]
    case .spark:
      return [
        isLive
          ? ""
          : Self.comment("What an earlier session left in the warehouse is written anew.")
            + "SET spark.sql.legacy.allowNonEmptyLocationInCTAS = true;\n",
        Self.comment("Each file whole: at most 64 MiB.")
          + "CREATE OR REPLACE TEMPORARY VIEW daybook_files USING text\n"
          + "  OPTIONS (path \(dialect.text(pattern)), wholetext 'true');\n",
        view(
          "daybook_lines", comment,
          """
            SELECT regexp_extract(file, \(name), 1) AS replica, file, place, line
            FROM (SELECT input_file_name() AS file, value FROM daybook_files) AS files
            LATERAL VIEW posexplode(split(value, '\\n')) AS place, line
            WHERE regexp_like(file, \(name)) AND line <> ''
          """),
      ]
    }
  }

  // MARK: Leaves

  private var leaves: String {
    let isWhole = dialect == .duckdb ? "json_valid(line)" : "try_parse_json(line) IS NOT NULL"
    let size = dialect == .duckdb ? "json_extract_string(line, '$.size')" : "get_json_object(line, '$.size')"
    return """
        WITH
          typed AS (
            -- Told by the first key: daybook for a header, stamp for an event, commit.
            SELECT replica, file, place, line, regexp_extract(line, \(dialect.pattern(#"^\s*[{]\s*"([^"]*)""#)), 1) AS type
            FROM daybook_lines),
          told AS (
            SELECT *, CASE WHEN type = 'daybook' THEN CAST(\(size) AS BIGINT) END AS size,
              CASE WHEN type = 'daybook' THEN place END AS header,
              type = 'commit' AND \(dialect == .duckdb ? "regexp_matches" : "regexp_like")(line, \(dialect.pattern(#","sig":"[^"]*"\s*[}]\s*$"#))) AS is_signed,
              \(isWhole) AND (type <> 'stamp'
                OR regexp_extract(line, \(dialect.pattern(#"^\s*[{]\s*"stamp"\s*:\s*"[^"]{30}([0-9a-f]{16})""#)), 1) = replica) AS is_whole
            FROM typed),
          numbered AS (
            SELECT *,
              max(size) OVER (PARTITION BY file ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
                + place - 1
                - max(header) OVER (PARTITION BY file ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS leaf,
              count(CASE WHEN type = 'commit' THEN 1 END) OVER (PARTITION BY file ORDER BY place
                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS commits_before,
              max(CASE WHEN is_signed THEN place END) OVER (PARTITION BY file) AS signed_until
            FROM told)
        SELECT replica, file, place, leaf, type, line, signed_until,
          min(CASE WHEN type <> 'daybook' THEN leaf END) OVER (PARTITION BY file, commits_before) AS commit_leaf,
          min(CASE WHEN is_whole THEN 1 ELSE 0 END) OVER (PARTITION BY file, commits_before) = 1 AS is_sound
        FROM numbered
      """
  }

  // MARK: Events

  private static let keys: [(name: String, column: String)] = [
    ("stamp", "stamp"), ("seq", "seq"), ("op", "op"), ("kind", "kind"), ("id", "id"), ("v", "v"),
    ("at", "at"),
    ("server", "server"), ("present", "present"), ("over", "made_over"), ("was", "was"), ("acks", "acks"),
    ("set", "fields"), ("rel", "relation"), ("to", "target"), ("by", "by"), ("why", "why"),
  ]

  private var events: String {
    let quote = dialect.name
    let columns = Self.keys.map { key in
      "item.\(quote(key.name))" + (key.name == key.column ? "" : " AS \(key.column)")
    }.filter { !$0.hasPrefix("item.\(quote("over"))") }
    let ops = ["upsert", "link", "unlink", "dismiss", "restore", "delete", "sync"]
    return """
        WITH
          read AS (
            SELECT replica, leaf, commit_leaf, \(dialect.bytesOfLeaf) AS hash,
              \(item) AS item, \(clearsOver) AS clears_over
            FROM daybook_log WHERE type = 'stamp')
        SELECT replica, leaf, commit_leaf, hash, coalesce(item.\(quote("at")), item.stamp) AS ordered,
          \(columns.joined(separator: ",\n    ")),
          CASE WHEN clears_over THEN 'null' ELSE item.\(quote("over")) END AS made_over,
          item.op = 'sync' AND item.server IS NOT NULL AS is_server
        FROM read WHERE item.op IN \(dialect.texts(ops))
      """
  }

  /// The line's members by name.
  private var item: String {
    let wide: [String: (duckdb: String, spark: String)] = [
      "seq": ("BIGINT", "BIGINT"), "v": ("BIGINT", "BIGINT"), "present": ("BOOLEAN", "BOOLEAN"),
      "set": ("JSON", "STRING"), "was": ("JSON", "STRING"),
    ]
    switch dialect {
    case .duckdb:
      let members = Self.keys.map { "\"\($0.name)\": \"\(wide[$0.name]?.duckdb ?? "VARCHAR")\"" }
      return "from_json(line, '{\(members.joined(separator: ",\n          "))}')"
    case .spark:
      let members = Self.keys.map { "`\($0.name)` \(wide[$0.name]?.spark ?? "STRING")" }
      return "from_json(line, '\(members.joined(separator: ",\n          "))')"
    }
  }

  /// Whether `over` is null, not absent.
  private var clearsOver: String {
    switch dialect {
    case .duckdb: "coalesce(json_type(line, '$.over') = 'NULL', false)"
    case .spark:
      "CASE WHEN line LIKE '%\"over\"%' THEN coalesce(is_variant_null(variant_get(parse_json(line), '$.over', 'variant')), false) ELSE false END"
    }
  }
}
