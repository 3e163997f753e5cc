import DaybookModel
import DaybookView

// The values of fields with a merge policy that several machines wrote concurrently: the rules of ``MergePolicy``.

extension SQLViews {
  /// The fields with a policy, and the form in which their values are compared.
  private var merging: [(kind: String, field: String, policy: MergePolicy, form: Form)] {
    all.flatMap { kind in
      kind.fields.compactMap { field in
        field.merge.map { (kind.kind, field.name, $0, Form(field.type)) }
      }
    }
  }

  /// What a value must be to count.
  private enum Form: String, CaseIterable {
    case list, whole, number, time, day, text

    init(_ type: FieldType) {
      switch type {
      case .array: self = .list
      case .int: self = .whole
      case .double, .decimal: self = .number
      case .instant: self = .time
      case .day: self = .day
      default: self = .text
      }
    }
  }

  /// A row for each field of an entity that has several heads and reads as one value of them.
  var merged: String {
    let rows = merging.map { field in
      [field.kind, field.field, field.policy.rawValue, field.form.rawValue].map { dialect.text($0) }
    }
    let policies = Set(merging.map(\.policy))
    var parts = [united]
    if policies.contains(.keepBoth) { parts += [kept(.text), kept(.list)] }
    if policies.contains(.maximum) || policies.contains(.minimum) { parts.append(extreme) }
    return """
        WITH
          policies AS (
          \(values(rows, ["kind", "name", "policy", "form"], as: "policies"))),
          several AS (
            SELECT h.kind, h.id, h.name, p.policy, p.form
            FROM daybook_heads AS h JOIN policies AS p ON p.kind = h.kind AND p.name = h.name
            WHERE h.what = 'field' GROUP BY h.kind, h.id, h.name, p.policy, p.form HAVING count(*) > 1),
          -- Each value once, where it was first.
          written AS (
            SELECT h.kind, h.id, h.name, s.policy, s.form, h.value, min(h.write) AS write
            FROM daybook_heads AS h JOIN several AS s ON s.kind = h.kind AND s.id = h.id AND s.name = h.name
              LEFT JOIN daybook_shown AS f ON f.kind = h.kind AND f.id = h.id AND f.field = h.name
            WHERE h.what = 'field' AND h.value IS NOT NULL AND NOT coalesce(f.is_server, false)
            GROUP BY h.kind, h.id, h.name, s.policy, s.form, h.value),
          lists AS (SELECT * FROM written WHERE policy = 'union' AND value LIKE '[%'),
          elements AS (
            \(elements)),
          firsts AS (
            SELECT kind, id, name, CAST(element AS \(dialect.words)) AS element,
              min(write || lpad(CAST(place AS \(dialect.words)), 7, '0')) AS place
            FROM elements GROUP BY kind, id, name, element)
        \(parts.joined(separator: "\n        UNION ALL\n        "))
      """
  }

  private var elements: String {
    switch dialect {
    case .duckdb:
      """
      SELECT kind, id, name, write, unnest(from_json(value, '["JSON"]')) AS element,
              generate_subscripts(from_json(value, '["JSON"]'), 1) AS place FROM lists
      """
    case .spark:
      """
      SELECT l.kind, l.id, l.name, l.write, to_json(x.value) AS element, x.pos AS place
            FROM lists AS l, LATERAL variant_explode(parse_json(l.value)) AS x
      """
    }
  }

  private var united: String {
    """
    SELECT s.kind, s.id, s.name AS field, '[' || coalesce(f.value, '') || ']' AS value
        FROM (SELECT DISTINCT kind, id, name FROM lists) AS s
          LEFT JOIN (SELECT kind, id, name, \(dialect.joined(dialect.list("element", by: "place"))) AS value
            FROM firsts GROUP BY kind, id, name) AS f ON f.kind = s.kind AND f.id = s.id AND f.name = s.name
    """
  }

  /// One after the other: texts on one line each, and the elements of lists. The values' JSON is joined without being
  /// parsed.
  private func kept(_ form: Form) -> String {
    let (open, close, separator, condition) =
      form == .list
      ? ("[", "]", ",", "form = 'list' AND value LIKE '[%'")
      : ("\"", "\"", "\\n", "form = 'text' AND value LIKE '\"%' AND value <> '\"\"'")
    let inside = "substr(value, 2, length(value) - 2)"
    // Empty lists count too: if all lists are empty, the field reads as an empty list.
    let parts = dialect.list(inside, by: "write", where: "length(value) > 2")
    return """
      SELECT kind, id, name AS field,
            \(dialect.text(open)) || coalesce(\(dialect.joined(parts, by: separator)), '') || \(dialect.text(close)) AS value
          FROM written WHERE policy = 'keepBoth' AND \(condition) GROUP BY kind, id, name
      """
  }

  /// The greatest or least of those that are of the field's type.
  private var extreme: String {
    let choices = [MergePolicy.maximum, .minimum].flatMap { policy in
      Form.allCases.filter { $0 != .list }.map { form in
        let condition =
          "policy = '\(policy.rawValue)' AND form = '\(form.rawValue)' AND \(form.rawValue)_key IS NOT NULL"
        let key = form.rawValue + "_key"
        return policy == .maximum
          ? dialect.last("value", by: key, where: condition)
          : dialect.first("value", by: key, where: condition)
      }
    }
    let keys = [
      ("whole", SQLType.whole), ("number", .number), ("time", .time), ("day", .day), ("text", .text),
    ].map { "\(dialect.typed("value", $0.1)) AS \($0.0)_key" }
    return """
      SELECT kind, id, field, value FROM (
            SELECT kind, id, name AS field,
              coalesce(\(choices.joined(separator: ",\n                "))) AS value
            FROM (SELECT *, \(keys.joined(separator: ",\n              ")) FROM written
              WHERE policy IN ('maximum', 'minimum')) AS keyed
            GROUP BY kind, id, name) AS best WHERE value IS NOT NULL
      """
  }
}
