/// A frame of nothing in many blocks.
package enum EmptyBlocks {
  /// - Parameter count: how many blocks, each of three bytes.
  package static func frame(_ count: Int) -> [UInt8] {
    // Magic number; a checksum, no stated content; a window of 1 KiB.
    var bytes: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x00]
    for index in 0..<count { bytes += [index == count - 1 ? 1 : 0, 0, 0] }
    // XXH64 of no bytes, its lower half.
    return bytes + [0x99, 0xe9, 0xd8, 0x51]
  }
}
