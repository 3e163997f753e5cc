import Daybook

/// Events as they come: a row each, or for people a line, which no later one widens.
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
