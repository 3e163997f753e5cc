import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Foundation
import Testing

/// The texts of what was erased go when they are due, on every machine, and nothing else does.
@Suite struct ErasedTextTests {
  private let folder: TemporaryFolder
  private let here: ErasingMachine
  private let there: ErasingMachine

  init() throws {
    let clock = TestClock(1_790_000_000_000)
    folder = try TemporaryFolder()
    here = ErasingMachine(folder: folder, name: "here", clock: clock)
    there = ErasingMachine(folder: folder, name: "there", clock: clock)
  }

  private func prepare() async throws {
    var options = LedgerOptions.prompt
    options.stateDirectory = "\(here.ledger).state"
    options.now = { [clock = here.clock] in clock.now }
    try await Ledger.create(at: here.ledger, options: options)
    try await here.using { ledger in
      try await ledger.commit(by: "david") {
        try $0.upsert(Member(id: "ann") { ($0.name, $0.email) = ("Ann Secret", "ann@secret.example") })
        try $0.upsert(Member(id: "ben") { $0.name = "Ben Kept" })
      }
      _ = try await ledger.maintenance.seal()
      try await ledger.commit(by: "david") { try $0.upsert(Member(id: "ann") { $0.name = "Ann Secret-Lee" }) }
    }
    try FileManager.default.copyItem(atPath: here.ledger, toPath: there.ledger)
    try await there.using { ledger in
      try await ledger.commit { try $0.upsert(Member(id: "ann") { $0.name = "Secret Annie" }) }
    }
    try await exchange()
  }

  private func exchange() async throws {
    _ = try await here.using { try await $0.replicas.replicate(with: there.ledger) }
  }

  private func digests() async throws -> Set<Hash256?> {
    var digests: Set<Hash256?> = []
    for machine in [here, there] {
      digests.insert(try await machine.using { try await $0.audit.replay(digests: true).digest })
    }
    return digests
  }

  @Test func nothingIsLeftWhenAllAreDone() async throws {
    try await prepare()
    #expect(try !here.files(with: "Secret").isEmpty)
    let old = "\(folder.path)/old"
    try FileManager.default.copyItem(atPath: there.ledger, toPath: old)
    try await here.using {
      try await $0.erasures.erase(ErasureRequest(kind: "house.member", id: "ann"), by: "david")
    }
    let digest = try await here.using { try await $0.audit.replay(digests: true).digest }
    // Nothing is due.
    let early = try await here.using { try await $0.erasures.removeTexts() }
    #expect(early.written == [] && early.waiting > 0, "\(early)")
    try await exchange()
    #expect(try await digests() == [digest])
    #expect(try !there.files(with: "Secret").isEmpty)

    for machine in [here, there] { _ = try await machine.using { try await $0.erasures.removeTexts() } }
    here.clock.advance(8 * 86_400_000)
    for machine in [here, there] {
      let report = try await machine.using { try await $0.erasures.removeTexts() }
      #expect(report.written.count == report.removed.count && !report.written.isEmpty, "\(report)")
    }
    for _ in 0..<2 { try await exchange() }
    here.clock.advance(31 * 86_400_000)
    for machine in [here, there] { _ = try await machine.using { try await $0.erasures.removeTexts() } }
    for _ in 0..<2 { try await exchange() }
    #expect(try here.files(with: "Secret") == [] && there.files(with: "Secret") == [])
    let after = try await digests()
    #expect(after.count == 1)
    for machine in [here, there] {
      try await machine.using { ledger in
        #expect(try await ledger.audit.verify().findings == [])
        #expect(try await ledger.audit.checkReplay().isSame)
        #expect(try await ledger.get(kind: "house.member", id: "ben")?["name"] == "Ben Kept")
        #expect(try await ledger.get(kind: "house.member", id: "ann")?.erased == ["name", "email"])
        _ = try await ledger.maintenance.compact()
        #expect(try await ledger.audit.verify().findings == [])
      }
    }
    #expect(try await digests() == after)

    // An old copy brings nothing back, and its texts go again.
    _ = try await here.using { try await $0.replicas.replicate(with: old) }
    #expect(try await digests() == after)
    #expect(try await here.using { try await $0.get(kind: "house.member", id: "ann") }?["name"] == .null)
    _ = try await here.using { try await $0.erasures.removeTexts() }
    #expect(try here.files(with: "Secret") == [])
    #expect(try await digests() == after)
  }

  @Test func oneFieldGoesAndTheOthersStay() async throws {
    try await prepare()
    var request = ErasureRequest(kind: "house.member", id: "ann")
    request.fields = ["email"]
    let wanted = request
    try await here.using { ledger in
      try await ledger.erasures.erase(wanted)
      let report = try await ledger.erasures.removeTexts(now: true)
      #expect(!report.written.isEmpty && report.unreadable == [], "\(report)")
    }
    #expect(try here.files(with: "ann@secret") == [])
    #expect(try !here.files(with: "Ann Secret").isEmpty)
    for _ in 0..<2 { try await exchange() }
    try await there.using { ledger in
      let row = try #require(try await ledger.get(kind: "house.member", id: "ann"))
      #expect(row["name"] == "Secret Annie" && row.erased == ["email"], "\(row)")
      #expect(try await ledger.audit.verify().findings == [])
    }
    #expect(try await digests().count == 1)
  }

