public import DaybookModel

/// The bytes of one file, of a member of an archive, or of the standard input, read once from the beginning to the end.
public final class ByteStream {
  /// The name as the user typed it; for a file in a folder or an archive, with its path in it.
  public let name: String
  /// The path within the folder or the archive that the user named; otherwise the file's own name.
  public let path: String
  /// Whether the user named this very file, or it is the standard input. False for a file in a folder or an archive
  /// that the user named, which may contain files of every kind.
  public let isNamed: Bool
  /// Handed out so far.
  public private(set) var bytesRead: Int64 = 0
  private var hasFailed = false
  private let next: () throws(LedgerError) -> [UInt8]

  /// A stream of bytes from a closure, which returns none at the end.
  public init(
    name: String, path: String, isNamed: Bool, next: @escaping () throws(LedgerError) -> [UInt8]
  ) {
    (self.name, self.path, self.isNamed, self.next) = (name, path, isNamed, next)
  }

  /// A stream of bytes in memory: for tests, and for data embedded in other data.
  public convenience init(_ bytes: [UInt8], name: String, path: String? = nil) {
    var rest = bytes
    self.init(name: name, path: path ?? name, isNamed: true) { () throws(LedgerError) in
      defer { rest = [] }
      return rest
    }
  }

  /// The next bytes, of any number; empty at the end, and after an error, which is thrown only once.
  public func read() throws(LedgerError) -> [UInt8] {
    if hasFailed { return [] }
    do throws(LedgerError) {
      let bytes = try next()
      bytesRead += Int64(bytes.count)
      return bytes
    } catch {
      hasFailed = true
      throw error
    }
  }

  /// All that is left.
  public func contents(sizeBytesMax: Int = 256 << 20) throws(LedgerError) -> [UInt8] {
    var contents: [UInt8] = []
    while true {
      let bytes = try read()
      if bytes.isEmpty { return contents }
      guard contents.count + bytes.count <= sizeBytesMax else {
        throw LedgerError(.badData, "larger than \(sizeBytesMax >> 20) MiB", file: name, advice: "split it")
      }
      contents += bytes
    }
  }

  /// The last part of its path.
  public var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// In lower case and without the dot; empty where there is none.
  public var fileExtension: String {
    let name = fileName
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}
