import DaybookAge
import DaybookLog
import DaybookModel
import Testing

@testable import DaybookLocking

/// The attacks of Locking.md, and what comes of them.
@Suite struct MembershipTests {
  @Test func aStrangerCountsOnlyUpToTheLock() throws {
    var story = try Story(others: ["eve"])
    let before = try story.write("eve")
    story.heads = [try story.replica("eve"): [try #require(story.tree.head(of: before))]]
    let after = try story.write("eve")
    let own = try story.write("ann")
    #expect(try story.outcome().counting == [before, own])
    #expect(try story.outcome().members == ["ann"])
    // Its approval counts before, too.
    try story.write("ann", [story.approval("eve")])
    #expect(try story.outcome().counting.contains(after))
  }

  @Test func whoComesLaterEndsNobodyBefore() throws {
    var story = try Story(others: ["ben", "cleo"])
    try story.write("ann", [story.approval("ben"), story.approval("cleo")])
    let ben = try story.write("ben")
    try story.write("cleo", [story.revocation("ben"), story.revocation("ann")])
    #expect(try story.outcome().ended == [])
    try story.write("ben", [story.revocation("cleo")], after: ben)
    let outcome = try story.outcome()
    #expect(outcome.members == ["ann", "ben", "cleo"] && outcome.ended == ["cleo"])
    #expect(
      outcome.membership.member(try story.replica("cleo"))?.endedBy == .device(try story.replica("ben")))
  }

  @Test func theRecoveryKeyAloneEndsTheFirst() throws {
    var story = try Story(roots: ["ann", "ben"], others: [])
    let first = try story.write("ann")
    let second = try story.write("ann", [story.revocation("ben")])
    try story.write("ben", [story.revocation("ann", upTo: first)])
    #expect(try story.outcome().ended == ["ben"])
    // In whatever commit it stands.
    try story.write("ben", [story.statement(1, story.revocation("ann", upTo: first))])
    let outcome = try story.outcome()
    #expect(outcome.membership.member(try story.replica("ann"))?.endedBy == .recovery)
    // What ann said behind its end is nothing: it ended nobody.
    #expect(outcome.ended == ["ann"] && !outcome.counting.contains(second))
  }

  @Test func aRevocationStandsWhenItsAuthorIsRetired() throws {
    var story = try Story(others: ["ben", "eve"])
    try story.write("ann", [story.approval("ben"), story.approval("eve")])
    let good = try story.write("eve")
    let said = try story.write("ben", [story.revocation("eve", upTo: good)], seeing: [good])
    let bad = try story.write("eve")
    try story.write("ann", [story.revocation("ben", upTo: said)])
    let outcome = try story.outcome()
    #expect(outcome.ended == ["ben", "eve"])
    #expect(outcome.counting.contains(good) && !outcome.counting.contains(bad))
  }

  @Test("A second history from before the end counts for nothing, whatever its dates")
  func backDating() throws {
    var story = try Story(others: ["eve", "puppet"])
    try story.write("ann", [story.approval("eve")])
    let first = try story.write("eve")
    let good = try story.write("eve", after: first)
    try story.write("ann", [story.revocation("eve", upTo: good)], seeing: [good])
    let fork = try story.write("eve", [story.approval("puppet")], after: first)
    let beginning = try story.write("eve", [story.approval("puppet")], first: true)
    let outcome = try story.outcome()
    #expect(
      outcome.counting.isSuperset(of: [first, good]) && outcome.counting.isDisjoint(with: [fork, beginning]))
    #expect(outcome.members == ["ann", "eve"])
    // Nor in place of what is missing.
    #expect(try story.outcome(without: good).counting.isDisjoint(with: [fork, beginning]))
  }

  @Test func anEndIsNoEarlierThanWhatEarlierDevicesHadSeen() throws {
    var story = try Story(others: ["ben", "cleo", "dan"])
    try story.write("ann", [story.approval("ben"), story.approval("cleo"), story.approval("dan")])
    let one = try story.write("dan")
    let two = try story.write("dan")
    try story.write("cleo", seeing: [two])
    let three = try story.write("dan")
    let start = try story.write("ben")
    try story.write("ben", [story.revocation("dan")])
    #expect(try story.outcome().counting.isSuperset(of: [one, two]))
    #expect(try !story.outcome().counting.contains(three))
    // On a fork from before it saw anything, too.
    try story.write("ben", [story.revocation("dan")], after: start)
    #expect(try story.outcome().counting.isSuperset(of: [one, two]))
    // The first device may, and may move the end again.
    try story.write("ann", [story.revocation("dan", upTo: one)])
    #expect(try story.outcome().counting.isDisjoint(with: [two, three]))
    try story.write("ann", [story.revocation("dan", upTo: three)])
    #expect(try story.outcome().counting.isSuperset(of: [one, two, three]))
  }

