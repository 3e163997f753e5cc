import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

/// Files that have rotted on one side are what they were after a copy from the other, so that nothing is found any more.
@Suite struct CopyingMendTests {
  let ann: TestReplica

  init() throws {
    var ann = TestReplica(1)
    for _ in 0..<6 { try ann.write(events: 2) }
    self.ann = ann
  }

  private func rotten(_ bytes: [UInt8], at place: Int) -> [UInt8] {
    var bytes = bytes
    bytes[place] ^= 0xff
    return bytes
  }

  @Test("An open file, wherever it has rotted, on either side", arguments: [Endpoint.here, .there])
  func open(side: Endpoint) throws {
    let bytes = ann.open(0..<6)
    let path = LedgerLayout.path(of: ann.openName(0..<6), ann.id)
    for place in stride(from: 0, to: bytes.count, by: 7) {
      let copies = Copies()
      let (bad, good) = side == .here ? (copies.here, copies.there) : (copies.there, copies.here)
      try bad.put(rotten(bytes, at: place), at: path)
      try good.put(bytes, at: path)
      let report = try copies.replicate()
      #expect(report.isSame && report.findings.isEmpty, "byte \(place)")
      #expect(try Copies.files(bad) == [path: bytes])
      #expect(try Reading(bad).report.findings.isEmpty)
      try copies.expectNothingToDo()
    }
  }

  /// It stays, since only its own machine removes it. Nothing is lost, so the run does not fail.
  @Test("A rotten open file whose events were sealed since")
  func sealedSince() throws {
    let path = LedgerLayout.path(of: ann.openName(0..<6), ann.id)
    let copies = Copies()
    try copies.there.put(rotten(ann.open(0..<6), at: 100), at: path)
    try copies.here.putSealed(ann, 0..<6)
    for _ in 0..<2 {
      let report = try copies.replicate()
      #expect(report.isSame && !report.findings.isEmpty)
      #expect(report.findings.allSatisfy { !$0.finding.isFailure })
    }
  }

  /// One flipped bit does not excuse a line that somebody else wrote.
  @Test("A forged open file, rotten too, whose events were sealed since")
  func forgedAndSealedSince() throws {
    var bytes = SegmentWriter.headerFrame(ann.header(before: 0))
    for (index, written) in ann.commits.enumerated() {
      var lines = written.lines
      if index == 3, let place = lines.firstRange(of: Array("test.thing".utf8))?.lowerBound {
        lines[place] = UInt8(ascii: "b")
      }
      bytes += SegmentWriter.commitFrame(lines: lines)
    }
    let copies = Copies()
    let path = LedgerLayout.path(of: ann.openName(0..<6), ann.id)
    try copies.there.put(rotten(bytes, at: bytes.count - 9), at: path)
    try copies.here.putSealed(ann, 0..<6)
    let found = try Reading(copies.there).report.findings.map(\.kind)
    #expect(found.contains(.forged), "\(found)")
    let report = try copies.replicate()
    let forged = report.findings.map(\.finding).filter { $0.kind == .forged }
    #expect(!forged.isEmpty && forged.allSatisfy(\.isFailure))
  }

  @Test("A rotten open file beside a copy of it that an earlier run put there")
  func beside() throws {
    let bytes = ann.open(0..<6)
    let copies = Copies()
    let path = LedgerLayout.path(of: ann.openName(0..<6), ann.id)
    try copies.here.put(rotten(bytes, at: bytes.count / 2), at: path)
    try copies.here.putOpen(ann, 0..<6, random: 7)
    try copies.there.put(bytes, at: path)
    #expect(try copies.replicate(.pull).isSame)
    #expect(try copies.here.readAll(path) == bytes)
    #expect(try Reading(copies.here).report.findings.isEmpty)
  }

  @Test("A rotten open file that holds more than the copy stays, until a copy holds as much")
  func longer() throws {
    let (all, fewer) = (ann.open(0..<6), ann.open(0..<4))
    let copies = Copies()
    let path = LedgerLayout.path(of: ann.openName(0..<6), ann.id)
    let damaged = rotten(all, at: ann.open(0..<2).count + 9)
    try copies.here.put(damaged, at: path)
    try copies.there.put(fewer, at: path)
    try copies.replicate()
    #expect(try copies.here.readAll(path) == damaged)
    #expect(try Reading(copies.here).seqs(ann) == Array(1...8))
    try copies.there.put(all, at: path)
    #expect(try copies.replicate().isSame)
    #expect(try copies.here.readAll(path) == all)
    #expect(try Reading(copies.here).report.findings.isEmpty)
  }

  /// What lies behind the sound commits of an open file.
  enum Rest: CaseIterable {
    case rubbish, torn, frame, changedBeginning