  @Test func proofsOfOthersStayAndErasedValuesAreNotProved() async throws {
    try await prepare()
    func proof(_ id: String) async throws -> Proof {
      try await here.using {
        try await $0.audit.prove(ProofRequest(.entity(kind: "house.member", id: id)), as: nil)
      }
    }
    let (ann, ben) = (try await proof("ann"), try await proof("ben"))
    #expect(ann.parts.flatMap(\.events).contains { if case .line = $0.content { true } else { false } })
    try await here.using { try await $0.erasures.erase(ErasureRequest(kind: "house.member", id: "ann")) }
    // The text is still there.
    let masked = try await proof("ann")
    let lines = masked.parts.flatMap(\.events).compactMap { leaf -> String? in
      if case .line(let line) = leaf.content { String(decoding: line, as: UTF8.self) } else { nil }
    }
    #expect(lines.allSatisfy { $0.contains("\"op\":\"erase\"") } && lines.count == 3, "\(lines)")
    try await here.using { try await $0.erasures.removeTexts(now: true) }
    let after = try await proof("ann")
    #expect(after.parts.flatMap(\.events).map(\.content) == masked.parts.flatMap(\.events).map(\.content))
    let still = try await proof("ben")
    #expect(ben.parts.flatMap(\.events).map(\.content) == still.parts.flatMap(\.events).map(\.content))
  }

