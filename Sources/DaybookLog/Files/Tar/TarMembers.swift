/// The members of a tar, in its order. Their contents are not read. Needs memory only for their names.
struct TarMembers {
  struct Member: Equatable {
    /// The components of its path, without "." and empty ones.
    var path: [String]
    var kind: FileKind
    /// The size of the content.
    var offset: Int
    var sizeBytes: Int
    /// The place of the header, which is unique to the member.
    var headerOffset: Int
  }

  /// No real ledger has so many files; reading more would take too long.
  static let countMax = 1_000_000
  /// The maximum size of pax records and long names.
  private static let extraSizeBytesMax = 1 << 20
  /// Headers are read ahead by so much: several of small members, and of a large one little besides.
  private static let windowSizeBytes = 8 << 10

  private(set) var members: [Member] = []
  /// Paths that lead out of the archive, or are not text: not part of a ledger.
  private(set) var strangers: [String] = []

  private let bytes: TarBytes
  private var window: (offset: Int, bytes: [UInt8]) = (0, [])

  init(_ bytes: TarBytes) throws {
    self.bytes = bytes
    var offset = 0
    var global = PaxRecords()
    var own = PaxRecords()
    var longName: [UInt8]?
    while let header = try TarHeader(block(at: offset)[...], at: offset) {
      let size: Int
      switch header.kind {
      case .file, .other, .sparse:
        // Takes precedence over the header's size, which cannot hold a larger one.
        size = try own.over(global).sizeBytes(at: offset) ?? header.contentSizeBytes
      default: size = header.contentSizeBytes
      }
      let start = offset + TarHeader.sizeBytes
      guard size <= bytes.count - start else {
        throw TarError(
          "it ends before its member '\(Self.shown(longName ?? header.name))' does: it was cut off",
          at: offset)
      }
      switch header.kind {
      case .records: own = try PaxRecords(extra(start, size, offset), at: offset)
      case .globalRecords: global = try PaxRecords(extra(start, size, offset), at: offset).over(global)
      case .longName: longName = TarHeader.text(try extra(start, size, offset)[...])
      case .longTarget: break
      default:
        let records = own.over(global)
        try add(header, records.path ?? longName ?? header.name, records, start, size, offset)
        (own, longName) = (PaxRecords(), nil)
      }
      // Contents fill whole blocks; the last one's rest may be missing.
      offset = start + (size + TarHeader.sizeBytes - 1) / TarHeader.sizeBytes * TarHeader.sizeBytes
    }
    window = (0, [])
  }

  private mutating func add(
    _ header: TarHeader, _ name: [UInt8], _ records: PaxRecords, _ start: Int, _ size: Int, _ offset: Int
  ) throws {
    guard header.kind != .sparse, !records.isSparse else {
      throw TarError("'\(Self.shown(name))' is stored with holes (sparse)", at: offset)
    }
    guard members.count + strangers.count < Self.countMax else {
      throw TarError("it has more than \(Self.countMax) members", at: offset)
    }
    guard let text = String(validating: name, as: UTF8.self), !name.contains(0) else {
      strangers.append(Self.shown(name))
      return
    }
    let path = text.split(separator: "/").map(String.init).filter { $0 != "." }
    if path.contains("..") || path.isEmpty {
      if !path.isEmpty { strangers.append(text) }
      return
    }
    let kind: FileKind =
      switch header.kind {
      case .file: .file
      case .folder: .folder
      case .link: .link
      default: .other
      }
    members.append(
      Member(path: path, kind: kind, offset: start, sizeBytes: kind == .file ? size : 0, headerOffset: offset)
    )
  }

  private static func shown(_ name: [UInt8]) -> String { String(decoding: name.prefix(200), as: UTF8.self) }

  private func extra(_ start: Int, _ size: Int, _ offset: Int) throws -> [UInt8] {
    guard size <= Self.extraSizeBytesMax else {
      throw TarError("a member's name and records take more than 1 MiB", at: offset)
    }
    return try bytes.read(from: start, count: size)
  }

  /// An archive ends with two blocks of zeros. One that ends without any was cut off.
  private mutating func block(at offset: Int) throws -> [UInt8] {
    guard offset < bytes.count else { throw TarError("it has no end: it was cut off", at: offset) }
    let place = offset - window.offset
    if place >= 0, place + TarHeader.sizeBytes <= window.bytes.count {
      return Array(window.bytes[place..<place + TarHeader.sizeBytes])
    }
    window = (offset, try bytes.read(from: offset, count: Self.windowSizeBytes))
    return Array(window.bytes.prefix(TarHeader.sizeBytes))
  }
}
