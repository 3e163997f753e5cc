#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// A ledger in a tar, as `tar -cf family.tar family.daybook` makes it: read where it lies, and never written.

/// One folder of a tar. Immutable; a member that comes again takes the former one's place, as unpacking does it.
package final class TarFileStore: FileStore {
  private struct Node: Sendable {
    var kind: FileKind
    var offset = 0
    var sizeBytes = 0
    var number: UInt64
  }

  private let bytes: TarBytes
  private let nodes: [String: Node]
  /// The names in each folder, ascending by bytes.
  private let entries: [String: [FileEntry]]

  /// Opens the folder of an archive that holds a file of this name: the only one, or the one nearest to the top.
  ///
  /// - Throws: ``TarError`` when the bytes are not a whole tar; ``NoSingleFolder`` when no folder or several hold one.
  package init(_ bytes: TarBytes, folderHolding name: String) throws {
    self.bytes = bytes
    let found = try TarMembers(bytes)
    let root = try Self.root(holding: name, found.members)
    var nodes: [String: Node] = ["": Node(kind: .folder, number: 1)]
    for member in found.members where member.path.count > root.count && member.path.starts(with: root) {
      let path = member.path.dropFirst(root.count)
      var above = ""
      for component in path.dropLast() {
        above = joined(above, component)
        if let node = nodes[above] {
          guard node.kind == .folder else {
            throw TarError("'\(above)' is both a folder and something else", at: member.headerOffset)
          }
        } else {
          nodes[above] = Node(kind: .folder, number: UInt64(member.headerOffset) + 3)
        }
      }
      let place = joined(above, path.last ?? "")
      if let node = nodes[place], (node.kind == .folder) != (member.kind == .folder) {
        throw TarError("'\(place)' is both a folder and something else", at: member.headerOffset)
      }
      nodes[place] = Node(
        kind: member.kind, offset: member.offset, sizeBytes: member.sizeBytes,
        number: UInt64(member.headerOffset) + 2)
    }
    for stranger in found.strangers where nodes[stranger] == nil {
      nodes[stranger] = Node(kind: .other, number: 0)
    }
    self.nodes = nodes
    entries = Self.entries(nodes, strangers: Set(found.strangers))
  }

  /// A tar that holds no such folder, or several of the same depth.
  package struct NoSingleFolder: Error, Equatable, Sendable {
    /// Their paths; empty where there is none.
    package var folders: [String]
  }

  private static func root(holding name: String, _ members: [TarMembers.Member]) throws -> [String] {
    var folders: Set<[String]> = []
    for member in members where member.kind == .file && member.path.last == name {
      folders.insert(Array(member.path.dropLast()))
    }
    let least = folders.map(\.count).min()
    let nearest = folders.filter { $0.count == least }
    guard let root = nearest.first, nearest.count == 1 else {
      throw NoSingleFolder(folders: nearest.map { $0.joined(separator: "/") }.sorted())
    }
    return root
  }

  private static func entries(_ nodes: [String: Node], strangers: Set<String>) -> [String: [FileEntry]] {
    var entries: [String: [FileEntry]] = [:]
    for (path, node) in nodes where !path.isEmpty {
      // A path that leads out of the archive is shown at its top, as a whole.
      let slash = strangers.contains(path) ? nil : path.lastIndex(of: "/")
      let folder = slash.map { String(path[..<$0]) } ?? ""
      let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
      entries[folder, default: []].append(FileEntry(name: name, kind: node.kind))
    }
    return entries.mapValues { $0.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }
  }
}

extension TarFileStore {
  package func list(_ folder: String) throws(FileError) -> [FileEntry]? {
    guard let node = nodes[folder] else { return nil }
    guard node.kind == .folder else { throw FileError(.notRegular, "list", folder) }
    return entries[folder] ?? []
  }

  package func status(_ path: String) throws(FileError) -> FileStatus? {
    nodes[path].map {
      FileStatus(kind: $0.kind, sizeBytes: $0.sizeBytes, device: 0, inode: $0.number, birthTime: 0)
    }
  }

  package func read(_ path: String, from offset: Int, count: Int) throws(FileError) -> [UInt8] {
    precondition(offset >= 0 && count >= 0)
    guard let node = nodes[path] else { throw FileError(.missing, "read", path) }
    guard node.kind == .file else { throw FileError(.notRegular, "read", path) }
    guard offset < node.sizeBytes else { return [] }
    return try bytes.read(from: node.offset + offset, count: min(count, node.sizeBytes - offset))
  }

