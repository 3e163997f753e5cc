// A view for each kind: a row for each present entity, as 'daybook query' lists it.

import DaybookModel
import DaybookText
import DaybookView

extension SQLViews {
  func kindStatement(_ kind: KindSchema) -> String {
    var comment = kind.kind
    let projections = kind.fields.filter(\.isProjection).map(\.name)
    if !projections.isEmpty { comment += "; without \(projections.joined(separator: ", "))" }
    if !kind.upcasts.isEmpty {
      comment +=
        "\n_unconverted names the fields that an older version of the schema wrote and the program converts."
    }
    return view(Self.viewName(kind.kind), comment, query(KindColumns(kind, self)))
  }

  private func query(_ kind: KindColumns) -> String {
    let parts = kind.parts
    let tables = parts.map { "\n    \($0.name) AS (\n\($0.query))" }.joined(separator: ",")
    let joins = parts.filter { $0.name != "entities" }.map {
      "\n    LEFT JOIN \($0.name) ON \($0.name).id = e.id"
    }.joined()
    return """
        WITH\(tables)
        SELECT \(dialect.text(kind.schema.kind)) AS _kind, e.id AS _id, e.last_stamp AS _stamp\(kind.columns.map { ",\n    " + $0 }.joined())
        FROM entities AS e\(joins)
      """
  }

  /// The view for kinds of no system: the written fields, as JSON.
  var rawStatement: String {
    let quoted = { (column: String) in
      dialect == .duckdb ? "CAST(to_json(\(column)) AS VARCHAR)" : "to_json(CAST(\(column) AS VARIANT))"
    }
    let pairs = dialect.joined(dialect.list("\(quoted("f.name")) || ':' || f.value", by: "f.name"))
    let names = dialect.joined(dialect.list(quoted("target"), by: "write"))
    let known = all.isEmpty ? "" : "\n  WHERE e.is_there AND e.kind NOT IN \(dialect.texts(all.map(\.kind)))"
    return view(
      "daybook_raw", "Entities of kinds that no system declares: their fields and links as one JSON object.",
      """
        WITH
          linked AS (
            SELECT kind, id, relation AS name, '[' || \(names) || ']' AS value
            FROM daybook_edges GROUP BY kind, id, relation),
          members AS (
            SELECT kind, id, field AS name, value FROM daybook_fields
            UNION ALL
            SELECT l.kind, l.id, CASE WHEN f.field IS NULL THEN l.name ELSE l.name || '[]' END, l.value
            FROM linked AS l LEFT JOIN daybook_fields AS f ON f.kind = l.kind AND f.id = l.id AND f.field = l.name),
          objects AS (
            SELECT f.kind, f.id, '{' || \(pairs) || '}' AS fields FROM members AS f GROUP BY f.kind, f.id)
        SELECT e.kind AS _kind, e.id AS _id, e.last_stamp AS _stamp, \(dialect == .duckdb ? "CAST(coalesce(o.fields, '{}') AS JSON)" : "coalesce(o.fields, '{}')") AS fields
        FROM daybook_entities AS e LEFT JOIN objects AS o ON o.kind = e.kind AND o.id = e.id\(known)
      """)
  }

  /// A view for each of them, by a name that neither the script itself nor a registered kind has.
  func rawKindStatements(besides own: [String]) -> [String] {
    let words = own.flatMap { $0.utf8.split { !Self.isOfWord($0) } }.map { String(Substring($0)) }
    var names = SQLNames(
      taken: words.filter { $0.hasPrefix("daybook_") } + all.map { Self.viewName($0.kind) })
    return rawKinds.map { kind in
      view(
        dialect.name(names.take(kind: kind)), JSONValue.string(kind).description,
        "  SELECT * FROM daybook_raw WHERE _kind = \(dialect.text(kind))")
    }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
    default: false
    }
  }
}

/// The columns of one kind's view, and the tables that they come from.
private struct KindColumns {
  let schema: KindSchema
  let views: SQLViews

