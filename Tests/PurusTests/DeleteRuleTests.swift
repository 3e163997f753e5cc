import Daybook
import Testing

@testable import PurusHealth

/// With a record go its entries, and they come back with it; an entry's deletion is its own.
@Suite struct DeleteRuleTests {
  @Test(arguments: EntryList.all)
  func aDeletedRecordHidesItsEntries(list: EntryList) async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    try await ledger.append([
      Mutation(.upsert, kind: MedicalRecord.kind, id: "rex"),
      Mutation(.upsert, kind: MedicalRecord.kind, id: "ann"),
      Mutation(.upsert, kind: list.kind, id: "one", set: ["record": "rex"]),
      Mutation(.upsert, kind: list.kind, id: "two", set: ["record": "rex"]),
      Mutation(.upsert, kind: list.kind, id: "other", set: ["record": "ann"]),
    ])
    func shown() async throws -> [String] { try await ledger.query(Query(list.kind)).rows.map(\.id).sorted() }
    func listed() async throws -> JSONValue? {
      try await ledger.get(kind: MedicalRecord.kind, id: "rex")?[list.relation]
    }
    #expect(try await listed() == ["one", "two"])
    try await ledger.commit { $0.delete(Ref<MedicalRecord>("rex")) }
    #expect(try await shown() == ["other"])
    try await ledger.commit { $0.restore(Ref<MedicalRecord>("rex")) }
    #expect(try await shown() == ["one", "other", "two"])
    #expect(try await listed() == ["one", "two"])

    try await ledger.append([Mutation(.delete, kind: list.kind, id: "one")])
    #expect(try await listed() == ["two"])
    #expect(try await ledger.get(kind: MedicalRecord.kind, id: "rex") != nil)
    try await ledger.append([Mutation(.restore, kind: list.kind, id: "one")])
    #expect(try await listed() == ["one", "two"])
  }

  /// Linking by either side's name is the same write.
  @Test func linkFromTheRecord() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    try await ledger.append([
      Mutation(.upsert, kind: MedicalRecord.kind, id: "rex"),
      Mutation(.upsert, kind: BloodEntry.kind, id: "b", set: ["value": "120/80", "comment": "Normal"]),
      Mutation(.link, kind: MedicalRecord.kind, id: "rex", rel: "blood", to: "b"),
    ])
    #expect(try await ledger.get(Ref<MedicalRecord>("rex"))?.blood == ["b"])
    #expect(try await ledger.get(Ref<BloodEntry>("b"))?.record == "rex")
  }
}
