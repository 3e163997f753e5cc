import Daybook
import Testing

@testable import SAM

/// A merge is a commit like any other: undone, everything reads as before.
struct MergeUndoTests {
  /// All that is there, without the times of last writes. Relations that others store read in the order in which
  /// those were written, which an undo is a part of: only who is at their other end.
  private static func everything(_ ledger: Ledger) async throws -> [String: [Row.Field]] {
    let inverses = Set(
      ledger.schemas.kinds.flatMap { kind in kind.inverses.compactMap { "\(kind.kind).\($0.inverse ?? "")" } }
    )
    var rows: [String: [Row.Field]] = [:]
    for kind in ledger.schemas.kinds where kind.kind.hasPrefix("sam.") {
      for row in try await ledger.query(Query(kind.kind)).rows {
        rows["\(row.kind) \(row.id)"] = row.fields.compactMap { field in
          if ["modifiedAt", "analyzedAt", "contextChips", "productCards"].contains(field.name) { return nil }
          guard inverses.contains("\(kind.kind).\(field.name)"), let ids = field.value.array else {
            return field
          }
          return Row.Field(field.name, .array(ids.sorted { $0.description < $1.description }))
        }
      }
    }
    return rows
  }

  @Test func undoneEverythingIsAsBefore() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    try await MergeSample.fill(ledger)
    let before = try await Self.everything(ledger)
    let merge = try await ledger.sam.merge("anna", into: "ann")
    #expect(try await Self.everything(ledger) != before)
    let undo = try await ledger.history.undo(try #require(merge.append.lastStamp), wholeCommit: true)
    #expect(undo.left == [])
    let after = try await Self.everything(ledger)
    #expect(Set(after.keys) == Set(before.keys))
    for (key, fields) in before {
      for (field, other) in zip(fields, after[key] ?? []) { #expect(field == other, "\(key) \(field.name)") }
    }
    #expect(try await InsightGenerator(ledger: ledger).generate().events == 0)
    // And they can be merged again.
    try await ledger.sam.merge("anna", into: "ann")
    #expect(try await ledger.get(Ref<EvidenceItem>("e"))?.linkedPeople == ["ann", "bob"])
  }

  @Test func aDecisionOnAProposalIsUndone() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    let proposal = ProposedLink(
      targetKind: "sam.person", targetID: "new", displayName: "Ann", email: "ann@x", confidence: 0.3,
      reason: "x")
    try await ledger.commit { try $0.upsert(EvidenceItem(id: "e") { $0.proposedLinks = [proposal] }) }
    let before = try await Self.everything(ledger)
    let accepted = try await ledger.sam.acceptProposal(of: "e")
    #expect(try await ledger.get(Ref<EvidenceItem>("e"))?.linkedPeople == ["new"])
    try await ledger.history.undo(try #require(accepted.lastStamp), wholeCommit: true)
    #expect(try await Self.everything(ledger) == before)
  }
}