  init(_ schema: KindSchema, _ views: SQLViews) { (self.schema, self.views) = (schema, views) }

  private var dialect: SQLDialect { views.dialect }
  private var kind: String { dialect.text(schema.kind) }

  private enum Source {
    case stored
    case one(RelationSchema)
    case many(RelationSchema)
    case inverse(RelationSchema)
  }

  /// Nil for a field that is not a column.
  private func source(_ field: FieldSchema) -> Source? {
    if field.name == "id" || field.isProjection { return nil }
    if let relation = schema.relations.first(where: { $0.name == field.name }) {
      return relation.isToMany ? .many(relation) : .one(relation)
    }
    if let relation = schema.inverses.first(where: { $0.inverse == field.name }) { return .inverse(relation) }
    return .stored
  }

  private var fields: [(field: FieldSchema, source: Source)] {
    schema.fields.compactMap { field in source(field).map { (field, $0) } }
  }

  private var stored: [FieldSchema] {
    fields.compactMap { if case .stored = $0.source { $0.field } else { nil } }
  }

  // MARK: Tables

  /// All but the entities themselves are joined to them.
  var parts: [(name: String, query: String)] {
    var parts = [("entities", entities)]
    if !schema.provided.isEmpty { parts.insert(("provided", provided), at: 0) }
    if !stored.isEmpty { parts.append(("written", written)) }
    if stored.contains(where: { $0.merge != nil }) { parts.append(("merged", merged)) }
    let out = fields.compactMap { part -> String? in
      switch part.source {
      case .one(let relation):
        dialect.only("target", where: "relation = \(dialect.text(relation.name))") + alias(part.field)
      case .many(let relation):
        dialect.list("target", by: "write", where: "relation = \(dialect.text(relation.name))")
          + alias(part.field)
      default: nil
      }
    }
    if !out.isEmpty {
      parts.append(
        (
          "refers",
          """
                -- Those it refers to, without the ones that are gone.
                SELECT l.id,
                  \(out.joined(separator: ",\n            "))
                FROM daybook_links AS l
                  LEFT JOIN daybook_gone AS g ON g.kind = l.target_kind AND g.id = l.target
                WHERE l.kind = \(kind) AND g.id IS NULL GROUP BY l.id
          """
        ))
    }
    if let referred { parts.append(("referred", referred)) }
    return parts
  }

  private var referred: String? {
    let into = fields.compactMap { part -> String? in
      guard case .inverse(let relation) = part.source else { return nil }
      let condition =
        "l.kind = \(dialect.text(relation.owner)) AND l.relation = \(dialect.text(relation.name))"
      return
        (relation.isInverseToMany
        ? dialect.list("l.id", by: "l.write", where: condition)
        : dialect.first("l.id", by: "l.write", where: condition)) + alias(part.field)
    }
    guard !into.isEmpty else { return nil }
    return """
            -- Those that refer to it and are there.
            SELECT l.target AS id,
              \(into.joined(separator: ",\n            "))
            FROM daybook_links AS l JOIN daybook_entities AS s ON s.kind = l.kind AND s.id = l.id
            WHERE l.target_kind = \(kind) AND s.is_there GROUP BY l.target
      """
  }

  private func alias(_ field: FieldSchema) -> String { " AS " + dialect.name(field.name) }

  private var entities: String {
    let there = """
            SELECT id, first_stamp, last_stamp FROM daybook_entities WHERE kind = \(kind) AND is_there
      """
    guard !schema.provided.isEmpty else { return there }
    return """
            -- Those that are there without an event too, unless somebody deleted them.
            SELECT id, first_stamp, last_stamp FROM daybook_entities WHERE kind = \(kind)
              AND (is_there OR NOT is_gone AND id IN (SELECT id FROM provided))
            UNION ALL
            SELECT id, NULL, NULL FROM provided
            WHERE id NOT IN (SELECT id FROM daybook_entities WHERE kind = \(kind))
      """
  }