  package func create(_ path: String) throws(FileError) -> any WritableFile {
    throw FileError(.readOnly, "create", path)
  }

  package func append(to path: String) throws(FileError) -> any WritableFile {
    throw FileError(.readOnly, "append", path)
  }

  package func update(_ path: String) throws(FileError) -> any WritableFile {
    throw FileError(.readOnly, "update", path)
  }

  package func createFolder(_ path: String) throws(FileError) {
    throw FileError(.readOnly, "create", path)
  }

  package func rename(_ path: String, to target: String, replacing: Bool) throws(FileError) {
    throw FileError(.readOnly, "rename", path)
  }

  package func remove(_ path: String) throws(FileError) { throw FileError(.readOnly, "remove", path) }

  package func syncFolder(_ folder: String) throws(FileError) {}

  package func lock(_ path: String) throws(FileError) -> (any FileLock)? {
    throw FileError(.readOnly, "lock", path)
  }

  package func isLocked(_ path: String) throws(FileError) -> Bool { false }
}

// Where a tar's bytes are: in a file, which is read in pieces, or, if it was packed, in memory.

package enum TarBytes: Sendable {
  case memory([UInt8])
  case file(DiskPart)

  /// A file that is held open: it stays the same one if another takes its name.
  package final class DiskPart: Sendable {
    let path: String
    fileprivate let descriptor: DescriptorBox
    let status: FileStatus

    fileprivate init(path: String) throws(FileError) {
      self.path = path
      // A FIFO would wait for its writer.
      let file = Descriptor(
        try systemCall("open", path) { open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) })
      status = FileStatus(try file.requireRegular("open", path), birthTime: 0)
      descriptor = DescriptorBox(file.release())
    }
  }

  /// Opens a regular file; links to it are the caller's and are followed.
  package static func reading(path: String) throws(FileError) -> TarBytes { .file(try DiskPart(path: path)) }

  package var count: Int {
    switch self {
    case .memory(let bytes): bytes.count
    case .file(let part): part.status.sizeBytes
    }
  }

  /// Fewer at the end.
  package func read(from offset: Int, count: Int) throws(FileError) -> [UInt8] {
    guard offset >= 0, offset < self.count, count > 0 else { return [] }
    let wanted = min(count, self.count - offset)
    switch self {
    case .memory(let bytes): return Array(bytes[offset..<offset + wanted])
    case .file(let part):
      return try readBytes(of: part.descriptor.number, part.path, from: offset, count: wanted)
    }
  }
}

// A tar packed with zstd is unpacked into memory, since its members can be anywhere in it.

package enum PackedTar {
  /// The maximum size of the tar inside.
  package static let sizeBytesMax = 256 << 20

  /// How a file was packed, according to its first bytes.
  package enum Packing: Equatable, Sendable {
    case none, zstd
    /// Packed by another tool, which must unpack it.
    case other(unpackedBy: String)
  }

  package static func packing(_ first: [UInt8]) -> Packing {
    if first.starts(with: [0x28, 0xb5, 0x2f, 0xfd]) { return .zstd }
    if first.starts(with: [0x1f, 0x8b]) { return .other(unpackedBy: "gunzip") }
    if first.starts(with: [0xfd, 0x37, 0x7a, 0x58, 0x5a]) { return .other(unpackedBy: "unxz") }
    if first.starts(with: Array("BZh".utf8)) { return .other(unpackedBy: "bunzip2") }
    return .none
  }

  /// The tar in zstd's frames, one or several. Needs as much memory as the unpacked tar.
  ///
  /// - Throws: ``FrameError``: `truncated` for an incomplete file, `tooLarge` for more than `sizeBytesMax`.
  package static func unpack(
    _ packed: TarBytes, sizeBytesMax: Int = sizeBytesMax
  ) throws -> [UInt8] {
    var content: [UInt8] = []
    var offset = 0
    var frames = ZstdFramesReader(contentMax: sizeBytesMax)
    while offset < packed.count {
      let piece = try packed.read(from: offset, count: pieceSizeBytes)
      if piece.isEmpty { break }
      offset += piece.count
      try frames.push(piece) { content += $0 }
    }
    try frames.finish()
    return content
  }

  private static let pieceSizeBytes = 1 << 20
}