  @Test func laterDevicesAreNoWitnesses() throws {
    var story = try Story(others: ["ben", "dan", "cleo"])
    let one = try story.write("dan")
    let two = try story.write("dan")
    let seen = try story.write("cleo", seeing: [two])
    for (name, commit) in [("dan", one), ("cleo", seen)] {
      story.heads[try story.replica(name)] = [try #require(story.tree.head(of: commit))]
    }
    try story.write("ann", [story.approval("ben"), story.approval("dan"), story.approval("cleo")])
    try story.write("ben", [story.revocation("dan")])
    #expect(try story.outcome().counting.isSuperset(of: [one, seen]))
    #expect(try !story.outcome().counting.contains(two))
  }

  @Test("What is named with knowledge of a revocation moves no end, also when the end is moved later")
  func knowledge() throws {
    var story = try Story(others: ["ben", "eve"])
    let approvals = try story.write("ann", [story.approval("ben"), story.approval("eve")])
    let good = try story.write("eve")
    let said = try story.write("ben", [story.revocation("eve", upTo: good)], seeing: [approvals, good])
    let bad = try story.write("eve")
    try story.write("ann", seeing: [said, bad])
    #expect(try !story.outcome().counting.contains(bad))
    try story.write("ben", [story.revocation("eve", upTo: good)])
    #expect(try !story.outcome().counting.contains(bad))
    // One that had not heard of it is a witness.
    try story.write("ann", after: approvals, seeing: [bad])
    #expect(try story.outcome().counting.contains(bad))
  }

  @Test func knowledgeIsSharedByBothHistoriesBehindIt() throws {
    var story = try Story(others: ["ben", "eve"])
    try story.write("ann", [story.approval("ben"), story.approval("eve")])
    let good = try story.write("eve")
    let said = try story.write("ben", [story.revocation("eve", upTo: good)], seeing: [good])
    let bad = try story.write("eve")
    let aware = try story.write("ann", seeing: [said])
    for (name, commit) in [("ann", aware), ("ben", said)] {
      for _ in 0..<2 { try story.write(name, after: commit, seeing: [bad]) }
    }
    #expect(try story.outcome().counting.contains(good) && !story.outcome().counting.contains(bad))
  }

  @Test func approvalsBehindAnEndFall() throws {
    var story = try Story(others: ["eve", "early", "late"])
    try story.write("ann", [story.approval("eve")])
    let good = try story.write("eve", [story.approval("early")])
    try story.write("eve", [story.approval("late")])
    let late = try story.write("late")
    #expect(try story.outcome().members == ["ann", "eve", "early", "late"])
    try story.write("ann", [story.revocation("eve", upTo: good)])
    let outcome = try story.outcome()
    #expect(outcome.members == ["ann", "eve", "early"] && !outcome.counting.contains(late))
    #expect(
      outcome.membership.member(try story.replica("early"))?.approvedBy == .device(try story.replica("eve")))
    // A device that was ended is not approved again.
    try story.write("ann", [story.approval("eve")])
    #expect(try story.outcome().ended == ["eve"])
  }

