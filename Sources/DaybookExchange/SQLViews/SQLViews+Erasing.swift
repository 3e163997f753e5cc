// Erasing: the lines that erase events name, the stubs that they vouch for, and what is left. FileFormat's "Erasing".

import DaybookLog

extension SQLViews {
  private static let hash = "[0-9a-f]{64}"
  private static let replica = "[0-9a-f]{16}"
  /// A list of strings.
  static let names = #"^\[(,?"([^"\\]|\\.)*")*\]$"#

  var erasingStatements: [String] {
    [
      kept(
        "daybook_erasing", "The erase events: what they say of a line, or of an erasure as a whole.", erasing),
      kept(
        "daybook_erased",
        """
        The lines with erased values, and the erased fields: all of them, or those named. Every erase event counts whose
        erasure is not withdrawn, or was withdrawn when the line's replica had already begun it.
        """, erased),
      kept(
        "daybook_vouched",
        "The stubs that erase events vouch for, and whether one of the line's own replica does, or one that it signed.",
        """
          SELECT hash, line_replica AS replica, kind, id, stub,
            max(CASE WHEN replica = line_replica OR is_signed THEN 1 ELSE 0 END) = 1 AS is_own
          FROM daybook_erasing WHERE is_line GROUP BY hash, line_replica, kind, id, stub
        """),
      kept(
        "daybook_counted",
        """
        The lines of events that count: the text where a file has it, else a stub that somebody vouches for. A stub
        that still has values counts only if its own replica vouches for it.
        """, counted),
    ]
  }

  static var protectedKinds: [String] { StubRules.protectedKinds.sorted() }

