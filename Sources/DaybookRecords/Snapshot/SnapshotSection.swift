/// One run of plain elements in a snapshot's file.
struct SnapshotSection: BitwiseCopyable, Equatable {
  /// See ``SnapshotSection/key(of:)``.
  var key: UInt64
  var stride: UInt64
  var count: UInt64
  /// From the beginning of the file.
  var offset: UInt64
  var sum: UInt64

  /// Sections are found by a hash of their names, which the writer ensures are different.
  static func key(of name: String) -> UInt64 {
    var name = name
    return name.withUTF8 { SnapshotSum.of(UnsafeRawBufferPointer($0)) }
  }

  /// Large sections begin at multiples of this, which is a multiple of every page's size, and are mapped in place;
  /// smaller ones are close together and are copied.
  static let alignment = 1 << 14
  static let mappedSizeBytesMin = 1 << 15

  /// Where the section ends; nil if it does not fit in a file of that size.
  func end(in sizeBytes: Int) -> Int? {
    let length = stride.multipliedReportingOverflow(by: count)
    let end = offset.addingReportingOverflow(length.partialValue)
    guard !length.overflow, !end.overflow, end.partialValue <= UInt64(sizeBytes) else { return nil }
    return Int(end.partialValue)
  }

  var sizeBytes: Int { Int(stride * count) }
}

/// What ends a snapshot's file, behind the table of its sections.
struct SnapshotTrailer: BitwiseCopyable {
  var sectionCount: UInt64
  /// The place of the table.
  var offset: UInt64
  /// The sum of the table, and of this trailer without its last two numbers.
  var tableSum: UInt64
  var fileSizeBytes: UInt64
  /// How long making and writing the snapshot took.
  var nanoseconds: UInt64
  var sum: UInt64 = 0
  var magic = Self.magicNumber

  /// "daybook" and the number of this layout: raise it with every change to the contents of the sections, or to how the
  /// fold fills them.
  static let magicNumber: UInt64 = 0x6b6f_6f62_7961_6400 | 4

  /// Of everything before the sum.
  var sumOfFields: UInt64 {
    withUnsafeBytes(of: self) { bytes in
      SnapshotSum.of(UnsafeRawBufferPointer(rebasing: bytes[..<(MemoryLayout<Self>.size - 16)]))
    }
  }
}

/// Why a snapshot is not used. It is made again; nothing is lost.
package enum SnapshotError: Error, Equatable, Sendable {
  /// Not a snapshot that this version made, or cut short.
  case foreign
  /// A section is not what was written, or does not fit the others.
  case damaged
}
