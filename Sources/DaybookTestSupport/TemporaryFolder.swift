#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder for one test, removed when this object is released.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    let placeholder = String(repeating: "X", count: 6)
    var template = Array("\(FileManager.default.temporaryDirectory.path)/daybook-\(placeholder)".utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Runs a tool of the system in the folder; throws unless it exits with 0.
  package func run(_ arguments: String...) async throws {
    var process = pid_t()
    let script = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", path] + arguments
    var words: [UnsafeMutablePointer<CChar>?] = script.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    guard posix_spawn(&process, "/bin/sh", nil, nil, &words, environ) == 0 else {
      throw CocoaError(.executableNotLoadable)
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1 && errno == EINTR {}
    guard status == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
