import Daybook
import DaybookPredicates
import Foundation
import SAM

let ledger = try await Ledger.open(at: path, systems: [.sam])
let ann = Person { $0.displayNameCache = "Ann Lee" }
try await ledger.commit(by: "david") { try $0.upsert(ann) }
try await ledger.commit(by: "david") { $0.update(ann) { $0.emailCache = "ann@example.com" } }
let inbox = try await ledger.fetch(
  EvidenceItem.self, where: #Predicate { $0.state == "needsReview" },
  sortedBy: [SortDescriptor(\.occurredAt, order: .reverse)])
try await ledger.replicas.replicate(with: stick)
for conflict in try await ledger.conflicts.list(of: Person.self) {
  print(conflict.ref, conflict.sides(\.emailCache))
}
for step in try await ledger.history.steps(of: ann.id) where step.changed(\.emailCache) {
  print(step.stamp, step.after(\.emailCache) ?? "")
}
for await set in await ledger.changeSets(touching: [EvidenceItem.self]) {
  print(set.author ?? "", set.refs(to: EvidenceItem.self))
}
