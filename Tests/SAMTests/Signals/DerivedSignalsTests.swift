import Daybook
import Testing

@testable import SAM

/// Signals are in the event that writes what they follow from, whichever way it comes.
struct DerivedSignalsTests {
  private static func kinds(_ mutation: Mutation) -> [String]? {
    mutation.set?["signals"]?.array?.compactMap { $0.object?["kind"]?.string }
  }

  @Test func anAppendHasThem() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    let made = try await ledger.append([
      Mutation(.upsert, kind: "sam.evidenceItem", id: "1", set: ["title": "Wedding", "source": "mail"])
    ])
    #expect(made.events.map { Self.kinds($0.mutation) } == [["lifeEvent"]])
    // What they do not follow from leaves them; what they follow from changes them.
    let other = try await ledger.append([
      Mutation(.upsert, kind: "sam.evidenceItem", id: "1", set: ["state": "done"])
    ])
    #expect(other.events.map { Self.kinds($0.mutation) } == [nil])
    let changed = try await ledger.append([
      Mutation(.upsert, kind: "sam.evidenceItem", id: "1", set: ["title": "Consent"])
    ])
    #expect(changed.events.map { Self.kinds($0.mutation) } == [["compliance"]])
    #expect(try await ledger.get(Ref<EvidenceItem>("1"))?.signals.map(\.kind) == [.compliance])
  }

  @Test func aTypedUpsertHasThem() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    let item = EvidenceItem { ($0.title, $0.sourceUID) = ("Wedding", "mail:1") }
    let made = try await ledger.commit { try $0.upsert(item) }
    #expect(made.events.map { Self.kinds($0.mutation) } == [["lifeEvent"]])
    // Read, changed and written back: the struct carries the signals along, which says nothing of them.
    var read = try #require(try await ledger.get(item.id))
    #expect(read.signals.map(\.kind) == [.lifeEvent])
    read.title = "Consent"
    let changed = read
    #expect(
      try await ledger.commit { try $0.upsert(changed) }.events.map { Self.kinds($0.mutation) } == [
        ["compliance"]
      ])
  }

  @Test func aSyncHasThemAndAnUnchangedOneWritesNothing() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    func sync(_ title: String) async throws -> SyncReceipt {
      try await ledger.sync { state, _ in
        var item = CalendarItem(line: 1, uid: "1", start: .instant(Instant(milliseconds: 0)))
        item.title = title
        var sync = CalendarSync()
        sync.add(item, file: "f", source: SyncSource(.calendar, name: "c"))
        return try sync.finish(in: state)
      }
    }
    _ = try await sync("Wedding")
    #expect(try await ledger.fetch(EvidenceItem.self).first?.signals.map(\.kind) == [.lifeEvent])
    #expect(try await sync("Wedding").events == 0)
    _ = try await sync("Dentist")
    #expect(try await ledger.fetch(EvidenceItem.self).first?.signals == [])
  }

  @Test func whatSomebodyWroteIsKept() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    let own = EvidenceSignal(kind: .family, confidence: 0.9, reason: "told so", source: "a model")
    let made = try await ledger.append([
      Mutation(
        .upsert, kind: "sam.evidenceItem", id: "1",
        set: ["title": "Wedding", "signals": [try FieldEncoder.json(own)]])
    ])
    #expect(made.events.map { Self.kinds($0.mutation) } == [["family"]])
    #expect(try await ledger.get(Ref<EvidenceItem>("1"))?.signals == [own])
  }
}
