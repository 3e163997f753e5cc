import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

/// Blobs that are too large to be held in memory go piece by piece, and arrive whole or not at all.
@Suite struct CopyingBlobTests {
  private let copies = Copies()
  private let hash: Hash256
  private let path: String

  init() throws {
    // Nothing that compresses, of more than one part.
    var random = SeededRandom(seed: 1)
    var content: [UInt8] = []
    for _ in 0..<(5 << 20) / 8 {
      withUnsafeBytes(of: random.next()) { content.append(contentsOf: $0) }
    }
    hash = try BlobStore(copies.here).write(content)
    path = LedgerLayout.path(ofBlob: hash)
    try copies.here.syncFolder("")
  }

  private func expectWhole(_ copies: Copies, _ what: String = "") throws {
    let report = try copies.replicate()
    #expect(report.isSame && report.findings.isEmpty, "\(what)")
    // Never shown where they differ: they are long.
    let isSame = try copies.there.readAll(path) == copies.here.readAll(path)
    #expect(isSame, "\(what)")
    #expect(try Inventory.scan(copies.there, includingBlobs: true).strangers == [], "\(what)")
  }

  private func isSoundOrAbsent(_ copies: Copies) -> Bool {
    guard let present = try? copies.there.readAll(path) else { return true }
    return BlobStore.isSound(present, at: LedgerLayout.path(ofBlob: hash), hash, nil)
  }

  private func trace() throws -> (here: [FaultOperation], there: [FaultOperation]) {
    let control = (here: FaultControl(tracing: true), there: FaultControl(tracing: true))
    let report = try copies.copied().replicate(control: control)
    #expect(report.isSame && report.pushed.blobs == 1)
    return (control.here.trace, control.there.trace)
  }

  @Test func itIsReadAndWrittenInPieces() throws {
    let trace = try trace()
    let reads = trace.here.filter { $0.name == .read && $0.path == path }
    // Checked in pieces of one size, then copied in larger ones.
    #expect(reads.count >= 5 + 2)
    #expect(trace.there.count { $0.name == .write } == 2)
    try expectWhole(copies)
    try copies.expectNothingToDo()
  }

  @Test func everyCallMayFail() throws {
    let traces = try trace()
    for (side, trace) in [(Endpoint.here, traces.here), (.there, traces.there)] {
      for (index, operation) in trace.enumerated() {
        for fault in [FaultPlan.Fault.fail(.system(5)), .shortWrite(.noSpace), .crash] {
          let plan = FaultPlan(fault, at: index + 1)
          guard plan.applies(to: operation) else { continue }
          let copies = copies.copied()
          let control =
            side == .here ? (FaultControl(plan), FaultControl()) : (FaultControl(), FaultControl(plan))
          _ = try? copies.replicate(control: control)
          let isSound = isSoundOrAbsent(copies)
          #expect(isSound, "\(side) \(index + 1) \(operation) \(fault)")
          try expectWhole(copies, "\(side) \(index + 1) \(operation) \(fault)")
        }
      }
    }
  }

  @Test func aDamagedOneIsNamedAndStaysWhereItIs() throws {
    var bytes = try copies.here.readAll(path)
    bytes[3 << 20] ^= 1
    try copies.here.put(bytes, at: path)
    let report = try copies.replicate()
    #expect(report.findings.map(\.finding.kind) == [.corruption] && !report.isSame)
    #expect(try copies.there.status(path) == nil)
  }

  @Test func aFolderInItsPlaceIsNamed() throws {
    try copies.there.createFolder(path)
    let report = try copies.replicate()
    #expect(report.findings.map { [$0.finding.kind.rawValue, $0.finding.file] } == [["stranger", path]])
    #expect(!report.isSame && report.blobs.lackedThere.blobs == 1)
    #expect(try copies.there.status(path)?.kind == .folder)
  }

  /// What changes between the look and the copy is not adopted.
  @Test func oneThatChangesMeanwhileIsNotTaken() throws {
    let whole = try copies.here.readAll(path)
    let reads = try trace().here.enumerated().filter { $0.element.name == .read }
    for read in reads.dropFirst(1) {
      let copies = copies.copied()
      let control = FaultControl(observingReading: true) { number, _ in
        guard number == read.offset + 1 else { return }
        var bytes = whole
        bytes[(5 << 20) - 1000] ^= 1
        try? copies.here.put(bytes, at: path)
      }
      var replicator = Replicator(
        here: FaultFileStore(copies.here, control), there: copies.there, descriptor: Reading.descriptor,
        own: nil, tag: "0a1b2c3d")
      _ = try? replicator.run()
      let isSound = isSoundOrAbsent(copies)
      #expect(isSound, "read \(read.offset + 1)")
    }
  }
}
