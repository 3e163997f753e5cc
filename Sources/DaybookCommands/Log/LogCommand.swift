import ArgumentParser
import Daybook

/// `daybook log`
struct LogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "List events in the order of their stamps.",
    discussion: """
      An event must meet all conditions. TEXT may occur anywhere in it. A date without a time means the whole day. On \
      a terminal, log shows the last 50 events; --limit N or --all shows more. With --follow it then shows new events \
      as they come, from this machine and from files that any tool copies into the folder, until it is interrupted. \
      Hidden values read \(Disclosure.mask) unless --reveal is given, but TEXT matches them too.

      Examples:
        daybook log --limit 20
        daybook log --kind sam.person --since today-7d
        daybook log --by david --op delete
        daybook log --kind sam.person --kind sam.context --reason 'new address'
        daybook log --follow --limit 10
        daybook log 'ann@example.com' --format jsonl | jq .set
      """)

  @OptionGroup var which: EventSelection

  @Option(help: ArgumentHelp("Only from this time on.", valueName: "time"))
  var since: String?

  @Option(help: ArgumentHelp("Only up to this time.", valueName: "time"))
  var until: String?

  @Option(
    help: ArgumentHelp("Show only the last N; by default 50 on a terminal, otherwise all.", valueName: "n"))
  var limit: Int?

  @Flag(help: "Show all, even on a terminal.")
  var all = false

  @Flag(name: .shortAndLong, help: "Then show new events as they come, until interrupted.")
  var follow = false

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit takes a number from 0, not \(limit)") }
    if all, limit != nil { throw ValidationError("--limit and --all cannot be used together") }
  }

  func run() async throws {
    let ledger = try await selection.open()
    let viewer = try await viewer.viewer(in: ledger)
    let filter = try await filter(in: ledger, as: viewer)
    if follow { return try await showAndFollow(filter, in: ledger, as: viewer) }
    let output = options.output
    let isTable = output.format == .table
    let rows = Shared(output.rows(columns: isTable ? EventRow.summaryColumns : EventRow.columns))
    let (disclosure, zone) = (reveal.disclosure(ledger), try selection.zone())
    let last = Shared(LastEntries(limitForPeople))
    let show = { @Sendable (entry: LogEntry) in
      let event = disclosure.event(entry.event)
      let row =
        isTable
        ? EventRow.summary(event, disclosure.schemas, zone)
        : EventRow.members(event, commit: entry.commit)
      try rows.withLock { try $0.write(row) }
    }
    try await ledger.history.log(filter, as: viewer) { entry in
      if let entry = last.withLock({ $0.keep(entry) }) { try show(entry) }
      return true
    }
    for entry in last.withLock({ $0.take() }) { try show(entry) }
    try rows.withLock { try $0.finish() }
    TerminalLimit.showRest(last.withLock { $0.leftOut }, options.messages)
  }

  /// The default limit.
  private var limitForPeople: Int? {
    limit == nil && !all ? TerminalLimit.count(options.output) : nil
  }

  private func showAndFollow(
    _ filter: LogFilter, in ledger: Ledger, as viewer: Viewer?
  ) async throws {
    let writer = Shared(
      FollowingRows(
        output: options.output, machines: await Machines(of: ledger),
        disclosure: reveal.disclosure(ledger), zone: try selection.zone()))
    let last = Shared(LastEntries(limitForPeople))
    let coming = try await ledger.history.logAndFollow(filter, as: viewer) { entry in
      if let entry = last.withLock({ $0.keep(entry) }) { try writer.withLock { try $0.write(entry) } }
    }
    let shown = last.withLock { $0.take() }
    TerminalLimit.showRest(last.withLock { $0.leftOut }, options.messages)
    for entry in shown { try writer.withLock { try $0.write(entry) } }
    try writer.withLock { try $0.flush() }
    HiddenValues.tell(options.messages)
    for try await entry in coming {
      if let name = await ledger.replicas.name(of: entry.replica) {
        writer.withLock { $0.names(entry.replica, name) }
      }
      try writer.withLock {
        try $0.write(entry)
        try $0.flush()
      }
      HiddenValues.tell(options.messages)
    }
    try writer.withLock { try $0.finish() }
  }

  private func filter(in ledger: Ledger, as viewer: Viewer?) async throws -> LogFilter {
    var filter = try await which.filter(in: ledger, as: viewer, mayCome: follow)
    filter.since = try since.map { try selection.instant($0, .start) }
    filter.until = try until.map { try selection.instant($0, .end) }
    filter.limit = limit
    return filter
  }
}

