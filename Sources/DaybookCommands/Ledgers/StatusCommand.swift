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
    try options.output.show(status.record(isForPeople: options.output.format == .table))
  }
}

extension StatusReport {
  func record(isForPeople: Bool) -> OutputRecord {
    var row = OutputRow([
      ("ledger", .string(ledger.id)), ("path", .string(ledger.path)), ("format", .int(ledger.format)),
      ("createdAt", .string(ledger.createdAt.description)),
      ("events", .count(replicas.reduce(0) { $0 + $1.events })),
      ("commits", .count(replicas.reduce(0) { $0 + $1.commits })),
    ])
    row.append("digest", ifPresent: digest?.description)
    row.append("conflicts", .count(conflicts))
    row.append("unpublishedCommits", .count(unpublishedCommits))
    return OutputRecord(
      row,
      sections: [
        ("replicas", replicas.map { isForPeople ? $0.summary : $0.row }),
        ("sources", sources.map(\.row)),
        ("strangers", strangers.map { OutputRow([("file", .string($0))]) }),
        ("findings", findings.map(\.row)),
      ], prose: ["findings": findings.sentences])
  }
}

extension StatusReport.Source {
  fileprivate var row: OutputRow {
    OutputRow([
      ("source", .string(id)), ("name", .string(name)), ("format", .string(format)),
      ("lastSyncedAt", lastSyncedAt.map { .string($0.description) } ?? .null),
      ("lastReadAt", lastReadAt.map { .string($0.description) } ?? .null),
    ])
  }
}
