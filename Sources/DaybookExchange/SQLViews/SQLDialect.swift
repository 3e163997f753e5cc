/// An engine that reads the files by itself, and its dialect of SQL. The rest of a script is the same for both engines,
/// so that the rules are expressed only once.
package enum SQLDialect: String, CaseIterable, Sendable {
  /// DuckDB 1.3 or later.
  case duckdb
  /// Spark SQL 4.0 or later, which has VARIANT.
  case spark
}

extension SQLDialect {
  // MARK: Names and literals

  /// A quoted identifier, from any text, including keywords.
  func name(_ text: String) -> String {
    switch self {
    case .duckdb: "\"" + text.replacing("\"", with: "\"\"") + "\""
    case .spark: "`" + text.replacing("`", with: "``") + "`"
    }
  }

  /// A quoted literal. Spark reads backslashes in one, DuckDB does not.
  func text(_ text: String) -> String {
    switch self {
    case .duckdb: "'" + text.replacing("'", with: "''") + "'"
    case .spark: "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
  }

  /// A list of literals for `IN`.
  func texts(_ texts: [String]) -> String { "(" + texts.map { text($0) }.joined(separator: ", ") + ")" }

  /// A literal with a regular expression, whose backslashes are kept.
  func pattern(_ text: String) -> String {
    switch self {
    case .duckdb: self.text(text)
    case .spark: "r'" + text + "'"
    }
  }

  /// The type of text.
  var words: String { self == .duckdb ? "VARCHAR" : "STRING" }

  // MARK: Aggregates

  /// The value where `key` is greatest, null if that is.
  func last(_ value: String, by key: String, where condition: String? = nil) -> String {
    (self == .duckdb ? "arg_max_null" : "max_by") + "(\(value), \(key))" + filter(condition)
  }

  /// The value where `key` is least.
  func first(_ value: String, by key: String, where condition: String? = nil) -> String {
    (self == .duckdb ? "arg_min" : "min_by") + "(\(value), \(key))" + filter(condition)
  }

  /// Of a group that has one such value.
  func only(_ value: String, where condition: String) -> String { "any_value(\(value))" + filter(condition) }

  /// The values in the order of `key`.
  func list(_ value: String, by key: String, where condition: String? = nil) -> String {
    switch self {
    case .duckdb: "list(\(value) ORDER BY \(key))" + filter(condition)
    case .spark:
      "transform(array_sort(collect_list(named_struct('key', \(key), 'value', \(value)))\(filter(condition))), x -> x.value)"
    }
  }

  private func filter(_ condition: String?) -> String { condition.map { " FILTER (WHERE \($0))" } ?? "" }

  var emptyList: String { self == .duckdb ? "CAST([] AS VARCHAR[])" : "CAST(array() AS ARRAY<STRING>)" }

  func joined(_ list: String, by separator: String = ",") -> String {
    (self == .duckdb ? "array_to_string" : "array_join") + "(\(list), \(text(separator)))"
  }

  func record(_ members: [String]) -> String {
    switch self {
    case .duckdb: "struct_pack(" + members.map { "\($0) := \($0)" }.joined(separator: ", ") + ")"
    case .spark: "named_struct(" + members.map { "'\($0)', \($0)" }.joined(separator: ", ") + ")"
    }
  }

  func matches(_ text: String, _ pattern: String) -> String {
    (self == .duckdb ? "regexp_matches" : "regexp_like") + "(\(text), \(self.pattern(pattern)))"
  }

  // MARK: JSON

  /// The text of a JSON string; null of any other value.
  func string(_ json: String) -> String {
    let text =
      self == .duckdb
      ? "json_extract_string(\(json), '$')" : "try_variant_get(try_parse_json(\(json)), '$', 'string')"
    return "CASE WHEN \(json) LIKE '\"%' THEN \(text) END"
  }

  /// The value's column, from its JSON; null where it is not of the type.
  func typed(_ json: String, _ type: SQLType) -> String {
    switch type {
    case .text: string(json)
    case .flag: "CASE \(json) WHEN 'true' THEN true WHEN 'false' THEN false END"
    case .whole: "CASE WHEN \(matches(json, "^-?[0-9]+$")) THEN TRY_CAST(\(json) AS BIGINT) END"
    case .number: "CASE WHEN \(matches(json, "^-?[0-9]")) THEN TRY_CAST(\(json) AS DOUBLE) END"
    case .time:
      """
      CASE WHEN \(matches(json, #"^"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z"$"#))
            THEN TRY_CAST(substr(\(json), 2, 23) AS \(self == .duckdb ? "TIMESTAMP" : "TIMESTAMP_NTZ")) END
      """
    case .day:
      "CASE WHEN \(matches(json, #"^"[0-9]{4}-[0-9]{2}-[0-9]{2}"$"#)) THEN TRY_CAST(substr(\(json), 2, 10) AS DATE) END"
    case .json:
      self == .duckdb ? "CAST(nullif(\(json), 'null') AS JSON)" : "nullif(\(json), 'null')"
    }
  }

  /// The hash of a line that is not a stub.
  var bytesOfLeaf: String {
    switch self {
    case .duckdb: "sha256('\\x00'::BLOB || encode(line))"
    case .spark: "sha2(concat(X'00', encode(line, 'UTF-8')), 256)"
    }
  }

  func hash(_ text: String) -> String {
    self == .duckdb ? "sha256(encode(\(text)))" : "sha2(encode(\(text), 'UTF-8'), 256)"
  }

  // MARK: Lines

  /// The JSON of members of `line`, by their paths: a list.
  func members(_ paths: [String]) -> String {
    switch self {
    case .duckdb: "json_extract(line, [\(paths.map { "'$.\($0)'" }.joined(separator: ", "))])"
    case .spark: "array(\(paths.map { member($0) }.joined(separator: ", ")))"
    }
  }

  /// The JSON of a member of `line`, null if there is none.
  func member(_ path: String) -> String {
    switch self {
    case .duckdb: "CAST(json_extract(line, '$.\(path)') AS VARCHAR)"
    case .spark: "to_json(try_variant_get(try_parse_json(line), '$.\(path)', 'variant'))"
    }
  }

  /// The text of a member of `line`.
  func textOf(_ path: String) -> String {
    (self == .duckdb ? "json_extract_string" : "get_json_object") + "(line, '$.\(path)')"
  }

  // MARK: Stamps

  /// Of an event's line.
  var stamp: String {
    (self == .duckdb ? "json_extract_string" : "get_json_object") + "(line, '$.stamp')"
  }

  /// A stamp's time in counter steps since 1970; null for a text that is not a stamp.
  func steps(_ stamp: String) -> String {
    let milliseconds =
      self == .duckdb
      ? "CAST(epoch_ms(TRY_CAST(substr(\(stamp), 1, 23) AS TIMESTAMP)) AS DECIMAL(38, 0))"
      : "CAST(unix_millis(TRY_CAST(substr(\(stamp), 1, 24) AS TIMESTAMP)) AS DECIMAL(38, 0))"
    let digits = (0..<4).map { place in
      "(instr('0123456789abcdef', substr(\(stamp), \(26 + place), 1)) - 1) * \(1 << (12 - 4 * place))"
    }
    return "(\(milliseconds) * 65536 + \(digits.joined(separator: " + ")))"
  }

  /// A text with this property: exactly the stamps below the given one are less than or equal to it.
  func below(_ stamp: String) -> String {
    "left(\(stamp), 45) || chr(ascii(right(\(stamp), 1)) - 1) || '~'"
  }

  // MARK: Statements

  /// A view, which is computed whenever it is read.
  func view(_ name: String, _ query: String) -> String {
    "CREATE OR REPLACE TEMP\(self == .duckdb ? "" : "ORARY") VIEW \(name) AS\n\(query);\n"
  }

  /// A table that the views share, which is computed once.
  func kept(_ name: String, _ query: String) -> String {
    switch self {
    case .duckdb: "CREATE OR REPLACE TEMP TABLE \(name) AS\n\(query);\n"
    // A cached view would be planned again for each use, with everything that it is made of.
    case .spark: "DROP TABLE IF EXISTS \(name);\nCREATE TABLE \(name) USING parquet AS\n\(query);\n"
    }
  }
}

/// What a column holds.
enum SQLType {
  case text, flag, whole, number
  /// UTC.
  case time
  case day
  /// JSON, as text.
  case json
}
