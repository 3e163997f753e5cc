package import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Finds the ledger that a command means.
package enum LedgerLocation {
  static let descriptorName = "daybook.json"

  /// `named` (--ledger), else `fromEnvironment` ($DAYBOOK_LEDGER), else the nearest folder from
  /// `directory` upwards that holds a daybook.json.
  package static func find(
    named: String?, fromEnvironment: String? = Environment.nonEmpty("DAYBOOK_LEDGER"),
    from directory: String? = Environment.currentDirectory
  ) throws(LedgerError) -> String {
    if let named { return try check(named, source: "--ledger") }
    if let fromEnvironment { return try check(fromEnvironment, source: "$DAYBOOK_LEDGER") }
    guard let directory else {
      throw LedgerError(
        .noLedger, "the current folder no longer exists", advice: "name the ledger with --ledger DIR")
    }
    var components = directory.split(separator: "/")
    while true {
      let folder = "/" + components.joined(separator: "/")
      if exists(folder + (components.isEmpty ? "" : "/") + descriptorName) { return folder }
      guard components.popLast() != nil else { break }
    }
    throw LedgerError(
      .noLedger, "no ledger here or in a folder above", file: directory,
      advice: "make one with 'daybook init DIR', or name one with --ledger DIR")
  }

  private static func check(_ folder: String, source: String) throws(LedgerError) -> String {
    guard !folder.isEmpty else { throw LedgerError(.usage, "\(source) is empty", advice: "name a folder") }
    // A file may be a tar of a ledger.
    guard exists(folder + "/" + descriptorName) || isFile(folder) else {
      throw LedgerError(
        .noLedger, "no ledger in the folder that \(source) names", file: folder,
        advice: exists(folder + "/replicas")
          ? "its \(descriptorName) is gone: copy that file from another machine's copy of the ledger"
          : "make one with 'daybook init DIR'")
    }
    return folder
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether what ``find(named:fromEnvironment:from:)`` found is a tar, and no folder.
  static func isPacked(_ ledger: String) -> Bool { isFile(ledger) }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
