package import Daybook

extension Person: Named { package static let nameFields = ["displayNameCache", "emailCache"] }
extension Context: Named { package static let nameFields = ["name"] }
extension Product: Named { package static let nameFields = ["name"] }
extension EvidenceItem: Named { package static let nameFields = ["title", "snippet"] }
extension Insight: Named { package static let nameFields = ["message"] }

extension ViewReader {
  /// Whether an insight was dismissed, or a piece of evidence reviewed.
  package func isDismissed(_ entity: EntityName) -> Bool {
    read(entity.kind, entity.id) { reader in
      entity.kind == EvidenceItem.kind
        ? reader.text("state") == EvidenceTriageState.done.rawValue : reader.date("dismissedAt") != nil
    } ?? false
  }
}

extension EntityReader {
  func roles(_ field: String) -> [RoleType] { texts(field).map { RoleType(rawValue: $0) } }
}
