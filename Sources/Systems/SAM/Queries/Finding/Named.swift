public import Daybook

extension Person: Named { public static let nameFields = ["displayNameCache", "emailCache"] }
extension Context: Named { public static let nameFields = ["name"] }
extension Product: Named { public static let nameFields = ["name"] }
extension EvidenceItem: Named { public static let nameFields = ["title", "snippet"] }
extension Insight: Named { public static let nameFields = ["message"] }

extension ViewReader {
  /// Whether an insight was dismissed, or a piece of evidence reviewed.
  public func isDismissed(_ entity: EntityName) -> Bool {
    read(entity.kind, entity.id) { reader in
      entity.kind == EvidenceItem.kind
        ? reader.text("state") == EvidenceTriageState.done.rawValue : reader.date("dismissedAt") != nil
    } ?? false
  }
}

extension EntityReader {
  func roles(_ field: String) -> [RoleType] { texts(field).map { RoleType(rawValue: $0) } }
}
