package import DaybookLog

/// Writes a snapshot's file: sections as they lie in memory, then their table, which is what makes it one.
package struct SnapshotWriter: ~Copyable {
  private let file: any WritableFile
  private var offset = 0
  private var sections: [SnapshotSection] = []
  private var keys: Set<UInt64> = []
  /// Small sections that wait to be written together.
  private var waiting: [UInt8] = []

  package init(_ file: any WritableFile) { self.file = file }

  /// How many bytes were written or wait.
  package var sizeBytes: Int { offset + waiting.count }

  /// Writes `count` elements of `stride` bytes, whole numbers of 64 bits or less within them.
  mutating func add(_ name: String, _ bytes: UnsafeRawBufferPointer, stride: Int) throws(FileError) {
    let isMapped = bytes.count >= SnapshotSection.mappedSizeBytesMin
    pad(to: isMapped ? SnapshotSection.alignment : 16)
    let key = SnapshotSection.key(of: name)
    precondition(keys.insert(key).inserted, "two sections of one name")
    sections.append(
      SnapshotSection(
        key: key, stride: UInt64(stride), count: UInt64(bytes.count / stride), offset: UInt64(sizeBytes),
        sum: SnapshotSum.of(bytes)))
    if isMapped {
      try flush()
      try file.write(bytes)
      offset += bytes.count
    } else {
      waiting += bytes
    }
  }

  package mutating func add<Element: BitwiseCopyable>(
    _ name: String, _ elements: [Element]
  ) throws(FileError) {
    var failure: FileError?
    elements.withUnsafeBytes { bytes in
      do throws(FileError) {
        try add(name, bytes, stride: MemoryLayout<Element>.stride)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  mutating func add<Element: BitwiseCopyable>(
    _ name: String, _ arena: borrowing Arena<Element>
  ) throws(FileError) {
    try add(name, arena.bytes, stride: MemoryLayout<Element>.stride)
  }

  /// The table and the trailer. A file without them is none.
  package mutating func finish(nanoseconds: UInt64) throws(FileError) {
    pad(to: 16)
    var trailer = SnapshotTrailer(
      sectionCount: UInt64(sections.count), offset: UInt64(sizeBytes), tableSum: 0, fileSizeBytes: 0,
      nanoseconds: nanoseconds)
    sections.withUnsafeBytes { bytes in
      trailer.tableSum = SnapshotSum.of(bytes)
      waiting += bytes
    }
    pad(to: 16)
    trailer.fileSizeBytes = UInt64(sizeBytes + MemoryLayout<SnapshotTrailer>.size)
    trailer.sum = trailer.sumOfFields
    withUnsafeBytes(of: trailer) { waiting += $0 }
    try flush()
  }

  private mutating func pad(to alignment: Int) {
    let over = sizeBytes % alignment
    if over > 0 { waiting += repeatElement(0, count: alignment - over) }
  }

  private mutating func flush() throws(FileError) {
    if waiting.isEmpty { return }
    try file.write(waiting)
    offset += waiting.count
    waiting.removeAll(keepingCapacity: true)
  }
}
