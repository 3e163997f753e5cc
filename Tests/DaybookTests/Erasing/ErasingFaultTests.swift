import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

/// Power fails at one file operation after another while a machine erases, removes texts that are due, or takes an erasure
/// back: the erasure is gone on with, nothing of it is left then, and nothing else is lost.
@Suite(.serialized) struct ErasingFaultTests {
  enum Act: CaseIterable { case erase, removeNow, removeDue, withdraw }

  /// What is to be erased, and what is not.
  private struct Texts {
    var ann: [String]
    var ben: [String]

    init() {
      var random = SeededRandom(seed: 26)
      ann = (0..<6).map { _ in WrittenValues.text(&random) }
      ben = (0..<3).map { _ in WrittenValues.text(&random) }
    }
  }

  private struct Images {
    var folder, state, cache: MemoryImage
  }

  private let texts = Texts()
  private static let start: Int64 = 1_790_000_000_000
  private static let month = 31 * ErasingWorld.dayMilliseconds
  private static let ann = ErasureRequest(kind: "house.member", id: "ann")

  private func machine(_ images: Images? = nil, at milliseconds: Int64 = start) -> MemoryMachine {
    // One that keeps snapshots.
    let machine = MemoryMachine(1, clock: TestClock(milliseconds))
    machine.publishing = .onClose
    if let images {
      machine.folder = MemoryFileStore(images.folder)
      machine.state = MemoryFileStore(images.state)
      machine.cache = MemoryFileStore(images.cache)
    }
    return machine
  }

  @Test(arguments: Act.allCases, [false, true])
  func powerMayFailAtEveryOperation(_ act: Act, isLocked: Bool) async throws {
    let images = try await prepared(act, isLocked)
    let start = Self.start + (act == .removeDue ? Self.month : 0) + 60_000
    // Each operation is tried in turn by a longer run.
    let step = ProcessInfo.processInfo.environment["DAYBOOK_ERASING_STEP"].flatMap { Int($0) } ?? 53
    var (count, cases) = (0, 0)
    let clock = ContinuousClock.now
    while true {
      let machine = machine(images, at: start)
      let hasFailed = await machine.crash(at: count + 1, seed: UInt64(count)) { try await run(act, $0) }
      try await finish(act, machine, isLocked, "\(act) after \(count) operations")
      cases += 1
      if !hasFailed { break }
      count += step
    }
    print(
      "\(act)\(isLocked ? ", locked" : ""): \(count) operations, \(cases) cases, \(ContinuousClock.now - clock)"
    )
  }

  // MARK: Before

