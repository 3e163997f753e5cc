/// What is put at a place: bytes, or those of a file elsewhere, read piece by piece.
struct CopySource {
  let sizeBytes: Int
  /// The bytes from an offset, fewer than asked for where the file is shorter by now; nil when they are not to be
  /// had any more: then nothing is put.
  let read: (_ offset: Int, _ count: Int) -> [UInt8]?
  /// Looks at what was written, before it gets its name.
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
