import DaybookLog

/// Reading any file ends, in order, without overlap, and covers the file. The input is read as it is, and also with
/// each of its lines packed as a frame, so that the fuzzer need not find checksums.
@Sendable func fuzzSegments(_ bytes: [UInt8]) {
  read(bytes)
  var packed: [UInt8] = []
  for part in bytes.split(separator: 0, maxSplits: 8) {
    packed += SegmentWriter.commitFrame(lines: Array(part), level: 1)
  }
  read(packed)
  read(packed.dropLast(3) + bytes)
}

private func read(_ bytes: [UInt8]) {
  for isSealed in [false, true] {
    var reader = SegmentReader(bytes: bytes, isSealed: isSealed)
    var end = 0
    while let part = reader.next() {
      let (offset, sizeBytes) =
        switch part {
        case .frame(_, let offset, let sizeBytes): (offset, sizeBytes)
        case .skippable(let offset, let sizeBytes): (offset, sizeBytes)
        case .damage(let damage): (damage.offset, damage.sizeBytes)
        }
      precondition(offset == end, "a hole or an overlap")
      precondition(sizeBytes > 0 || offset == bytes.count, "no progress")
      end = offset + sizeBytes
      precondition(end <= bytes.count, "beyond the end")
      if case .damage(let damage) = part { precondition(damage.reachesEnd == (end == bytes.count)) }
    }
    precondition(end == bytes.count, "something was passed over")
  }
}
