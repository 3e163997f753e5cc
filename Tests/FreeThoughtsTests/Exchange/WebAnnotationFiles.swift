import DaybookTestSupport
import Foundation

/// The W3C's own samples, by `$DAYBOOK_REALDATA`.
enum WebAnnotationFiles {
  static let folder = "annotations/w3c"

  /// Name and content of each file in a folder, by name.
  static func all(in folder: String) throws -> [(name: String, content: [UInt8])] {
    try RealData.paths("\(Self.folder)/\(folder)", extensions: ["json"])
      .map { (($0 as NSString).lastPathComponent, Array(try Data(contentsOf: URL(filePath: $0)))) }
  }
}
