import DaybookLog
import DaybookReplication
import DaybookTestSupport
import DaybookView
import Testing

@testable import Daybook
@testable import DaybookModel
@testable import DaybookRecords

/// Whatever a peer's key signs, what is written here afterwards shows, and the ledger stays a function of the events
/// that are in it.
@Suite struct FarAheadTests {
  static let kind = "test.thing"

  @Test func aWriteAfterTheLastStampThatThereIsShows() async throws {
    let world = FarAheadWorld()
    try await world.write(Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 1]))
    try await world.take { event in
      event.mutation = Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 2])
      event.at = Stamp(time: Stamp.timeMax, replica: ReplicaID(rawValue: .max))
    }
    try await world.take { event in
      event.mutation = Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 3])
      event.at = Stamp(time: Stamp.timeMax, replica: event.stamp.replica)
    }
    try await world.take { event in
      event.mutation = Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 4])
      event.stamp.time = Stamp.ownTimeMax
      event.over = .upTo(Stamp(time: Stamp.timeMax, replica: event.stamp.replica))
    }
    #expect(try await world.value("e", "n") == 4)
    try await world.write(Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 5]))
    #expect(try await world.value("e", "n") == 5)
    try await world.write(Mutation(.delete, kind: Self.kind, id: "e"))
    #expect(try await world.ledger.get(kind: Self.kind, id: "e") == nil)
    try await world.write(Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 6]))
    #expect(try await world.value("e", "n") == 6)
    let named = try await world.ledger.audit.verify().findings.filter { $0.kind == .farAhead }
    #expect(named.count == 2 && named.allSatisfy { $0.replica == world.mallory.id }, "\(named)")
    // Once more, when the machine knows the files.
    #expect(try await world.ledger.audit.verify().findings.filter { $0.kind == .farAhead } == named)
  }

  /// Copied without the write that it came after, an honest write counts at its own stamp; with it, at its `at`.
  @Test func anHonestWriteCountsAgainWhenWhatItOverwroteComes() async throws {
    let world = FarAheadWorld()
    try await world.take { event in
      event.mutation = Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 1])
      event.stamp.time += 1 << 40
    }
    try await world.write(Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 2]))
    #expect(try await world.ledger.audit.verify().findings.allSatisfy { $0.kind == .clockSkew })
    let whole = try await world.digest()
    let files = try world.takeAway(world.mallory.id)
    _ = try await world.ledger.refresh()
    #expect(try await world.value("e", "n") == 2)
    try await world.check()
    var deep = VerifyOptions()
    deep.isDeep = true
    let findings = try await world.ledger.audit.verify(deep).findings
    #expect(findings.contains { $0.kind == .farAhead && $0.replica == world.own }, "\(findings)")
    try world.put(files)
    _ = try await world.ledger.refresh()
    #expect(try await world.digest() == whole)
    try await world.check()
    #expect(try await world.ledger.audit.verify().findings.allSatisfy { $0.kind == .clockSkew })
  }

  /// Claims that come true later do not undo what was written over them meanwhile.
  @Test(arguments: [false, true]) func aWriteOverAClaimShowsWhenTheClaimCounts(isClockAhead: Bool)
    async throws
  {
    let world = FarAheadWorld()
    let (hour, day) = (UInt64(3_600_000), UInt64(86_400_000))
    if isClockAhead {
      // What counts already, and is later than this machine's clock.
      for id in ["e", "f"] {
        try await world.take { event in
          event.mutation = Mutation(.upsert, kind: Self.kind, id: id, set: ["n": 0])
          event.stamp = world.later(milliseconds: day, than: event.stamp)
        }
      }
    }
    let start = isClockAhead ? day : 0
    for number in 1...3 as ClosedRange<UInt64> {
      for (id, op) in [("e", EventOperation.upsert), ("f", .delete)] {
        try await world.take { event in
          let set: JSONObject? = op == .delete ? nil : ["n": -1, "m": -1]
          event.mutation = Mutation(op, kind: Self.kind, id: id, set: set)
          event.at = world.later(milliseconds: start + number * hour, than: event.stamp)
        }
      }
    }
    try await world.write(Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 1]))
    try await world.write(Mutation(.upsert, kind: Self.kind, id: "f", set: ["n": 1]))
    try await world.write(Mutation(.delete, kind: Self.kind, id: "e"))
    try await world.write(Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 2]))
    for step in 0...4 {
      for id in ["e", "f"] {
        #expect(try await world.value(id, "n") == (id == "e" ? 2 : 1), "\(id), after \(step) hours")
      }
      #expect(try await world.value("e", "m") == nil, "after \(step) hours")
      let named = try await world.ledger.audit.verify().findings.filter { $0.kind == .farAhead }
      #expect(Set(named.map(\.replica)).isSubset(of: [world.mallory.id]), "\(named)")
      if isClockAhead {
        try await world.take { event in
          event.mutation = Mutation(.upsert, kind: Self.kind, id: "other", set: ["n": 0])
          event.stamp = world.later(
            milliseconds: day + UInt64(step + 1) * hour + 1000,
            than: Stamp(time: event.stamp.time, replica: event.stamp.replica))
        }
      } else {
        try await world.pass(milliseconds: Int64(hour) + 1000)
      }
    }
    try await world.check()
  }

  /// Claims that count with the very commit that was to be above them: the last of its events makes them count.
  @Test(arguments: 0...4 as ClosedRange<UInt64>, [false, true])
  func aClaimThatCountsWithTheCommitItself(events: UInt64, isInLines: Bool) async throws {
    let world = FarAheadWorld()
    try await world.take { event in
      event.mutation = Mutation(.upsert, kind: Self.kind, id: "other", set: ["n": 0])
      event.stamp = world.later(milliseconds: 86_400_000, than: event.stamp)
    }
    let limit = try await world.ledger.withRecords { $0.atLimit }
    for id in ["e", "f"] {
      try await world.take { event in
        event.mutation = Mutation(.upsert, kind: Self.kind, id: id, set: ["n": 0, "m": 0])
        // Both events are held by then.
        event.at = Stamp(time: limit + 2 + events, replica: event.stamp.replica)
      }
    }
    let texts = [
      #"{"op":"upsert","kind":"test.thing","id":"e","set":{"n":1}}"#,
      #"{"op":"upsert","kind":"test.thing","id":"f","set":{"n":1}}"#,
      #"{"op":"delete","kind":"test.thing","id":"f"}"#,
      #"{"op":"upsert","kind":"test.thing","id":"e","set":{"n":2}}"#,
      #"{"op":"upsert","kind":"test.thing","id":"g","set":{"n":1}}"#,
    ]
    for count in 1...texts.count {
      var lines = MutationBuffer()
      for text in texts[..<count] { try lines.append(line: [UInt8](text.utf8).span) }
      if isInLines {
        _ = try await world.ledger.append(lines)
      } else {
        var options = AppendOptions()
        options.key = "key \(count)"
        try await world.ledger.append(lines.mutations(), options: options)
        #expect(try await world.ledger.append(lines.mutations(), options: options).isRepeat)
      }
      #expect(try await world.value("e", "n") == (count < 4 ? 1 : 2), "after \(count)")
      if count > 1 { #expect(try await world.value("f", "n") == (count == 2 ? 1 : nil), "after \(count)") }
      try await world.check()
    }
  }

  /// What a restore brings back stays there when a claim counts that hides it.
  @Test func aRestoreOverAClaimThatHidesShows() async throws {
    let world = FarAheadWorld()
    let day = UInt64(86_400_000)
    func othersClock(_ milliseconds: UInt64) async throws {
      try await world.take { event in
        event.mutation = Mutation(.upsert, kind: Self.kind, id: "other", set: ["n": 0])
        event.stamp = world.later(milliseconds: milliseconds, than: event.stamp)
      }
    }
    try await world.write(Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 1]))
    // Hidden, and brought back above the other's clock.
    try await world.take { event in
      event.mutation = Mutation(.upsert, kind: Self.kind, id: "e", set: ["m": 1])
      event.over = .upTo(event.stamp)
      event.stamp = world.later(milliseconds: day, than: event.stamp)
    }
    try await world.write(Mutation(.restore, kind: Self.kind, id: "e"))
    try await world.take { event in
      event.mutation = Mutation(.upsert, kind: Self.kind, id: "e", set: ["m": 2])
      event.over = .upTo(event.stamp)
      event.at = world.later(milliseconds: day + 3_600_000, than: event.stamp)
    }
    try await world.write(Mutation(.restore, kind: Self.kind, id: "e"))
    for hour in 1...2 as ClosedRange<UInt64> {
      #expect(try await world.life("e")?.over == nil, "hour \(hour)")
      #expect(try await world.value("e", "n") == 1, "hour \(hour)")
      try await othersClock(day + hour * 3_601_000)
    }
    try await world.check()
  }

  @Test func whatTooManyClaimsWouldUndoIsRefused() async throws {
    let world = FarAheadWorld()
    try await world.takeClaims(on: "e", minutesAhead: 1...40)
    let write = Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 1])
    let error = await #expect(throws: LedgerError.self) { try await world.write(write) }
    #expect(error?.code == .refused && error?.what.contains("would not last") == true)
    // Enough of them have counted.
    try await world.pass(milliseconds: 60_000 * 30)
    try await world.write(write)
    #expect(try await world.value("e", "n") == 1)
    try await world.pass(milliseconds: 60_000 * 30)
    #expect(try await world.value("e", "n") == 1)
    try await world.check()
  }

  @Test func aCommitThatStaysAboveClaimsIsRepeatedUnderItsKey() async throws {
    let world = FarAheadWorld()
    try await world.takeClaims(on: "e", minutesAhead: 1...3)
    let mutations = [
      Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 1]),
      Mutation(.upsert, kind: Self.kind, id: "e", set: ["m": 1]),
    ]
    var options = AppendOptions()
    options.key = "once"
    #expect(try await !world.ledger.append(mutations, options: options).isRepeat)
    #expect(try await world.ledger.append(mutations, options: options).isRepeat)
    await #expect(throws: LedgerError.self) {
      try await world.ledger.append([mutations[0]], options: options)
    }
  }

  /// What is written here after a stamp ahead of the clock has an earlier one.
  @Test func anExpectationAheadOfTheClockIsRefused() async throws {
    let world = FarAheadWorld()
    var last: Stamp?
    try await world.take { event in
      event.mutation = Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 1])
      event.stamp = world.later(milliseconds: 3_600_000, than: event.stamp)
      last = event.stamp
    }
    try await world.write(Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 2]))
    let stale = Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 3])
    var options = AppendOptions()
    options.expect = last
    await #expect(throws: LedgerError.self) { try await world.ledger.append([stale], options: options) }
    #expect(try await world.value("e", "n") == 2)
  }

  /// Lines that wait are kept without what may be long in them and does nothing.
  @Test func aWaitingEventTakesNoMoreMemoryThanItsValues() async throws {
    let world = FarAheadWorld()
    try await world.take { event in
      event.mutation = Mutation(.upsert, kind: Self.kind, id: "e", set: ["n": 1])
      event.mutation.why = String(repeating: "y", count: 100_000)
      event.at = world.later(milliseconds: 60_000, than: event.stamp)
    }
    #expect(try await world.ledger.withRecords { $0.waitingLines.count } < 1000)
    try await world.pass(milliseconds: 61_000)
    try await world.check()
  }

  // MARK: The command

  /// The same on a disk: a peer's file came by copy, and what is typed here takes effect.
  @Test func theCommandsWritesShow() throws {
    let sandbox = try Sandbox()
    let path = sandbox.path + "/family.daybook"
    func run(_ arguments: String...) throws -> (status: Int32, output: String) {
      let outcome = try sandbox.run(
        BuiltCommand.path, arguments,
        environment: [
          "DAYBOOK_STATE_DIR": sandbox.path + "/state", "DAYBOOK_CACHE_DIR": sandbox.path + "/cache",
          "DAYBOOK_LEDGER": path,
        ])
      return (outcome.status, outcome.output + outcome.errors)
    }
    #expect(try run("init", path).status == 0)
    let store = try DiskFileStore(path: path)
    let id = "0193b2c4-0000-7000-8000-000000000001"
    var mallory = TestReplica(6)
    mallory.ledger = try LedgerDescriptor(try store.readAll(LedgerLayout.descriptor)).ledger
    let last = Stamp(time: Stamp.timeMax, replica: mallory.id)
    for claim in 0..<3 {
      try mallory.write(changing: { event in
        event.mutation = Mutation(
          .upsert, kind: "sam.person", id: id, set: ["displayNameCache": .string("Mallory \(claim)")])
        switch claim {
        case 0: event.at = last
        case 1: event.over = .upTo(last)
        default: event.stamp.time = Stamp.ownTimeMax
        }
      })
    }
    try store.putOpen(mallory, 0..<3)
    #expect(try run("get", "sam.person", id).output.contains("Mallory 2"))
    let written = try run("upsert", "sam.person", id, "--set", "displayNameCache=Ann Lee")
    #expect(written.status == 0, "\(written)")
    #expect(try run("get", "sam.person", id).output.contains("Ann Lee"))
    let verified = try run("verify", "--format", "json")
    #expect(verified.status == 1 && verified.output.contains("far-ahead"), "\(verified)")
    #expect(verified.output.contains(mallory.id.description))
    #expect(try run("delete", "sam.person", id).status == 0)
    #expect(try run("get", "sam.person", id).status == 1)
  }
}
