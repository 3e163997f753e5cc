import Daybook
import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookTestSupport
import Testing

/// Merging is commutative, associative and idempotent down to the files: what a ledger holds depends on the set
/// of commits alone, in whatever files they lie, in whatever order those came, however often, and whether
/// they were read as they came or all at once. Of histories with gaps and of forked ones no less.
@Suite struct MergeLawTests {
  @Test(.seeded) func anyFilesInAnyOrderGiveTheSameRecords() async throws {
    var random = SeededRandom(seed: TestSeed.current ^ 0x1a3)
    var forks = 0
    for _ in 0..<(TestSize.isSingle ? 1 : max(6, SimulationSize.worlds / 20)) {
      let seed = random.next() >> 8
      let (files, isForked) = try await ForkSimulation().files(seed: seed)
      forks += isForked ? 1 : 0
      // Some are missing: the law holds of any set.
      let kept = files.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
      for files in [files, kept] {
        let whole = try await digest(
          of: arrival(of: files.sorted { $0.key < $1.key }, cutting: false, &random))
        for _ in 0..<2 {
          var pieces = files.sorted { $0.key < $1.key }
          pieces = try pieces.flatMap { try cut($0, &random) }
          pieces += pieces.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }.map {
            twin(of: $0, &random)
          }
          let computer = try await arrival(of: pieces.shuffled(using: &random), cutting: true, &random)
          #expect(try await digest(of: computer) == whole, "seed \(seed)")
          #expect(try await computer.stranger().withRecords { $0.digest() } == whole, "seed \(seed)")
        }
      }
    }
    print("\(forks) forked histories in any order")
  }

  private typealias File = (key: String, value: [UInt8])

  private func digest(of computer: Computer) async throws -> Hash256 {
    try await computer.running().withRecords { $0.digest() }
  }

  /// A computer whose program runs while the files come, one by one or a few at once, some at first in part.
  private func arrival(
    of files: [File], cutting: Bool, _ random: inout SeededRandom
  ) async throws -> Computer {
    let computer = try Computer(1, seed: 1)
    _ = try computer.running()
    for (path, bytes) in files {
      if cutting, Bool.random(using: &random) {
        let part = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
        try CopyingTools.lay([path: part], over: computer.folder)
        try await computer.refresh()
      }
      try CopyingTools.lay([path: bytes], over: computer.folder)
      if Int.random(in: 0..<3, using: &random) > 0 { try await computer.refresh() }
    }
    try await computer.refresh()
    return computer
  }

  /// The same commits in other files: an open segment sealed in one piece or in several.
  private func cut(_ file: File, _ random: inout SeededRandom) throws -> [File] {
    guard file.key.hasSuffix(".open.jsonl.zst"), Bool.random(using: &random) else { return [file] }
    var contents: [FrameContent] = []
    FolderContent.forEachFrame(of: file.value, isSealed: false) { content, _ in contents.append(content) }
    var reader = SegmentReader(bytes: file.value, isSealed: false)
    _ = reader.next()
    guard var header = reader.header, var tree = header.tree else { return [file] }
    var sealed: [File] = []
    var writer = SealedSegmentWriter(header: header, level: 1)
    var isEmpty = true
    func finish() throws {
      let segment = try writer.finish()
      sealed.append((LedgerLayout.path(of: segment.name, header.replica), segment.bytes))
    }
    for content in contents where !content.commits.isEmpty {
      try writer.append(content, commits: content.commits.indices)
      isEmpty = false
      for leaf in content.leaves { tree.append(leaf.hash) }
      guard let last = content.events.last, Int.random(in: 0..<3, using: &random) == 0 else { continue }
      try finish()
      (header.firstSeq, header.size, header.peaks) = (last.line.seq + 1, tree.size, tree.peaks)
      writer = SealedSegmentWriter(header: header, level: 1)
      isEmpty = true
    }
    if !isEmpty { try finish() }
    return sealed
  }

  /// The same bytes under another name.
  private func twin(of file: File, _ random: inout SeededRandom) -> File {
    guard file.key.hasSuffix(".open.jsonl.zst"), let start = file.key.lastIndex(of: "-") else { return file }
    var name: [UInt8] = []
    name.append(hexadecimal: random.next(), width: 16)
    return (file.key[...start] + String(decoding: name, as: UTF8.self) + ".open.jsonl.zst", file.value)
  }
}