  @Test func aStubThatNobodyVouchesForHasNoEffect() async throws {
    try await prepare()
    try await here.using { ledger in
      try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "ann"))
      try await ledger.erasures.removeTexts(now: true)
    }
    // The stubs come to another machine before the erase events, which lie in a later file.
    let copy = ErasingMachine(folder: folder, name: "copy", clock: here.clock)
    let replica = try await here.using {
      try #require(try await $0.replicas.status().replicas.first { $0.isOwn }).id
    }
    try FileManager.default.copyItem(atPath: here.ledger, toPath: copy.ledger)
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(copy.ledger)/replicas/\(replica)")
      .sorted()
    for name in names where !name.hasPrefix("000000000001-") {
      try FileManager.default.removeItem(atPath: "\(copy.ledger)/replicas/\(replica)/\(name)")
    }
    try await copy.using { ledger in
      #expect(try await ledger.get(kind: "house.member", id: "ben")?["name"] == "Ben Kept")
      let row = try await ledger.get(kind: "house.member", id: "ann")
      #expect(row?["name"] == "Secret Annie" && row?.erased == [], "\(String(describing: row))")
      #expect(try await ledger.audit.verify().findings.map(\.kind).contains(.unvouched))
    }
    _ = try await copy.using { try await $0.replicas.replicate(with: here.ledger) }
    let erased = try await copy.using { try await $0.get(kind: "house.member", id: "ann") }?.erased
    #expect(erased == ["name", "email"] || erased == ["email"])
    #expect(try await copy.using { try await $0.audit.verify() }.findings == [])
  }

  @Test func anErasureIsWithdrawnWhileItsTextsAreThere() async throws {
    try await prepare()
    let id = try await here.using { ledger in
      try #require(
        try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "ann")).erasures.first)
    }
    #expect(try await here.using { try await $0.get(kind: "house.member", id: "ann") }?["name"] == .null)
    try await here.using { try await $0.erasures.withdraw(id, by: "david", why: "the wrong Ann") }
    for _ in 0..<2 { try await exchange() }
    here.clock.advance(60 * 86_400_000)
    for machine in [here, there] {
      try await machine.using { (ledger) async throws -> Void in
        #expect(try await ledger.get(kind: "house.member", id: "ann")?["name"] == "Secret Annie")
        #expect(try await ledger.erasures.removeTexts().written == [])
        #expect(try await ledger.erasures.list().map(\.isWithdrawn) == [true])
      }
    }
    let again = try await here.using { ledger in
      let id = try #require(
        try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "ann")).erasures.first)
      try await ledger.erasures.removeTexts(now: true)
      return id
    }
    await #expect(throws: LedgerError.self) { try await here.using { try await $0.erasures.withdraw(again) } }
  }

  @Test func aBlobGoesWithTheLastValueThatNamesIt() async throws {
    try await prepare()
    let (large, other) = (Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }), Data(count: 50_000))
    try await here.using { ledger in
      try await ledger.commit {
        try $0.upsert(Member(id: "ann") { $0.picture = large })
        try $0.upsert(Member(id: "ben") { $0.picture = other })
        try $0.upsert(Member(id: "cleo") { $0.picture = other })
      }
      try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "ann"))
      try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "ben"))
      #expect(try await ledger.erasures.removeTexts(now: true).blobs == 1)
      #expect(try await ledger.audit.verify().findings == [])
      let row = try #require(try await ledger.get(kind: "house.member", id: "cleo"))
      #expect(row["picture"] != .null)
      try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "cleo"))
      #expect(try await ledger.erasures.removeTexts(now: true).blobs == 1)
    }
    let blobs =
      FileManager.default.enumerator(atPath: "\(here.ledger)/blobs")?.compactMap { $0 as? String } ?? []
    #expect(blobs.filter { $0.hasSuffix(".zst") } == [])
  }

  @Test func valuesAreFoundWhereverTheyLie() async throws {
    try await prepare()
    let values = ["nothing of this", "Ann Secret-Lee", "Ben Kept", ""]
    #expect(Set(try await here.using { try await $0.erasures.find(values: values) }.map(\.number)) == [2, 3])
    try await here.using { ledger in
      try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "ann"))
      try await ledger.erasures.removeTexts(now: true)
    }
    #expect(Set(try await here.using { try await $0.erasures.find(values: values) }.map(\.number)) == [3])
  }

  /// One machine has begun, and another withdraws before it knows.
  @Test func withdrawingComesTooLateForLinesOfWhichTheTextsAreGone() async throws {
    try await prepare()
    let id = try await here.using { ledger in
      try #require(
        try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "ann")).erasures.first)
    }
    for _ in 0..<2 { try await exchange() }
    let removed = try await there.using { try await $0.erasures.removeTexts(now: true) }
    #expect(!removed.written.isEmpty)
    try await here.using { try await $0.erasures.withdraw(id) }
    for _ in 0..<3 { try await exchange() }
    // A machine that did not know yet may have brought them back.
    try await there.using { try await $0.erasures.removeTexts() }
    #expect(try await digests().count == 1)
    for machine in [here, there] {
      // The name was last written there, the e-mail address here.
      let row = try await machine.using { try #require(try await $0.get(kind: "house.member", id: "ann")) }
      #expect(row.erased == ["name"], "\(row)")
      #expect(try !machine.files(with: "ann@secret.example").isEmpty)
      let left = try machine.files(with: "Annie")
      #expect(left == [])
      #expect(try await machine.using { try await $0.audit.verify() }.findings == [])
    }
  }

  /// A field is erased of what an erasure named that was withdrawn: nothing but the field goes.
  @Test func aWithdrawnErasureDoesNotComeBackWithAnother() async throws {
    try await prepare()
    try await here.using { ledger in
      try await ledger.commit {
        try $0.upsert(Member(id: "ann") { ($0.name, $0.email) = ("Ann Mine", "ann@mine.example") })
      }
      let wrong = try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "ann"))
      try await ledger.erasures.withdraw(try #require(wrong.erasures.first))
      var request = ErasureRequest(kind: "house.member", id: "ann")
      request.fields = ["email"]
      let right = try await ledger.erasures.erase(request)
      let removed = try await ledger.erasures.removeTexts(now: true)
      #expect(!removed.written.isEmpty)
      let withdrawn = try await ledger.erasures.list().filter(\.isWithdrawn).map(\.id)
      #expect(withdrawn == wrong.erasures && withdrawn != right.erasures)
    }
    for _ in 0..<2 { try await exchange() }
    try await there.using { try await $0.erasures.removeTexts(now: true) }
    for _ in 0..<2 { try await exchange() }
    #expect(try await digests().count == 1)
    for machine in [here, there] {
      let row = try await machine.using { try #require(try await $0.get(kind: "house.member", id: "ann")) }
      #expect(row.erased == ["email"] && row["name"] == "Ann Mine", "\(row)")
      #expect(try machine.files(with: "ann@mine.example") == [])
      #expect(try !machine.files(with: "Annie").isEmpty)
    }
  }

  /// Another machine has put stubs in place of lines, and the erasure is withdrawn.
  @Test func textsComeBackToWhereOnlyStubsAreLeft() async throws {
    try await prepare()
    let id = try await here.using { ledger in
      try #require(
        try await ledger.erasures.erase(ErasureRequest(kind: "house.member", id: "ann")).erasures.first)
    }
    for _ in 0..<2 { try await exchange() }
    try await there.using { try await $0.erasures.removeTexts() }
    there.clock.advance(31 * 86_400_000)
    let gone = try await there.using { try await $0.erasures.removeTexts() }
    #expect(!gone.written.isEmpty)
    // Here nothing happened for a month.
    here.clock.advance(-31 * 86_400_000)
    try await here.using { try await $0.erasures.withdraw(id) }
    for _ in 0..<3 { try await exchange() }
    #expect(try await digests().count == 1)
    for machine in [here, there] {
      // What it wrote there is gone there.
      let row = try await machine.using { try #require(try await $0.get(kind: "house.member", id: "ann")) }
      #expect(row.erased == ["name"], "\(row)")
      #expect(try !machine.files(with: "Ann Secret-Lee").isEmpty)
    }
  }
}
