import ArgumentParser
package import Daybook
import DaybookModel

/// The options of every export: which entities, as of when, and where to.
struct ExportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Only this kind; may be given several times.", valueName: "kind"),
    completion: .custom(KindCompletion.complete))
  var kind: [String] = []

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp("Only entities that meet this condition, as in query.", valueName: "expression"))
  package var condition: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Where to write; by default, and with -, the standard output.", valueName: "file"),
    completion: .file(), transform: OutputPlace.read)
  var output: OutputPlace?

  @Flag(help: "Overwrite existing files.")
  var force = false

  @OptionGroup var cut: CutOptions
  @OptionGroup var moment: MomentOption
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var shown: OutputOptions

  /// Runs the export, says what the file contains, and ends with the counts.
  func run(_ request: some ExportRequest) async throws {
    guard let formats = ForeignFormats.current else {
      try PartExecutable.become(ForeignFormats.executable)
    }
    let exporting = try formats.run(request)
    let path = output?.path
    let ledger = try await selection.open()
    try await check(kind, in: ledger)
    let context = ExportContext(
      kinds: kind, condition: condition,
      cut: try moment.cut(try await cut.cut(selection, in: ledger), selection),
      zone: try selection.zone(), path: path, replaces: force, output: shown.output, messages: shown.messages,
      reveals: reveal.reveal)
    let receipt = try await exporting(request, ledger, context)
    if path == nil { try context.stream.finish(revealed: receipt.revealed) }
    shown.messages.show(receipt.notices)
    guard let path else { return }
    if receipt.revealed { WrittenFile.tell(path, shown.messages, as: "ledger") }
    try shown.output.show([("file", .string(path))] + receipt.counts.map { ($0.name, .count($0.count)) })
  }
}

extension ExportOptions {
  /// A kind of no system counts too, once an entity of it was written.
  private func check(_ kinds: [String], in ledger: Ledger) async throws {
    let unknown = kinds.filter { ledger.schemas[$0] == nil }
    guard !unknown.isEmpty else { return }
    let written = Set(try await ledger.export { view, _ in view.kinds })
    guard let kind = unknown.first(where: { !written.contains($0) }) else { return }
    throw LedgerError(
      .notFound, "there is no kind '\(kind)'",
      advice: RegisteredSystems.advice(forKind: kind, otherwise: "'daybook schema list' lists them"))
  }
}

/// What an exporter is to write, and where to.
package struct ExportContext: Sendable {
  /// Empty: all that the format can hold.
  package var kinds: [String]
  /// The condition, as in `--where` of a query.
  public var condition: String?
  package var cut: Cut
  /// The time zone of days that have none.
  package var zone: TimeZoneRule
  /// A file, or a folder for some formats; nil for the standard output.
  package var path: String?
  /// Whether existing files may be overwritten.
  package var replaces: Bool
  package var output: Output
  package var messages: Messages
  let stream: ExportStream

  init(
    kinds: [String], condition: String?, cut: Cut, zone: TimeZoneRule, path: String?, replaces: Bool,
    output: Output, messages: Messages, reveals: Bool
  ) {
    (self.kinds, self.condition, self.cut, self.zone) = (kinds, condition, cut, zone)
    (self.path, self.replaces, self.output, self.messages) = (path, replaces, output, messages)
    stream = ExportStream(output, messages, reveals: reveals)
  }

  /// Every exporter calls it before it writes the first hidden value. On the standard output, a terminal refuses the
  /// export and anything else gets a notice; for a file, the receipt says so.
  package func willReveal() throws {
    if path == nil { try stream.willReveal() }
  }

  /// The query for the entities of one kind.
  package func query(_ kind: String, _ schemas: SchemaRegistry) throws -> Query {
    var query = Query(kind)
    query.condition = try condition.map { text in
      try WhereParser.parse(text, kind: kind, registry: schemas, zone: zone, now: SystemClock.now())
    }
    return query
  }

  /// Gives `content` a way to write bytes: to the file, whole or not at all, or to the standard output.
  package func write(_ content: (_ write: @escaping ([UInt8]) throws -> Void) throws -> Void) throws {
    guard let path else { return try content { [stream] in try stream.write($0) } }
    try WrittenFile.check(path, replaces: replaces)
    _ = try AtomicFile.replace(path) { write in
      try withoutActuallyEscaping(write) { try content($0) }
      return true
    }
    AtomicFile.removeLeftovers(of: path)
  }
}

/// The result of an export.
package struct ExportReceipt: Sendable {
  /// The counts, such as `entities`, in the order in which they are shown.
  package var counts: [(name: String, count: Int)]
  /// Whether hidden values are in it.
  package var revealed: Bool
  package var notices: [Notice]

  package init(_ counts: [(name: String, count: Int)], revealed: Bool = false, notices: [Notice] = []) {
    (self.counts, self.revealed, self.notices) = (counts, revealed, notices)
  }
}
