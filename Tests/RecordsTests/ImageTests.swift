import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookTestSupport
import Testing

/// Records that were written to a snapshot and read again are the same, and go on as they would have.
@Suite struct ImageTests {
  @Test("Written and read on the way", .seeded, arguments: 0..<30)
  func goesOn(round: Int) throws {
    let seed = TestSeed.current &+ UInt64(3000 + round)
    var maker = RandomHistory(seed: seed)
    maker.fieldCount = 3
    maker.momentCount = 30
    maker.forks = false
    let history = try maker.history(commitCount: TestSize.steps(40))
    let order = Array(history.commits.indices).shuffled(using: &maker.random)
    var records = history.emptyRecords()
    for (count, number) in order.enumerated() {
      history.apply(number, to: &records)
      guard count % 6 == 5 || count == order.count - 1 else { continue }
      let expected = ReferenceModel(history, commits: Array(order[...count])).text()
      records = try Self.imaged(records)
      history.setResolver(of: &records)
      let text = records.text()
      try #require(text == expected, "after \(order[...count]), seed \(seed)")
    }
  }

  /// More entities than one thread lays out at a time, most of them written several times.
  @Test(.seeded) func manyEntities() throws {
    let seed = TestSeed.current
    var maker = RandomHistory(seed: seed)
    maker.forks = false
    maker.entityCount = 9000
    let history = try maker.history(commitCount: TestSize.steps(9000))
    var records = history.emptyRecords()
    for number in history.commits.indices { history.apply(number, to: &records) }
    let digest = records.digest()
    let imaged = try Self.imaged(records)
    let imagedDigest = imaged.digest()
    #expect(imagedDigest == digest, "seed \(seed)")
    let digestAfter = records.digest()
    #expect(digestAfter == digest, "the records changed, seed \(seed)")
  }

  private static func imaged(_ records: borrowing Records) throws -> Records {
    let image = try SnapshotFile.open(image(of: records))
    try image.check()
    return try Records.read(image)
  }

  /// The bytes of a snapshot that holds nothing else.
  static func image(of records: borrowing Records) throws -> [UInt8] {
    let store = MemoryFileStore()
    let file = try store.createPlaced("image")
    var writer = SnapshotWriter(file)
    try records.write(to: &writer)
    try writer.finish(nanoseconds: 1)
    file.close()
    return try store.readAll("image", sizeBytesMax: 1 << 28)
  }
}
