package import DaybookLog

/// A snapshot's file, open for reading its sections. Nothing in it is trusted before its sums were checked: those of
/// the table always, those of the sections unless the caller knows that the file has not changed since they were
/// checked.
///
/// A section that is missing or not of the requested kind is returned empty, which is noted: see ``isDamaged``.
package final class SnapshotFile {
  private let mapped: MappedFile?
  /// The whole file, for small sections and for sums; nil for a file that was read.
  private let whole: UnsafeRawBufferPointer?
  private let held: [UInt8]
  private let sections: [UInt64: SnapshotSection]
  /// How long making and writing it took.
  package let nanoseconds: UInt64
  /// Whether a section did not have the requested content: then everything read from the file is of no use.
  package private(set) var isDamaged = false

  /// Of a file on a disk.
  package static func open(_ file: MappedFile) throws(SnapshotError) -> SnapshotFile {
    guard file.status.sizeBytes > 0 else { throw .foreign }
    let whole: Mapping
    do throws(FileError) {
      whole = try file.map(from: 0, count: file.status.sizeBytes)
    } catch {
      throw .foreign
    }
    let bytes = UnsafeRawBufferPointer(start: whole.start, count: file.status.sizeBytes)
    let (trailer, sections) = try SnapshotTrailer.read(bytes)
    let (start, sizeBytes) = whole.release()
    return SnapshotFile(
      file, UnsafeRawBufferPointer(start: start, count: sizeBytes), [], sections, trailer)
  }

  /// Of a file that was read.
  package static func open(_ bytes: [UInt8]) throws(SnapshotError) -> SnapshotFile {
    let read = bytes.withUnsafeBytes { bytes in
      Result { () throws(SnapshotError) in try SnapshotTrailer.read(bytes) }
    }
    let (trailer, sections) = try read.get()
    return SnapshotFile(nil, nil, bytes, sections, trailer)
  }

  private init(
    _ mapped: MappedFile?, _ whole: UnsafeRawBufferPointer?, _ held: [UInt8],
    _ sections: [UInt64: SnapshotSection], _ trailer: SnapshotTrailer
  ) {
    (self.mapped, self.whole, self.held, self.sections) = (mapped, whole, held, sections)
    nanoseconds = trailer.nanoseconds
  }

  deinit {
    if let whole, let start = whole.baseAddress {
      Mapping.unmap(UnsafeMutableRawPointer(mutating: start), whole.count)
    }
  }

  private func withBytes<Result>(
    of section: SnapshotSection, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let start = Int(section.offset)
    if let whole {
      return body(UnsafeRawBufferPointer(rebasing: whole[start..<start + section.sizeBytes]))
    }
    return held.withUnsafeBytes {
      body(UnsafeRawBufferPointer(rebasing: $0[start..<start + section.sizeBytes]))
    }
  }

  /// Compares every section with its sum; between them there are zeros. O(size of the file), at the memory's speed.
  package func check() throws(SnapshotError) {
    var end: UInt64 = 0
    for section in sections.values.sorted(by: { $0.offset < $1.offset }) {
      let gap = SnapshotSection(
        key: 0, stride: 1, count: section.offset - min(end, section.offset), offset: end, sum: 0)
      guard withBytes(of: gap, { $0.allSatisfy { $0 == 0 } }),
        withBytes(of: section, { SnapshotSum.of($0) }) == section.sum
      else { throw .damaged }
      // Empty ones lie where the next begins.
      end = max(end, section.offset + UInt64(section.sizeBytes))
    }
  }

  /// Notes that what was read does not fit together.
  package func note(isDamaged: Bool) { if isDamaged { self.isDamaged = true } }

  private func section(_ name: String, stride: Int) -> SnapshotSection? {
    let section = sections[SnapshotSection.key(of: name)]
    guard let section, section.stride == UInt64(stride) else {
      isDamaged = true
      return nil
    }
    return section
  }

  package func has(_ name: String) -> Bool { sections[SnapshotSection.key(of: name)] != nil }

  /// A copy of a section.
  package func elements<Element: BitwiseCopyable>(
    _ name: String, as type: Element.Type = Element.self
  ) -> [Element] {
    guard let section = section(name, stride: MemoryLayout<Element>.stride) else { return [] }
    return withBytes(of: section) { bytes in
      [Element](unsafeUninitializedCapacity: Int(section.count)) { buffer, count in
        UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
        count = Int(section.count)
      }
    }
  }

  /// The bytes of a section, for as long as they are held; nil if it is missing.
  func bytes(_ name: String) -> SnapshotBytes? {
    guard let section = section(name, stride: 1) else { return nil }
    if whole != nil { return withBytes(of: section) { SnapshotBytes($0, self) } }
    return withBytes(of: section) { bytes in
      var copy = Arena<UInt8>(capacity: bytes.count)
      copy.append(copying: bytes)
      return SnapshotBytes(copy)
    }
  }

  /// A section as an arena that grows: mapped if it is large.
  func arena<Element: BitwiseCopyable>(
    _ name: String, of type: Element.Type = Element.self
  ) -> Arena<Element> {
    guard let section = section(name, stride: MemoryLayout<Element>.stride) else { return Arena() }
    if let mapped, section.sizeBytes >= SnapshotSection.mappedSizeBytesMin {
      do throws(FileError) {
        let mapping = try mapped.map(
          from: Int(section.offset), count: section.sizeBytes, room: max(1 << 20, section.sizeBytes / 2))
        return Arena(mapping, count: Int(section.count))
      } catch {
        isDamaged = true
        return Arena()
      }
    }
    var arena = Arena<Element>(capacity: Int(section.count))
    withBytes(of: section) { arena.append(copying: $0) }
    return arena
  }
}

