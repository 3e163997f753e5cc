import Daybook
import DaybookTestSupport
import Foundation
import MessagingTestSupport
import Testing

@testable import Messaging

/// Phones with clocks that are hours off, a server that loses, repeats, delays and refuses, and programs that are killed
/// at any point: in the end everybody has everything once, in the server's order.
@Suite struct PhoneTests {
  private static var count: Int {
    if let text = ProcessInfo.processInfo.environment["DAYBOOK_PHONE_WORLDS"], let count = Int(text) {
      return count
    }
    if TestSize.isSingle { return 2 }
    return max(20, SimulationSize.cases / 68)
  }

  private static func failure(seed: UInt64, flaws: PhoneFlaws = []) async -> String? {
    do {
      let world = try PhoneWorld(seed: seed, flaws: flaws)
      do {
        try await world.run(steps: TestSize.steps(14))
        if await world.failure == nil { try await world.judge() }
      } catch {
        await world.fail("\(error)")
      }
      guard let failure = await world.failure else { return nil }
      return "DAYBOOK_SEED=\(seed): \(failure)\n  " + (await world.story).joined(separator: "\n  ")
    } catch {
      return "DAYBOOK_SEED=\(seed): \(error)"
    }
  }

  /// In two halves, which run side by side.
  @Test(.seeded, arguments: [0, 1] as [UInt64])
  func everyMessageComesOnceToEverybody(_ half: UInt64) async {
    let start = ContinuousClock.now
    for number in 0..<UInt64(Self.count / 2) {
      let failure = await Self.failure(seed: TestSeed.current &+ 2 * number &+ half)
      #expect(failure == nil)
      if failure != nil { break }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    print("\(Self.count / 2) worlds of phones, \(Int(Double(Self.count / 2) / seconds))/s")
  }

  /// Each of these failed once. The first: a message with a file was created at the second try, without the file's
  /// address, and its sender had left the conversation before the address was sent. The second: a user's other phone
  /// took a message away before the phone that wrote it had sent it. The others: a phone edited a message that the user's
  /// other phone had given up.
  @Test(arguments: [1319, 4_973_818_989_242_819_580, 1303, 2160] as [UInt64])
  func worldsOfPhonesThatFailedOnceHold(seed: UInt64) async {
    #expect(await Self.failure(seed: seed) == nil)
  }

  /// One phone takes away what the user's other phone wrote, before that one sends it.
  @Test func whatIsTakenAwayBeforeItIsSentIsGoneInTheEnd() async throws {
    let server = MemoryServer { ServerTime(seconds: 1_800_000_000) }
    let far = MemoryRemoteStore(server)
    let phone = try SimulatedPhone(0, "ann", skewMilliseconds: 0, seed: 1)
    let tablet = try SimulatedPhone(1, "ann", skewMilliseconds: 3_600_000, seed: 2)
    func sync(_ phone: SimulatedPhone) async throws -> [String] {
      try await phone.sync(far, death: nil, flaws: []) { _ in }?.remarks ?? []
    }
    try await phone.ledger().commit { try $0.upsert(User(id: "ann") { $0.displayName = "Ann" }) }
    try await phone.mailbox().start(with: [Contact(id: "bob")], id: "c")
    try await phone.mailbox().send("not meant for you", to: "c", id: "m")
    try await tablet.copy(from: phone)
    try await tablet.mailbox().delete("m")
    _ = try await sync(tablet)
    // It has not heard of that.
    #expect(try await sync(phone) == [])
    #expect(server.documents.contains { $0.path.id == "m" })
    for _ in 0..<2 {
      try await phone.copy(from: tablet)
      try await tablet.copy(from: phone)
      #expect(try await sync(tablet) == [])
      #expect(try await sync(phone) == [])
    }
    #expect(!server.documents.contains { $0.path.id == "m" })
    for device in [phone, tablet] {
      #expect(try await device.mailbox().messages(in: "c").isEmpty)
      #expect(try await device.mailbox().outbox().isEmpty)
    }
  }

  /// What two devices of one user wrote apart is no conflict once the server has decided.
  @Test func theServerDecidesBetweenTwoDevices() async throws {
    let server = MemoryServer { [clock = TestClock(1_800_000_000_000)] in
      clock.advance(1000)
      return ServerTime(seconds: clock.now.milliseconds / 1000)
    }
    let far = MemoryRemoteStore(server)
    let phone = try SimulatedPhone(0, "ann", skewMilliseconds: 3_600_000, seed: 1)
    let tablet = try SimulatedPhone(1, "ann", skewMilliseconds: 0, seed: 2)
    func sync(_ phone: SimulatedPhone) async throws {
      _ = try await phone.sync(far, death: nil, flaws: []) { _ in }
    }
    try await phone.ledger().commit { try $0.upsert(User(id: "ann") { $0.displayName = "Ann" }) }
    try await phone.mailbox().start(with: [Contact(id: "bob")], id: "c")
    try await phone.mailbox().send("first", to: "c", id: "m")
    try await sync(phone)
    try await tablet.copy(from: phone)
    try await tablet.mailbox().edit("m", "on the tablet")
    try await phone.mailbox().edit("m", "on the phone")
    // The phone's clock is ahead; the server heard of the tablet last.
    try await sync(phone)
    // It has not heard of the tablet's.
    try await phone.copy(from: tablet)
    #expect(try await phone.ledger().conflicts.list(kind: Message.kind).count == 1)
    try await sync(tablet)
    for device in [phone, tablet] {
      try await sync(device)
      #expect(try await device.mailbox().messages(in: "c").map(\.text) == ["on the tablet"])
    }
    for _ in 0..<2 {
      try await tablet.copy(from: phone)
      try await phone.copy(from: tablet)
    }
    for device in [phone, tablet] {
      #expect(try await device.mailbox().messages(in: "c").map(\.text) == ["on the tablet"])
      #expect(try await device.ledger().conflicts.list(kind: Message.kind).isEmpty)
    }
  }

  /// The same people, the same server, the same faults, and clocks that are right.
  @Test(.seeded) func aClockThatIsWrongChangesNothing() async throws {
    for number in 0..<UInt64(TestSize.isSingle ? 1 : max(5, Self.count / 20)) {
      let seed = TestSeed.current &+ number
      var results: [[String]] = []
      for isSkewed in [false, true] {
        let world = try PhoneWorld(seed: seed, isSkewed: isSkewed)
        // Of one user's two phones it is the ledger that decides, by its own clock, who wrote last.
        if await world.hasTwins { break }
        try await world.run(steps: TestSize.steps(14))
        results.append(try await world.result())
      }
      guard results.count == 2 else { continue }
      #expect(results[0] == results[1], "DAYBOOK_SEED=\(seed)")
      if results[0] != results[1] { break }
    }
  }

  @Test(arguments: [PhoneFlaws.newIDs, .clientTime, .lostReceipts])
  func aPlantedMistakeIsFound(_ flaws: PhoneFlaws) async {
    for seed in UInt64(1)...60 where await Self.failure(seed: seed, flaws: flaws) != nil { return }
    Issue.record("nobody noticed \(flaws)")
  }
}
