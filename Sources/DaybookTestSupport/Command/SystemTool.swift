import Foundation

/// A tool of the system, as a sandbox finds it.
package enum SystemTool {
  package static let folders = ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"]

  package static func path(_ name: String) -> String? {
    folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
