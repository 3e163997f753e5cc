import Daybook
import Foundation

/// The W3C's own samples, by `$DAYBOOK_REALDATA`.
enum WebAnnotationFiles {
  static let root = ProcessInfo.processInfo.environment["DAYBOOK_REALDATA"].map { $0 + "/annotations/w3c/" }

  /// Name and content of each file in a folder, by name; none where there is no data, which is said.
  static func all(in folder: String) throws -> [(name: String, content: [UInt8])] {
    guard let root else {
      print("skipped: DAYBOOK_REALDATA is not set, so no real annotations were read")
      return []
    }
    return try FileManager.default.contentsOfDirectory(atPath: root + folder).sorted()
      .filter { $0.hasSuffix(".json") }
      .map { ($0, Array(try Data(contentsOf: URL(filePath: root + folder + "/" + $0)))) }
  }

  static func json(_ name: String) throws -> JSONValue? {
    guard let root else { return nil }
    return try JSONParser.parse(Array(try Data(contentsOf: URL(filePath: root + name))))
  }
}