  private var erasing: String {
    let keys = ["of", "act", "author", "replica", "leaf", "stub", "fields", "signed"]
    func of(_ key: String) -> String {
      let place = keys.firstIndex(of: key) ?? 0
      return dialect == .duckdb ? "CAST(members[\(place + 1)] AS VARCHAR)" : "members[\(place)]"
    }
    func matches(_ key: String, _ pattern: String) -> String {
      "coalesce(\(dialect.matches(of(key), "^\"\(pattern)\"$")), false)"
    }
    func inside(_ key: String) -> String { "substr(\(of(key)), 2, length(\(of(key))) - 2)" }
    let isAct = "coalesce(\(of("act")) LIKE '\"%', false)"
    let isLine =
      "NOT \(isAct) AND \(matches("replica", Self.replica)) AND \(matches("leaf", Self.hash))"
      + " AND \(matches("stub", Self.hash)) AND coalesce(\(dialect.matches(of("fields"), Self.names)), true)"
      + " AND kind NOT IN \(dialect.texts(Self.protectedKinds))"
    return """
        WITH
          read AS (
            SELECT replica, \(dialect.textOf("op")) AS op, \(dialect.textOf("kind")) AS kind, \(dialect.textOf("id")) AS id,
              \(dialect.members(keys.map { "erases." + $0 })) AS members
            FROM daybook_log
            WHERE type = 'stamp' AND (contains(line, 'erases') OR contains(line, \(dialect.text("\\u"))))),
          said AS (SELECT *, \(dialect.string(of("of"))) AS erasure FROM read WHERE op = 'erase')
        SELECT replica, kind, id, erasure, \(isLine) AS is_line,
          CASE WHEN \(isAct) AND \(matches("author", Self.replica)) AND kind = 'daybook.erasure' AND id = erasure
            THEN \(inside("act")) END AS act,
          \(inside("author")) AS asker, \(inside("replica")) AS line_replica, \(inside("leaf")) AS hash,
          \(inside("stub")) AS stub, \(of("fields")) AS fields,
          coalesce(\(of("signed")) LIKE '{%', false) AS is_signed
        FROM said WHERE erasure IS NOT NULL
      """
  }

  private var erased: String {
    let names =
      dialect == .duckdb
      ? "flatten(list(from_json(coalesce(l.fields, '[]'), '[\"VARCHAR\"]')))"
      : "flatten(collect_list(from_json(coalesce(l.fields, '[]'), 'ARRAY<STRING>')))"
    return """
        SELECT l.hash, l.line_replica AS replica, l.kind, l.id,
          max(CASE WHEN l.fields IS NULL THEN 1 ELSE 0 END) = 1 AS is_all, \(names) AS names
        FROM daybook_erasing AS l
          LEFT JOIN (SELECT DISTINCT asker, erasure FROM daybook_erasing WHERE act = 'withdrawn') AS w
            ON w.asker = l.replica AND w.erasure = l.erasure
          LEFT JOIN (SELECT DISTINCT asker, erasure, replica FROM daybook_erasing WHERE act = 'begun') AS b
            ON b.asker = l.replica AND b.erasure = l.erasure AND b.replica = l.line_replica
        WHERE l.is_line AND (w.erasure IS NULL OR b.erasure IS NOT NULL)
        GROUP BY l.hash, l.line_replica, l.kind, l.id
      """
  }

  private var counted: String {
    let place = "replica, leaf, commit_leaf, hash"
    let count =
      dialect == .duckdb
      ? "json_array_length(line, '$.erased.fields')"
      : "json_array_length(get_json_object(line, '$.erased.fields'))"
    return """
        WITH
          stubs AS (
            SELECT \(place), line, \(dialect.textOf("kind")) AS kind, \(dialect.textOf("id")) AS id,
              \(dialect.hash("line")) AS stub, \(dialect.member("set")) IS NOT NULL AS has_set,
              \(count) AS erased_count
            FROM daybook_log WHERE type = 'stub'),
          vouched AS (
            -- Of several that which has the most left.
            SELECT s.*, row_number() OVER (PARTITION BY s.replica, s.leaf, s.commit_leaf, s.hash
              ORDER BY s.erased_count, s.stub) AS nth
            FROM stubs AS s JOIN daybook_vouched AS v ON v.hash = s.hash AND v.replica = s.replica AND v.kind = s.kind
              AND v.id = s.id AND v.stub = s.stub AND (v.is_own OR NOT s.has_set)
            LEFT JOIN (SELECT DISTINCT replica, leaf, hash FROM daybook_log WHERE type = 'stamp') AS t
              ON t.replica = s.replica AND t.leaf = s.leaf AND t.hash = s.hash
            WHERE t.hash IS NULL)
        SELECT \(place), line, false AS is_stub FROM daybook_log WHERE type = 'stamp'
        UNION ALL
        SELECT \(place), line, true AS is_stub FROM vouched WHERE nth = 1
      """
  }

  // MARK: What is left of an event

  /// The names of an event's erased fields; null where nothing of it is erased. Of `read` joined with `e`.
  var erasedNames: String {
    let (former, newly): (String, String)
    switch dialect {
    case .duckdb:
      former = "from_json(json_extract(line, '$.erased.fields'), '[\"VARCHAR\"]')"
      newly =
        "list_filter(coalesce(json_keys(item.\"set\"), []), lambda k: e.is_all OR list_contains(e.names, k))"
      return """
        CASE WHEN is_stub OR e.hash IS NOT NULL THEN list_concat(
              CASE WHEN is_stub THEN \(former) ELSE CAST([] AS VARCHAR[]) END,
              CASE WHEN e.hash IS NOT NULL THEN \(newly) ELSE CAST([] AS VARCHAR[]) END) END
        """
    case .spark:
      former = "from_json(get_json_object(line, '$.erased.fields'), 'ARRAY<STRING>')"
      newly =
        "filter(coalesce(json_object_keys(item.`set`), array()), k -> e.is_all OR array_contains(e.names, k))"
      return """
        CASE WHEN is_stub OR e.hash IS NOT NULL THEN concat(
              CASE WHEN is_stub THEN \(former) ELSE CAST(array() AS ARRAY<STRING>) END,
              CASE WHEN e.hash IS NOT NULL THEN \(newly) ELSE CAST(array() AS ARRAY<STRING>) END) END
        """
    }
  }

  /// An event's fields without those that are erased; null where none is left.
  var fieldsLeft: String {
    let set = "item.\(dialect.name("set"))"
    let left: String
    switch dialect {
    case .duckdb:
      left = """
        CAST('{' || nullif(array_to_string(list_transform(
              list_filter(map_entries(from_json(\(set), '"MAP(VARCHAR, JSON)"')), lambda x: NOT list_contains(erased, x.key)),
              lambda x: CAST(to_json(x.key) AS VARCHAR) || ':' || coalesce(CAST(x.value AS VARCHAR), 'null')), ','), '') || '}' AS JSON)
        """
    case .spark:
      left = """
        nullif(to_json(map_filter(from_json(\(set), 'MAP<STRING, VARIANT>'), (k, v) -> NOT array_contains(erased, k))), '{}')
        """
    }
    return "CASE WHEN erased IS NULL OR \(set) IS NULL THEN \(set) ELSE \(left) END"
  }

  /// The erased fields that an event wrote, as rows of `daybook_writes`.
  func erasedWrites(_ common: String, _ map: String, _ has: String, _ was: String) -> String {
    let each = dialect == .duckdb ? "unnest(erased)" : "explode(erased)"
    return """
      SELECT \(common), 'field' AS what, name, '' AS target, CAST(NULL AS \(dialect.words)) AS value,
          coalesce(\(has)(read, name), false) AS has_was, \(was) AS was
        FROM (
          SELECT *, \(each) AS name, CASE WHEN was IS NOT NULL AND NOT is_server THEN \(map) END AS read
          FROM daybook_events WHERE op <> 'delete' AND erased IS NOT NULL) AS gone
      """
  }
}