/// The last events of a listing, and how many came before them.
struct LastEntries {
  /// Nil to pass all entries on and hold none.
  private let limit: Int?
  private var entries: [LogEntry] = []
  private(set) var leftOut = 0

  init(_ limit: Int?) { self.limit = limit }

  /// - Returns: the entry, if it is not held.
  mutating func keep(_ entry: LogEntry) -> LogEntry? {
    guard let limit else { return entry }
    entries.append(entry)
    // In large steps, so that an entry moves at most once.
    if entries.count / 2 >= limit { drop(to: limit) }
    return nil
  }

  /// The last entries, in order.
  mutating func take() -> [LogEntry] {
    drop(to: limit ?? 0)
    defer { entries = [] }
    return entries
  }

  private mutating func drop(to limit: Int) {
    let count = max(0, entries.count - limit)
    entries.removeFirst(count)
    leftOut += count
  }
}

/// An event as rows show it.
enum EventRow {
  /// The event's keys in the log's order, with the number of its commit.
  static func members(_ event: Event, commit: UInt64?) -> OutputRow {
    var json = event.json
    var row = OutputRow()
    for key in keys {
      if let value = json[key] { row.append(key, value) }
      json[key] = nil
    }
    for member in json { row.append(member.key, member.value) }
    if let commit { row.append("_commit", .count(commit)) }
    return row
  }

  static let keys = [
    "stamp", "seq", "op", "kind", "id", "v", "at", "server", "present", "over", "was", "acks", "set", "rel",
    "to", "by", "why", "salt",
  ]
  static let columns = keys + ["_commit"]

  /// For people: when, who, what.
  static func summary(_ event: Event, _ schemas: SchemaRegistry, _ zone: TimeZoneRule) -> OutputRow {
    let mutation = event.mutation
    return OutputRow([
      ("time", .string(zone.text(event.stamp.instant))), ("by", mutation.by.map { .string($0) } ?? .null),
      ("op", .string(mutation.op.rawValue)), ("kind", .string(mutation.kind)), ("id", .string(mutation.id)),
      ("change", .string(change(mutation, schemas, zone))),
      ("why", mutation.why.map { .string($0) } ?? .null),
    ])
  }

  static let summaryColumns = ["time", "by", "op", "kind", "id", "change", "why"]

  /// For people, one event as one line.
  static func line(
    _ event: Event, on machine: String?, _ schemas: SchemaRegistry, _ zone: TimeZoneRule
  ) -> String {
    let mutation = event.mutation
    let parts = [
      zone.text(event.stamp.instant), machine ?? event.stamp.replica.description, mutation.by,
      "\(mutation.op.rawValue) \(mutation.kind) \(mutation.id)",
      change(mutation, schemas, zone),
      mutation.why.map { "(\($0))" },
    ]
    return parts.compactMap { $0 }.filter { !$0.isEmpty }.map(VisibleText.escape).joined(separator: "  ")
  }

  private static func change(
    _ mutation: Mutation, _ schemas: SchemaRegistry, _ zone: TimeZoneRule
  ) -> String {
    var parts = (mutation.set ?? [:]).map { member in
      let value = schemas.told(member.value, of: member.key, kind: mutation.kind, in: zone)
      return "\(member.key)=\(OutputTable.text(value))"
    }
    if let rel = mutation.rel { parts.append("\(rel) → \(mutation.to ?? "")") }
    if mutation.present == false { parts.append("gone from its source") }
    return parts.joined(separator: ", ")
  }
}
