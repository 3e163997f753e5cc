import ArgumentParser
import Daybook

/// `daybook status`
struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the ledger, its replicas, and what waits or does not belong.",
    discussion: """
      Reads only: neither an identity nor the right to write is needed.

      --orphans lists what mistaken writes left behind, each with the command that removes it: entities whose id is the \
      beginning of another's id or another's name, entities that hold nothing, and links that lead to what was never \
      made. Deleted entities, what a server holds, and kinds of no registered system are passed over.

      Examples:
        daybook status
        daybook status --orphans
        daybook status --format json | jq '.replicas[].lastStamp'
      """)

  @Flag(help: "Only list what mistaken writes left behind, and how to remove it.")
  var orphans = false

  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let ledger = try await selection.open()
    if orphans { return try show(try await ledger.orphans(), ledger.schemas) }
    let status = try await ledger.status()
    options.messages.show(status.notices)
    try options.output.show(status.record(for: options.output.format == .table ? selection.zone() : nil))
  }

  private func show(_ orphans: [Orphan], _ schemas: SchemaRegistry) throws {
    if orphans.isEmpty { options.messages.show(Notice("empty", "there are no orphans")) }
    let rows = orphans.map { orphan in
      let isHidden = orphan.relation.map { schemas.hides($0, of: orphan.kind) } ?? false
      return orphan.row(in: selection.ledger, masks: isHidden && !reveal.reveal)
    }
    try options.output.show(columns: Orphan.columns, rows)
  }
}

extension StatusReport {
  /// - Parameter zone: the reader's time zone; nil for programs.
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
