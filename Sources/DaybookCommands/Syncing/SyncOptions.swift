import ArgumentParser
import Daybook
import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The options of every sync, and its summary.
struct SyncOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The name of the source; by default taken from the files.", valueName: "name"))
  var source: String?

  @OptionGroup var erased: ErasedOption
  @OptionGroup var options: RunOptions

  /// - Parameter isRepeatable: whether the plan can be made again, which reads the source.
  ///
  /// Runs the plan, lists what was skipped, and ends with the summary. The exit status is 65 if something could not be
  /// read.
  func run(
    isRepeatable: Bool,
    _ plan: @Sendable (borrowing LedgerState, _ store: ([UInt8]) throws -> Void) throws -> SyncPlan
  ) async throws {
    let ledger = try await options.selection.open()
    let receipt = try await erased.run(
      isRepeatable: isRepeatable, options.append, options.messages
    ) { try await ledger.sync($0, plan) }
    if options.dryRun {
      let rows = ImportPlanRows(options.output)
      rows.show(receipt.plan.mutations)
      try rows.finish()
    }
    try options.show(receipt)
  }

  /// A file's own name, without its folders.
  static func name(of file: String) -> String {
    file == "-" ? "standard input" : String(file.split(separator: "/").last ?? "")
  }
}

/// The files that a sync imports. Folders and archives are opened by an executable that links the library for them;
/// `daybook` itself has none, and runs that executable instead.
package struct SyncInput: Sendable {
  /// A file's name, as the user named it or with its place in the folder or the archive; whether the user named it itself;
  /// and its next bytes, which are empty at the end.
  package typealias File = (name: String, isNamed: Bool, read: () throws -> [UInt8])

  package struct Opening: Sendable {
    /// The files of a path, one after another; in folders and archives, those whose names have one of these extensions.
    let files: @Sendable (_ path: String, _ extensions: [String]) -> () throws -> File?

    package init(
      _ files: @escaping @Sendable (_ path: String, _ extensions: [String]) -> () throws -> File?
    ) {
      self.files = files
    }
  }

  private static var opening: Opening? { CommandParts.current.inputs }

  let paths: [String]
  /// The extensions of such files in folders and archives.
  let extensions: [String]

  /// Runs the other executable if there is a folder or an archive to open.
  func prepare() throws(LedgerError) {
    if Self.opening == nil, paths.contains(where: Self.isPlace) {
      try PartExecutable.become(ForeignFormats.executable)
    }
  }

  /// The files of one of the paths, one after another. An error of the code `unreadable`, from the closure or from
  /// reading a file, does not affect any other file.
  func files(of path: String) throws(LedgerError) -> () throws -> File? {
    if let opening = Self.opening, path == "-" || Self.isPlace(path) {
      return opening.files(path, extensions)
    }
    let input = try InputReader(path)
    let name = path == "-" ? "standard input" : path
    var file: File? = (name: name, isNamed: true, read: { try input.read() })
    return {
      defer { file = nil }
      return file
    }
  }

  /// Whether the path is a folder, or has the name of an archive or a compressed file.
  private static func isPlace(_ path: String) -> Bool {
    guard path != "-" else { return false }
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return true }
    return ["zip", "tar", "tgz", "gz", "zst", "xz", "bz2"].contains(fileExtension(path))
  }

  /// All that is left of a file.
  static func contents(of file: File, sizeBytesMax: Int = 256 << 20) throws -> [UInt8] {
    var contents: [UInt8] = []
    while true {
      let bytes = try file.read()
      if bytes.isEmpty { return contents }
      contents += bytes
      guard contents.count <= sizeBytesMax else {
        throw LedgerError(
          .badData, "larger than \(sizeBytesMax >> 20) MiB", file: file.name, advice: "split it")
      }
    }
  }

  private static func fileExtension(_ name: String) -> String {
    let name = name.split(separator: "/").last ?? ""
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
  }
}
