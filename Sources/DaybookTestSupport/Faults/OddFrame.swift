/// Frames that no writer makes.
package enum OddFrame {
  /// A frame of nothing.
  ///
  /// - Parameter blocks: how many, each of three bytes.
  package static func empty(blocks: Int) -> [UInt8] {
    // Magic number; a checksum, no stated content; a window of 1 KiB.
    var bytes: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x00]
    for index in 0..<blocks { bytes += [index == blocks - 1 ? 1 : 0, 0, 0] }
    // XXH64 of no bytes, its lower half.
    return bytes + [0x99, 0xe9, 0xd8, 0x51]
  }

  /// A frame of 2 KiB that unpacks to more than 64 MiB of zeros and does not say so. Its checksum is wrong.
  package static func large() -> [UInt8] {
    // A window of 128 KiB; blocks of as many times one byte.
    var bytes: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x38]
    for index in 0...512 { bytes += [index == 512 ? 3 : 2, 0, 0x10, 0] }
    return bytes + [0, 0, 0, 0]
  }

  /// The same, but it states 60 MiB.
  package static func lying() -> [UInt8] {
    [0x28, 0xb5, 0x2f, 0xfd, 0x84, 0x38, 0, 0, 0xc0, 0x03] + large().dropFirst(6)
  }
}