  @Test func nobodyElseChoosesADevicesRecipient() throws {
    var story = try Story(others: ["ben", "cleo"])
    let later = Approval(
      try DeviceFile(
        ledger: Samples.ledger, number: 2, recipient: Samples.identity(77).recipient, key: Samples.signing(12)
      ))
    var set = Approval(try story.device("cleo")).set
    set["recipient"] = .string("\(Samples.identity(66).recipient)")
    let cleo = try story.replica("cleo")
    let forged = DeviceEvent(cleo, .approve(try #require(Approval(set))))
    try story.write("ann", [forged, story.approval("ben")])
    #expect(try story.outcome().members == ["ann", "ben"])
    try story.write("ben", [story.approval("cleo"), DeviceEvent(cleo, .approve(later))])
    let member = try story.outcome().membership.member(cleo)
    #expect(try member?.keys == story.device("cleo").keys && later.keys != story.device("cleo").keys)
  }

  @Test func anotherKeyWithTheSameIDCountsForNothing() throws {
    var story = try Story(others: ["ben"])
    try story.write("ann", [story.approval("ben")])
    let own = try story.write("ben")
    let other = try story.write("ben", first: true, key: [UInt8](repeating: 3, count: 32))
    let outcome = try story.outcome()
    #expect(outcome.counting.contains(own) && !outcome.counting.contains(other))
  }

  @Test("What is missing of an ended device counts when it comes")
  func missing() throws {
    var story = try Story(others: ["eve"])
    try story.write("ann", [story.approval("eve")])
    let commits = try (0..<30).map { _ in try story.write("eve") }
    let said = try story.write("ann", [story.revocation("eve", upTo: commits[29])])
    let bad = try story.write("eve")
    #expect(try story.outcome().counting.isSuperset(of: commits))
    #expect(try !story.outcome().counting.contains(bad))
    // Trees are known behind the last commit that ends 1, 4, 16 leaves before.
    let outcome = try story.outcome(without: commits[27])
    #expect(outcome.counting.intersection(commits) == Set(commits[...25]))
    #expect(
      outcome.membership.missing
        == [
          MissingTree(
            replica: try story.replica("eve"), tree: story.tree.nodes[commits[29]].tree,
            namedBy: .device(try story.replica("ann")))
        ])
    #expect(try story.outcome(without: said).membership.missing.isEmpty)
  }

  @Test func whatAMemberNamesAndNobodyHoldsIsMissing() throws {
    var story = try Story(others: ["ben", "cleo", "eve"])
    try story.write("ann", [story.approval("ben"), story.approval("cleo")])
    let (cleo, eve) = (try story.write("cleo"), try story.write("eve"))
    try story.write("ben", seeing: [cleo, eve])
    try story.write("eve", seeing: [cleo])
    #expect(try story.outcome().membership.missing.isEmpty)
    // Strangers' lines are nobody's loss, and strangers tell nobody what is missing.
    let missing = try story.outcome(without: cleo, eve).membership.missing
    #expect(
      missing == [
        MissingTree(
          replica: try story.replica("cleo"), tree: story.tree.nodes[cleo].tree,
          namedBy: .device(try story.replica("ben")))
      ])
  }

