import Daybook
import Synchronization
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private struct Guest: Entity {
  var id = ID()
  var name = ""
  var email: String?
  var rooms: [Ref<Room>] = []
  init() {}

  static let schema = Schema("club.guest") { Key(\.email, .trimmedLowercased) }
}

private struct Room: Entity {
  var id = ID()
  var title = ""
  var guests: [Ref<Guest>] = []
  var entries: [Ref<Entry>] = []
  /// Who asks for it.
  var reader = ""
  init() {}

  static let schema = Schema("club.room") {
    Many(\.guests, inverse: \Guest.rooms)
    Inverse(\.entries, of: \Entry.room, onDelete: .cascade)
    Projection(\.reader) { $0.viewer ?? "everybody" }
  }
}

private struct Entry: Entity {
  var id = ID()
  var text = ""
  var author: Ref<Guest>?
  var room: Ref<Room>?
  init() {}

  static let schema = Schema("club.entry") {
    One(\.author)
    One(\.room, inverse: \Room.entries)
  }
}

extension System {
  /// Who is in a room reads it, and writes in it under the own name.
  fileprivate static let club = System(
    "club", version: 1, kinds: [Guest.self, Room.self, Entry.self],
    access: AccessRules(viewers: "club.guest", names: ["email"]) { entity, viewer in
      switch entity.kind {
      case "club.guest": entity.id == viewer
      case "club.room": entity.related("guests").contains(viewer)
      default: entity.map("room") { $0.related("guests").contains(viewer) }.contains(true)
      }
    } writes: { mutations, view, viewer in
      for mutation in mutations {
        let isAllowed: Bool
        switch mutation.kind {
        case "club.guest": isAllowed = mutation.id == viewer
        case "club.entry":
          let author = mutation.set?["author"]?.string ?? viewer
          let room =
            mutation.set?["room"]?.string
            ?? view.read(mutation.kind, mutation.id) { $0.value("room").string } ?? nil
          let isIn = view.read("club.room", room ?? "") { $0.related("guests").contains(viewer) } ?? false
          isAllowed = author == viewer && isIn
        default: isAllowed = false
        }
        if !isAllowed { throw LedgerError(.refused, "not \(viewer)'s") }
      }
    })
}

/// Two rooms: ann is in the first, bo in both. A further kind belongs to a system without rules.
private struct Scene {
  let ledger: Ledger
  let ann = Viewer(kind: "club.guest", id: "ann")
  let bo = Viewer(kind: "club.guest", id: "bo")

  init() async throws {
    ledger = try Ledger.inMemory(systems: [.club, .house])
    _ = try await ledger.append([
      Mutation(.upsert, kind: "club.guest", id: "ann", set: ["name": "Ann", "email": "ann@example.com"]),
      Mutation(.upsert, kind: "club.guest", id: "bo", set: ["name": "Bo", "email": "bo@example.com"]),
      Mutation(.upsert, kind: "club.room", id: "first", set: ["title": "First"]),
      Mutation(.upsert, kind: "club.room", id: "second", set: ["title": "Second"]),
      Mutation(.link, kind: "club.room", id: "first", rel: "guests", to: "ann"),
      Mutation(.link, kind: "club.room", id: "first", rel: "guests", to: "bo"),
      Mutation(.link, kind: "club.room", id: "second", rel: "guests", to: "bo"),
      Self.entry("e1", "hello", by: "bo", in: "first"),
      Self.entry("e2", "secret", by: "bo", in: "second"),
      Mutation(.upsert, kind: "house.household", id: "home", set: ["address": "1 Road"]),
      Mutation(.upsert, kind: "raw", id: "r", set: ["text": "raw"]),
    ])
  }

  static func entry(_ id: String, _ text: String, by author: String, in room: String) -> Mutation {
    Mutation(
      .upsert, kind: "club.entry", id: id,
      set: ["text": .string(text), "author": .string(author), "room": .string(room)])
  }

  func refusal(of mutation: Mutation, as viewer: Viewer) async -> LedgerError? {
    do {
      _ = try await ledger.append([mutation], options: AppendOptions(as: viewer))
      return nil
    } catch {
      return error as? LedgerError
    }
  }

  func ids(_ kind: String, as viewer: Viewer) async throws -> [String] {
    try await ledger.query(Query(kind, sort: [SortKey("_id")]), as: viewer).rows.map(\.id)
  }

  func logged(as viewer: Viewer?) async throws -> [String] {
    let found = Mutex<[String]>([])
    try await ledger.history.log(as: viewer) { entry in
      found.withLock { $0.append(entry.event.mutation.kind + " " + entry.event.mutation.id) }
      return true
    }
    return found.withLock { $0 }
  }

  func query(
    _ kind: String, where condition: String? = nil, as viewer: Viewer,
    _ change: (inout Query) -> Void = { _ in }
  ) async throws -> QueryResult {
    var query = Query(kind)
    query.condition = try condition.map {
      try WhereParser.parse($0, kind: kind, registry: ledger.schemas, now: Instant(milliseconds: 0))
    }
    change(&query)
    return try await ledger.query(query, as: viewer)
  }
}

