import Daybook
import DaybookModel

/// A `daybook query` with plain arguments.
struct QueryRequest: PlainRequest {
  static let options: [String] = [
    "ledger", "tz", "format", "where", "sort", "limit", "offset", "fields", "group-by",
  ]
  static let unconditional: [String] = ["sort"]
  static let flags: [String] = ["reveal", "count", "include-deleted", "all"]

  var kind: String
  var condition: String?
  var sort: String?
  var limit: Int?
  var offset: Int?
  var fields: String?
  var groupBy: String?
  var count = false
  var includesDeleted = false
  /// Applies on a terminal too.
  var isAll = false
  var ledger: String?
  var format: OutputFormat?
  var tz: String?
  var reveals = false

  init(_ arguments: PlainArguments) throws(PlainArguments.NotPlain) {
    guard arguments.words.count == 1 else { throw PlainArguments.NotPlain() }
    kind = arguments.words[0]
    (condition, sort, fields) = (arguments["where"], arguments["sort"], arguments["fields"])
    (limit, offset) = (try arguments.number("limit"), try arguments.number("offset"))
    (groupBy, count) = (arguments["group-by"], arguments.has("count"))
    (includesDeleted, isAll) = (arguments.has("include-deleted"), arguments.has("all"))
    (ledger, format, tz) = (arguments["ledger"], try arguments.format, arguments["tz"])
    reveals = arguments.has("reveal")
    guard limit ?? 0 >= 0, offset ?? 0 >= 0, !count || groupBy == nil, !isAll || limit == nil else {
      throw PlainArguments.NotPlain()
    }
  }

  func answer(from ledger: borrowing SynchronousLedger) throws -> Bool {
    let query = try query(ledger.schemas)
    guard ledger.schemas.computed(query.kind) == nil else { return false }
    try show(ledger.query(query), of: query, ledger.schemas)
    return true
  }

  func query(_ schemas: SchemaRegistry) throws -> Query {
    var query = Query(kind, limit: limit ?? limitForPeople, offset: offset ?? 0)
    query.condition = try condition.map { text in
      try WhereParser.parse(
        text, kind: kind, registry: schemas, zone: .named(tz), now: SystemClock.now())
    }
    query.sort = Self.names(sort).map { name in
      name.hasPrefix("-") ? SortKey(String(name.dropFirst()), descending: true) : SortKey(name)
    }
    query.fields = fields.map { Self.names($0) }
    query.groupBy = groupBy
    query.isCount = count
    query.includesDeleted = includesDeleted
    return query
  }

  func show(_ found: QueryResult, of query: Query, _ schemas: SchemaRegistry) throws {
    let disclosure = Disclosure(schemas, reveals: reveals, count: HiddenValues.current)
    let result = disclosure.result(found, of: query)
    let output = Output(format)
    if count { return try output.show([("count", .count(result.count))]) }
    if let groups = result.groups, let groupBy {
      let shown = groups.prefix(groupLimitForPeople ?? groups.count)
      let rows = shown.map { OutputRow([(groupBy, $0.value), ("count", .count($0.count))]) }
      try output.show(columns: [groupBy, "count"], rows)
      return TerminalLimit.showRest(groups.count - rows.count, Messages(isJSON: format == .json))
    }
    try show(result.rows, schemas, output)
    if limitForPeople != nil {
      TerminalLimit.showRest(
        result.count - (offset ?? 0) - result.rows.count, Messages(isJSON: format == .json))
    }
  }

  /// The default limit.
  private var limitForPeople: Int? {
    groupBy == nil ? defaultLimit : nil
  }

  private var groupLimitForPeople: Int? { groupBy == nil ? nil : defaultLimit }

  private var defaultLimit: Int? {
    limit == nil && !isAll && !count ? TerminalLimit.count(Output(format)) : nil
  }

  /// A row of a known kind has all its fields; a row of a raw kind has the fields that were written.
  private func show(_ rows: [Row], _ schemas: SchemaRegistry, _ output: Output) throws {
    let zone = output.format == .table ? try TimeZoneRule.named(tz) : nil
    let rows = rows.map { row in
      var shown = OutputRow(zone.map { row.told(schemas, in: $0) } ?? row)
      if includesDeleted {
        shown.members.removeAll { $0.name == "_gone" }
        shown.append("_gone", .bool(row.isGone))
      }
      return shown
    }
    let metadata = ["_kind", "_id", "_stamp"]
    var columns = rows.columns
    if columns.isEmpty {
      columns = metadata + (fields.map(Self.names) ?? (schemas[kind]?.fields ?? []).map(\.name))
    }
    // The kind is what the user typed, so a table leaves it out.
    if output.format == .table {
      columns.removeAll { $0 == "_kind" || $0 == "_stamp" || $0 == "id" }
      if fields == nil, !rows.isEmpty {
        columns.removeAll { name in rows.allSatisfy { OutputTable.text($0[name] ?? .null).isEmpty } }
      }
    }
    try output.show(columns: columns, rows)
  }

  private static func names(_ text: String?) -> [String] {
    (text ?? "").utf8.split(separator: UInt8(ascii: ",")).map { name in
      var name = name
      while name.first == UInt8(ascii: " ") { name.removeFirst() }
      while name.last == UInt8(ascii: " ") { name.removeLast() }
      return String(Substring(name))
    }
  }
}

extension QueryRequest {
  /// The request of the parsed command, without the options that plain arguments do not cover.
  init(_ command: QueryCommand) {
    kind = command.kind
    (condition, sort, fields) = (command.condition, command.sort, command.fields)
    (limit, offset, groupBy) = (command.limit, command.offset, command.groupBy)
    (count, includesDeleted, isAll) = (command.count, command.includeDeleted, command.all)
    (ledger, tz) = (command.selection.ledger, command.selection.tz)
    (format, reveals) = (command.options.format, command.reveal.reveal)
  }
}
