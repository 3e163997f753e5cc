import DaybookModel
import DaybookRecords
import Testing

/// The rules one by one, each in a history of a few lines.
@Suite struct RulesTests {
  private let kind = "sam.person"

  private func event(
    _ time: UInt64, _ op: EventOperation, on replica: ReplicaID = replicaA, set: JSONObject? = nil,
    _ change: (inout Event) -> Void = { _ in }
  ) -> Event {
    var event = Event(
      stamp: stamp(time, replica), seq: time, mutation: Mutation(op, kind: kind, id: "p", set: set))
    change(&event)
    return event
  }

  /// Each event is a commit of the branch of its stamp's replica.
  private func records(_ events: [Event], seen: [Int: Seen] = [:]) throws -> Records {
    let replicas = [replicaA, replicaB]
    let commits = events.enumerated().map { index, event in
      TestCommit(
        branch: replicas.firstIndex(of: event.stamp.replica) ?? 0, events: [event],
        seen: seen[index] ?? Seen())
    }
    return try TestHistory(branches: replicas.map { TestBranch(replica: $0) }, commits: commits).records()
  }

  private func value(_ records: borrowing Records, _ field: String = "name") throws -> JSONValue? {
    let entity = try records.required(kind, "p")
    return records.field(field).flatMap { records.value(entity, $0) }.map { records.json($0) }
  }

  private func life(_ records: borrowing Records) throws -> Life {
    records.life(of: try records.required(kind, "p"))
  }

  @Test func theGreaterStampWins() throws {
    let records = try records([
      event(5, .upsert, set: ["name": "Ann"]), event(4, .upsert, on: replicaB, set: ["name": "Bea"]),
    ])
    #expect(try value(records) == "Ann")
  }

  @Test func equalTimesAreDecidedByTheReplicasIDNotByItsArrival() throws {
    for order in [[replicaA, replicaB], [replicaB, replicaA]] {
      let records = try records(
        order.map { event(5, .upsert, on: $0, set: ["name": .string($0.description)]) })
      #expect(try value(records) == .string(replicaB.description))
    }
  }

  @Test func atLetsALateWriteShow() throws {
    let ahead = event(900, .upsert, on: replicaB, set: ["name": "ahead"])
    let step = Stamp(time: stamp(900).time + 1, replica: replicaA)
    let late = event(5, .upsert, set: ["name": "late"]) { $0.at = step }
    let records = try records([ahead, late])
    #expect(try value(records) == "late")
    let register = records.register(
      try records.required(kind, "p"), try records.requiredField("name"))
    #expect(register?.stamp == stamp(5) && register?.at == step && register?.order == step)
  }

  @Test func nullIsAWrite() throws {
    let records = try records([
      event(1, .upsert, set: ["name": "Ann"]), event(2, .upsert, set: ["name": .null]),
    ])
    #expect(try value(records) == .null)
    #expect(try value(records, "email") == nil)
  }

  @Test func syncNeverBringsBackWhatAUserDeleted() throws {
    let records = try records([
      event(1, .sync, set: ["name": "Ann"]) { $0.mutation.present = true }, event(2, .delete),
      event(3, .sync, set: ["name": "Ann Lee"]) { $0.mutation.present = true },
    ])
    #expect(try life(records) == Life(isAlive: false, isPresent: true, isDeleted: true, over: nil))
  }

  @Test func anEntityThatOnlySyncWroteIsAlive() throws {
    #expect(try life(records([event(1, .sync, set: ["name": "Ann"])])).isAlive)
    #expect(try !life(records([event(1, .sync) { $0.mutation.present = true }])).isAlive)
    #expect(try !life(records([event(1, .link) { ($0.mutation.rel, $0.mutation.to) = ("r", "t") }])).isAlive)
  }

  @Test func prunedIsAbsentAndReturns() throws {
    let made = event(1, .sync, set: ["name": "Ann"]) { $0.mutation.present = true }
    let pruned = event(2, .sync) { $0.mutation.present = false }
    #expect(try !life(records([made, pruned])).isPresent)
    #expect(try life(records([made, pruned, event(3, .sync) { $0.mutation.present = true }])).isPresent)
  }

  @Test func anUpsertThatDidNotKnowOfADeleteBringsBackTheEntityWithItsFields() throws {
    let records = try records([
      event(1, .upsert, set: ["name": "Ann"]), event(2, .delete),
      event(3, .upsert, on: replicaB, set: ["email": "a@x"]),
    ])
    #expect(try life(records).isAlive)
    #expect(try value(records) == "Ann")
  }