/// Bytes of a snapshot that are held.
final class SnapshotBytes: Sendable {
  // Sound: nobody changes them, and their owner lives as long.
  nonisolated(unsafe) private let bytes: UnsafeRawBufferPointer
  nonisolated(unsafe) private let file: SnapshotFile?
  private let copy: Arena<UInt8>

  /// The bytes of a mapped file.
  fileprivate init(_ bytes: UnsafeRawBufferPointer, _ file: SnapshotFile) {
    (self.bytes, self.file) = (bytes, file)
    copy = Arena(capacity: 1)
  }

  fileprivate init(_ copy: consuming Arena<UInt8>) {
    (bytes, file) = (copy.bytes, nil)
    self.copy = copy
  }

  var count: Int { bytes.count }

  subscript(offset: Int, count count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }
}

extension SnapshotTrailer {
  /// The trailer of a file and the sections that its table names, as far as they lie within the file.
  fileprivate static func read(
    _ file: UnsafeRawBufferPointer
  ) throws(SnapshotError) -> (SnapshotTrailer, [UInt64: SnapshotSection]) {
    let size = MemoryLayout<SnapshotTrailer>.size
    guard file.count >= size else { throw .foreign }
    let trailer = file.loadUnaligned(fromByteOffset: file.count - size, as: SnapshotTrailer.self)
    guard trailer.magic == magicNumber else { throw .foreign }
    guard trailer.sum == trailer.sumOfFields, trailer.fileSizeBytes == UInt64(file.count) else {
      throw .damaged
    }
    let stride = MemoryLayout<SnapshotSection>.stride
    let table = SnapshotSection(
      key: 0, stride: UInt64(stride), count: trailer.sectionCount, offset: trailer.offset,
      sum: trailer.tableSum)
    guard let end = table.end(in: file.count - size) else { throw .damaged }
    let bytes = UnsafeRawBufferPointer(rebasing: file[Int(table.offset)..<end])
    guard SnapshotSum.of(bytes) == table.sum else { throw .damaged }
    var sections: [UInt64: SnapshotSection] = [:]
    for index in 0..<Int(table.count) {
      let section = bytes.loadUnaligned(fromByteOffset: index * stride, as: SnapshotSection.self)
      guard section.stride > 0, section.end(in: Int(table.offset)) != nil,
        sections.updateValue(section, forKey: section.key) == nil
      else { throw .damaged }
    }
    return (trailer, sections)
  }
}