  private var provided: String {
    let rows = schema.provided.sorted { $0.key < $1.key }.map { id, values in
      [dialect.text(id)] + stored.map { dialect.text((values[$0.name] ?? $0.defaultValue).description) }
    }
    return views.values(rows, ["id"] + stored.map(\.name), as: "given")
  }

  private var written: String {
    let columns = stored.flatMap { field -> [String] in
      let names = schema.names(of: field.name)
      let condition =
        names.count == 1 ? "field = \(dialect.text(names[0]))" : "field IN \(dialect.texts(names))"
      func read(_ column: String) -> String {
        if names.count == 1 { return dialect.only(column, where: condition) }
        // If one event wrote several names, the present one counts.
        let rank = "CASE field WHEN \(dialect.text(names[0])) THEN 1 ELSE 0 END"
        return dialect.last(column, by: "write || \(rank)", where: condition)
      }
      let version = isConverted(field) ? [read("v") + " AS " + dialect.name("v of " + field.name)] : []
      return [read("value") + alias(field)] + version
    }
    return """
            SELECT id,
              \(columns.joined(separator: ",\n            "))
            FROM daybook_shown WHERE kind = \(kind) GROUP BY id
      """
  }

  private var merged: String {
    let columns = stored.filter { $0.merge != nil }.map { field in
      dialect.only("value", where: "field = \(dialect.text(field.name))") + alias(field)
    }
    return """
            SELECT id, \(columns.joined(separator: ", ")) FROM daybook_merged WHERE kind = \(kind) GROUP BY id
      """
  }

  // MARK: Columns

  private func isConverted(_ field: FieldSchema) -> Bool {
    schema.upcasts.contains { $0.field == field.name }
  }

  var columns: [String] {
    var columns = fields.map { part in
      let name = dialect.name(part.field.name)
      switch part.source {
      case .stored: return dialect.typed(reading(part.field), part.field.type.column) + " AS " + name
      case .one: return "refers.\(name)"
      case .many: return "coalesce(refers.\(name), \(dialect.emptyList)) AS \(name)"
      case .inverse(let relation):
        return relation.isInverseToMany
          ? "coalesce(referred.\(name), \(dialect.emptyList)) AS \(name)" : "referred.\(name)"
      }
    }
    let converted = stored.filter(isConverted)
    if !converted.isEmpty {
      let names = converted.map { field in
        let before = schema.upcasts.filter { $0.field == field.name }.map(\.before).max() ?? 0
        return
          "CASE WHEN written.\(dialect.name("v of " + field.name)) < \(before) THEN \(dialect.text(field.name)) END"
      }
      columns.append("nullif(concat_ws(',', \(names.joined(separator: ", "))), '') AS _unconverted")
    }
    return columns
  }

  /// The field's JSON, with the value that it has while nobody wrote it.
  private func reading(_ field: FieldSchema) -> String {
    let name = dialect.name(field.name)
    var value = "written.\(name)"
    if field.merge != nil { value = "coalesce(merged.\(name), \(value))" }
    // Null is a value only if the field is optional.
    if !field.isOptional { value = "nullif(\(value), 'null')" }
    if !schema.provided.isEmpty { value = "coalesce(\(value), provided.\(name))" }
    switch field.stampDefault {
    case .first?: return "coalesce(\(value), '\"' || left(e.first_stamp, 24) || '\"')"
    case .last?: return "coalesce(\(value), '\"' || left(e.last_stamp, 24) || '\"')"
    case nil:
      return field.defaultValue.isNull
        ? value : "coalesce(\(value), \(dialect.text(field.defaultValue.description)))"
    }
  }
}

extension FieldType {
  fileprivate var column: SQLType {
    switch self {
    case .string, .uuid, .enumeration, .one: .text
    case .bool: .flag
    case .int: .whole
    case .double, .decimal: .number
    case .instant: .time
    case .day: .day
    case .data, .many, .array, .dictionary, .object, .any: .json
    }
  }
}
