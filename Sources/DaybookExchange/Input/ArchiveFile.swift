import CArchive
import DaybookModel

/// A zip or tar archive, or a compressed file, which libarchive reads member by member. It is read as a stream: neither
/// it nor a member is ever whole in memory.
final class ArchiveFile {
  private let file: OpenFile
  private let archive: OpaquePointer
  /// The only name of hidden files that are returned.
  private let hidden: String?
  /// Of all members together.
  private var unpackedBytes: Int64 = 0
  private var memberCount = 0
  /// Of the last member.
  private var isEncrypted = false

  /// A bomb unpacks to thousands of times its size; text with much repetition, such as a health export, to a hundred times.
  static let ratioMax: Int64 = 1000
  /// Below which the ratio does not matter.
  static let harmlessBytes: Int64 = 256 << 20
  static let membersMax = 1_000_000

  /// Whether a file of this name is one.
  static func isArchive(_ path: String) -> Bool {
    let name = path.lowercased()
    return [".zip", ".tar", ".tgz", ".tar.gz", ".tar.zst", ".tar.xz", ".tar.bz2"].contains {
      name.hasSuffix($0)
    }
  }

  /// Whether a file of this name is a single compressed one.
  static func isCompressed(_ path: String) -> Bool {
    let name = path.lowercased()
    return !isArchive(path) && [".gz", ".zst", ".xz", ".bz2"].contains { name.hasSuffix($0) }
  }

  /// Whether data with this beginning is an archive or compressed, if no name shows it.
  static func begins(_ bytes: [UInt8]) -> Bool {
    let beginnings: [[UInt8]] = [
      [0x50, 0x4b, 3, 4], [0x1f, 0x8b], [0x28, 0xb5, 0x2f, 0xfd], [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0],
    ]
    if beginnings.contains(where: { bytes.starts(with: $0) }) { return true }
    // In bzip2, the block size is between the two.
    return bytes.starts(with: "BZh".utf8) && bytes.dropFirst(4).starts(with: [0x31, 0x41])
  }

  /// The number of bytes needed to recognize it.
  static let beginningSizeBytes = 6

  init(_ path: String, hidden: String? = nil) throws(LedgerError) {
    (file, self.hidden) = (try OpenFile(path), hidden)
    guard let made = archive_read_new() else {
      throw LedgerError(.inputOutput, "there is not enough memory to read the archive", file: path)
    }
    archive = made
    archive_read_support_filter_all(archive)
    if Self.isCompressed(path) {
      archive_read_support_format_raw(archive)
    } else {
      archive_read_support_format_zip(archive)
      archive_read_support_format_tar(archive)
    }
    guard archive_read_open_fd(archive, file.descriptor, OpenFile.pieceSizeBytes) == ARCHIVE_OK else {
      throw error("cannot read the archive")
    }
  }

  deinit { archive_read_free(archive) }

  /// Of the archive's own file.
  var bytesRead: Int64 { max(0, archive_filter_bytes(archive, -1)) }

  /// The next member that is a file; the rest of the previous one is skipped.
  func next() throws(LedgerError) -> ByteStream? {
    while true {
      var entry: OpaquePointer?
      let status = archive_read_next_header(archive, &entry)
      if status == ARCHIVE_EOF { return nil }
      guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry else {
        throw error("the archive is damaged")
      }
      memberCount += 1
      guard memberCount <= Self.membersMax else {
        throw LedgerError(
          .badData, "the archive has more than \(Self.membersMax) members", file: file.name,
          advice: "unpack it and name the folder")
      }
      guard archive_entry_filetype(entry) == 0o100000 else { continue }
      isEncrypted = archive_entry_is_encrypted(entry) > 0
      let path = archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)
      // No name can lead out of the archive.
      let parts =
        path.map { String(cString: $0) }?.split(separator: "/").filter { $0 != "." && $0 != ".." } ?? []
      let seen = hidden.map { parts.last == $0[...] } == true ? parts.dropLast() : parts[...]
      if seen.contains(where: { $0.hasPrefix(".") || $0 == "__MACOSX" }) { continue }
      let name = parts.isEmpty ? "member \(memberCount)" : parts.joined(separator: "/")
      return stream(Self.isCompressed(file.name) ? Self.unpackedName(file.name) : name, of: memberCount)
    }
  }

  private func stream(_ path: String, of member: Int) -> ByteStream {
    let isOne = Self.isCompressed(file.name)
    let name = isOne ? file.name : file.name + "/" + path
    return ByteStream(name: name, path: path, isNamed: isOne) { [self] () throws(LedgerError) in
      guard member == memberCount else { return [] }
      let bytes = try read(name)
      unpackedBytes += Int64(bytes.count)
      guard unpackedBytes <= Self.harmlessBytes || unpackedBytes / Self.ratioMax <= bytesRead else {
        throw LedgerError(
          .badData, "it unpacks to more than \(Self.ratioMax) times its size", file: name,
          advice: "unpack it yourself if you trust it")
      }
      return bytes
    }
  }

  /// - Throws: an error of the code `unreadable` if only this member is damaged.
  private func read(_ member: String) throws(LedgerError) -> [UInt8] {
    var status = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: OpenFile.pieceSizeBytes) { buffer, count in
      let result = archive_read_data(archive, buffer.baseAddress, OpenFile.pieceSizeBytes)
      status = min(0, Int(result))
      count = max(0, Int(result))
    }
    if status == 0 { return bytes }
    if isEncrypted {
      throw LedgerError(
        .unreadable, "it is encrypted: unpack the archive with its password, and name the folder",
        file: member)
    }
    if status == Int(ARCHIVE_FATAL) { throw error("the archive is damaged") }
    throw LedgerError(.unreadable, "it is damaged" + reason, file: member, advice: Self.advice)
  }

  private func error(_ what: String) -> LedgerError {
    LedgerError(.badData, what + reason, file: file.name, advice: Self.advice)
  }

  private var reason: String { archive_error_string(archive).map { ": " + String(cString: $0) } ?? "" }

  private static let advice = "get it again from its source"

  /// `messages.json.gz` holds `messages.json`.
  private static func unpackedName(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}
