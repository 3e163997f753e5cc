// Python with the packages that some tests compare with, as `tools/requirements --tests` installs it.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

package enum Python {
  /// `$DAYBOOK_PYTHON`, else the one in the build folder, else the system's.
  package static let path: String = {
    let own =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path + "/.build/python/bin/python3"
    return ProcessInfo.processInfo.environment["DAYBOOK_PYTHON"]
      ?? (FileManager.default.isExecutableFile(atPath: own) ? own : "python3")
  }()

  package static func has(_ module: String) async -> Bool {
    (try? await TemporaryFolder().run(path, "-c", "import \(module)")) != nil
  }
}
