public import Daybook

extension Person: Named {
  /// The name from the card or the user, else the preferred e-mail address.
  public static let nameFields = ["displayNameCache", "emailCache"]
}
extension Context: Named {
  /// The name alone; a context without one is mentioned by its id.
  public static let nameFields = ["name"]
}
extension Product: Named {
  /// The name alone; a product without one is mentioned by its id.
  public static let nameFields = ["name"]
}
extension EvidenceItem: Named {
  /// The title, else the line that lists show below it.
  public static let nameFields = ["title", "snippet"]
}
extension Insight: Named {
  /// The message alone.
  public static let nameFields = ["message"]
}

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
