package import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file, or the standard input, that a command reads.
package struct InputFile: ~Copyable {
  package let name: String
  private let descriptor: Int32
  private let ownsDescriptor: Bool

  /// Opens `path`; `-` is the standard input.
  package init(_ path: String) throws(LedgerError) {
    if path == "-" {
      (name, descriptor, ownsDescriptor) = ("standard input", STDIN_FILENO, false)
      return
    }
    let opened = open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else {
      throw SystemError.current(
        "cannot read the file", file: path, advice: "check its name and its permissions")
    }
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
      close(opened)
      throw LedgerError(.inputOutput, "this is a folder", file: path, advice: "name a file")
    }
    (name, descriptor, ownsDescriptor) = (path, opened, true)
  }

  deinit { if ownsDescriptor { close(descriptor) } }

  /// The next bytes, at most `countMax`; empty at the end.
  package borrowing func read(countMax: Int = 1 << 18) throws(LedgerError) -> [UInt8] {
    while true {
      var failed = false
      let bytes = [UInt8](unsafeUninitializedCapacity: countMax) { buffer, count in
        #if canImport(Glibc)
          let result = Glibc.read(descriptor, buffer.baseAddress, countMax)
        #elseif canImport(Musl)
          let result = Musl.read(descriptor, buffer.baseAddress, countMax)
        #else
          let result = Darwin.read(descriptor, buffer.baseAddress, countMax)
        #endif
        failed = result < 0
        count = max(0, result)
      }
      if !failed { return bytes }
      if errno != EINTR { throw SystemError.current("cannot read", file: name) }
    }
  }

  /// Whether bytes, or the end, can be read without waiting.
  package borrowing func isReady() -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) != 0
  }

  /// Everything, at most `sizeBytesMax`.
  package static func contents(_ path: String, sizeBytesMax: Int = 256 << 20) throws(LedgerError) -> [UInt8] {
    let file = try InputFile(path)
    var contents: [UInt8] = []
    while true {
      let bytes = try file.read()
      if bytes.isEmpty { return contents }
      contents += bytes
      guard contents.count <= sizeBytesMax else {
        throw LedgerError(
          .badData, "larger than \(sizeBytesMax >> 20) MiB", file: file.name, advice: "split it")
      }
    }
  }

  /// Everything as text, which must be UTF-8.
  package static func text(_ path: String) throws(LedgerError) -> String {
    let bytes = try contents(path)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw LedgerError(.badData, "not valid UTF-8", file: path, advice: "convert it to UTF-8")
    }
    return text
  }
}

/// An ``InputFile`` that closures may share.
final class InputReader {
  private let file: InputFile

  init(_ path: String) throws(LedgerError) { file = try InputFile(path) }

  /// The next bytes; empty at the end.
  func read() throws(LedgerError) -> [UInt8] { try file.read() }
}
