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

/// The lines of a file, one at a time; blank ones are skipped. Memory is one chunk and one line, which may not exceed
/// the log's own limit.
struct LineSource: ~Copyable {
  private let file: InputFile
  private var chunk: [UInt8] = []
  private var position = 0
  /// The part of a line that began in an earlier chunk.
  private var begun: [UInt8] = []
  private var isAtEnd = false
  /// The last line, from 1.
  private(set) var number = 0

  init(_ path: String) throws(LedgerError) { file = try InputFile(path) }

  var name: String { file.name }

  /// Whether `next` would return without waiting for the other side of a pipe.
  func isReady() -> Bool { isAtEnd || lineEnd() != nil || file.isReady() }

  /// Lends the next line without its end (LF or CR LF), and its number; false at the end.
  mutating func next(
    _ body: (_ line: Span<UInt8>, _ number: Int) throws(LedgerError) -> Void
  ) throws(LedgerError) -> Bool {
    while true {
      if let end = lineEnd() {
        let start = position
        position = end + 1
        if begun.isEmpty {
          var lines = number
          let isLine = try Self.take(chunk.span.extracting(start..<end), &lines, name, body)
          number = lines
          if isLine { return true }
        } else {
          begun += chunk[start..<end]
          if try takeBegun(body) { return true }
        }
        continue
      }
      begun += chunk[position...]
      try Self.check(begun.count, number, name)
      chunk = isAtEnd ? [] : try file.read()
      position = 0
      if chunk.isEmpty {
        isAtEnd = true
        if begun.isEmpty { return false }
        return try takeBegun(body)
      }
    }
  }

  private mutating func takeBegun(
    _ body: (_ line: Span<UInt8>, _ number: Int) throws(LedgerError) -> Void
  ) throws(LedgerError) -> Bool {
    let line = begun
    begun = []
    return try Self.take(line.span, &number, name, body)
  }

  /// False for a blank line.
  private static func take(
    _ line: Span<UInt8>, _ number: inout Int, _ name: String,
    _ body: (_ line: Span<UInt8>, _ number: Int) throws(LedgerError) -> Void
  ) throws(LedgerError) -> Bool {
    try check(line.count, number, name)
    number += 1
    let hasReturn = line.count > 0 && line[line.count - 1] == UInt8(ascii: "\r")
    let text = line.extracting(0..<line.count - (hasReturn ? 1 : 0))
    var index = 0
    while index < text.count, text[index] == 0x20 || text[index] == 0x09 { index += 1 }
    if index == text.count { return false }
    try body(text, number)
    return true
  }

  /// Where the next line ends in the chunk.
  private func lineEnd() -> Int? {
    let start = position
    return chunk.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, start < bytes.count,
        let found = memchr(base + start, 0x0a, bytes.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  private static func check(_ count: Int, _ number: Int, _ name: String) throws(LedgerError) {
    guard count <= JSONLimit.lineSizeBytesMax + 1 else {
      throw LedgerError(
        .badData, "a line longer than \(JSONLimit.lineSizeBytesMax) bytes", file: name, line: number + 1,
        advice: "keep large values in separate files (--set field=@file)")
    }
  }
}

/// The media types of files that people keep and send, by the ends of their names.
enum MediaType {
  static func of(file: String) -> String {
    guard let dot = file.lastIndex(of: ".") else { return unknown }
    return types[file[file.index(after: dot)...].lowercased()] ?? unknown
  }

  private static let unknown = "application/octet-stream"

  private static let types: [String: String] = [
    "pdf": "application/pdf", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
    "heic": "image/heic", "gif": "image/gif", "tif": "image/tiff", "tiff": "image/tiff", "webp": "image/webp",
    "dcm": "application/dicom", "txt": "text/plain", "md": "text/markdown", "html": "text/html",
    "csv": "text/csv", "json": "application/json", "xml": "application/xml", "zip": "application/zip",
    "rtf": "application/rtf", "svg": "image/svg+xml", "mp4": "video/mp4", "mov": "video/quicktime",
    "webm": "video/webm", "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav", "ogg": "audio/ogg",
    "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ]
}
