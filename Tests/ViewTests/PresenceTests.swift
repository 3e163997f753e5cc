import DaybookModel
import DaybookRecords
import DaybookView
import Testing

@Suite struct PresenceTests {
  @Test func deletingAnOwnerHidesWhatBelongsToIt() throws {
    let story = Story(
      .upsert("club.group", "g1"), .upsert("club.group", "g2", ["parent": "g1"]),
      .upsert("club.membership", "m1", ["group": "g2", "person": "p1"]),
      .upsert("club.person", "p1"), .delete("club.group", "g1"))
    for order in permutations(5) {
      let view = try clubView()
      let records = try story.records(order)
      #expect(try view.ids("club.group", in: records) == [])
      #expect(try view.ids("club.membership", in: records) == [])
      #expect(try view.ids("club.person", in: records) == ["p1"])
      #expect(try view.ids("club.membership", includesDeleted: true, in: records) == ["m1"])
      #expect(view.row("club.person", "p1", in: records)?["memberships"] == [])
      #expect(view.row("club.person", "p1", in: records)?["membershipCount"] == 0)
    }
  }

  @Test func whatWasHiddenReturnsWithItsOwner() throws {
    let story = Story(
      .upsert("club.group", "g1"), .upsert("club.membership", "m1", ["group": "g1"]),
      .delete("club.group", "g1"), .restore("club.group", "g1"))
    let view = try clubView()
    let records = try story.records()
    #expect(try view.ids("club.membership", in: records) == ["m1"])
    #expect(view.row("club.group", "g1", in: records)?["memberships"] == ["m1"])
  }

  @Test func circlesOfCascadesEnd() throws {
    // Parent and children cascade both ways: the whole circle goes with any of its members.
    var story = Story(
      .upsert("club.group", "a", ["parent": "c"]), .upsert("club.group", "b", ["parent": "a"]),
      .upsert("club.group", "c", ["parent": "b"]), .upsert("club.group", "alone", ["parent": "alone"]))
    let view = try clubView()
    #expect(try view.ids("club.group", in: story.records()) == ["a", "alone", "b", "c"])
    story.add(.delete("club.group", "b"))
    #expect(try view.ids("club.group", in: story.records()) == ["alone"])
  }

  @Test func longChainsAreNoDanger() throws {
    var story = Story(.upsert("club.group", "g0"))
    for number in 1..<3000 {
      story.add(.upsert("club.group", "g\(number)", ["parent": .string("g\(number - 1)")]))
    }
    let alive = try story.records()
    #expect(try clubView().ids("club.group", in: alive).count == 3000)
    story.add(.delete("club.group", "g0"))
    let dead = try story.records()
    #expect(try clubView().ids("club.group", in: dead) == [])
  }

  @Test func referencesToWhatIsGoneReadAsNull() throws {
    let story = Story(
      .upsert("club.person", "p1"), .upsert("club.person", "p2", ["manager": "p1"]),
      .link("club.person", "p2", "friends", "p1"), .link("club.person", "p2", "friends", "never-made"),
      .delete("club.person", "p1"), .restore("club.person", "p1"))
    let view = try clubView()
    let gone = try story.records([0, 1, 2, 3, 4])
    #expect(view.row("club.person", "p2", in: gone)?["manager"] == JSONValue.null)
    #expect(view.row("club.person", "p2", in: gone)?["friends"] == ["never-made"])
    #expect(try view.ids("club.person", "manager is null", in: gone) == ["p2"])
    let back = try story.records()
    let again = try clubView()
    #expect(again.row("club.person", "p2", in: back)?["manager"] == "p1")
    #expect(again.row("club.person", "p2", in: back)?["friends"] == ["p1", "never-made"])
    #expect(again.row("club.person", "p1", in: back)?["reports"] == ["p2"])
  }

  @Test func absentIsNotDead() throws {
    let story = Story(
      .upsert("club.membership", "m1", ["group": "unknown"]), .upsert("club.task", "t1", ["owner": "p9"]))
    let view = try clubView()
    let records = try story.records()
    #expect(try view.ids("club.membership", in: records) == ["m1"])
    #expect(view.row("club.membership", "m1", in: records)?["group"] == "unknown")
    #expect(try view.ids("club.task", "owner = 'p9'", in: records) == ["t1"])
    #expect(try view.ids("club.task", "owner.name = ''", in: records) == [])
  }

  @Test func whatItsSourceNoLongerHasIsGoneUntilItReturns() throws {
    let story = Story(
      .sync("club.person", "p1", ["name": "Ann"]), .upsert("club.task", "t1", ["owner": "p1"]),
      .sync("club.person", "p1", present: false), .sync("club.person", "p1", present: true))
    let view = try clubView()
    let pruned = try story.records([0, 1, 2])
    #expect(try view.ids("club.person", in: pruned) == [])
    // Tasks belong to their owner.
    #expect(try view.ids("club.task", in: pruned) == [])
    #expect(view.row("club.person", "p1", includesDeleted: true, in: pruned)?.isGone == true)
    let back = try story.records()
    #expect(try clubView().ids("club.task", in: back) == ["t1"])
  }
}
