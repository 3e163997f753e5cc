import Crypto
import Daybook

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that may hold a document, opened for reading. Only files on a disk are opened: a pipe would wait for its
/// writer, and a device never ends.
struct DocumentFile: ~Copyable {
  /// Absolute, without links, `.` and `..`.
  let path: String
  let sizeBytes: Int
  private let descriptor: Int32

  init(_ name: String) throws(LedgerError) {
    guard !name.isEmpty, !name.utf8.contains(0) else {
      throw LedgerError(.usage, "'' is not a file's name", advice: "name a document")
    }
    guard let resolved = realpath(name, nil) else { throw Self.failure(name) }
    defer { free(resolved) }
    let path = String(cString: resolved)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.failure(name) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw LedgerError(
        .badData, status.st_mode & S_IFMT == S_IFDIR ? "this is a folder" : "this is not an ordinary file",
        file: name, advice: "name a document: PDF, Markdown or plain text")
    }
    (self.path, self.descriptor, sizeBytes) = (path, descriptor, Int(status.st_size))
  }

  deinit { close(descriptor) }

  /// Passes the whole file on in chunks, from the beginning.
  borrowing func read(_ take: ([UInt8]) throws(LedgerError) -> Void) throws(LedgerError) {
    var offset = 0
    while true {
      let chunk = try self.chunk(at: offset, countMax: 1 << 18)
      if chunk.isEmpty { return }
      offset += chunk.count
      try take(chunk)
    }
  }

  /// Its first bytes.
  borrowing func start(countMax: Int) throws(LedgerError) -> [UInt8] {
    try chunk(at: 0, countMax: countMax)
  }

  /// Empty at the end.
  private borrowing func chunk(at offset: Int, countMax: Int) throws(LedgerError) -> [UInt8] {
    while true {
      var failure: Int32 = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: countMax) { buffer, count in
        let result = pread(descriptor, buffer.baseAddress, countMax, off_t(offset))
        count = max(0, result)
        failure = result < 0 ? errno : 0
      }
      if failure == 0 { return chunk }
      guard failure == EINTR else {
        errno = failure
        throw Self.failure(path)
      }
    }
  }

  /// SHA-256 of the whole, never more of it in memory than a chunk.
  borrowing func hash() throws(LedgerError) -> String {
    var hash = SHA256()
    try read { chunk throws(LedgerError) in hash.update(data: chunk) }
    return DocumentHash.text(hash.finalize())
  }

  private static func failure(_ name: String) -> LedgerError {
    let code = errno
    return LedgerError(
      code == ENOENT || code == ENOTDIR ? .notFound : .inputOutput,
      code == ENOENT || code == ENOTDIR
        ? "there is no such document" : "cannot read the document (\(String(cString: strerror(code))))",
      file: name, advice: "check its name and its permissions")
  }
}

/// A file's SHA-256 as text, which identifies a document regardless of its name and place.
public enum DocumentHash {
  /// Whether a text is 64 hexadecimal digits in lower case.
  public static func isOne(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }

  /// Of a file's bytes.
  public static func of(_ bytes: [UInt8]) -> String { text(SHA256.hash(data: bytes)) }

  static func text(_ digest: SHA256.Digest) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
