/// The table that ends a sealed file: each frame's size, compressed and not, in zstd's seekable
/// format (zstd, contrib/seekable_format), so that a reader can skip a damaged frame and other tools can seek.
package struct SeekTable: Sendable, Equatable {
  package struct Entry: Sendable, Equatable {
    package var compressedSizeBytes: UInt32
    package var contentSizeBytes: UInt32

    package init(compressedSizeBytes: UInt32, contentSizeBytes: UInt32) {
      self.compressedSizeBytes = compressedSizeBytes
      self.contentSizeBytes = contentSizeBytes
    }
  }

  package var entries: [Entry]

  package init(_ entries: [Entry] = []) { self.entries = entries }

  private static let footerMagic: UInt32 = 0x8f92_eab1
  private static let number: UInt32 = 0xe
  private static let footerSizeBytes = 9

  /// The skippable frame.
  package var frame: [UInt8] {
    var content: [UInt8] = []
    for entry in entries {
      content.append(little: entry.compressedSizeBytes)
      content.append(little: entry.contentSizeBytes)
    }
    content.append(little: UInt32(entries.count))
    // No checksum of its own: zstd's frames have theirs.
    content.append(0)
    content.append(little: Self.footerMagic)
    return ZstdFrame.skippable(content, number: Self.number)
  }

  /// The table at the end of a file, if it is consistent: it ends the file, and the frames it names fill the bytes
  /// before it.
  package init?(endOf file: Span<UInt8>) {
    let footer = file.count - Self.footerSizeBytes
    guard footer >= 8, file.little(4, at: footer + 5) == UInt64(Self.footerMagic), file[footer + 4] == 0,
      let count = file.little(4, at: footer)
    else { return nil }
    let contentSizeBytes = Int(count) * 8 + Self.footerSizeBytes
    let start = file.count - contentSizeBytes - 8
    guard start >= 0, file.little(4, at: start) == UInt64(0x184d_2a50 | Self.number),
      file.little(4, at: start + 4) == UInt64(contentSizeBytes)
    else { return nil }
    var entries: [Entry] = []
    var total = 0
    for index in 0..<Int(count) {
      let place = start + 8 + index * 8
      guard let compressed = file.little(4, at: place), let content = file.little(4, at: place + 4) else {
        return nil
      }
      total += Int(compressed)
      entries.append(
        Entry(compressedSizeBytes: UInt32(compressed), contentSizeBytes: UInt32(content)))
    }
    guard total == start else { return nil }
    self.entries = entries
  }

  /// Where the frames after the first begin according to this table; the last place is that of the table.
  var places: [Int] {
    var place = 0
    return entries.map { entry in
      place += Int(entry.compressedSizeBytes)
      return place
    }
  }
}
