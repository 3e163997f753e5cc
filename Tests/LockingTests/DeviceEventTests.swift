import DaybookAge
import DaybookLog
import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookLocking

@Suite struct DeviceEventTests {
  static func samples() throws -> [DeviceEvent] {
    let (device, recovery) = (try Samples.device(1), Samples.recovery())
    let head = try #require(
      Head([Waypoint(size: 54, root: Samples.hash(1)), Waypoint(size: 50, root: Samples.hash(2))]))
    let lock = try DeviceLock(
      ledger: Samples.ledger, devices: [device.keys, Samples.device(2).keys],
      heads: [device.replica: [head], try Samples.device(2).replica: [head, head]], recovery: recovery)
    let revoked = Revocation(heads: [head])
    return [
      DeviceEvent(device.replica, .lock(lock)),
      DeviceEvent(device.replica, .approve(Approval(device))),
      DeviceEvent(device.replica, .revoke(revoked)),
      DeviceEvent(device.replica, .revoke(Revocation(heads: []))),
      DeviceEvent(
        device.replica,
        .recovery(
          try RecoveryChange(
            ledger: Samples.ledger, lock: Samples.hash(3), number: 1, next: Samples.recovery(5).keys,
            keeping: [
              try RecoveryStatement(
                ledger: Samples.ledger, number: 2, device.replica, .revoke(revoked), by: recovery)
            ], former: recovery))),
      DeviceEvent(device.replica, .epoch(EpochNotice(number: 3, recipient: device.keys.recipient))),
      DeviceEvent(device.replica, .ring(RingNotice(number: 2, file: Samples.hash(4)))),
      DeviceEvent(
        device.replica,
        .statement(
          try RecoveryStatement(
            ledger: Samples.ledger, number: 1, device.replica, .approve(Approval(device)), by: recovery))),
      DeviceEvent(
        device.replica,
        .statement(
          try RecoveryStatement(
            ledger: Samples.ledger, number: 2, device.replica, .revoke(revoked), by: recovery))),
    ]
  }

  @Test func eachReadsBack() throws {
    for event in try Self.samples() {
      let mutation = event.mutation
      #expect(mutation.kind == "daybook.device")
      #expect(DeviceEvent(mutation) == event)
      // As a line of the log has it.
      let set = try #require(mutation.set)
      let parsed = try JSONParser.parse(JSONValue.object(set).canonicalBytes).object
      #expect(DeviceEvent(op: mutation.op, id: mutation.id, set: parsed) == event)
    }
  }

  @Test func goldenForms() throws {
    let hash = Samples.hash(4)
    let ring = DeviceEvent(ReplicaID(rawValue: 7), .ring(RingNotice(number: 2, file: hash)))
    #expect("\(JSONValue.object(ring.action.set))" == "{\"file\":\"\(hash)\",\"n\":2}")
    let head = try #require(Head([Waypoint(size: 3, root: hash)]))
    let revoke = DeviceEvent(ReplicaID(rawValue: 7), .revoke(Revocation(heads: [head])))
    #expect("\(JSONValue.object(revoke.action.set))" == "{\"heads\":[[[3,\"\(hash)\"]]]}")
    #expect(revoke.mutation.id == "0000000000000007" && revoke.mutation.op.rawValue == "revoke")
  }

  @Test("What lacks a member, or has one of another type, is not an event")
  func malformed() throws {
    for event in try Self.samples() {
      let mutation = event.mutation
      let set = try #require(mutation.set)
      for member in set {
        for value in [nil, .null, .int(-1), .string("x"), .array([.null]), .object([:]), .bool(true)]
          as [JSONValue?]
        {
          // An empty object of heads is one of no replicas.
          if member.key == "heads", value == .object([:]), case .lock = event.action { continue }
          var changed = set
          changed[member.key] = value
          #expect(
            DeviceEvent(op: mutation.op, id: mutation.id, set: changed) == nil,
            "\(mutation.op.rawValue) \(member.key)")
        }
      }
      var more = set
      more["later"] = true
      #expect(DeviceEvent(op: mutation.op, id: mutation.id, set: more) != nil)
      #expect(DeviceEvent(op: mutation.op, id: "x", set: set) == nil)
      #expect(DeviceEvent(op: mutation.op, id: mutation.id, set: nil) == nil)
      #expect(DeviceEvent(op: "upsert", id: mutation.id, set: set) == nil)
    }
    var other = try Self.samples()[5].mutation
    other.kind = "daybook.devices"
    #expect(DeviceEvent(other) == nil)
  }

  @Test func anApprovalIsOfItsOwnReplica() throws {
    let approval = Approval(try Samples.device(1))
    #expect(DeviceEvent(op: "approve", id: "\(try Samples.device(2).replica)", set: approval.set) == nil)
    #expect(approval.isSigned(ledger: Samples.ledger) && !approval.isSigned(ledger: Samples.otherLedger))
    var set = approval.set
    set["recipient"] = .string("\(try Samples.device(2).keys.recipient)")
    #expect(try #require(Approval(set)).isSigned(ledger: Samples.ledger) == false)
    set["recipient"] = .string("\(Samples.lowOrder[0])")
    #expect(Approval(set) == nil)
  }
}

