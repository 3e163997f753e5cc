// New files whose parts are written at their places, in any order and by several threads.

import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A new file whose bytes are written at given places. Gaps read as zeros.
package protocol PlacedFile: AnyObject, Sendable {
  /// Writes all of `bytes` at `offset`, or throws. Others may write elsewhere at the same time.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError)
  /// Ends the writing: before this, the file need not exist. It is not made durable.
  func finish() throws(FileError)
  func close()
}

extension FileStore {
  /// Kept in memory until it is finished.
  package func createPlaced(_ path: String) throws(FileError) -> any PlacedFile {
    GatheredFile(try create(path))
  }
}

/// The parts of a file, for a store that only appends.
private final class GatheredFile: PlacedFile {
  private let file: any WritableFile
  private let content = Mutex<[UInt8]>([])

  init(_ file: any WritableFile) { self.file = file }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) {
    let bytes = Array(bytes)
    content.withLock { content in
      let end = offset + bytes.count
      if end > content.count { content += repeatElement(0, count: end - content.count) }
      content.replaceSubrange(offset..<end, with: bytes)
    }
  }

  func finish() throws(FileError) { try file.write(content.withLock { $0 }) }

  func close() { file.close() }
}

extension DiskFileStore {
  package func createPlaced(_ path: String) throws(FileError) -> any PlacedFile {
    PlacedDiskFile(try createForPlaces(path), path)
  }
}

/// The descriptor is closed by the file's one owner, when nobody writes any more.
private final class PlacedDiskFile: PlacedFile {
  private let path: String
  private let descriptor: DescriptorBox

  init(_ descriptor: Int32, _ path: String) {
    (self.descriptor, self.path) = (DescriptorBox(descriptor), path)
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) {
    let number = descriptor.number
    var (rest, place) = (bytes, offset)
    while let start = rest.baseAddress, !rest.isEmpty {
      let (count, from) = (rest.count, off_t(place))
      let written = try systemCall("write", path) { pwrite(number, start, count, from) }
      // A file system that writes nothing and reports no error is full.
      if written == 0 { throw FileError(.noSpace, "write", path) }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      place += written
    }
  }

  func finish() throws(FileError) {}

  func close() { descriptor.close() }
}
