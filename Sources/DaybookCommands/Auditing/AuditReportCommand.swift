import ArgumentParser
import Daybook
import DaybookModel
import DaybookReport

/// `daybook audit report`
struct AuditReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write a report for an auditor: integrity, machines, changes, conflicts, deletions.",
    discussion: """
      -o writes one HTML page for screens, phones and paper, without network requests or scripts; with --format json \
      it writes the same data as JSON. Without -o, the command shows a summary, or the JSON.

      --from and --to limit the changes, deletions, dismissals, erasures, settlements and reads; integrity, machines, \
      open conflicts and counts always describe the present files. Times are in UTC, or in the zone that --tz names: \
      two people with the same files, who give the same --now, get the same report.

      --entity limits the report to the data about an entity: the entity, what belongs to it, and what refers to it, \
      with all values and their history. For erased values it says that they were written, and when, by whom and why \
      they were erased. --export writes the same rows and events for programs. Hidden values read \(Disclosure.mask) \
      everywhere unless --reveal is given.

      The exit status is 1 when the ledger is not sound; the report is written all the same.

      Examples:
        daybook audit report
        daybook audit report -o audit.html --from 2026-01-01 --to 2026-12-31
        daybook audit report --format json | jq .verdict
        daybook audit report --entity sam.person ann -o ann.html --export ann.json --reveal
      """)

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("The file to write; - is the standard output.", valueName: "file"),
    completion: .file(), transform: OutputPlace.read)
  var output: OutputPlace?

  @Option(help: ArgumentHelp("Only from this time on.", valueName: "time"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "Only up to this time; a date without a time means the end of that day.", valueName: "time"))
  var to: String?

  @OptionGroup var subjects: SubjectOptions

  @Option(
    help: ArgumentHelp(
      "Write the rows and events of the entities to this file, as JSON; - is the standard output.",
      valueName: "file"),
    completion: .file(), transform: OutputPlace.read)
  var export: OutputPlace?

  @Option(
    help: ArgumentHelp(
      "Use this as the time of the report, to reproduce an earlier one; by default the present time.",
      valueName: "time"))
  var now: String?

  @Flag(help: "Overwrite existing files.")
  var force = false

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func validate() throws {
    if export != nil, subjects.words.isEmpty {
      throw ValidationError("--export writes the data of entities: name them with --entity")
    }
    if export == .standardOutput, output == .standardOutput {
      throw ValidationError("-o and --export cannot both be written to -")
    }
    if output != nil, options.format == .csv {
      throw ValidationError("-o writes an HTML page, or JSON with --format json, but not csv")
    }
  }

  func run() async throws {
    for path in files { try WrittenFile.check(path, replaces: force) }
    let now = try now.map { try selection.instant($0, .start) }
    let ledger = try await selection.open()
    let viewer = try await viewer.viewer(in: ledger)
    for subject in subjects.names { try await ledger.requireKind(subject.kind, as: viewer) }
    let disclosure = reveal.disclosure(ledger)
    var asked = try period(now ?? SystemClock.now())
    (asked.disclosure, asked.madeAt) = (disclosure, now)
    asked.entities = try await subjects.find(in: ledger, as: viewer)
    let report = try await ledger.audit.report(asked, as: viewer)
    if export != nil { try write(try await ledger.audit.export(asked, as: viewer)) }
    if export != .standardOutput || output != nil { try show(report) }
    if !report.verdict.isSound { throw Finished(ExitStatus.no) }
  }

  /// The files to write.
  private var files: [String] { [output, export].compactMap { $0?.path } }

  /// The bounds are read in the report's time zone.
  private func period(_ now: Instant) throws -> AuditReportOptions {
    var asked = AuditReportOptions()
    asked.zone = selection.tz ?? asked.zone
    let rule = selection.tz == nil ? TimeZoneRule { _ in 0 } : try selection.zone()
    let text = TimeText(zone: rule, now: now)
    asked.from = try from.map { try text.instant($0, .start) }
    asked.to = try to.map { try text.instant($0, .end) }
    if let from = asked.from, let to = asked.to, from > to {
      throw LedgerError(.usage, "--from \(from) is later than --to \(to)", advice: "exchange them")
    }
    return asked
  }

  private func write(_ export: AuditExport) throws {
    let bytes = OutputJSON.line(
      OutputRow((try FieldEncoder.json(export).object ?? [:]).map { ($0.key, $0.value) }))
    guard let path = self.export?.path else { return try options.output.show(document: bytes) }
    try WrittenFile.write(bytes, to: path, replaces: force)
    if reveal.reveal { WrittenFile.tell(path, options.messages, as: "ledger") }
  }

  private func show(_ report: AuditReport) throws {
    let isJSON = options.format == .json || options.format == .jsonl
    guard let output else { return try options.output.show(report) }
    let bytes = isJSON ? OutputJSON.line(try report.row) : Array(report.html.utf8)
    guard let path = output.path else { return try options.output.show(document: bytes) }
    try WrittenFile.write(bytes, to: path, replaces: force)
    if reveal.reveal { WrittenFile.tell(path, options.messages, as: "ledger") }
    try options.output.show([
      ("file", .string(path)), ("sound", .bool(report.verdict.isSound)),
      ("findings", .count(report.verdict.findings.count)), ("events", .count(report.changes.events)),
    ])
  }
}

