import ArgumentParser
import Daybook

/// `daybook blame KIND ID`
struct BlameCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "blame",
    abstract: "Show which event wrote each field and link of an entity.",
    discussion: """
      Each is listed with its value, who wrote it, when, on which machine and why. A field that was merged from \
      several writes lists each of them; a field that nobody wrote shows as a default; an erased one shows who erased \
      it, when and why. 'entity' says whether the entity exists. Hidden values read \(Disclosure.mask) unless --reveal \
      is given.

      Examples:
        daybook blame sam.person 'Ann Lee'
        daybook blame sam.person ann --as-of 2026-09-30
        daybook blame sam.person ann --format jsonl | jq 'select(.by != "david")'
      """)

  @OptionGroup var entity: EntityArguments
  @OptionGroup var cut: CutOptions

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let ledger = try await selection.open()
    let viewer = try await viewer.viewer(in: ledger)
    let cut = try await cut.cut(selection, in: ledger)
    let found = try await entity.find(in: ledger, as: viewer, .written)
    guard let blame = try await ledger.history.blame(kind: found.kind, id: found.id, at: cut, as: viewer)
    else {
      throw entity.notFound
    }
    let machines = await Machines(of: ledger)
    let disclosure = reveal.disclosure(ledger)
    if options.output.format == .table {
      return try options.output.show(
        text: options.output.table.lines(blame.page(machines, disclosure, selection.zone())))
    }
    try options.output.show(columns: Blame.columns, blame.rows(machines, disclosure))
  }
}

extension Blame {
  static let columns = [
    "_kind", "_id", "register", "field", "to", "value", "default", "erased", "stamp", "by", "why", "replica",
    "replicaName",
    "commit", "cause",
  ]

  /// A row for each writer, and one for values without a writer.
  fileprivate func rows(_ machines: Machines, _ disclosure: Disclosure) -> [OutputRow] {
    lines.flatMap { line in
      let start = start(line, disclosure)
      if line.writers.isEmpty { return [start] }
      return line.writers.map { writer in
        var row = start
        row.append(writer: writer, on: machines[writer.replica])
        return row
      }
    } + (isShown ? [] : [hidden(disclosure)])
  }

  private func start(_ line: Line, _ disclosure: Disclosure) -> OutputRow {
    var row = OutputRow([("_kind", .string(kind)), ("_id", .string(id))])
    row.append(line.register, of: kind, disclosure)
    row.append("value", line.register.value(line.value, of: kind, disclosure))
    if line.isDefault { row.append("default", true) }
    if line.isErased { row.append(erasedBy: line.erasers) }
    return row
  }

  private func hidden(_ disclosure: Disclosure) -> OutputRow {
    var row = OutputRow([("_kind", .string(kind)), ("_id", .string(id))])
    row.append(.visibility, of: kind, disclosure)
    row.append("value", false)
    if let cause { row.append(cause, of: kind, disclosure) }
    return row
  }

  fileprivate func page(
    _ machines: Machines, _ disclosure: Disclosure, _ zone: TimeZoneRule
  ) -> OutputPage {
    var page = OutputPage(title: "\(kind) \(id)" + (isShown ? "" : " (gone)"))
    if let cause { page.title = "\(kind) \(id): " + cause.sentence(of: kind, disclosure, zone) }
    let rows = lines.flatMap { line -> [[JSONValue]] in
      let place = JSONValue.string(line.register.place(of: kind, disclosure))
      let value = JSONValue.string(
        line.isErased
          ? line.erasers.erasedText(zone) : line.register.text(line.value, of: kind, disclosure, zone))
      if line.writers.isEmpty {
        let what: JSONValue = line.isDefault ? "(default)" : "(by its fields)"
        return [[place, value, what, .null, .null, .null]]
      }
      return line.writers.enumerated().map { index, writer in
        let mutation = writer.event.mutation
        return [
          index == 0 ? place : "", index == 0 ? value : "", mutation.by.map { .string($0) } ?? .null,
          .string(zone.text(writer.event.stamp.instant)), .string(machines.text(writer.replica)),
          mutation.why.map { .string("(\($0))") } ?? .null,
        ]
      }
    }
    page.add("", ["field", "value", "by", "time", "machine", "why"], rows)
    return page
  }
}
