import Daybook

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The progress of an import, on one line that is overwritten; only on a terminal.
struct ImportBar: Sendable {
  private let messages: Messages
  /// The size of all files together; nil if it is not known beforehand.
  private let sizeBytes: Int64?

  private static let cells = 24

  init(_ files: [String], _ messages: Messages) {
    self.messages = messages
    sizeBytes = Self.size(of: files)
  }

  func show(_ progress: ImportProgress) {
    let read = Self.mebibytes(progress.bytesRead)
    guard let sizeBytes, sizeBytes > 0 else {
      return messages.progress("\(progress.records) records, \(read) MiB")
    }
    let share = min(1, Double(progress.bytesRead) / Double(sizeBytes))
    let full = Int(share * Double(Self.cells))
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: Self.cells - full)
    messages.progress("\(bar) \(Int(share * 100)) %  \(progress.records) records, \(read) MiB")
  }

  func end() { messages.endProgress() }

  private static func mebibytes(_ bytes: Int64) -> String { "\(bytes >> 20)" }

  /// Nil where one of them is not a regular file.
  private static func size(of files: [String]) -> Int64? {
    var sum: Int64 = 0
    for file in files {
      var status = stat()
      guard file != "-", stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      sum += Int64(status.st_size)
    }
    return sum
  }
}
