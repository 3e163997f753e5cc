import ArgumentParser
import Daybook
import DaybookLog
import DaybookReplication
import DaybookSQLViews

/// `daybook sql-views duckdb|spark`
struct SQLViewsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sql-views",
    abstract: "Print the SQL that makes tables of a ledger's files in DuckDB or Spark.",
    discussion: """
      The engine reads replicas/*/*.jsonl.zst itself, on one machine or on a cluster with a bucket, by the ledger's \
      own merge rules. DuckDB keeps its tables in memory; Spark writes them to its warehouse, hidden values included, \
      where they stay: the top of its script says how to keep that folder private and how to clear it. There is a view \
      for each kind, with what 'daybook query' shows, and tables of all fields, links, writes and conflicts; see the \
      article SQLViews. Signatures are not checked by the engine: run 'daybook verify' first. The files contain hidden \
      fields, and so do the tables.

      Examples:
        daybook sql-views duckdb > family.sql && duckdb -init family.sql
        daybook sql-views duckdb --kind sam.person --kind sam.coverage
        daybook sql-views spark --path s3a://bucket/family.daybook > family.sql && spark-sql -i family.sql
      """)

  enum Engine: String, ExpressibleByArgument, CaseIterable {
    case duckdb, spark
  }

  @Argument(help: "The engine that reads the files: duckdb or spark.")
  var engine: Engine

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The ledger's folder. By default $DAYBOOK_LEDGER, else the nearest folder with a daybook.json, from here up.",
      valueName: "dir"),
    completion: .directory)
  var ledger: String?

  @Option(
    help: ArgumentHelp(
      "Where the engine finds the ledger, such as s3://bucket/family.daybook: it need not be there yet.",
      valueName: "url"))
  var path: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Only views of this kind; may be given several times.", valueName: "kind"),
    completion: .custom(KindCompletion.complete))
  var kind: [String] = []

  @Option(help: ArgumentHelp("Only views of this system's kinds, such as sam.", valueName: "system"))
  var system: String?

  @Flag(help: "Read the files again for each query, not once.")
  var live = false

  func validate() throws {
    if ledger != nil, path != nil { throw ValidationError("--ledger and --path cannot be used together") }
    if system != nil, !kind.isEmpty { throw ValidationError("--kind and --system cannot be used together") }
  }

  func run() throws {
    let registry = RegisteredSystems.registry()
    let dialect: SQLDialect = engine == .duckdb ? .duckdb : .spark
    let views = try SQLViews(
      dialect, place: try place(), registry: registry, kinds: try wanted(registry), isLive: live)
    try Output(nil).show(document: Array(views.script().utf8))
  }

  /// The path at which the engine finds the ledger, from whatever folder it runs in.
  private func place() throws -> String {
    if let path {
      guard !path.isEmpty else {
        throw LedgerError(.usage, "--path is empty", advice: "name a folder or a URL")
      }
      return path
    }
    let folder = try LedgerLocation.find(named: ledger)
    if LedgerLocation.isPacked(folder) {
      throw LedgerError(.usage, "no engine reads a ledger in a tar", file: folder, advice: "unpack it first")
    }
    let files = try Inventory.scan(DiskFileStore(path: folder)).replicas.flatMap(\.segments)
    guard !files.contains(where: \.name.isLocked) else {
      throw LedgerError(
        .refused, "no engine reads the encrypted files of a locked ledger", file: folder,
        advice: "export its tables with 'daybook export sqlite' or 'daybook export csv'")
    }
    guard !files.isEmpty else {
      throw LedgerError(
        .notFound, "no engine can read an empty ledger", file: folder,
        advice: "write something first, or name with --path where files will be")
    }
    return folder.hasPrefix("/") ? folder : "\(Environment.currentDirectory ?? ".")/\(folder)"
  }

  private func wanted(_ registry: SchemaRegistry) throws -> [String] {
    guard let system else {
      let known = registry.kinds.map(\.kind)
      for kind in kind where !known.contains(kind) {
        // The kinds of a system are known; a kind of no system may have any name.
        guard !registry.systems.contains(where: { kind.hasPrefix($0.name + ".") }) else {
          throw LedgerError(
            .notFound, "there is no kind '\(kind)'",
            advice: Suggestion.advice(for: kind, among: known)
              ?? "'daybook schema list' lists the kinds")
        }
      }
      return kind
    }
    let kinds = registry.kinds.map(\.kind).filter { $0.hasPrefix(system + ".") }
    guard !kinds.isEmpty else {
      let names = registry.systems.map(\.name)
      throw LedgerError(
        .notFound, "there is no system '\(system)'",
        advice: Suggestion.advice(for: system, among: names) ?? "there are \(names.joined(separator: ", "))")
    }
    return kinds
  }
}
