import Foundation

/// The files under `$DAYBOOK_REALDATA`.
enum RealFiles {
  static let root = ProcessInfo.processInfo.environment["DAYBOOK_REALDATA"]

  /// Those of a folder, ascending; none, and a word about it, where there are no real files.
  static func paths(_ folder: String) throws -> [String] {
    guard let root else {
      print("skipped: DAYBOOK_REALDATA is not set, so no real \(folder) files were annotated")
      return []
    }
    let place = root + "/" + folder
    return try FileManager.default.subpathsOfDirectory(atPath: place).sorted().map { place + "/" + $0 }
      .filter { $0.hasSuffix(".md") || $0.hasSuffix(".pdf") }
  }
}
