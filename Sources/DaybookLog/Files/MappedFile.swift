// Files mapped into memory: pages are read when they are first accessed, and shared with all others that map them.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is open to be mapped. Truncating it would end the processes that have it mapped, so use it only for
/// files that nobody changes in place, in a folder that only the user can access.
package final class MappedFile: Sendable {
  private let descriptor: DescriptorBox
  private let path: String
  /// The status when it was opened.
  package let status: FileStatus

  init(_ descriptor: Int32, _ path: String, _ status: FileStatus) {
    (self.descriptor, self.path, self.status) = (DescriptorBox(descriptor), path, status)
  }

  /// The machine's page size in bytes: mappings begin at multiples of it.
  package static let pageSizeBytes = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// Up to `count` bytes from `offset`, copied.
  package func read(from offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try readBytes(of: descriptor.number, path, from: offset, count: count)
  }

  /// Maps `count` bytes from `offset`, a multiple of the page's size, with `room` bytes of zeros after them. Writes to
  /// the mapping stay in this process.
  package func map(from offset: Int, count: Int, room: Int = 0) throws(FileError) -> Mapping {
    precondition(offset >= 0 && count > 0 && room >= 0 && offset % Self.pageSizeBytes == 0)
    guard offset <= status.sizeBytes, count <= status.sizeBytes - offset else {
      throw FileError(.tooLarge, "map", path)
    }
    let number = descriptor.number
    let size = Self.wholePages(count) + Self.wholePages(room)
    // The room first; then the pages of the file's part are replaced.
    guard
      let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | Self.withoutReserve, -1, 0),
      start != MAP_FAILED
    else { throw FileError(errno: errno, "map", path) }
    let mapping = Mapping(start: start, sizeBytes: size)
    let mapped = mmap(
      start, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, number, off_t(offset))
    guard mapped != MAP_FAILED else { throw FileError(errno: errno, "map", path) }
    return mapping
  }

  fileprivate static var withoutReserve: Int32 {
    #if canImport(Darwin)
      MAP_ANON | MAP_NORESERVE
    #else
      MAP_ANONYMOUS | MAP_NORESERVE
    #endif
  }

  fileprivate static func wholePages(_ count: Int) -> Int {
    (count + pageSizeBytes - 1) / pageSizeBytes * pageSizeBytes
  }
}

/// Memory that a file is mapped to. Unmapped with its owner, unless that passes it on.
package struct Mapping: ~Copyable {
  package let start: UnsafeMutableRawPointer
  package let sizeBytes: Int

  init(start: UnsafeMutableRawPointer, sizeBytes: Int) {
    (self.start, self.sizeBytes) = (start, sizeBytes)
  }

  deinit { Self.unmap(start, sizeBytes) }

  /// Memory of zeros, whose pages are allocated only when touched; nil if there is no memory.
  package static func blank(_ sizeBytes: Int) -> Mapping? {
    let size = MappedFile.wholePages(max(sizeBytes, 1))
    guard
      let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MappedFile.withoutReserve, -1, 0),
      start != MAP_FAILED
    else { return nil }
    #if canImport(Glibc) || canImport(Musl)
      // Otherwise a large page would be filled with zeros for a few bytes.
      madvise(start, size, MADV_NOHUGEPAGE)
    #endif
    return Mapping(start: start, sizeBytes: size)
  }

  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: sizeBytes) }

  /// Passes the memory to an owner that calls ``unmap(_:_:)``.
  package consuming func release() -> (start: UnsafeMutableRawPointer, sizeBytes: Int) {
    let parts = (start, sizeBytes)
    discard self
    return parts
  }

  package static func unmap(_ start: UnsafeMutableRawPointer, _ sizeBytes: Int) {
    _ = munmap(start, sizeBytes)
  }
}

extension DiskFileStore {
  package func mapped(_ path: String) throws(FileError) -> MappedFile? {
    let place = try place(of: path, "map")
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let file = Descriptor(try systemCall("map", path) { openat(place.folder.number, place.name, flags) })
    let status = FileStatus(try file.requireRegular("map", path), birthTime: 0)
    return MappedFile(file.release(), path, status)
  }
}