  @Test func aReCreationLeavesTheOldBehindUntilARestore() throws {
    let link = event(2, .link) { ($0.mutation.rel, $0.mutation.to) = ("friends", "q") }
    var events = [
      event(1, .upsert, set: ["name": "Ann"]), link, event(3, .delete),
      event(4, .upsert, set: ["email": "new"]) { $0.over = .upTo(stamp(3)) },
    ]
    var recreated = try records(events)
    #expect(try value(recreated) == nil)
    #expect(try value(recreated, "email") == "new")
    #expect(recreated.edges(from: try recreated.required(kind, "p")).count == 0)
    #expect(recreated.edges(to: "q").count == 0)
    // A plain upsert leaves `over` as it is; one at or below it stays unset.
    events.append(event(5, .upsert, set: ["phone": "1"]))
    #expect(try value(records(events)) == nil)
    events.append(event(6, .restore) { $0.over = .cleared })
    recreated = try records(events)
    #expect(try value(recreated) == "Ann")
    #expect(recreated.edges(to: "q").count == 1)
    #expect(try life(recreated) == Life(isAlive: true, isPresent: true, isDeleted: false, over: nil))
  }

  @Test func dismissLinkAndSyncWriteTheirFields() throws {
    for op in [EventOperation.upsert, .link, .unlink, .dismiss, .restore, .sync] {
      #expect(try value(records([event(1, op, set: ["name": "x"])])) == "x", "\(op)")
    }
    #expect(try value(records([event(1, .delete, set: ["name": "x"])])) == nil)
  }

  @Test func unknownOperationsChangeNothing() throws {
    let records = try records([
      event(1, "reticulate", set: ["name": "x"]), event(2, .erase, set: ["name": "x"]),
    ])
    #expect(records.entityCount == 0)
    #expect(records.eventCount == 2)
    #expect(records.commitCount == 2)
    #expect(records.kindIDs.count == 0)
  }

