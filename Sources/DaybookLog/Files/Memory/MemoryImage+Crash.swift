// What a power loss leaves. Nothing is guaranteed for unflushed data: each write may be present, missing, partial, or
// zeros, whatever came before or after it; each change of a folder likewise, except that a rename is never half done
// within one folder.

extension MemoryImage {
  /// The image that a machine finds when it starts again. Equal seeds give equal images. Flushed
  /// data is always whole.
  package func crashed(seed: UInt64) -> MemoryImage {
    var random = SplitMix(state: seed)
    var result = self
    for number in nodes.keys.sorted() {
      switch nodes[number] {
      case .file(let file)?: result.nodes[number] = .file(file.crashed(&random))
      case .folder(let folder)?: result.nodes[number] = .folder(folder.crashed(seed))
      default: break
      }
    }
    return result
  }
}

extension MemoryImage.File {
  fileprivate func crashed(_ random: inout SplitMix) -> MemoryImage.File {
    var bytes = durable
    for change in pending {
      switch change {
      case .cut(let size):
        if random.below(2) == 0 { Self.cut(&bytes, to: size) }
      case .write(let start, let written):
        Self.apply(written, at: start, to: &bytes, &random)
      }
    }
    return MemoryImage.File(durable: bytes)
  }

  private static func apply(
    _ written: [UInt8], at start: Int, to bytes: inout [UInt8], _ random: inout SplitMix
  ) {
    let fate = random.below(5)
    if fate == 0 { return }
    let split = random.below(written.count + 1)
    var kept = written
    switch fate {
    case 1: kept.removeLast(written.count - split)
    case 2: for index in split..<written.count { kept[index] = 0 }
    case 3: for index in 0..<split { kept[index] = 0 }
    default: break
    }
    let end = start + kept.count
    if bytes.count < end { cut(&bytes, to: end) }
    bytes.replaceSubrange(start..<end, with: kept)
  }
}

extension MemoryImage.Folder {
  /// Which changes survive depends on their numbers, so that both halves of a rename agree.
  fileprivate func crashed(_ seed: UInt64) -> MemoryImage.Folder {
    var entries = durable
    var mode = SplitMix(state: seed &+ 0x9e37)
    // In half of the cases the changes up to some number survive, as with journaling file systems; otherwise any of
    // them.
    let isOrdered = mode.below(2) == 0
    let limit = pending.isEmpty ? 0 : pending[mode.below(pending.count)].number
    for change in pending {
      var random = SplitMix(state: seed ^ UInt64(change.number) &* 0x9e37_79b9_7f4a_7c15)
      let isKept = isOrdered ? change.number < limit : random.below(2) == 0
      if isKept { entries[change.name] = change.entry }
    }
    return MemoryImage.Folder(live: entries, durable: entries, pending: [])
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014).
private struct SplitMix {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ mixed >> 31) % UInt64(bound))
  }
}
