package import Daybook

/// The parsed request for an import; each format has its own type, in the file of its command.
package protocol ImportRequest: Sendable {
  /// Files, folders, archives, or `-`.
  var files: [String] { get }
  /// Whether unknown fields count as those of a later version, and are kept; otherwise they are errors.
  var keepsUnknownFields: Bool { get }
}

/// An import whose entities may all belong to one record.
package protocol RecordImportRequest: ImportRequest {
  /// By its name, its id or the beginning of its id; nil if the files name the record.
  var record: String? { get set }
}

extension ImportRequest {
  package var keepsUnknownFields: Bool { false }
}

/// The parsed request for an export; each format has its own type, in the file of its command.
package protocol ExportRequest: Sendable {}

/// Reads and writes the formats of other programs. The executable that links the libraries for them provides it;
/// `daybook` itself has none, and runs that executable instead.
package struct ForeignFormats: Sendable {
  package typealias ImportRun =
    @Sendable (
      any ImportRequest, Ledger, AppendOptions, @Sendable (ImportProgress) -> Void
    ) async throws -> SyncReceipt
  package typealias ExportRun =
    @Sendable (any ExportRequest, Ledger, ExportContext) async throws -> ExportReceipt

  /// The executable that provides them.
  package static let executable = "daybook-exchange"

  static var current: ForeignFormats? { CommandParts.current.formats }

  /// A file that a path leads to.
  package struct Met: Sendable {
    /// The name as the user typed it; for a file in an archive or a folder, with its path in it.
    package var name: String
    /// The name of its format in 'daybook import'; nil for an unknown format.
    package var format: String?
    /// Why it cannot be read.
    package var problem: String?

    package init(name: String, format: String? = nil, problem: String? = nil) {
      (self.name, self.format, self.problem) = (name, format, problem)
    }
  }

  /// Looks at every file that a path leads to.
  package var survey: (@Sendable (_ path: String) throws -> [Met])?

  private var imports: [ObjectIdentifier: ImportRun] = [:]
  private var exports: [ObjectIdentifier: ExportRun] = [:]

  package init() {}

  /// Reads the files that a request names.
  package mutating func add<Request: ImportRequest, Reader: Importer>(
    _ request: Request.Type, _ open: @escaping @Sendable (Request) throws -> sending Reader
  ) {
    imports[ObjectIdentifier(request)] = { request, ledger, options, progress in
      guard let request = request as? Request else { throw Self.unknown(request) }
      var options = options
      options.keepsUnknownFields = request.keepsUnknownFields
      return try await ledger.importAll(try open(request), options: options, progress: progress)
    }
  }

  /// Writes the export that a request asks for.
  package mutating func addExporter<Request: ExportRequest>(
    _ request: Request.Type,
    _ write: @escaping @Sendable (Request, Ledger, ExportContext) async throws -> ExportReceipt
  ) {
    exports[ObjectIdentifier(request)] = { request, ledger, context in
      guard let request = request as? Request else { throw Self.unknown(request) }
      return try await write(request, ledger, context)
    }
  }

  func run(_ request: any ImportRequest) throws(LedgerError) -> ImportRun {
    guard let run = imports[ObjectIdentifier(type(of: request))] else { throw Self.unknown(request) }
    return run
  }

  func run(_ request: any ExportRequest) throws(LedgerError) -> ExportRun {
    guard let run = exports[ObjectIdentifier(type(of: request))] else { throw Self.unknown(request) }
    return run
  }

  private static func unknown(_ request: Any) -> LedgerError {
    LedgerError(
      .unreachable, "this '\(executable)' does not know the format",
      advice: "install the one that came with this daybook")
  }
}