    func bytes(_ replica: TestReplica) -> [UInt8] {
      let next = replica.open(0..<6).dropFirst(replica.open(0..<5).count)
      return switch self {
      case .rubbish: (0..<5000).map { UInt8(truncatingIfNeeded: 7 + $0 * 31) }
      case .torn: Array(next.dropLast(3))
      // It could still be recovered: only the frame before it is damaged.
      case .frame: [1, 2, 3, 4, 5] + next
      case .changedBeginning: [1, 2, 3, 4] + next.dropFirst(4)
      }
    }
  }

  @Test(
    "What follows the sound end of an open file goes if it can be no frame, whatever the copy holds",
    arguments: [Endpoint.here, .there], [2, 4, 5])
  func rubbishBehindTheEnd(side: Endpoint, count: Int) throws {
    let path = LedgerLayout.path(of: ann.openName(0..<6), ann.id)
    for rest in Rest.allCases {
      let copies = Copies()
      let (bad, good) = side == .here ? (copies.here, copies.there) : (copies.there, copies.here)
      let damaged = ann.open(0..<4) + rest.bytes(ann)
      try bad.put(damaged, at: path)
      try good.put(ann.open(0..<count), at: path)
      let dry = try copies.replicate(isDryRun: true)
      let report = try copies.replicate()
      #expect(dry.pulled == report.pulled && dry.pushed == report.pushed, "\(rest)")
      #expect(report.isSame || rest != .rubbish, "\(rest)")
      let whole = ann.open(0..<max(4, count))
      #expect(try good.readAll(path) == whole, "\(rest)")
      #expect(try bad.readAll(path) == (rest == .rubbish ? whole : damaged), "\(rest)")
      if rest == .rubbish {
        #expect(report.findings.isEmpty)
        #expect(try Copies.files(bad).count == 1)
        #expect(try Reading(bad).report.findings.isEmpty)
      }
      try copies.expectNothingToDo()
    }
  }

  /// Nothing is sent to the other side, so that it holds less than this file does.
  @Test("Rubbish behind the end stays where the good copy may not be written", arguments: [false, true])
  func rubbishWithoutACopy(isDryRun: Bool) throws {
    let path = LedgerLayout.path(of: ann.openName(0..<6), ann.id)
    let copies = Copies()
    let damaged = ann.open(0..<4) + Rest.rubbish.bytes(ann)
    try copies.here.put(damaged, at: path)
    try copies.there.put(ann.open(0..<2), at: path)
    let report = try copies.replicate(.pull, isDryRun: isDryRun)
    #expect(!report.findings.isEmpty && !report.isSame)
    #expect(try copies.here.readAll(path) == damaged)
  }

  @Test("This machine's own open file is its writer's to mend")
  func own() throws {
    let bytes = ann.open(0..<6)
    let copies = Copies()
    let path = LedgerLayout.path(of: ann.openName(0..<6), ann.id)
    let damaged = rotten(bytes, at: bytes.count / 2)
    try copies.here.put(damaged, at: path)
    try copies.there.put(bytes, at: path)
    try copies.replicate(own: ann)
    #expect(try copies.here.readAll(path) == damaged)
  }

  @Test("A sealed file, rotten or cut", arguments: [Endpoint.here, .there], [false, true])
  func sealed(side: Endpoint, isCut: Bool) throws {
    let sealed = try ann.sealed(0..<6)
    let path = LedgerLayout.path(of: sealed.name, ann.id)
    let copies = Copies()
    let (bad, good) = side == .here ? (copies.here, copies.there) : (copies.there, copies.here)
    let middle = sealed.bytes.count / 2
    try bad.put(isCut ? Array(sealed.bytes[..<middle]) : rotten(sealed.bytes, at: middle), at: path)
    try good.put(sealed.bytes, at: path)
    // Of equal size and name it is read where a reading found it, or where all is compared.
    let report = try copies.replicate(comparesAll: side == .there, doubted: [path])
    #expect(report.isSame && report.findings.isEmpty)
    #expect(try Copies.files(bad) == [path: sealed.bytes])
  }

  @Test("A blob, rotten or cut", arguments: [Endpoint.here, .there], [false, true])
  func blob(side: Endpoint, isCut: Bool) throws {
    let copies = Copies()
    let (bad, good) = side == .here ? (copies.here, copies.there) : (copies.there, copies.here)
    let hash = try BlobStore(good).write(Array("a picture, \(ann.commits.count)".utf8))
    let path = LedgerLayout.path(ofBlob: hash)
    let bytes = try good.readAll(path)
    try bad.put(isCut ? Array(bytes.dropLast(3)) : rotten(bytes, at: bytes.count - 6), at: path)
    let report = try copies.replicate(comparesAll: !isCut)
    #expect(report.isSame && report.findings.isEmpty)
    #expect(try bad.readAll(path) == bytes)
  }
}
