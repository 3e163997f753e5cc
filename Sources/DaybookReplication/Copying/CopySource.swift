/// The source of a file to write: bytes in memory, or another file that is read piece by piece.
struct CopySource {
  let sizeBytes: Int
  /// The bytes from an offset, fewer than requested if the file is shorter by now; nil if they can no longer be read:
  /// then nothing is written.
  let read: (_ offset: Int, _ count: Int) -> [UInt8]?
  /// Checks the written file before it gets its name.
  var isSound: (_ path: String) -> Bool = { _ in true }

  init(_ bytes: [UInt8]) {
    sizeBytes = bytes.count
    read = { offset, count in
      offset == 0 && count >= bytes.count ? bytes : Array(bytes[offset..<min(offset + count, bytes.count)])
    }
  }

  init(
    sizeBytes: Int, isSound: @escaping (_ path: String) -> Bool,
    read: @escaping (_ offset: Int, _ count: Int) -> [UInt8]?
  ) {
    (self.sizeBytes, self.isSound, self.read) = (sizeBytes, isSound, read)
  }
}
