import ArgumentParser
import Daybook

/// `daybook status`
struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the ledger, its replicas, and what waits or does not belong.",
    discussion: """
      Only reads the ledger: it needs neither an identity nor write permission.

      --orphans lists the remains of mistaken writes, each with the command that removes it: entities whose id is \
      another entity's name or the beginning of another entity's id, entities without fields and links, and links to \
      entities that were never made. It leaves out deleted entities, entities that a server holds, and kinds of \
      systems that are not registered.

      Examples:
        daybook status
        daybook status --orphans
        daybook status --format json | jq '.replicas[].lastStamp'
      """)

  @Flag(help: "List only the remains of mistaken writes, and how to remove them.")
  var orphans = false

  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let ledger = try await selection.open()
    if orphans { return try show(try await ledger.audit.orphans(), ledger.schemas) }
    let status = try await ledger.replicas.status()
    options.messages.show(status.notices)
    try options.output.show(status.record(for: options.output.format == .table ? selection.zone() : nil))
  }

  private func show(_ orphans: [Orphan], _ schemas: SchemaRegistry) throws {
    if orphans.isEmpty { options.messages.show(Notice("empty", "there are no orphans")) }
    let masks = orphans.map { orphan in
      !reveal.reveal
        && (orphan.isMeantHidden || orphan.relation.map { schemas.hides($0, of: orphan.kind) } ?? false)
    }
    for _ in masks.filter({ $0 }) { HiddenValues.current.add() }
    let rows = zip(orphans, masks).map { $0.row(in: selection.ledger, masks: $1) }
    if options.output.format == .table {
      return try options.output.show(
        text: zip(orphans, masks).map { $0.text(in: selection.ledger, masks: $1) }.joined())
    }
    try options.output.show(columns: Orphan.columns, rows)
  }
}

extension StatusReport {
  /// Of the replicas that have one.
  var names: [ReplicaID: String] {
    Dictionary(
      replicas.compactMap { replica in replica.name.map { (replica.id, $0) } }, uniquingKeysWith: { $1 })
  }

  /// - Parameter zone: the reader's time zone; nil for programs.
  func record(for zone: TimeZoneRule?) -> OutputRecord {
    var row = OutputRow([
      ("ledger", .string(ledger.id)), ("path", .string(ledger.path)), ("format", .int(ledger.format)),
      ("createdAt", .string(zone?.text(ledger.createdAt) ?? ledger.createdAt.description)),
      ("events", .count(replicas.reduce(0) { $0 + $1.events })),
      ("commits", .count(replicas.reduce(0) { $0 + $1.commits })),
    ])
    if let lock {
      if zone == nil {
        row.append("lock", lock.json)
      } else {
        row.members += lock.facts(names, own: replicas.first(where: \.isOwn)?.id)
      }
    }
    if !encryptedFiles.isEmpty { row.append("encryptedFiles", encryptedFiles(for: zone, names)) }
    row.append("digest", ifPresent: digest?.description)
    row.append("conflicts", .count(conflicts))
    row.append("unpublishedCommits", .count(unpublishedCommits))
    if copies.count > 0 {
      row.append("copies", .count(copies.count))
      row.append("copiesBytes", .count(copies.sizeBytes))
    }
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

extension Orphan {
  static let columns = ["_kind", "_id", "cause", "relation", "to", "meant", "remove"]

  /// - Parameters:
  ///   - ledger: as the user named it, for the printed command.
  ///   - masks: whether the link's target, or the entity that was meant, is hidden.
  func row(in ledger: String?, masks: Bool) -> OutputRow {
    let to = target.map { masks ? Disclosure.mask : $0.id }
    return OutputRow([
      ("_kind", .string(kind)), ("_id", .string(id)), ("cause", .string(cause.rawValue)),
      ("relation", relation.map { .string($0) } ?? .null),
      ("to", to.map { .string($0) } ?? .null), ("meant", shownMeant(masks).map { .string($0) } ?? .null),
      ("remove", .string(removal(in: ledger, masks: masks))),
    ])
  }

  /// Two lines for people: what it is, and below that the command, which is never cut.
  func text(in ledger: String?, masks: Bool) -> String {
    let (meant, to) = (shownMeant(masks) ?? "", target.map { masks ? Disclosure.mask : $0.id } ?? "")
    let cause =
      switch cause {
      case .shortID: "its id is the beginning of \(meant)"
      case .name: "its id is the name of \(meant)"
      case .empty: "it has neither fields nor links"
      case .dangling: "\(relation ?? "") leads to '\(to)', which was never made"
      }
    return VisibleText.escape("\(kind) '\(id)': \(cause)") + "\n  "
      + VisibleText.escape(removal(in: ledger, masks: masks)) + "\n"
  }

  private func shownMeant(_ masks: Bool) -> String? {
    meant.map { masks && isMeantHidden ? Disclosure.mask : $0.id }
  }

  /// The command that removes it.
  private func removal(in ledger: String?, masks: Bool) -> String {
    let location = ledger.map { ["--ledger", $0] } ?? []
    if masks, cause == .dangling { return ShellText.command(["status", "--orphans", "--reveal"] + location) }
    var words = [cause == .dangling ? "unlink" : "delete"] + location
    var names = [kind, id]
    if let relation, let target { names += [relation, target.id] }
    // An argument that begins with a dash would be read as an option.
    if names.contains(where: { $0.hasPrefix("-") }) { words.append("--") }
    return ShellText.command(words + names)
  }
}