  @Test func thePaperApprovesWhenAllDevicesAreLost() throws {
    var story = try Story(others: ["new"])
    let end = try story.write("ann")
    let thief = try story.write("ann")
    let first = try story.write(
      "new",
      [
        story.statement(1, story.revocation("ann", upTo: end)), story.statement(2, story.approval("new")),
      ])
    try story.write("ann", [story.revocation("new")])
    let outcome = try story.outcome()
    #expect(outcome.members == ["ann", "new"] && outcome.ended == ["ann"])
    #expect(outcome.counting == [end, first] && !outcome.counting.contains(thief))
    #expect(
      outcome.membership.readers.map(\.key) == [story.recovery.keys.key, try story.device("new").keys.key])
  }

  @Test func statementsCountByTheirNumbers() throws {
    var story = try Story(others: [])
    let commits = try (0..<3).map { _ in try story.write("ann") }
    try story.write("ann", [story.statement(2, story.revocation("ann", upTo: commits[1]))])
    try story.write("ann", [story.statement(1, story.revocation("ann", upTo: commits[0]))])
    #expect(try story.outcome().counting == Set(commits[...1]))
    try story.write("ann", [story.statement(3, story.revocation("ann", upTo: commits[2]))])
    #expect(try story.outcome().counting == Set(commits))
    try story.write("ann", [story.statement(9, story.revocation("ann"), by: Samples.recovery(5))])
    #expect(try story.outcome().counting == Set(commits))
  }

  @Test func onlyTheFormerRecoveryKeyNamesTheNext() throws {
    var story = try Story(others: ["ben"])
    let (next, thief) = (Samples.recovery(5), Samples.recovery(6))
    let end = try story.write("ann", [story.change(1, to: thief, by: thief)])
    let revocation = try story.statement(1, story.revocation("ann", upTo: end))
    try story.write("ann", [revocation])
    #expect(try story.outcome().membership.recovery.present == story.recovery.keys)
    try story.write("ann", [story.statement(2, story.approval("ben"), by: next)])
    #expect(try story.outcome().members == ["ann"])
    try story.write(
      "ann",
      [
        story.change(2, to: thief, by: thief),
        story.change(1, to: next, keeping: [revocation], by: story.recovery),
      ])
    let outcome = try story.outcome()
    #expect(outcome.membership.recovery.present == next.keys && outcome.membership.recovery.number == 1)
    #expect(outcome.members == ["ann", "ben"] && outcome.ended == ["ann"])
  }

  /// The finder of a paper that was replaced cannot let a device in, nor end one.
  @Test func whatAFormerKeySaysLaterDoesNotCount() throws {
    var story = try Story(others: ["new", "eve"])
    let kept = try story.statement(1, story.approval("new"))
    let change = try story.change(1, to: Samples.recovery(5), keeping: [kept], by: story.recovery)
    try story.write("ann", [kept, change])
    try story.write(
      "eve", [story.statement(2, story.approval("eve")), story.statement(3, story.revocation("ann"))])
    let outcome = try story.outcome()
    #expect(outcome.members == ["ann", "new"] && outcome.ended.isEmpty)
    // Whoever holds the change needs no other event for the statements that it repeats.
    var short = try Story(others: ["new", "eve"])
    try short.write("ann", [change])
    #expect(try short.outcome().members == ["ann", "new"])
  }

  /// The finder of a paper also replaces it, and tries keys until theirs sorts first.
  @Test func aMemberReplacesTheKeyBeforeAStranger() throws {
    for seed in 5..<13 as Range<UInt64> {
      var story = try Story(others: ["ben", "eve"])
      let (next, thief) = (Samples.recovery(seed), Samples.recovery(seed + 100))
      let entry = try story.statement(1, story.approval("eve"))
      try story.write("eve", [entry, story.change(1, to: thief, keeping: [entry], by: story.recovery)])
      #expect(try story.outcome().membership.recovery.present == thief.keys)
      try story.write("ann", [story.approval("ben")])
      let end = try story.write("ben", [story.change(1, to: next, by: story.recovery)])
      let outcome = try story.outcome()
      #expect(outcome.membership.recovery.present == next.keys, "\(seed)")
      #expect(outcome.members == ["ann", "ben"])
      // Of two members the one that comes first, as in all that they decide.
      let other = try story.change(1, to: Samples.recovery(seed + 200), by: story.recovery)
      try story.write("ann", [other])
      #expect(try story.outcome().membership.recovery.present == Samples.recovery(seed + 200).keys)
      try story.write("ann", [story.revocation("ben", upTo: end)])
      #expect(try story.outcome().membership.recovery.present == Samples.recovery(seed + 200).keys)
    }
  }

  /// Where only the paper makes members, its finder is as good as its owner: the change whose signature sorts first counts.
  @Test func nobodyComesFirstByThePaperAlone() throws {
    var story = try Story(others: ["new", "eve"])
    let approvals = try ["new", "eve"].map { try story.statement(1, story.approval($0)) }
    let keys = [Samples.recovery(5), Samples.recovery(6)]
    let changes = try keys.map { try story.change(1, to: $0, keeping: approvals, by: story.recovery) }
    try story.write("new", [approvals[0], changes[0]])
    try story.write("eve", [approvals[1], changes[1]])
    let signatures = changes.compactMap { change in
      if case .recovery(let change) = change.action { change.signature } else { nil }
    }
    let first = signatures[0].lexicographicallyPrecedes(signatures[1]) ? 0 : 1
    let outcome = try story.outcome()
    #expect(outcome.membership.recovery.present == keys[first].keys && outcome.members.count == 3)
    #expect(try !outcome.membership.restsOnPaper(story.replica("new")))
  }

  @Test func membersByThePaperAreKnown() throws {
    var story = try Story(others: ["new", "ben"])
    try story.write("new", [story.statement(1, story.approval("new")), story.approval("ben")])
    let membership = try story.outcome().membership
    #expect(
      try ["ann", "new", "ben"].map { try membership.restsOnPaper(story.replica($0)) } == [false, true, true])
  }

  @Test("Of several histories of an author, what all of its last revocations cover counts")
  func forkedAuthor() throws {
    var story = try Story(others: ["eve"])
    let start = try story.write("ann", [story.approval("eve")])
    let commits = try (0..<3).map { _ in try story.write("eve") }
    let said = try story.write("ann", [story.revocation("eve", upTo: commits[0])], after: start)
    try story.write("ann", [story.revocation("eve", upTo: commits[2])], after: said)
    #expect(try story.outcome().counting.isSuperset(of: commits))
    // A history that ends where another went on says nothing of its own.
    let quiet = try story.write("ann", after: said)
    #expect(try story.outcome().counting.isSuperset(of: commits))
    try story.write("ann", [story.revocation("eve", upTo: commits[1])], after: quiet)
    #expect(try story.outcome().counting.intersection(commits) == Set(commits[...1]))
  }

  @Test func onlyWantedTreesAreNeeded() throws {
    var story = try Story(others: ["ben", "eve"])
    try story.write("ann", [story.approval("ben"), story.approval("eve")])
    let commits = try (0..<10).map { _ in try story.write("eve") }
    try story.write("ben", [story.revocation("eve", upTo: commits[4])], seeing: [commits[3]])
    try story.write("ann", [story.statement(1, story.revocation("ben"))], seeing: [commits[2]])
    let outcome = try story.outcome()
    let wanted = outcome.history.treesWanted(try story.pinned)
    let sizes = [5, 4, 1, 3].map { UInt64($0) }
    #expect(wanted == [try story.replica("eve"): Set(sizes)])
  }
}