/// Reading and writing as somebody, within the rules of a system.
@Suite struct AccessTests {
  @Test func aViewerSeesWhatTheRulesAllowAndNothingElse() async throws {
    let scene = try await Scene()
    #expect(try await scene.ids("club.entry", as: scene.ann) == ["e1"])
    #expect(try await scene.ids("club.entry", as: scene.bo) == ["e1", "e2"])
    #expect(try await scene.ids("club.room", as: scene.ann) == ["first"])
    #expect(try await scene.ids("club.guest", as: scene.ann) == ["ann"])
    #expect(try await scene.ledger.get(kind: "club.entry", id: "e1", as: scene.ann)?["text"] == "hello")
    #expect(try await scene.ledger.fetch(Entry.self, as: scene.ann).map(\.text) == ["hello"])
    #expect(try await scene.ledger.count(Entry.self, as: scene.ann) == 1)
    #expect(try await scene.ledger.count(Entry.self) == 2)
    let seen = try await scene.ledger.withView(as: scene.ann) { view in
      (view.read("club.entry", "e2") { _ in true }, view.read("club.guest", "ann") { $0.count("rooms") })
    }
    #expect(seen.0 == nil && seen.1 == 1)
  }

  @Test func whatIsNotAllowedIsRefusedInOneWayWhetherItIsThereOrNot() async throws {
    let scene = try await Scene()
    for (kind, id) in [
      ("club.entry", "e2"), ("club.guest", "bo"), ("club.room", "second"), ("house.household", "home"),
      ("raw", "r"),
    ] {
      var said: [String] = []
      for id in [id, "nowhere"] {
        let error = await #expect(throws: LedgerError.self) {
          try await scene.ledger.get(kind: kind, id: id, as: scene.ann)
        }
        #expect(error?.code == .refused)
        said.append((error?.description ?? "").replacing("'\(id)'", with: ""))
      }
      #expect(said[0] == said[1])
    }
    for kind in ["house.household", "raw", "never.heard"] {
      let error = await #expect(throws: LedgerError.self) {
        try await scene.ledger.query(Query(kind), as: scene.ann)
      }
      #expect(error?.code == .refused)
    }
  }

  @Test func nothingLeaksThroughConditionsGroupsOrders() async throws {
    let scene = try await Scene()
    #expect(try await scene.query("club.entry", where: "text = 'secret'", as: scene.ann).count == 0)
    #expect(try await scene.query("club.entry", where: "text = 'secret'", as: scene.bo).count == 1)
    // The author's id is the entry's own; who that is, is not ann's to know.
    let entry = try await scene.query("club.entry", as: scene.ann) { $0.fields = ["author", "author.name"] }
    #expect(entry.rows.first?["author"] == "bo" && entry.rows.first?["author.name"] == JSONValue.null)
    #expect(try await scene.query("club.entry", where: "author.name = 'Bo'", as: scene.ann).count == 0)
    let groups = try await scene.query("club.entry", as: scene.ann) { $0.groupBy = "room" }.groups
    #expect(groups?.map(\.value) == ["first"] && groups?.map(\.count) == [1])
    let found = try await scene.query("club.guest", where: "any rooms (title = 'Second')", as: scene.ann)
    #expect(found.count == 0)
    let deleted = try await scene.query("club.entry", as: scene.ann) { $0.includesDeleted = true }
    #expect(deleted.rows.map(\.id) == ["e1"])
    #expect(try await scene.query("club.room", as: scene.bo).rows.map { $0["reader"] } == ["bo", "bo"])
    #expect(try await scene.ledger.get(kind: "club.room", id: "first")?["reader"] == "everybody")
  }

  @Test func theLogAndWhatFollowsItHoldWhatTheViewerMaySee() async throws {
    let scene = try await Scene()
    let events = try await scene.logged(as: scene.ann)
    #expect(Set(events) == ["club.guest ann", "club.room first", "club.entry e1"])
    #expect(try await scene.logged(as: scene.bo).contains("club.entry e2"))
    #expect(try await scene.logged(as: nil).count == 12)

    var changes = await scene.ledger.changes(as: scene.ann).makeAsyncIterator()
    _ = try await scene.ledger.append([Scene.entry("e3", "hidden", by: "bo", in: "second")])
    _ = try await scene.ledger.append([Scene.entry("e4", "shown", by: "bo", in: "first")])
    #expect(await changes.next()?.id == "e4")
  }

  @Test func whoLeavesSeesNothingMore() async throws {
    let scene = try await Scene()
    #expect(try await scene.ids("club.entry", as: scene.ann) == ["e1"])
    _ = try await scene.ledger.append([
      Mutation(.unlink, kind: "club.room", id: "first", rel: "guests", to: "ann")
    ])
    #expect(try await scene.ids("club.entry", as: scene.ann) == [])
    #expect(Set(try await scene.logged(as: scene.ann)) == ["club.guest ann"])
  }

  @Test func theRulesOfWritingBindEveryOperation() async throws {
    let scene = try await Scene()
    #expect(await scene.refusal(of: Scene.entry("e9", "mine", by: "ann", in: "first"), as: scene.ann) == nil)
    let refused: [Mutation] = [
      Scene.entry("e8", "as another", by: "bo", in: "first"),
      Scene.entry("e8", "elsewhere", by: "ann", in: "second"),
      Scene.entry("e8", "nowhere", by: "ann", in: "third"),
      Scene.entry("e2", "over what is hidden", by: "ann", in: "first"),
      Mutation(.upsert, kind: "club.guest", id: "bo", set: ["name": "Mine"]),
      Mutation(.upsert, kind: "club.guest", id: "", set: ["email": "bo@example.com"]),
      Mutation(.delete, kind: "club.entry", id: "e2"), Mutation(.delete, kind: "club.entry", id: "e7"),
      Mutation(.restore, kind: "club.entry", id: "e2"), Mutation(.dismiss, kind: "club.entry", id: "e2"),
      Mutation(.link, kind: "club.room", id: "second", rel: "guests", to: "ann"),
      Mutation(.unlink, kind: "club.room", id: "first", rel: "guests", to: "bo"),
      Mutation(.link, kind: "club.guest", id: "ann", rel: "rooms", to: "second"),
      Mutation(.upsert, kind: "house.household", id: "home", set: ["address": "mine"]),
      Mutation(.upsert, kind: "raw", id: "r", set: ["text": "mine"]),
      Mutation(.sync, kind: "club.entry", id: "e2", set: ["text": "mine"]),
    ]
    for mutation in refused {
      for isDryRun in [false, true] {
        var options = AppendOptions(as: scene.ann)
        options.isDryRun = isDryRun
        let error = await #expect(throws: LedgerError.self, "\(mutation)") {
          try await scene.ledger.append([mutation], options: options)
        }
        #expect(error?.code == .refused, "\(mutation)")
        #expect(error.map { !"\($0)".contains("secret") } ?? false)
      }
    }
    #expect(try await scene.ledger.get(kind: "club.entry", id: "e2")?["text"] == "secret")
    // What is refused leaves nothing behind that would stand in the way of others.
    #expect(
      await scene.refusal(
        of: Mutation(.upsert, kind: "club.guest", id: "ann", set: ["email": "ann@lee.example"]), as: scene.ann
      )
        == nil)
  }

  @Test func aCommitIsRefusedAsAWhole() async throws {
    let scene = try await Scene()
    let error = await #expect(throws: LedgerError.self) {
      try await scene.ledger.append(
        [
          Scene.entry("e5", "mine", by: "ann", in: "first"),
          Scene.entry("e6", "not mine", by: "ann", in: "second"),
        ], options: AppendOptions(as: scene.ann))
    }
    #expect(error?.code == .refused)
    #expect(try await scene.ids("club.entry", as: scene.bo) == ["e1", "e2"])
  }

  @Test func undoAndExpectationsTellNothing() async throws {
    let scene = try await Scene()
    let secret = try await scene.ledger.append([
      Mutation(.upsert, kind: "club.entry", id: "e2", set: ["text": "more"])
    ])
    let stamp = try #require(secret.lastStamp)
    let own = try await scene.ledger.append(
      [Scene.entry("e9", "mine", by: "ann", in: "first")], options: AppendOptions(as: scene.ann))
    for undone in [stamp, try #require(Stamp("2026-01-01T00:00:00.000Z-0000-4f2a9c1e07b35d68"))] {
      let error = await #expect(throws: LedgerError.self) {
        try await scene.ledger.history.undo(undone, options: AppendOptions(as: scene.ann))
      }
      #expect(error?.code == .refused)
    }
    let undo = try await scene.ledger.history.undo(
      try #require(own.lastStamp), options: AppendOptions(as: scene.ann))
    #expect(undo.written.events.count == 1)
    var options = AppendOptions(as: scene.ann)
    options.expect = own.lastStamp
    let error = await #expect(throws: LedgerError.self) {
      try await scene.ledger.append(
        [Mutation(.upsert, kind: "club.entry", id: "e2", set: ["text": "x"])], options: options)
    }
    #expect(error?.code == .refused)
  }

  @Test func viewersAreNamedByIdOrAddress() async throws {
    let scene = try await Scene()
    #expect(try await scene.ledger.viewer(named: "ann") == scene.ann)
    #expect(try await scene.ledger.viewer(named: "Bo@Example.com") == scene.bo)
    for name in ["nobody", ""] {
      let error = await #expect(throws: LedgerError.self) { try await scene.ledger.viewer(named: name) }
      #expect(error?.code == .refused)
    }
    let plain = try Ledger.inMemory(systems: [.house])
    let error = await #expect(throws: LedgerError.self) { try await plain.viewer(named: "ann") }
    #expect(error?.code == .usage)
  }
}
