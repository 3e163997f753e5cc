#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Files of other programs, in the folder that `$DAYBOOK_REALDATA` names.
package enum RealData {
  package static let root: String? = ProcessInfo.processInfo.environment["DAYBOOK_REALDATA"].flatMap {
    $0.isEmpty ? nil : $0
  }

  /// Whether all of these are in the folder.
  package static func isAvailable(_ names: [String]) -> Bool {
    guard root != nil else { return false }
    return names.allSatisfy { FileManager.default.fileExists(atPath: path($0)) }
  }

  /// Where a file or folder is. A test that asks has the trait `.realData`.
  package static func path(_ name: String) -> String {
    guard let root else { preconditionFailure("DAYBOOK_REALDATA is not set: mark this test .realData(…)") }
    return root + "/" + name
  }

  package static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// The files below a folder whose names end so, ascending; none if `$DAYBOOK_REALDATA` is not set.
  package static func paths(_ folder: String, extensions: Set<String>) throws -> [String] {
    guard root != nil else { return [] }
    let base = path(folder)
    return try FileManager.default.subpathsOfDirectory(atPath: base)
      .filter { name in extensions.contains { name.lowercased().hasSuffix("." + $0) } }
      .sorted().map { base + "/" + $0 }
  }

  /// The files below a folder by their names under the root, and how many elements of a kind COUNTS.json says are in
  /// each; none if `$DAYBOOK_REALDATA` is not set.
  package static func counts(under folder: String, key: String) throws -> [(path: String, count: Int)] {
    guard root != nil else { return [] }
    return try counts().filter { $0.key.hasPrefix(folder + "/") }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value[key] ?? 0) }
  }

  /// How many elements of each kind are in each file, as other readers count them.
  package static func counts() throws -> [String: [String: Int]] {
    try JSONDecoder().decode(
      [String: [String: Int]].self, from: Data(contentsOf: URL(fileURLWithPath: path("COUNTS.json"))))
  }
}
