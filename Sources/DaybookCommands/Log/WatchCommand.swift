import ArgumentParser
import Daybook

/// `daybook watch`
struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Show new events as they come: this machine's, and those that any tool copies into the folder.",
    discussion: """
      Runs until it is interrupted, or has shown --limit events. An event that waits for a part of its file, or for a \
      signature, is shown once it is complete.

      Examples:
        daybook watch
        daybook watch --kind sam.evidenceItem --format jsonl | jq .set
        daybook watch --limit 1 && notify-send 'something new'
      """)

  @OptionGroup var which: EventSelection

  @Option(help: ArgumentHelp("Stop after N events.", valueName: "n"))
  var limit: Int?

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1, not \(limit)") }
  }

  func run() async throws {
    let ledger = try await selection.open()
    let viewer = try await viewer.viewer(in: ledger)
    let filter = try await which.filter(in: ledger, as: viewer, mayCome: true)
    let events = await ledger.history.follow(filter, as: viewer)
    // The events that arrived between opening and following.
    _ = try await ledger.refresh()
    if Terminal.error.isTerminal {
      options.messages.show(Notice("watching", "watching \(ledger.info.path); Ctrl-C ends"))
    }
    var rows = FollowingRows(
      output: options.output, machines: Machines(), disclosure: reveal.disclosure(ledger),
      zone: try selection.zone())
    var count = 0
    for try await entry in events {
      if let name = await ledger.replicas.name(of: entry.replica) { rows.names(entry.replica, name) }
      try rows.write(entry)
      try rows.flush()
      HiddenValues.tell(options.messages)
      count += 1
      if count == limit { break }
    }
    try rows.finish()
  }
}

/// Events as they arrive: one row each; for people, one line each, with columns that do not widen later.
struct FollowingRows {
  private let output: Output
  private var machines: Machines
  private let disclosure: Disclosure
  private let zone: TimeZoneRule
  private var rows: RowWriter

  init(output: Output, machines: Machines, disclosure: Disclosure, zone: TimeZoneRule) {
    (self.output, self.machines) = (output, machines)
    (self.disclosure, self.zone) = (disclosure, zone)
    rows = output.rows(columns: EventRow.columns)
  }

  mutating func names(_ replica: ReplicaID, _ name: String) { machines[replica] = name }

  mutating func write(_ entry: LogEntry) throws {
    let event = disclosure.event(entry.event)
    if output.format == .table {
      let line = EventRow.line(event, on: machines[entry.replica], disclosure.schemas, zone)
      try output.show(text: line + "\n")
    } else {
      try rows.write(EventRow.members(event, commit: entry.commit))
    }
  }

  mutating func flush() throws { try rows.flush() }

  mutating func finish() throws {
    if output.format != .table { try rows.finish() }
  }
}