extension AuditReportCommand: NamesWhatIsRead {
  var kindRead: String? { subjects.only?.kind }
  var entityRead: String? { subjects.only?.id }
}

/// `daybook audit …`
struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Report what the ledger holds and whether it verifies, for somebody without Daybook.",
    subcommands: [AuditReportCommand.self])
}

extension AuditReport {
  /// For programs: the report as it is encoded.
  var row: OutputRow {
    get throws {
      OutputRow((try FieldEncoder.json(self).object ?? [:]).map { ($0.key, $0.value) })
    }
  }
}

extension Output {
  /// A summary for people, the whole for programs.
  func show(_ report: AuditReport) throws {
    guard format == .table else { return try show(OutputRecord(report.row)) }
    try show(text: table.lines(report.page))
  }
}

extension AuditReport {
  /// What fits a screen or two; the page that -o writes has the rest.
  fileprivate var page: OutputPage {
    var page = OutputPage(title: "Audit report: \(verdict.isSound ? "sound" : "not sound")")
    page.add("ledger", about.ledger)
    page.add("digest", about.digest)
    page.add("made", "\(about.madeAt)")
    page.add("zone", about.zone)
    page.add("from", about.from?.description)
    page.add("to", about.to?.description)
    page.add("about", about.entities.map { "\($0.kind) \($0.id)" }.joined(separator: ", "))
    page.add("as", about.viewer)
    page.add("events", "\(changes.events) in \(changes.commits) commits")
    page.add("conflicts", "\(conflicts.open.total) open, \(conflicts.settled.total) settled")
    page.add("removals", "\(removals.total) deleted or dismissed")
    if erasures.total > 0 { page.add("erasures", "\(erasures.total)") }
    if accesses.total > 0 { page.add("reads", "\(accesses.total), \(accesses.revealed) with hidden values") }
    page.add(
      "Findings", ["finding", "what"],
      verdict.findings.prefix(Self.rowsMax).map { [.string($0.finding), .optional($0.what)] })
    page.add(
      "Machines", ["name", "id", "events", "last"],
      replicas.prefix(Self.rowsMax).map { replica in
        [
          .optional(replica.name), .string(replica.id), .count(replica.events),
          .optional(replica.lastWrite?.description),
        ]
      })
    page.add(
      "Events by kind", ["kind", "events"],
      changes.byKind.items.prefix(Self.rowsMax).map { [.string($0.kind), .count($0.events)] })
    page.add(
      "Events by author", ["author", "events"],
      changes.byAuthor.items.prefix(Self.rowsMax).map { [.optional($0.author), .count($0.events)] })
    page.add(
      "Open conflicts", ["entity", "what", "sides"],
      conflicts.open.items.prefix(Self.rowsMax).map { conflict in
        [
          .string("\(conflict.entity.kind) \(conflict.entity.id)"), .optional(conflict.field),
          .array(conflict.sides.map(\.value)),
        ]
      })
    page.add(
      "Erased", ["entity", "fields", "time", "by", "why"],
      erasures.items.prefix(Self.rowsMax).map { erasure in
        [
          .string("\(erasure.entity.kind) \(erasure.entity.id)"),
          .string(erasure.fields.isEmpty ? "all" : erasure.fields.joined(separator: ", ")),
          .string(erasure.time.description), .optional(erasure.by),
          erasure.isWithdrawn ? "(withdrawn)" : .optional(erasure.why),
        ]
      })
    for part in subjects.flatMap(\.parts.items).prefix(Self.rowsMax) {
      page.add(
        "\(part.entity.kind) \(part.entity.id)", ["field", "value", "by"],
        part.fields.map { [.string($0.name), $0.value, .optional($0.by)] }
          + part.erased.map { [.string($0), "(erased)", .null] })
    }
    return page
  }

  private static let rowsMax = 12
}

extension JSONValue {
  fileprivate static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
