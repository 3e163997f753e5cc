import DaybookLog
import DaybookModel
import DaybookTestSupport

extension TestReplica {
  /// Two, with a few commits.
  static func some(_ random: inout SeededRandom) throws -> [TestReplica] {
    try (1...2).map { number in
      var replica = TestReplica(UInt8(number))
      for _ in 0..<Int.random(in: 1...14, using: &random) {
        try replica.write(events: Int.random(in: 1...3, using: &random))
      }
      return replica
    }
  }
}

extension MemoryFileStore {
  /// Puts some segments of a replica, in any form, overlapping, cut, damaged, twice, under other names.
  func scatter(_ replica: TestReplica, damaging: Bool = true, _ random: inout SeededRandom) throws {
    let folder = LedgerLayout.folder(of: replica.id)
    for number in 0..<UInt64.random(in: 1...6, using: &random) {
      let first = Int.random(in: 0..<replica.commits.count, using: &random)
      let range = first..<Int.random(in: first...replica.commits.count, using: &random)
      var path: String
      var bytes: [UInt8]
      if Bool.random(using: &random), !range.isEmpty {
        let sealed = try replica.sealed(range, frameSizeBytes: Int.random(in: 300...3000, using: &random))
        (path, bytes) = (LedgerLayout.path(of: sealed.name, replica.id), sealed.bytes)
      } else {
        let name = replica.openName(range, random: number)
        (path, bytes) = (LedgerLayout.path(of: name, replica.id), replica.open(range))
      }
      switch damaging ? Int.random(in: 0..<9, using: &random) : 8 {
      case 0: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      case 1:
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: path = "\(folder)/conflict \(number).zst"
      case 3: path = LedgerLayout.path(of: .open(first: 1, random: "00000000000000ff"), replica.id)
      case 4: bytes += bytes
      case 5:
        let count = Int.random(in: 1...600, using: &random)
        bytes += (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      default: break
      }
      try put(bytes, at: path)
    }
  }
}
