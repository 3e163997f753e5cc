public import Daybook
import DaybookInput
import DaybookModel
import DaybookView

/// Tables as entities of any kind: a row is one.
///
/// A row is identified by the first of these: its `_id`, if a ledger's export wrote the table; the natural key of its
/// kind; the columns that `--key` names; its own content, and its number among equal rows. So importing the same file
/// again changes nothing, under any name, and a row that was added to it is one new entity.
public struct TableImporter: Importer {
  /// Returns the meaning of unknown columns; throws if nobody can be asked.
  public typealias Ask = @Sendable ([ColumnQuestion]) throws -> [ColumnAnswer]

  /// The sources read so far: one for each table.
  public private(set) var sources: [SyncSource] = []
  let options: TableOptions
  private let source: String?
  let ask: Ask
  private var tree: InputTree
  private var table: OpenTable?
  /// Of the table that was opened.
  private var waiting: SyncRemark?
  private var names = NameIndex()

  /// Opens the tables. Nothing is read yet.
  public init(
    _ files: [String], _ options: TableOptions, source: String? = nil,
    ask: @escaping Ask = ColumnQuestion.refuse
  ) {
    (self.options, self.source, self.ask) = (options, source, ask)
    tree = InputTree(files, refusesEmpty: true)
  }

  public var bytesRead: Int64 { tree.bytesRead }

  /// A column that names the rows distinguishes them, so each entity comes once.
  public var firstRecordWins: Bool { true }

  /// What columns mean is kept beside the rows.
  public var ownKinds: Set<String> { [Mapping.kind] }

  public mutating func next(in state: borrowing LedgerState) throws -> ImportStep? {
    while true {
      if let notice = waiting {
        waiting = nil
        return .notice(notice)
      }
      if let step = try nextRow(in: state) { return step }
      table = nil
      guard let stream = try tree.next() else { return nil }
      guard
        stream.isNamed || ["csv", "tsv", "tab", "txt", ""].contains(stream.fileExtension)
      else {
        return .notice(
          SyncRemark(file: stream.name, line: 1, reason: "its name is not that of a table, and it is skipped")
        )
      }
      let source = SyncSource(.table, name: self.source ?? stream.fileName)
      do {
        table = try open(stream, source, in: state)
        if !sources.contains(source) { sources.append(source) }
      } catch let error as TableProblem {
        return .skipped(SyncRemark(file: stream.name, line: error.line, reason: error.reason))
      }
    }
  }

  private mutating func nextRow(in state: borrowing LedgerState) throws -> ImportStep? {
    do { return try table?.next(&names, in: state) } catch {
      // The rest of the file is skipped.
      table = nil
      throw error
    }
  }

  /// - Throws: ``TableProblem`` for a file that is not a table; ``LedgerError`` for what the user must specify first.
  private mutating func open(
    _ stream: ByteStream, _ source: SyncSource, in state: borrowing LedgerState
  ) throws -> OpenTable? {
    let (sample, rest) = try Self.sample(stream)
    if sample.isEmpty, !stream.isNamed { return nil }
    let survey = try TableSurvey(sample: sample, separator: options.separator)
    guard !survey.hasControls else {
      throw TableProblem(
        line: survey.headerLine, reason: "is not a table: it has bytes that do not occur in text")
    }
    let schema = try schema(of: stream, in: state)
    let (mapping, isKept) = try mapping(survey, schema, stream.name, in: state)
    let unread = unread(survey, mapping)
    if !unread.isEmpty {
      let names = unread.prefix(TableMapping.shownMax).map { OneLine.cut($0) }.joined(separator: ", ")
      let rest =
        unread.count > TableMapping.shownMax ? " and \(unread.count - TableMapping.shownMax) others" : ""
      waiting = SyncRemark(
        file: stream.name, line: survey.headerLine, reason: "columns that are not imported: \(names)\(rest)")
    }
    var plan = try TablePlan(survey, mapping, schema, file: stream.name, zone: zone(of: mapping, stream.name))
    if isKept { plan.kept = mapping }
    if let record = options.record { try plan.set(record: record, names, in: state) }
    return OpenTable(
      name: stream.name, source: source, plan: plan, width: survey.columns.count,
      reader: CSVReader(separator: survey.separator, read: rest))
  }

  /// The beginning of the stream, and the whole of it.
  private static func sample(_ stream: ByteStream) throws -> (sample: [UInt8], all: () throws -> [UInt8]) {
    var sample: [UInt8] = []
    while sample.count < TableSurvey.sampleBytesMax {
      let bytes = try stream.read()
      if bytes.isEmpty { break }
      sample += bytes
    }
    var first: [UInt8]? = sample
    return (
      sample,
      {
        defer { first = nil }
        return try first ?? stream.read()
      }
    )
  }

  private func schema(of stream: ByteStream, in state: borrowing LedgerState) throws -> KindSchema {
    let name = stream.fileName
    let kind = options.kind ?? name.split(separator: ".").dropLast().joined(separator: ".")
    let isOwn = kind.hasPrefix("daybook.")
    if let schema = state.schemas[kind], !isOwn { return schema }
    let usual = "name one with --kind; 'daybook schema list' lists them"
    guard options.kind == nil else {
      let known = state.schemas.kinds.map(\.kind)
      throw LedgerError(
        isOwn ? .usage : .notFound,
        isOwn ? "\(kind) is a kind of the ledger itself" : "there is no kind '\(kind)'",
        file: stream.name, advice: isOwn ? usual : Suggestion.advice(for: kind, among: known) ?? usual)
    }
    guard stream.isNamed else {
      throw TableProblem(line: 1, reason: "its name is not that of a kind that a table can hold")
    }
    throw LedgerError(
      .usage, "no kind is given, and the file is not named after one", file: stream.name, advice: usual)
  }
}

extension ColumnQuestion {
  /// Nobody can be asked: says what to give instead.
  public static let refuse: TableImporter.Ask = { questions in
    guard let first = questions.first else { return [] }
    let count = questions.reduce(0) { $0 + $1.columns.count }
    let shown = questions.filter { $0.name.utf8.count <= 256 }.prefix(TableMapping.shownMax)
    let rest = questions.count > shown.count ? " and \(questions.count - shown.count) more" : ""
    let options = TableMapping.options(shown.map { ($0.columns, $0.guess) }) + rest
    throw LedgerError(
      .usage,
      "\(count == 1 ? "a column is" : "\(count) columns are") not mapped to fields of \(first.kind)",
      file: first.file,
      advice: "map each, or leave the field empty to skip the column: \(options)")
  }
}
