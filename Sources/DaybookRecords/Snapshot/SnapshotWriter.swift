package import DaybookLog

/// Writes a snapshot's file: sections one after the other, then their table, which makes it a valid snapshot.
package struct SnapshotWriter: ~Copyable {
  /// The place of a section.
  struct Place: Sendable {
    let number: Int
    let offset: Int
  }

  /// Receives the content of sections that have a place.
  let parts: SnapshotParts
  /// Where the next section may begin.
  private var offset = 0
  private var sections: [SnapshotSection] = []
  private var keys: Set<UInt64> = []
  /// Small sections that wait to be written together, up to `offset`.
  private var waiting: [UInt8] = []
  /// The section that is still open, while it is the last one, and what was added to it.
  private var open: (place: Place, behind: Int)?
  private var added: [UInt8] = []

  package init(_ file: any PlacedFile) { parts = SnapshotParts(file) }

  // MARK: Places

  /// A place for a section whose content is put there before the writer ends.
  mutating func reserve(_ name: String, stride: Int, count: Int) throws(FileError) -> Place {
    try close()
    try flush()
    let sizeBytes = stride * count
    pad(to: sizeBytes >= SnapshotSection.mappedSizeBytesMin ? SnapshotSection.alignment : 16)
    return place(name, stride, sizeBytes)
  }

  mutating func reserve<Element: BitwiseCopyable>(
    _ name: String, of type: Element.Type, count: Int
  ) throws(FileError) -> Place {
    try reserve(name, stride: MemoryLayout<Element>.stride, count: count)
  }

  private mutating func place(_ name: String, _ stride: Int, _ sizeBytes: Int) -> Place {
    let key = SnapshotSection.key(of: name)
    precondition(keys.insert(key).inserted, "two sections of one name")
    let place = Place(number: parts.addSection(), offset: offset)
    sections.append(
      SnapshotSection(
        key: key, stride: UInt64(stride), count: UInt64(sizeBytes / stride), offset: UInt64(offset), sum: 0))
    offset += sizeBytes
    return place
  }

  /// The same for bytes whose number is not known yet: see ``closeOpen(count:)``, and
  /// ``keep(_:_:)``, which adds to it until there is another section. It is aligned like a large one, which it may
  /// become.
  ///
  /// - Parameter behind: how many bytes elsewhere count as if they came before.
  @discardableResult
  mutating func reserveOpen(_ name: String, behind: Int = 0) throws(FileError) -> Place {
    try close()
    try flush()
    pad(to: SnapshotSection.alignment)
    let place = place(name, 1, 0)
    open = (place, behind)
    return place
  }

  /// Ends the open section, to which others wrote the given number of bytes.
  mutating func closeOpen(count: Int) throws(FileError) {
    guard let open, added.isEmpty else { preconditionFailure("no section is open") }
    try parts.requireWritten()
    sections[open.place.number].count = UInt64(count)
    offset += count
    self.open = nil
  }

  /// Adds bytes to the open section; returns where in it they begin.
  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let open else { preconditionFailure("no section is open") }
    added += bytes
    return open.behind + added.count - bytes.count
  }

  /// The value in the image's form; its text is added to the open section.
  mutating func keep(_ value: StoredValue, _ values: borrowing Arena<UInt8>) -> StoredValue {
    if value.isInline { return value }
    return values.withText(value) { StoredValue(offset: append($0), count: $0.count) }
  }

  private mutating func close() throws(FileError) {
    guard let place = open?.place else { return }
    open = nil
    if added.isEmpty { return }
    added.withUnsafeBytes { parts.put($0, in: place, at: 0) }
    try parts.requireWritten()
    sections[place.number].count += UInt64(added.count)
    offset += added.count
    added = []
  }

  // MARK: Whole sections

  /// Writes whole elements of `stride` bytes, whole numbers of 64 bits or less within them.
  mutating func add(_ name: String, _ bytes: UnsafeRawBufferPointer, stride: Int) throws(FileError) {
    if bytes.count >= SnapshotSection.mappedSizeBytesMin {
      let place = try reserve(name, stride: stride, count: bytes.count / stride)
      parts.put(bytes, in: place, at: 0)
      try parts.requireWritten()
    } else {
      try close()
      pad(to: 16)
      let place = place(name, stride, bytes.count)
      waiting += bytes
      parts.note(SnapshotSum.of(bytes), of: place)
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

  /// The table and the trailer. A file without them is not a snapshot.
  package mutating func finish(nanoseconds: UInt64) throws(FileError) {
    try close()
    try parts.requireWritten()
    for index in sections.indices { sections[index].sum = parts.sum(of: index) }
    pad(to: 16)
    var trailer = SnapshotTrailer(
      sectionCount: UInt64(sections.count), offset: UInt64(offset), tableSum: 0, fileSizeBytes: 0,
      nanoseconds: nanoseconds)
    sections.withUnsafeBytes { bytes in
      trailer.tableSum = SnapshotSum.of(bytes)
      waiting += bytes
      offset += bytes.count
    }
    pad(to: 16)
    trailer.fileSizeBytes = UInt64(offset + MemoryLayout<SnapshotTrailer>.size)
    trailer.sum = trailer.sumOfFields
    withUnsafeBytes(of: trailer) { bytes in
      waiting += bytes
      offset += bytes.count
    }
    try flush()
    try parts.finish()
  }

  private mutating func pad(to alignment: Int) {
    let over = offset % alignment
    if over == 0 { return }
    // Gaps between sections read as zeros.
    if !waiting.isEmpty { waiting += repeatElement(0, count: alignment - over) }
    offset += alignment - over
  }

  private mutating func flush() throws(FileError) {
    if waiting.isEmpty { return }
    try parts.writePlain(waiting, at: offset - waiting.count)
    waiting.removeAll(keepingCapacity: true)
  }
}
