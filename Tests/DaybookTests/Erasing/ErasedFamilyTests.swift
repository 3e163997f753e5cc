import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

/// Machines write, erase, withdraw, remove texts and copy files in any order, as programs and as tools do: those that hold
/// the same events show the same, whichever files they hold, and at the end no text is left of what is erased.
@Suite struct ErasedFamilyTests {
  static var seeds: Range<UInt64> {
    0..<(ProcessInfo.processInfo.environment["DAYBOOK_ERASED_SEEDS"].flatMap { UInt64($0) } ?? 40)
  }

  @Test(.seeded, arguments: seeds) func whatIsErasedIsErasedEverywhere(index: UInt64) async throws {
    let seed = TestSeed.current &+ index
    var world = try ErasedWorld(seed: seed)
    try await world.run()
    try await world.settle()
    #expect(world.problems == [], "seed \(seed): \(world.log)")
  }
}

private struct ErasedWorld {
  private let family: FamilyOfLedgers
  private var random: SeededRandom
  /// Every file that ever lay in a folder, texts and stubs.
  private let archive = MemoryFileStore()
  private(set) var problems: [String] = []
  private(set) var log: [String] = []
  private let machines: Int

  init(seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    machines = Int.random(in: 2...4, using: &random)
    family = try FamilyOfLedgers(count: machines, seed: seed)
  }

  private mutating func machine() -> Int { Int.random(in: 0..<machines, using: &random) }

  mutating func run() async throws {
    for _ in 0..<Int.random(in: 15...40, using: &random) {
      try await step()
      try keep()
    }
  }

  private mutating func step() async throws {
    let one = machine()
    let ledger = family.ledgers[one]
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<6:
      log.append("\(one) writes")
      do { try await ledger.append(mutations()) } catch let error as LedgerError {
        // Deletes and links of what is not there.
        guard [.notFound, .refused].contains(error.code) else { throw error }
      }
    case 6..<9:
      let (kind, id) = ("house.member", "m\(Int.random(in: 0..<4, using: &random))")
      var request = ErasureRequest(kind: kind, id: id)
      if Bool.random(using: &random) { request.fields = [Bool.random(using: &random) ? "name" : "email"] }
      log.append("\(one) erases \(id) \(request.fields)")
      do { try await ledger.erasures.erase(request, by: "david") } catch let error as LedgerError {
        guard error.code == .notFound else { throw error }
      }
    case 9, 10:
      guard let erasure = try await ledger.erasures.list().randomElement(using: &random) else { return }
      log.append("\(one) withdraws \(erasure.id.prefix(4))")
      do { try await ledger.erasures.withdraw(erasure.id) } catch let error as LedgerError {
        guard error.code == .refused else { throw error }
      }
    case 11, 12:
      let now = Bool.random(using: &random)
      log.append("\(one) removes texts \(now ? "now" : "")")
      try await ledger.erasures.removeTexts(now: now)
    case 13:
      let days = Int64.random(in: 1...12, using: &random)
      log.append("\(days) days pass")
      for clock in family.clocks { clock.advance(days * 86_400_000) }
    case 14: _ = try await ledger.maintenance.compact()
    case 15: _ = try await ledger.maintenance.seal()
    case 16, 17:
      let other = machine()
      guard other != one else { return }
      log.append("\(one) replicates with \(other)")
      _ = try await ledger.replicas.replicate(with: family.stores[other], path: "/\(other)")
    default:
      let other = machine()
      guard other != one else { return }
      log.append("files of \(one) are copied to \(other)")
      try family.copyAll(from: one, to: other)
    }
    _ = try await ledger.refresh()
  }

  private mutating func mutations() -> [Mutation] {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in
      let id = "m\(Int.random(in: 0..<4, using: &random))"
      let other = "m\(Int.random(in: 0..<4, using: &random))"
      switch Int.random(in: 0..<10, using: &random) {
      case 0: return Mutation(.delete, kind: "house.member", id: id)
      case 1: return Mutation(.restore, kind: "house.member", id: id)
      case 2:
        var link = Mutation(.link, kind: "house.member", id: id)
        (link.rel, link.to) = ("friends", other)
        return link
      default:
        var set: JSONObject = [:]
        if Bool.random(using: &random) { set["name"] = .string("n\(random.next() % 100_000)") }
        if Bool.random(using: &random) { set["born"] = .string("19\(10 + random.next() % 89)-01-01") }
        var mutation = Mutation(.upsert, kind: "house.member", id: id, set: set)
        if Bool.random(using: &random) { mutation.why = "because \(random.next() % 1000)" }
        return mutation
      }
    }
  }

  /// Into the archive, what is new in the folders.
  private func keep() throws {
    for machine in 0..<machines {
      for path in try family.files(of: machine) where try archive.status(path) == nil {
        try archive.createFolder(archive.folder(of: path))
        try archive.replaceFile(path, with: family.stores[machine].readAll(path, sizeBytesMax: 1 << 24))
      }
    }
  }

  /// Everybody gets everything and removes what is due.
  mutating func settle() async throws {
    for _ in 0..<3 {
      for clock in family.clocks { clock.advance(40 * 86_400_000) }
      for one in 0..<machines {
        for other in 0..<machines where other != one {
          _ = try await family.ledgers[one].replicas.replicate(with: family.stores[other], path: "/\(other)")
        }
        try await family.ledgers[one].erasures.removeTexts(now: true)
        await family.ledgers[one].publish()
        try keep()
      }
    }
    for one in 0..<machines { _ = try await family.ledgers[one].refresh() }
    let digest = await family.ledgers[0].state.digest
    for one in 0..<machines {
      let ledger = family.ledgers[one]
      check("\(one) shows the same", await ledger.state.digest == digest)
      let replay = try await ledger.audit.checkReplay()
      check("\(one) shows what its log says", replay.isSame)
      let findings = try await ledger.audit.verify().findings.filter(\.isFailure)
      check("\(one) is sound: \(findings)", findings.isEmpty)
      let texts = try texts(in: family.stores[one], await ledger.appliedErasures)
      check("\(one) has \(texts) texts", texts == 0)
    }
    // With all the texts and stubs that ever were.
    try archive.replaceFile(
      LedgerLayout.descriptor, with: family.stores[0].readAll(LedgerLayout.descriptor, sizeBytesMax: 1 << 16))
    let whole = try Ledger.open(archive, path: "memory:", [.house], .inMemory(), LedgerOptions.prompt)
    check("an old copy shows the same", await whole.state.digest == digest)
  }

  private mutating func check(_ what: String, _ isSo: Bool) { if !isSo { problems.append(what) } }

  /// How many lines of which something is erased are there as they were written.
  private func texts(in store: MemoryFileStore, _ erasures: Erasures) throws -> Int {
    var count = 0
    for file in try Inventory.scan(store).replicas.flatMap(\.segments) {
      var reader = SegmentReader(
        bytes: try store.readAll(file.path, sizeBytesMax: 1 << 24), isSealed: file.isSealed)
      while let part = reader.next() {
        guard case .frame(let content, _, _) = part else { continue }
        for index in content.events.indices {
          guard let stub = content.stub(of: index, erasures) else { continue }
          let range = content.leaves[content.events[index].leaf].range
          if !stub.elementsEqual(content.bytes[range.start..<range.end]) { count += 1 }
        }
      }
    }
    return count
  }
}
