import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Foundation
import Testing

/// The texts of what was erased go when they are due, on every machine, and nothing else does.
@Suite struct ErasedTextTests {
  /// Several machines with folders of their own.
  private struct Machine {
    let folder: TemporaryFolder
    let name: String
    let clock: TestClock
    var ledger: String { "\(folder.path)/\(name)" }

    func open() async throws -> Ledger {
      var options = LedgerOptions.prompt
      (options.stateDirectory, options.cacheDirectory) = ("\(ledger).state", "\(ledger).cache")
      options.snapshots = .always
      options.now = { [clock] in
        clock.advance(1)
        return clock.now
      }
      return try await Ledger.open(at: ledger, systems: [.house], options: options)
    }

    @discardableResult
    func using<Result>(_ body: (Ledger) async throws -> Result) async throws -> Result {
      let ledger = try await open()
      let result = try await body(ledger)
      await ledger.close()
      return result
    }

    /// The files below its folder, state and cache that hold a text, unpacked or not.
    func files(with text: String) throws -> [String] {
      let wanted = Array(text.utf8)
      var found: [String] = []
      for root in [ledger, "\(ledger).state", "\(ledger).cache"] {
        guard let names = FileManager.default.enumerator(atPath: root) else { continue }
        for case let path as String in names {
          guard let data = FileManager.default.contents(atPath: "\(root)/\(path)") else { continue }
          let bytes = [UInt8](data)
          var texts = [bytes]
          var offset = 0
          while offset < bytes.count, let (text, size) = try? ZstdDecompressor().decompress(bytes.span, at: offset) {
            texts.append(text)
            offset += size
          }
          if texts.contains(where: { $0.firstRange(of: wanted) != nil }) { found.append("\(root)/\(path)") }
        }
      }
      return found.map { String($0.dropFirst(folder.path.count + 1)) }
    }
  }

  private let folder: TemporaryFolder
  private let here: Machine
  private let there: Machine

  init() throws {
    let clock = TestClock(1_790_000_000_000)
    folder = try TemporaryFolder()
    here = Machine(folder: folder, name: "here", clock: clock)
    there = Machine(folder: folder, name: "there", clock: clock)
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
      _ = try await ledger.seal()
      try await ledger.commit(by: "david") { try $0.upsert(Member(id: "ann") { $0.name = "Ann Secret-Lee" }) }
    }
    try FileManager.default.copyItem(atPath: here.ledger, toPath: there.ledger)
    try await there.using { ledger in
      try await ledger.commit { try $0.upsert(Member(id: "ann") { $0.name = "Secret Annie" }) }
    }
    try await exchange()
  }

  private func exchange() async throws {
    _ = try await here.using { try await $0.replicate(with: there.ledger) }
  }

  private func digests() async throws -> Set<Hash256?> {
    var digests: Set<Hash256?> = []
    for machine in [here, there] {
      digests.insert(try await machine.using { try await $0.replay(digests: true).digest })
    }
    return digests
  }

  @Test func nothingIsLeftWhenAllAreDone() async throws {
    try await prepare()
    #expect(try !here.files(with: "Secret").isEmpty)
    let old = "\(folder.path)/old"
    try FileManager.default.copyItem(atPath: there.ledger, toPath: old)
    try await here.using { try await $0.erase(ErasureRequest(kind: "house.member", id: "ann"), by: "david") }
    let digest = try await here.using { try await $0.replay(digests: true).digest }
    // Nothing is due.
    let early = try await here.using { try await $0.eraseTexts() }
    #expect(early.written == [] && early.waiting > 0, "\(early)")
    try await exchange()
    #expect(try await digests() == [digest])
    #expect(try !there.files(with: "Secret").isEmpty)

    for machine in [here, there] { _ = try await machine.using { try await $0.eraseTexts() } }
    here.clock.advance(8 * 86_400_000)
    for machine in [here, there] {
      let report = try await machine.using { try await $0.eraseTexts() }
      #expect(report.written.count == report.removed.count && !report.written.isEmpty, "\(report)")
    }
    for _ in 0..<2 { try await exchange() }
    here.clock.advance(31 * 86_400_000)
    for machine in [here, there] { _ = try await machine.using { try await $0.eraseTexts() } }
    for _ in 0..<2 { try await exchange() }
    #expect(try here.files(with: "Secret") == [] && there.files(with: "Secret") == [])
    let after = try await digests()
    #expect(after.count == 1)
    for machine in [here, there] {
      try await machine.using { ledger in
        #expect(try await ledger.verify().findings == [])
        #expect(try await ledger.checkReplay().isSame)
        #expect(try await ledger.get(kind: "house.member", id: "ben")?["name"] == "Ben Kept")
        #expect(try await ledger.get(kind: "house.member", id: "ann")?.erased == ["name", "email"])
        _ = try await ledger.compact()
        #expect(try await ledger.verify().findings == [])
      }
    }
    #expect(try await digests() == after)

    // An old copy brings nothing back, and its texts go again.
    _ = try await here.using { try await $0.replicate(with: old) }
    #expect(try await digests() == after)
    #expect(try await here.using { try await $0.get(kind: "house.member", id: "ann") }?["name"] == "")
    _ = try await here.using { try await $0.eraseTexts() }
    #expect(try here.files(with: "Secret") == [])
    #expect(try await digests() == after)
  }

  @Test func oneFieldGoesAndTheOthersStay() async throws {
    try await prepare()
    var request = ErasureRequest(kind: "house.member", id: "ann")
    request.fields = ["email"]
    let wanted = request
    try await here.using { ledger in
      try await ledger.erase(wanted)
      let report = try await ledger.eraseTexts(now: true)
      #expect(!report.written.isEmpty && report.unreadable == [], "\(report)")
    }
    #expect(try here.files(with: "ann@secret") == [])
    #expect(try !here.files(with: "Ann Secret").isEmpty)
    for _ in 0..<2 { try await exchange() }
    try await there.using { ledger in
      let row = try #require(try await ledger.get(kind: "house.member", id: "ann"))
      #expect(row["name"] == "Secret Annie" && row.erased == ["email"], "\(row)")
      #expect(try await ledger.verify().findings == [])
    }
    #expect(try await digests().count == 1)
  }
}
