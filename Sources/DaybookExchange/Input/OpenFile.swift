import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is open for reading, closed with its last user.
final class OpenFile {
  let name: String
  let descriptor: Int32
  private(set) var bytesRead: Int64 = 0
  /// Read, and not handed out.
  private var peeked: [UInt8] = []

  static let pieceSizeBytes = 1 << 18

  /// `-` is the standard input.
  init(_ path: String) throws(LedgerError) {
    if path == "-" {
      (name, descriptor) = (InputTree.standardInputName, dup(STDIN_FILENO))
    } else {
      (name, descriptor) = (path, open(path, O_RDONLY | O_CLOEXEC))
    }
    guard descriptor >= 0 else { throw Self.error("cannot read the file", path) }
  }

  deinit { close(descriptor) }

  /// Whether it is a regular file without a byte; the content of a pipe is unknown before it is read.
  var isEmpty: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
  }

  /// The next bytes; empty at the end.
  func read() throws(LedgerError) -> [UInt8] {
    if peeked.isEmpty { return try readOn() }
    defer { peeked = [] }
    return peeked
  }

  /// At least this many of the next bytes, unless the end comes before; `read` still returns them.
  func peek(_ count: Int) throws(LedgerError) -> [UInt8] {
    while peeked.count < count {
      let bytes = try readOn()
      if bytes.isEmpty { break }
      peeked += bytes
    }
    return peeked
  }

  private func readOn() throws(LedgerError) -> [UInt8] {
    while true {
      var failed = false
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceSizeBytes) { buffer, count in
        #if canImport(Glibc)
          let result = Glibc.read(descriptor, buffer.baseAddress, Self.pieceSizeBytes)
        #elseif canImport(Musl)
          let result = Musl.read(descriptor, buffer.baseAddress, Self.pieceSizeBytes)
        #else
          let result = Darwin.read(descriptor, buffer.baseAddress, Self.pieceSizeBytes)
        #endif
        failed = result < 0
        count = max(0, result)
      }
      bytesRead += Int64(bytes.count)
      if !failed { return bytes }
      if errno != EINTR { throw Self.error("cannot read", name) }
    }
  }

  static func error(_ what: String, _ path: String) -> LedgerError {
    LedgerError(
      .inputOutput, "\(what): \(String(cString: strerror(errno)))", file: path,
      advice: "check its name and its permissions")
  }
}
