// Where a tar's bytes are: in a file, which is read in pieces, or, if it was packed, in memory.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
