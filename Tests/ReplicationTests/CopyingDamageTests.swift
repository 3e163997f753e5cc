import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

/// A small ledger cut or changed at every place, as a source and as a target: nothing that does not check is
/// copied, and a sound copy heals what was.
@Suite struct CopyingDamageTests {
  let ann: TestReplica

  init() throws {
    var ann = TestReplica(1)
    for _ in 0..<2 { try ann.write() }
    self.ann = ann
  }

  private func damages(_ bytes: [UInt8]) -> [[UInt8]] {
    (0..<bytes.count).flatMap { place -> [[UInt8]] in
      var flipped = bytes
      flipped[place] ^= 1 << UInt8(place % 8)
      return [Array(bytes.prefix(place)), flipped]
    } + [bytes + bytes, bytes + [0], Array(repeating: 0, count: bytes.count + 1)]
  }

  @Test(arguments: [true, false]) func asASource(isSealed: Bool) throws {
    let written = Set(
      ann.commits.flatMap { String(decoding: $0.lines, as: UTF8.self).split(separator: "\n") })
    let sealed = try ann.sealed(0..<2)
    let bytes = isSealed ? sealed.bytes : ann.open(0..<2)
    let path = LedgerLayout.path(of: isSealed ? sealed.name : ann.openName(0..<2), ann.id)
    for damaged in damages(bytes) {
      let copies = Copies()
      try copies.here.put(damaged, at: path)
      let before = try copies.leavesHere
      let report = try copies.replicate()
      let there = try Copies.files(copies.there)
      if isSealed {
        #expect(there.isEmpty && report.findings.contains { $0.side == .here })
      } else {
        for (_, copy) in there { #expect(damaged.starts(with: copy)) }
        #expect(there.count == (before.isEmpty ? 0 : 1))
      }
      #expect(report.isSame == (try before == copies.leavesThere), "\(damaged.count)")
      for leaf in try copies.leavesThere where !leaf.text.hasPrefix("{\"commit\"") {
        #expect(written.contains(Substring(leaf.text)))
      }
      #expect(try Copies.files(copies.here) == [path: damaged])
      // What is sound elsewhere heals it.
      if damaged.count % 3 != 0 { continue }
      if isSealed, damaged.count == bytes.count { continue }
      let healing = Copies(here: copies.here, there: MemoryFileStore())
      try healing.there.put(bytes, at: path)
      let healed = try healing.replicate()
      #expect(healed.isSame && healed.findings.allSatisfy { !isSealed && $0.side == .here })
      #expect(try Reading(healing.here).seqs(ann) == Array(1...ann.lastSeq))
      if isSealed || damaged.count <= bytes.count { #expect(try healing.here.readAll(path) == bytes) }
    }
  }

  @Test(arguments: [true, false]) func asATarget(isSealed: Bool) throws {
    let sealed = try ann.sealed(0..<2)
    let bytes = isSealed ? sealed.bytes : ann.open(0..<2)
    let path = LedgerLayout.path(of: isSealed ? sealed.name : ann.openName(0..<2), ann.id)
    for damaged in damages(bytes) where damaged.count != bytes.count || !isSealed {
      let copies = Copies()
      try copies.here.put(bytes, at: path)
      try copies.there.put(damaged, at: path)
      let before = try Reading(copies.there)
      let report = try copies.replicate()
      #expect(report.isSame)
      #expect(try Reading(copies.there).seqs(ann) == Array(1...ann.lastSeq))
      #expect(try Copies.files(copies.here) == [path: bytes])
      // Rot leaves a file as long as it was. What is longer may hold what is still to be copied; and a few bits of a
      // frame's header mean nothing, so that the file is sound as it is.
      let isSound = before.report.findings.isEmpty && before.seqs(ann) == Array(1...ann.lastSeq)
      let isMended = isSealed || damaged.count <= bytes.count && !isSound
      #expect(try copies.there.readAll(path) == (isMended ? bytes : damaged))
      try copies.expectNothingToDo()
    }
  }
}
