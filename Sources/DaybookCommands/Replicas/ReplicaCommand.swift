import ArgumentParser
import Daybook

/// `daybook replica …`
struct ReplicaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replica",
    abstract: "List the machines that write the ledger, name them, and retire one.",
    discussion: """
      A replica is one writer on one machine. REPLICA is its id or the beginning of it, its name, or 'own'.

      Examples:
        daybook replica
        daybook replica rename own laptop
        daybook replica retire 'old laptop'
      """,
    subcommands: [List.self, Rename.self, Retire.self], defaultSubcommand: List.self)

  /// `daybook replica list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the replicas: what is held of each, when it last wrote, what is missing.",
      discussion: """
        'behind' counts a replica's lines (events and ends of commits) that others are known to hold and that are \
        missing here. 'standing' is ok, or names what was found in its files: unattested-tail is unsigned, forged is \
        wrongly signed, quarantined is of somebody else; none of these is ever applied. If it is unknown, nothing here \
        is signed with the replica's key.

        Examples:
          daybook replica list --format json | jq '.[] | select(.behind > 0)'
        """)

    @OptionGroup var selection: LedgerSelection
    @OptionGroup var options: OutputOptions

    func run() async throws {
      let status = try await selection.open().replicas.status()
      options.messages.show(status.notices)
      let zone = try selection.zone()
      let rows = status.replicas.map { options.output.format == .table ? $0.summary(zone) : $0.row }
      try options.output.show(columns: rows.columns, rows)
    }
  }

  /// `daybook replica rename REPLICA NAME`
  struct Rename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename",
      abstract: "Rename a replica, for all machines.",
      discussion: """
        Examples:
          daybook replica rename own laptop
          daybook replica rename 4f2a 'the old desktop'
        """)

    @Argument(help: ReplicaHelp.replica)
    var replica: String

    @Argument(help: "The new name.")
    var name: String

    @OptionGroup var options: RunOptions

    func run() async throws {
      let ledger = try await options.selection.open()
      let replica = try await ledger.replicas.replica(matching: replica).id
      try options.show(
        try await ledger.replicas.rename(replica, to: name, options: options.append), of: replica)
    }
  }

  /// `daybook replica retire REPLICA`
  struct Retire: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "retire",
      abstract: "Retire a replica: its machine is gone, or continues as a new replica.",
      discussion: """
        What it wrote stays. If its machine is still in use, it makes a new replica with its next \
        write, and says so.

        Examples:
          daybook replica retire 'old laptop' --why 'sold'
        """)

    @Argument(help: ReplicaHelp.replica)
    var replica: String

    @OptionGroup var options: RunOptions

    func run() async throws {
      let ledger = try await options.selection.open()
      let replica = try await ledger.replicas.replica(matching: replica).id
      try options.show(try await ledger.replicas.retire(replica, options: options.append), of: replica)
    }
  }
}

extension RunOptions {
  /// Shows the event that was written about a replica, or would be.
  func show(_ receipt: AppendReceipt, of replica: ReplicaID) throws {
    messages.show(receipt.notices)
    if dryRun {
      let disclosure = reveal.disclosure(RegisteredSystems.registry())
      let rows = receipt.events.map { EventRow.members(disclosure.event($0), commit: nil) }
      return try output.show(columns: EventRow.columns, rows)
    }
    var row = OutputRow([("replica", .string(replica.description))])
    for member in receipt.events.first?.mutation.set ?? [:] { row.append(member.key, member.value) }
    row.append("_stamp", receipt.lastStamp.map { .string($0.description) } ?? .null)
    try output.show(OutputRecord(row))
  }
}

private enum ReplicaHelp {
  static let replica: ArgumentHelp = "The replica: its id or the beginning of it, its name, or 'own'."
}

extension StatusReport.Replica {
  /// The main facts about a replica; details are members only if there are some.
  var row: OutputRow {
    var row = OutputRow([
      ("replica", .string(id.description)), ("name", name.map { .string($0) } ?? .null),
      ("own", .bool(isOwn)), ("standing", .string(standing)),
      ("events", .count(events)), ("behind", .count(linesBehind)),
      ("lastStamp", lastStamp.map { .string($0.description) } ?? .null),
      ("lastSeenAt", lastSeenAt.map { .string($0.description) } ?? .null),
      ("commits", .count(commits)), ("files", .count(files)), ("sizeBytes", .count(sizeBytes)),
    ])
    if !gaps.isEmpty {
      row.append("gaps", .array(gaps.map { .string("\($0.lowerBound)-\($0.upperBound)") }))
    }
    if forks > 0 { row.append("forks", .count(forks)) }
    if let forkedFrom { row.append("forkedFrom", .string(forkedFrom)) }
    if let retiredAt { row.append("retiredAt", .string(retiredAt.description)) }
    return row
  }

  /// For people.
  func summary(_ zone: TimeZoneRule) -> OutputRow {
    OutputRow([
      ("replica", .string(id.description)),
      ("name", isOwn ? .string("\(name ?? "unnamed") (this machine)") : name.map { .string($0) } ?? .null),
      ("standing", .string(standing)), ("events", .count(events)),
      ("behind", linesBehind > 0 ? .count(linesBehind) : .null),
      ("lastWrite", lastStamp.map { .string(zone.text($0.instant)) } ?? .null),
      ("lastSeen", lastSeenAt.map { .string(zone.text($0)) } ?? .null),
      (
        "gaps",
        gaps.isEmpty
          ? .null : .string(gaps.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: " "))
      ),
      ("forks", forks > 0 ? .count(forks) : .null), ("forkedFrom", forkedFrom.map { .string($0) } ?? .null),
    ])
  }

  private var standing: String {
    let isUnknown = events == 0 && !findings.contains(.missing)
    let found = (isUnknown ? ["unknown"] : []) + findings.map(\.rawValue)
    if !found.isEmpty { return found.joined(separator: ", ") }
    return retiredAt == nil ? "ok" : "retired"
  }
}
