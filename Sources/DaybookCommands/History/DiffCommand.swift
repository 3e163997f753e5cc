import ArgumentParser
import Daybook

/// `daybook diff --from T --to T [KIND [ID]]`
struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what differs between two points in the ledger's past.",
    discussion: """
      Lists entities that were created, changed, deleted, gone from their source, hidden with an owner, or that \
      returned; for each, the changed fields and links, before and after, with the write that changed them. A point is \
      a time or a stamp: it includes the commits made by that time, or up to that stamp's commit. A date without a \
      time means the end of that day. What shows at neither point is not a difference. Erased values read as erased \
      at both points; an erasure between them is reported.

      The exit status is 0 whether or not there are differences; with --check it is 1 when there are any.

      Examples:
        daybook diff --from 2026-09-30
        daybook diff --from 2026-09-30 --to 2026-10-31 sam.person
        daybook diff --from 2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68 sam.person ann
        daybook diff --from now-1d --check || notify-send 'something changed'
      """)

  @Argument(help: "Only of this kind.", completion: .custom(KindCompletion.complete))
  var kind: String?

  @Argument(help: "Only this entity: its id, the beginning of its id, its name or its address.")
  var id: String?

  @Option(help: ArgumentHelp("The first point.", valueName: "time|stamp"))
  var from: String

  @Option(help: ArgumentHelp("The second point; by default now.", valueName: "time|stamp"))
  var to: String?

  @Flag(help: "Exit with 1 when there are differences.")
  var check = false

  @Flag(help: "Only print the number of entities of each kind.")
  var count = false

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let (from, to) = (try point(from), try to.map(point) ?? .now)
    let ledger = try await selection.open()
    let viewer = try await viewer.viewer(in: ledger)
    let only: String? =
      if let kind, let id { try await ledger.entity(id, of: kind, as: viewer, .written).id } else { nil }
    let found = try await ledger.history.differences(from: from, to: to, kind: kind, id: only, as: viewer)
    if count {
      try options.output.show(columns: ["_kind", "what", "count"], Difference.counts(found))
    } else {
      let machines = await Machines(of: ledger)
      let disclosure = reveal.disclosure(ledger)
      if options.output.format == .table {
        let zone = try selection.zone()
        try options.output.show(found.map { $0.page(machines, disclosure, zone) })
      } else {
        try options.output.show(
          columns: Difference.columns, found.flatMap { $0.rows(machines, disclosure) })
      }
    }
    if check, !found.isEmpty { throw Finished(ExitStatus.no) }
  }

  private func point(_ text: String) throws -> Cut {
    if let stamp = Stamp(text) { return .until(stamp) }
    return .asOf(try selection.instant(text, .end))
  }
}

extension Difference {
  static let columns = [
    "what", "_kind", "_id", "register", "field", "to", "before", "after", "wasErased", "erased", "stamp",
    "by",
    "why", "replica", "replicaName", "commit", "cause",
  ]

  /// A row for each kind, with how many of its entities were created, changed or removed.
  static func counts(_ all: [Difference]) -> [OutputRow] {
    Dictionary(grouping: all, by: \.kind).sorted { $0.key < $1.key }.flatMap { kind, found in
      What.allCases.compactMap { what in
        let count = found.count { $0.what == what }
        return count == 0
          ? nil
          : OutputRow([("_kind", .string(kind)), ("what", .string(what.rawValue)), ("count", .count(count))])
      }
    }
  }

  /// For programs: a row for each change, with its last writer; a row without a register if only a change of an owner
  /// caused it.
  func rows(_ machines: Machines, _ disclosure: Disclosure) -> [OutputRow] {
    var start = OutputRow([
      ("what", .string(what.rawValue)), ("_kind", .string(kind)), ("_id", .string(id)),
    ])
    if changes.isEmpty {
      if let cause { start.append(cause, of: kind, disclosure) }
      return [start]
    }
    return changes.map { change in
      var row = start
      row.append(change.register, of: kind, disclosure)
      row.append("before", change.register.value(change.before, of: kind, disclosure))
      row.append("after", change.register.value(change.after, of: kind, disclosure))
      if change.wasErased { row.append("wasErased", true) }
      if change.isErased { row.append(erasedBy: change.erasers) }
      if let writer = change.writers.first { row.append(writer: writer, on: machines[writer.replica]) }
      if let cause { row.append(cause, of: kind, disclosure) }
      return row
    }
  }

  /// For people.
  func page(_ machines: Machines, _ disclosure: Disclosure, _ zone: TimeZoneRule) -> OutputPage {
    var page = OutputPage(title: "\(what.rawValue)  \(kind) \(id)")
    if let cause { page.title += ": " + cause.sentence(of: kind, disclosure, zone) }
    page.add(
      "", ["field", "change", "by", "time", "machine", "why"],
      changes.filter { !isSaid($0) }.map { change in
        let mutation = change.writers.first?.event.mutation
        return [
          .string(change.register.place(of: kind, disclosure)), .string(text(change, disclosure, zone)),
          mutation?.by.map { .string($0) } ?? .null,
          change.writers.first.map { .string(zone.text($0.event.stamp.instant)) } ?? .null,
          change.writers.first.map { .string(machines.text($0.replica)) } ?? .null,
          mutation?.why.map { .string("(\($0))") } ?? .null,
        ]
      })
    return page
  }

  /// For a created entity, only the written fields are shown.
  private func isSaid(_ change: Change) -> Bool {
    what == .created && change.register == .alive && changes.count > 1
  }

  private func text(_ change: Change, _ disclosure: Disclosure, _ zone: TimeZoneRule) -> String {
    let after =
      change.isErased
      ? change.erasers.erasedText(zone) : change.register.text(change.after, of: kind, disclosure, zone)
    if what == .created || change.wasErased && change.isErased { return after }
    if case .relation = change.register { return after }
    if change.wasErased { return "(erased) → " + after }
    return change.register.text(change.before, of: kind, disclosure, zone) + " → " + after
  }
}