@Suite struct HeadTests {
  private func trees(_ sizes: [UInt64]) -> [Waypoint] {
    sizes.map { Waypoint(size: $0, root: Samples.hash($0)) }
  }

  @Test func treesAreEverFartherApart() {
    let each = trees(Array(1...1000))
    #expect(Head(branch: each)?.trees.map(\.size) == [1000, 999, 996, 984, 936, 744])
    #expect(Head(branch: trees([10, 20, 500, 990, 1000]))?.trees.map(\.size) == [1000, 990, 500])
    #expect(Head(branch: trees([7]))?.trees.map(\.size) == [7])
    #expect(Head(branch: trees([])) == nil)
    let long = trees((0..<60).map { UInt64(Int64.max) >> UInt64(59 - $0) })
    #expect(Head(branch: long).map { $0.trees.count <= 16 } == true)
  }

  @Test(.seeded) func eachTreeIsTheLastThatIsFarEnough() {
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<300 {
      var sizes: Set<UInt64> = []
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        sizes.insert(.random(in: 1...5000, using: &random))
      }
      let commits = trees(sizes.sorted())
      guard let whole = sizes.max() else { continue }
      var expected = [whole]
      for step in 0..<15 {
        guard let size = sizes.filter({ $0 + 1 << UInt64(2 * step) <= whole }).max() else { break }
        if size != expected.last { expected.append(size) }
      }
      #expect(Head(branch: commits)?.trees.map(\.size) == expected)
    }
  }

  @Test func itCoversUpToTheLongestTreeThatIsHeld() throws {
    let head = try #require(Head(trees([54, 50, 40])))
    func covers(_ size: UInt64, held: [UInt64]) -> Bool {
      head.covers(size) { held.contains($0) ? Samples.hash($0) : Samples.hash(0) }
    }
    #expect(covers(54, held: [54]) && !covers(55, held: [54, 60]))
    #expect(covers(50, held: [50]) && !covers(51, held: [50, 40]) && covers(1, held: [40]))
    #expect(!covers(1, held: []) && !covers(1, held: [41]))
  }

  @Test func onlyDescendingTreesAreAHead() {
    #expect(Head([]) == nil && Head(trees([1, 2])) == nil && Head(trees([2, 2])) == nil)
    #expect(Head(trees(Array((1...17).reversed()))) == nil && Head(trees(Array((1...16).reversed()))) != nil)
    #expect(Head([Waypoint(size: 0, root: Samples.hash(0))]) == nil)
    #expect(Head([Waypoint(size: .max, root: Samples.hash(0))]) == nil)
  }
}
