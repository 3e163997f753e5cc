import ArgumentParser
package import Daybook
import DaybookModel

/// `daybook export FORMAT`
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write what the ledger holds in the formats of other programs.",
    discussion: """
      Exports all entities, or those that --kind and --where choose, as they are now or as they were at --as-of. An \
      export to a file or a pipe contains hidden values, and a notice says so. On a terminal, an export that contains \
      hidden values is refused unless --reveal is given.
      """,
    subcommands: exporters)

  private static let exporters: [any ParsableCommand.Type] = [
    ExportJSONCommand.self, ExportMarkdownCommand.self, ExportLinesCommand.self, ExportCSVCommand.self,
    ExportSQLiteCommand.self, ExportFHIRCommand.self,
    ExportVCFCommand.self, ExportICSCommand.self,
  ]
}

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

/// The standard output of an export.
///
/// A terminal gets no hidden values without `--reveal`: others may see a screen, scroll back in it or record it, and
/// an export with masks would look as if it could be imported. A pipe or a file gets everything, since it is made to
/// be read elsewhere, and a notice says so.
final class ExportStream: Sendable {
  private struct State {
    var isTold = false
    /// Output held back from a terminal until it is certain that it contains nothing hidden.
    var held: [UInt8] = []
    var document = TerminalDocument()
  }

  private let state = Shared(State())
  private let output: Output
  private let messages: Messages
  private let reveals: Bool

  init(_ output: Output, _ messages: Messages, reveals: Bool) {
    (self.output, self.messages, self.reveals) = (output, messages, reveals)
  }

  /// More than this is not useful on a screen.
  private static let heldSizeBytesMax = 64 << 20

  private var holdsBack: Bool { output.isTerminal && !reveals }

  /// Called before the first hidden value is written.
  func willReveal() throws {
    if reveals { return }
    guard !output.isTerminal else {
      throw LedgerError(
        .refused, "the export contains hidden values",
        advice: "write it to a file with -o, or add --reveal to see it here")
    }
    let isFirst = state.withLock { state in
      defer { state.isTold = true }
      return !state.isTold
    }
    if isFirst { WrittenFile.tell("the export on the standard output", messages, as: "ledger") }
  }

  func write(_ bytes: [UInt8]) throws {
    guard output.isTerminal else { return try output.write(bytes) }
    guard holdsBack else {
      return try output.write(state.withLock { $0.document.visible(bytes) })
    }
    try state.withLock { state in
      guard state.held.count + bytes.count <= Self.heldSizeBytesMax else {
        throw LedgerError(
          .usage, "the export is larger than \(Self.heldSizeBytesMax >> 20) MiB, too much for a terminal",
          advice: "write it to a file with -o")
      }
      state.held += bytes
    }
  }

  /// - Parameter revealed: whether hidden values were written.
  func finish(revealed: Bool) throws {
    if revealed { try willReveal() }
    guard output.isTerminal else { return }
    try output.write(
      state.withLock { state in
        defer { state.held = [] }
        return state.document.visible(state.held) + state.document.finish()
      })
  }
}