  @Test func theServersValueShowsOnceItAcknowledges() throws {
    let server = ServerTime(seconds: 50)
    let sent = event(10, .upsert, set: ["name": "mine"])
    let other = event(11, .sync, set: ["name": "theirs"]) { $0.mutation.server = server }
    #expect(try value(records([sent, other])) == "mine")
    let ack = event(12, .sync, set: ["name": "both"]) {
      ($0.mutation.server, $0.mutation.acks) = (ServerTime(seconds: 51), stamp(10))
    }
    #expect(try value(records([sent, other, ack])) == "both")
    // A fast clock does not beat the server; a later local write is pending again.
    let old = event(13, .sync, set: ["name": "old"]) { $0.mutation.server = ServerTime(seconds: 49) }
    #expect(try value(records([sent, other, ack, old])) == "both")
    #expect(
      try value(records([sent, other, ack, old, event(14, .upsert, set: ["name": "again"])])) == "again")
    // Somebody else's acknowledgement says nothing about mine.
    let foreign = event(12, .sync, set: ["name": "both"]) {
      ($0.mutation.server, $0.mutation.acks) = (ServerTime(seconds: 51), stamp(99, replicaB))
    }
    #expect(try value(records([sent, foreign])) == "mine")
  }

  @Test func twoThatHadNotSeenOneAnotherAreAConflict() throws {
    let mine = event(1, .upsert, set: ["name": "Ann"])
    let theirs = event(2, .upsert, on: replicaB, set: ["name": "Bea"])
    let apart = try records([mine, theirs])
    let conflict = try apart.requiredConflict()
    #expect(apart.conflicts().count == 1)
    #expect(conflict.register == .field(try apart.requiredField("name")))
    #expect(conflict.heads.map { apart.json($0.value) } == ["Bea", "Ann"])
    // `seen` settles it, unless `was` says that the author had read something older.
    let root = testRoot(0)
    let seen = Seen([(replicaA, [Seen.Part(end: 2, root: root)])])
    #expect(try records([mine, theirs], seen: [1: seen]).conflicts().count == 0)
    var stale = theirs
    stale.mutation.was = ["name": .null]
    #expect(try records([mine, stale], seen: [1: seen]).conflicts().count == 1)
    stale.mutation.was = ["name": .string(stamp(1).description)]
    #expect(try records([mine, stale], seen: [1: seen]).conflicts().count == 0)
    // Equal values are none, whatever the spelling.
    var equal = theirs
    equal.mutation.set = ["name": "Ann"]
    #expect(try records([mine, equal]).conflicts().count == 0)
  }

  @Test func aWriterLearnsWhatItMustExceed() throws {
    let ahead = Stamp(time: stamp(8).time + 1, replica: replicaB)
    let records = try records([
      event(1, .upsert, set: ["name": "Ann"]),
      event(7, .upsert, on: replicaB, set: ["email": "x"]) { $0.at = ahead },
      event(3, .link) { ($0.mutation.rel, $0.mutation.to) = ("r", "t") },
      event(8, .sync) { $0.mutation.present = true },
    ])
    func order(_ op: EventOperation, _ set: JSONObject? = nil, recreates: Bool = false) -> Stamp? {
      records.greatestOrder(for: Mutation(op, kind: kind, id: "p", set: set), recreates: recreates)
    }
    #expect(order(.dismiss, ["name": 1]) == stamp(1))
    #expect(order(.upsert, ["name": 1]) == ahead)
    #expect(order(.dismiss, ["other": 1]) == nil)
    #expect(order(.delete) == ahead)
    #expect(order(.upsert, ["other": 1], recreates: true) == ahead)
    var link = Mutation(.unlink, kind: kind, id: "p", rel: "r", to: "t")
    #expect(records.greatestOrder(for: link) == stamp(3))
    link.to = "elsewhere"
    #expect(records.greatestOrder(for: link) == nil)
    var sync = Mutation(.sync, kind: kind, id: "p")
    sync.present = false
    #expect(records.greatestOrder(for: sync) == stamp(8))
    sync.server = ServerTime(seconds: 1)
    #expect(records.greatestOrder(for: sync) == nil)
    #expect(records.greatestOrder(for: Mutation(.delete, kind: kind, id: "nobody")) == nil)
  }

  @Test func whatWouldBeHiddenByOverMustExceedItToo() throws {
    let records = try records([
      event(1, .upsert, set: ["name": "Ann"]), event(90, .dismiss, set: ["x": 1]), event(91, .delete),
      event(92, .upsert, set: ["name": "Bea"]) { $0.over = .upTo(stamp(91)) },
    ])
    let mutation = Mutation(.dismiss, kind: kind, id: "p", set: ["fresh": 1])
    #expect(records.greatestOrder(for: mutation) == stamp(91))
  }

  // MARK: Claims that reach too far

  /// The example of the format: nothing comes after the last stamp that there is.
  @Test func anAtCountsAsFarAsWhatIsHeldReaches() throws {
    let last = Stamp(time: Stamp.timeMax, replica: replicaB)
    var events = [
      event(1, .upsert, set: ["name": "Ann"]),
      event(2, .upsert, on: replicaB, set: ["name": "Bea"]) { $0.at = last },
    ]
    #expect(try value(records(events)) == "Bea")
    events.append(event(3, .upsert, set: ["name": "Cy"]))
    #expect(try value(records(events)) == "Cy")
    #expect(try records(events).heads(of: kind, "p", "name").allSatisfy { $0.at == nil })
    // As many steps above the greatest stamp as there are events, and no more.
    for (steps, name) in [(3, "Bea"), (4, "Cy")] as [(UInt64, JSONValue)] {
      events[1].at = Stamp(time: stamp(3).time + steps, replica: replicaB)
      #expect(try value(records(events)) == name, "\(steps)")
    }
    // One more event, whatever it says, makes room for one more step.
    events.append(event(1, "reticulate"))
    #expect(try value(records(events)) == "Bea")
    // By another's id it never counts.
    events[1].at = stamp(3, replicaC)
    #expect(try value(records(events)) == "Cy")
  }

  @Test func overHidesNothingThatIsNewerThanItself() throws {
    let last = Stamp(time: Stamp.timeMax, replica: replicaB)
    var events = [
      event(1, .upsert, set: ["name": "Ann", "email": "x"]),
      event(2, .upsert, on: replicaB, set: ["phone": "1"]) { $0.over = .upTo(last) },
      event(3, .upsert, set: ["name": "Cy"]),
    ]
    #expect(try value(records(events)) == "Cy")
    #expect(try value(records(events), "phone") == "1")
    #expect(try value(records(events), "email") == nil)
    // What the writer must exceed is not what was claimed.
    let mutation = Mutation(.dismiss, kind: kind, id: "p", set: ["email": "y"])
    #expect(try records(events).greatestOrder(for: mutation) ?? last < stamp(2, replicaB))
    events.append(event(4, .dismiss, set: ["email": "y"]))
    #expect(try value(records(events), "email") == "y")
  }

  @Test func anAcknowledgementDoesNotCoverWhatIsStillToBeWritten() throws {
    var events = [
      event(1, .upsert, set: ["name": "mine"]),
      event(2, .sync, on: replicaB, set: ["name": "theirs"]) {
        $0.mutation.server = ServerTime(seconds: 9)
        $0.mutation.acks = stamp(50)
      },
    ]
    #expect(try value(records(events)) == "mine")
    events.append(event(3, .upsert, set: ["name": "again"]))
    #expect(try value(records(events)) == "again")
    events[1].mutation.acks = stamp(3)
    #expect(try value(records(events)) == "theirs")
  }
}

extension Records {
  fileprivate borrowing func heads(of kind: String, _ id: String, _ field: String) throws -> [RegisterWrite] {
    heads(try required(kind, id), .field(try requiredField(field)))
  }
}
