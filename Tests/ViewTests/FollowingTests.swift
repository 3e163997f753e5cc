import DaybookModel
import DaybookRecords
import DaybookTestSupport
import Testing

@testable import DaybookView

/// A view that follows the events says what one made afresh says.
@Suite struct FollowingTests {
  /// Everything that a view shows, what is gone too, with inverses and projections.
  private func all(_ view: View, _ records: borrowing Records) throws -> [Row] {
    var rows: [Row] = []
    for kind in records.kindIDs {
      var query = Query(records.name(of: kind))
      query.includesDeleted = true
      rows += try view.fetch(query, in: records).rows
    }
    return rows
  }

  /// Reads a part, so that caches are filled here and there only.
  private func read(_ view: View, _ records: borrowing Records, _ club: inout RandomClub) throws {
    switch Int.random(in: 0..<4, using: &club.random) {
    case 0: break
    case 1:
      let (kind, ids) = club.pick(RandomClub.kinds)
      _ = view.row(kind, club.pick(ids), in: records)
    case 2:
      for relation in ["reports", "manager", "tasks"] {
        guard let person = records.entity("club.person", club.pick(RandomClub.people)) else { break }
        _ = view.related(person, relation, in: records)
      }
    default:
      if records.kind("club.person") != nil {
        _ = try view.fetch(Query("club.person", where: club.condition()), in: records)
      }
    }
  }

  @Test(.seeded) func everyRowIsThatOfAViewMadeAfresh() throws {
    var club = RandomClub(seed: TestSeed.current &+ 3)
    let registry = try SchemaRegistry([.club])
    for round in 0..<150 {
      let story = club.story(events: Int.random(in: 1...70, using: &club.random))
      let order = club.chance(50) ? nil : story.events.indices.shuffled(using: &club.random)
      let view = View(registry: registry)
      let touches = (countMax: club.pick([1, 3, 1000, 1000, 1000]), from: club.pick([0, 0, 0, 9]))
      var isRight = true
      _ = try story.records(order, touches: touches) { records in
        try read(view, records, &club)
        guard isRight, club.chance(60) else { return }
        let (followed, fresh) = (try all(view, records), try all(View(registry: registry), records))
        isRight = followed == fresh
        if !isRight {
          let (row, expected) = zip(followed, fresh).first { $0 != $1 } ?? (followed[0], fresh[0])
          Issue.record("round \(round): \(row) should be \(expected)")
        }
      }
      guard isRight else { return }
    }
  }

  /// A small change costs a small refresh: what has nothing to do with it stays known.
  @Test func onlyWhatMayHaveChangedIsForgotten() throws {
    var story = Story(
      .upsert("club.group", "g", ["name": "G"]), .upsert("club.group", "h", ["parent": "g", "name": "H"]),
      .upsert("club.group", "i", ["name": "I"]),
      .upsert("club.membership", "m", ["group": "h", "person": "p"]),
      .upsert("club.membership", "n", ["group": "i", "person": "p"]),
      .upsert("club.person", "p", ["name": "P"]))
    let read = story.events.count
    story.add(.upsert("club.membership", "m", ["isPrimary": true]))
    let written = story.events.count
    story.add(.delete("club.group", "g"))
    let view = try clubView()
    let entities =
      [("club.group", "g"), ("club.group", "h"), ("club.group", "i")]
      + [("club.membership", "m"), ("club.membership", "n"), ("club.person", "p")]
    var count = 0
    _ = try story.records(touches: (countMax: 100, from: 0)) { records in
      view.refresh(records)
      var known: [String: PresenceTable.Presence] = [:]
      for (kind, id) in entities {
        known[id] = records.entity(kind, id).map { view.presence[$0] }
      }
      count += 1
      if count == read { _ = try all(view, records) }
      if count == written { #expect(known["m"] == .shown) }
      if count > written {
        #expect(known["g"] == .unknown && known["h"] == .unknown && known["m"] == .unknown)
        #expect(known["n"] == .shown && known["p"] == .shown && known["i"] == .shown)
        let hidden = view.row("club.membership", "m", in: records)
        #expect(hidden == nil)
      }
    }
  }

  @Test func touchesAreBounded() throws {
    var story = Story(.upsert("club.room", "r"))
    for _ in 0..<20 { story.add(.upsert("club.room", "r", ["label": "x"])) }
    var (known, first, told) = (0, 0, 0)
    _ = try story.records(touches: (countMax: 4, from: 3)) { records in
      let count = records.touches(since: known)?.count ?? 0
      #expect(count <= 4)
      told += count
      known = records.touchCount
      // Whoever comes rarely is told nothing.
      if first == 0 { first = known }
      if known > first + 4 {
        let isTooLate = records.touches(since: first) == nil
        #expect(isTooLate)
      }
    }
    // Whoever asks after each is told of each but the first, before which nothing was noted.
    #expect(told == 17)
    let records = try story.records()
    let isOff = records.touches(since: 0) == nil
    #expect(isOff)
  }
}
