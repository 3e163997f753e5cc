import Daybook
import DaybookTestSupport
import Foundation
import Testing

/// Commits that are refused if somebody has written meanwhile.
@Suite struct ExpectingTests {
  @Test func everyEntityOfACommitIsExpectedToBeUnmoved() async throws {
    let ledger = try Ledger.inMemory(systems: [.kitchen])
    let (soup, stew) = (Dish { $0.title = "Soup" }, Dish { $0.title = "Stew" })
    let tag = DishTag { $0.name = "red" }
    let made = try await ledger.commit { batch in
      try batch.upsert(soup)
      try batch.upsert(stew)
      try batch.upsert(tag)
    }
    let stamp = try #require(made.lastStamp)
    try await ledger.commit { $0.update(soup) { $0.servings = 8 } }
    let before = try await ledger.audit.replay().digest
    let writes: [@Sendable (inout Batch) throws -> Void] = [
      { $0.update(soup) { $0.servings += 1 } }, { try $0.set(soup, \.servings, to: 1) },
      { $0.delete(soup) }, { try $0.link(soup, \.tags, to: tag) },
      { batch in
        batch.update(stew) { $0.servings += 1 }
        batch.update(soup) { $0.servings += 1 }
      },
    ]
    for (number, write) in writes.enumerated() {
      let error = await #expect(throws: LedgerError.self, "write \(number)") {
        try await ledger.commit(expect: stamp, write)
      }
      #expect(error?.code == .moved, "write \(number)")
    }
    #expect(try await ledger.audit.replay().digest == before)
    try await ledger.commit(expect: stamp) { $0.update(stew) { $0.servings = 1 } }
    #expect(try await ledger.get(stew.id)?.servings == 1)
  }

  /// Its stamp is earlier than what was read, since its machine had not seen that.
  @Test func aLateWriteOfAnotherMachineIsNoticed() async throws {
    let kitchen = try await LateKitchen()
    let (ann, soup) = (kitchen.ann, kitchen.soup)
    try await ann.commit { $0.update(soup) { $0.title = "Pea soup" } }
    let read = try #require(try await ann.get(soup.id))
    #expect(read.servings == 4)
    try await kitchen.meetBo()
    let now = try #require(try await ann.get(soup.id))
    #expect(now.servings == 8 && now.readStamp == read.readStamp)
    let error = await #expect(throws: LedgerError.self) {
      try await ann.commit { batch in
        try batch.expectUnmoved(read)
        batch.update(soup) { $0.course = .main }
      }
    }
    #expect(error?.code == .moved)
    try await ann.commit { batch in
      try batch.expectUnmoved(now)
      batch.update(soup) { $0.course = .main }
    }
    #expect(try await ann.get(soup.id)?.course == .main)
  }

  /// The same of a value that was never read: the program knows it by its own save.
  @Test func aLateWriteIsNoticedAfterASave() async throws {
    let kitchen = try await LateKitchen()
    let ann = kitchen.ann
    var soup = kitchen.soup
    for title in ["Pea soup", "Bean soup"] {
      soup.title = title
      try await ann.commit { [soup] batch in
        if title == "Bean soup" { try batch.expectUnmoved(soup) }
        try batch.upsert(soup)
      }
    }
    try await kitchen.meetBo()
    #expect(try await ann.get(soup.id)?.servings == 8)
    let error = await #expect(throws: LedgerError.self) {
      try await ann.commit { [soup] batch in
        try batch.expectUnmoved(soup)
        batch.update(soup) { $0.course = .main }
      }
    }
    #expect(error?.code == .moved)
  }

  /// Also after a save that wrote nothing: of a value that was read, and of one that was never read.
  @Test(arguments: [false, true])
  func aLateWriteIsNoticedAfterASaveThatWroteNothing(_ isRead: Bool) async throws {
    let kitchen = try await LateKitchen()
    let (ann, id) = (kitchen.ann, kitchen.soup.id)
    try await ann.commit { $0.update(id) { $0.title = "Pea soup" } }
    let same = Dish(id: id) { ($0.title, $0.servings) = ("Pea soup", 4) }
    let value = isRead ? try #require(try await ann.get(id)) : same
    let saved = try await ann.commit { try $0.upsert(value) }
    #expect(saved.events.isEmpty)
    try await ann.commit { try $0.expectUnmoved(value) }
    try await kitchen.meetBo()
    #expect(try await ann.get(id)?.servings == 8)
    let error = await #expect(throws: LedgerError.self) {
      try await ann.commit { batch in
        try batch.expectUnmoved(value)
        batch.update(id) { $0.course = .main }
      }
    }
    #expect(error?.code == .moved)
  }

  @Test func twoLedgersOfOneMachineAddUp() async throws {
    let folder = try await KitchenFolder()
    let id = Ref<Dish>("soup")
    let (one, other) = (try await folder.open(), try await folder.open())
    try await one.commit { try $0.upsert(Dish(id: id) { $0.servings = 0 }) }
    await one.close()
    // Each gives way to the other after a commit, and has not read what the other wrote.
    for _ in 0..<6 {
      for ledger in [one, other] {
        try await ledger.commit { $0.update(id) { $0.servings += 1 } }
        await ledger.close()
        try await ledger.write { tx in
          guard var soup = try tx.get(id) else { return }
          soup.servings += 1
          try tx.upsert(soup)
        }
        await ledger.close()
      }
    }
    let reader = try await folder.open()
    #expect(try await reader.get(id)?.servings == 24)
    #expect(try await reader.conflicts.list().isEmpty)
  }
}

/// Ann's ledger, and Bo's copy of it on another machine: Bo wrote that the soup has 8 servings, which Ann has not got
/// yet. A second has passed since.
private struct LateKitchen {
  let ann: Ledger
  /// As Ann saved it, with 4 servings.
  let soup = Dish(id: "soup") { ($0.title, $0.servings) = ("Soup", 4) }
  private let place: TemporaryFolder
  private let clock = TestClock(1_795_000_000_000)

  init() async throws {
    place = try TemporaryFolder()
    try await Ledger.create(at: place.path + "/ann", options: Self.options("ann", place, clock))
    ann = try await Self.open("ann", place, clock)
    try await ann.commit { [soup] in try $0.upsert(soup) }
    try await meetBo()
    clock.advance(1000)
    let bo = try await Self.open("bo", place, clock)
    try await bo.commit { [soup] in $0.update(soup) { $0.servings = 8 } }
    clock.advance(1000)
  }

  func meetBo() async throws { try await ann.replicas.replicate(with: place.path + "/bo") }

  private static func options(_ machine: String, _ place: TemporaryFolder, _ clock: TestClock)
    -> LedgerOptions
  {
    var options = LedgerOptions.prompt
    options.stateDirectory = "\(place.path)/state-\(machine)"
    options.cacheDirectory = "\(place.path)/cache-\(machine)"
    options.now = { clock.now }
    return options
  }

  private static func open(
    _ machine: String, _ place: TemporaryFolder, _ clock: TestClock
  ) async throws -> Ledger {
    try await Ledger.open(
      at: "\(place.path)/\(machine)", systems: [.kitchen], options: options(machine, place, clock))
  }
}