  /// Two machines wrote of Ann and of Ben: in segments, in a blob, and on the one that is to fail in its journal alone.
  private func prepared(_ act: Act, _ isLocked: Bool) async throws -> Images {
    let (machine, other) = (machine(), MemoryMachine(2, clock: TestClock(Self.start)))
    let descriptor = LedgerDescriptor(
      ledger: "0193aaaa-0000-4000-8000-000000000027", createdAt: Instant(milliseconds: Self.start))
    for one in [machine, other] { try descriptor.found(in: "", of: one.folder) }
    if isLocked {
      try await Ledger.lock(machine.place, recovery: RecoverySecret(), options: machine.options)
      #expect(try await other.join(by: machine) == .member)
    }
    let (picture, small) = (data(texts.ann[2], 17_000), data(texts.ann[3], 40))
    try await machine.running().commit(by: "david", why: texts.ann[4]) {
      try $0.upsert(Member(id: "ann") { ($0.name, $0.picture) = (texts.ann[0], picture) })
    }
    try await machine.running().commit { try $0.upsert(Member(id: "ben") { $0.name = texts.ben[0] }) }
    _ = try await machine.running().maintenance.seal()
    await machine.stop()
    try other.take(try machine.files())
    try await other.running().commit {
      try $0.upsert(Member(id: "ann") { ($0.name, $0.picture) = (texts.ann[1], small) })
      try $0.upsert(Member(id: "ben") { $0.email = texts.ben[1] })
    }
    await other.stop()
    try machine.take(try other.files())
    try await machine.running().commit {
      try $0.upsert(Member(id: "ann") { $0.name = texts.ann[5] })
      try $0.upsert(Member(id: "ben") { $0.name = texts.ben[2] })
    }
    _ = try await machine.running().search("zq")
    if act != .erase { try await machine.running().erasures.erase(Self.ann, by: "david") }
    if act == .removeDue { try await machine.running().erasures.removeTexts() }
    // There is something to be removed from what is kept beside the folder.
    var cached = ValueScan()
    cached.look(at: try ValueScan.files(machine.cache))
    if act == .erase { #expect(!cached.texts.isDisjoint(with: texts.ann)) }
    _ = try machine.folder.syncAll()
    // It does not come to its end, so that the journal alone has what was written as last.
    return Images(folder: machine.folder.image, state: machine.state.image, cache: machine.cache.image)
  }

  private func data(_ text: String, _ sizeBytes: Int) -> Data {
    Data(text.utf8)
      + Data((text.utf8.count..<sizeBytes).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 >> 3) })
  }

  private func run(_ act: Act, _ ledger: Ledger) async throws {
    switch act {
    case .erase: try await ledger.erasures.erase(Self.ann, by: "david")
    case .removeNow: try await ledger.erasures.removeTexts(now: true)
    case .removeDue: try await ledger.maintenance.resumeWriting()
    case .withdraw:
      for erasure in try await ledger.erasures.list() { try await ledger.erasures.withdraw(erasure.id) }
    }
    await ledger.close()
  }

  // MARK: After

  private func finish(_ act: Act, _ machine: MemoryMachine, _ isLocked: Bool, _ when: String) async throws {
    let ledger = try machine.running()
    try await ledger.maintenance.resumeWriting()
    if act == .withdraw {
      for erasure in try await ledger.erasures.list() where !erasure.isWithdrawn {
        try await ledger.erasures.withdraw(erasure.id)
      }
    } else {
      try await ledger.erasures.erase(Self.ann, by: "david")
      // Reading shows it before any text is gone.
      #expect(
        try await ledger.get(kind: "house.member", id: "ann")?.erased == ["name", "picture"], "\(when)")
      if act != .removeDue {
        try await ledger.erasures.removeTexts(now: true)
        // Copies that the state keeps go by themselves after a month.
        #expect(try textsBeside(machine).isDisjoint(with: texts.ann), "\(when)")
      }
    }
    for _ in 0..<2 {
      machine.clock.advance(Self.month)
      await machine.stop()
      try await machine.running().maintenance.resumeWriting()
    }
    await machine.stop()
    try await judge(act, machine, when)
    guard isLocked else { return }
    let plain = try Inventory.scan(machine.folder).replicas.flatMap(\.segments).filter { !$0.name.isLocked }
    #expect(plain.isEmpty, "\(when)")
  }

  private func judge(_ act: Act, _ machine: MemoryMachine, _ when: String) async throws {
    let ledger = try machine.running()
    #expect(try await ledger.audit.verify().findings.filter(\.isFailure) == [], "\(when)")
    #expect(try await ledger.audit.checkReplay().isSame, "\(when)")
    let (kept, gone) = act == .withdraw ? (texts.ann + texts.ben, []) : (texts.ben, texts.ann)
    #expect(try await ledger.get(kind: "house.member", id: "ben")?["name"]?.string == texts.ben[2], "\(when)")
    let shown = Set(try await shownTexts(ledger))
    #expect(shown.isSuperset(of: kept) && shown.isDisjoint(with: gone), "\(when)")
    var folder = try ValueScan(keysOf: machine)
    folder.look(at: try ValueScan.files(machine.folder))
    #expect(folder.texts.isSuperset(of: kept) && folder.unopened == [], "\(when)")
    #expect(folder.texts.union(try textsBeside(machine)).isDisjoint(with: gone), "\(when)")
    #expect(try await ledger.erasures.find(values: gone) == [], "\(when)")
    let erasures = try await ledger.erasures.list()
    let own = try await ledger.replicas.own()
    if act == .withdraw {
      #expect(erasures.map(\.isWithdrawn) == [true], "\(when)")
      #expect(
        try await ledger.get(kind: "house.member", id: "ann")?["name"]?.string == texts.ann[5], "\(when)")
    } else {
      #expect(!erasures.isEmpty && erasures.allSatisfy { own.isSubset(of: $0.done) }, "\(when)")
    }
    await machine.stop()
  }

  /// In the machine's state and in its cache.
  private func textsBeside(_ machine: MemoryMachine) throws -> Set<String> {
    var beside = ValueScan()
    for store in [machine.state, machine.cache] { beside.look(at: try ValueScan.files(store)) }
    return beside.texts
  }

  private func shownTexts(_ ledger: Ledger) async throws -> [String] {
    var values = WrittenValues()
    // The picture's text, by its hash.
    values.note(data(texts.ann[2], 17_000), texts.ann[2])
    return try await ledger.lines(values).flatMap(\.places).map(\.text)
  }
}
