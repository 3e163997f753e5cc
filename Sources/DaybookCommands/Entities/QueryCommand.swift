import ArgumentParser
import Daybook
import DaybookModel

/// `daybook query KIND`
struct QueryCommand: AsyncParsableCommand, ValueArguments {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "List the entities of a kind.",
    discussion: """
      --where takes one expression: = != < <= > >=, and or not, parentheses, in (…), contains (ignoring case and \
      accents), is null, dotted paths across relations; on relations to many, rel contains 'id' or any rel (…). Dates \
      are ISO 8601, today, or now-7d. '_stamp' is the last write, '_erased' the names of the fields that are erased.

      Hidden values read \(Disclosure.mask) unless --reveal is given. Conditions and sorting work on them too, so \
      anybody who can query can guess hidden values.

      Examples:
        daybook query sam.person --sort displayNameCache --fields displayNameCache,emailCache
        daybook query sam.evidenceItem --where "state = 'needsReview' and occurredAt >= today-7d"
        daybook query sam.coverage --where "person.displayNameCache contains 'lee'"
        daybook query sam.evidenceItem --group-by state
        daybook query sam.person --sort -_stamp --limit 10 --format csv > people.csv
        daybook query sam.person --where '_erased.count > 0' --fields _erased
      """)

  @Argument(help: "The kind, such as sam.person.", completion: .custom(KindCompletion.complete))
  var kind: String

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp("Only entities that meet this condition.", valueName: "expression"))
  var condition: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Fields to sort by, with a - before the descending ones.", valueName: "-f,g"))
  var sort: String?

  @Option(help: ArgumentHelp("Show at most N; by default 50 on a terminal, otherwise all.", valueName: "n"))
  var limit: Int?

  @Flag(help: "Show all, even on a terminal.")
  var all = false

  @Option(help: ArgumentHelp("Skip the first N.", valueName: "n"))
  var offset: Int?

  @Option(help: ArgumentHelp("Only these fields, in this order.", valueName: "a,b"))
  var fields: String?

  @OptionGroup var cut: CutOptions
  @OptionGroup var moment: MomentOption

  @Flag(help: "Only print their number.")
  var count = false

  @Option(help: ArgumentHelp("Count by the values of this field.", valueName: "field"))
  var groupBy: String?

  @Flag(help: "Also list entities that were deleted or are gone from their source.")
  var includeDeleted = false

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit takes a number from 0, not \(limit)") }
    if let offset, offset < 0 { throw ValidationError("--offset takes a number from 0, not \(offset)") }
    if all, limit != nil { throw ValidationError("--limit and --all cannot be used together") }
    if count, groupBy != nil { throw ValidationError("--count and --group-by cannot be used together") }
  }
}

extension QueryCommand {
  func run() async throws {
    let ledger = try await selection.open()
    let cut = try moment.cut(try await cut.cut(selection, in: ledger), selection)
    let request = QueryRequest(self)
    let query = try request.query(ledger.schemas)
    let found = try await ledger.query(query, at: cut, as: viewer.viewer(in: ledger))
    try request.show(found, of: query, ledger.schemas)
  }
}

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
