public import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Input that can be read only once, such as a pipe, in a temporary file without a name, so that it can be read several
/// times and is never whole in memory.
public final class SpooledInput {
  /// As the user named it; see ``InputTree/standardInputName``.
  public let name: String
  /// The size of the input.
  public private(set) var sizeBytes: Int64 = 0
  private let descriptor: Int32

  /// Reads all of it; `-` is the standard input.
  public init(_ path: String) throws(LedgerError) {
    let input = try OpenFile(path)
    name = input.name
    descriptor = Self.temporaryFile()
    guard descriptor >= 0 else { throw failure }
    while true {
      let bytes = try input.read()
      if bytes.isEmpty { return }
      try append(bytes)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// A stream from its beginning.
  public func stream() -> ByteStream {
    var offset: Int64 = 0
    return ByteStream(
      name: name, path: name.split(separator: "/").last.map(String.init) ?? name, isNamed: true
    ) { [self] () throws(LedgerError) in
      let bytes = try piece(at: offset)
      offset += Int64(bytes.count)
      return bytes
    }
  }

  /// The file's name is removed at once, and its bytes when it is closed. Below 0 if no file can be created.
  private static func temporaryFile() -> Int32 {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let folder = named.isEmpty ? "/tmp" : named
    var name = Array("\(folder)/daybook.XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    if descriptor >= 0 { unlink(name) }
    return descriptor
  }

  private func append(_ bytes: [UInt8]) throws(LedgerError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure
      }
      rest = rest.dropFirst(count)
      sizeBytes += Int64(count)
    }
  }

  private func piece(at offset: Int64) throws(LedgerError) -> [UInt8] {
    while true {
      var failed = false
      let bytes = [UInt8](unsafeUninitializedCapacity: OpenFile.pieceSizeBytes) { buffer, count in
        let result = pread(descriptor, buffer.baseAddress, OpenFile.pieceSizeBytes, off_t(offset))
        failed = result < 0
        count = max(0, result)
      }
      if !failed { return bytes }
      if errno != EINTR { throw failure }
    }
  }

  private var failure: LedgerError {
    LedgerError(
      .inputOutput, "cannot keep it in a temporary file: \(String(cString: strerror(errno)))", file: name,
      advice: "set TMPDIR to a folder with room, or name a file")
  }
}
