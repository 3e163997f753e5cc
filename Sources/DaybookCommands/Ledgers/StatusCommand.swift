import ArgumentParser
import Daybook

/// `daybook status`
struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the ledger, its replicas, and what waits or does not belong.",
    discussion: """
      Reads only: neither an identity nor the right to write is needed.

      Examples:
        daybook status
        daybook status --format json | jq '.replicas[].lastStamp'
      """)

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let ledger = try await selection.open()
    let status = try await ledger.status()
    options.messages.show(status.notices)
    try options.output.show(status.record(for: options.output.format == .table ? selection.zone() : nil))
  }
}

extension StatusReport {
  /// - Parameter zone: of the people who read it; nil for programs.
  func record(for zone: TimeZoneRule?) -> OutputRecord {
    var row = OutputRow([
      ("ledger", .string(ledger.id)), ("path", .string(ledger.path)), ("format", .int(ledger.format)),
      ("createdAt", .string(zone?.text(ledger.createdAt) ?? ledger.createdAt.description)),
      ("events", .count(replicas.reduce(0) { $0 + $1.events })),
      ("commits", .count(replicas.reduce(0) { $0 + $1.commits })),
    ])
    row.append("digest", ifPresent: digest?.description)
    row.append("conflicts", .count(conflicts))
    row.append("unpublishedCommits", .count(unpublishedCommits))
    return OutputRecord(
      row,
      sections: [
        ("replicas", replicas.map { replica in zone.map { replica.summary($0) } ?? replica.row }),
        ("sources", sources.map { $0.row(for: zone) }),
        ("strangers", strangers.map { OutputRow([("file", .string($0))]) }),
        ("findings", findings.map(\.row)),
      ], prose: ["findings": findings.sentences])
  }
}

extension StatusReport.Source {
  fileprivate func row(for zone: TimeZoneRule?) -> OutputRow {
    OutputRow([
      ("source", .string(id)), ("name", .string(name)), ("format", .string(format)),
      ("lastSyncedAt", lastSyncedAt.map { .string(zone?.text($0) ?? $0.description) } ?? .null),
      ("lastReadAt", lastReadAt.map { .string(zone?.text($0) ?? $0.description) } ?? .null),
    ])
  }
}
