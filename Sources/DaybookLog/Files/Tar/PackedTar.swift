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
