public import Daybook

/// An entity by its kind and id.
public struct EntityName: Sendable, Hashable {
  public var kind: String
  public var id: String

  public init(kind: String, id: String) { (self.kind, self.id) = (kind, id) }
}

extension ViewReader {
  /// The ids of a kind that begin with a text of at least four characters, of entities that are there. A UUID's
  /// case does not count. O(entities of the kind).
  func ids(of kind: String, beginningWith text: String) -> [String] {
    let prefix = Array(text.utf8)
    guard text.count >= EntityFinder<Person>.prefixCountMin else { return [] }
    let lower = Array(text.lowercased().utf8)
    var found: [String] = []
    forEachID(of: kind) { id in
      guard id.count >= prefix.count, id.begins(with: prefix) || id.begins(with: lower) else { return }
      found.append(id.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
    }
    return found.filter { read(kind, $0) { _ in true } ?? false }.sorted()
  }

  /// Whether an insight was dismissed, or a piece of evidence reviewed.
  package func isDismissed(_ entity: EntityName) -> Bool {
    read(entity.kind, entity.id) { reader in
      entity.kind == EvidenceItem.kind
        ? reader.text("state") == EvidenceTriageState.done.rawValue : reader.date("dismissedAt") != nil
    } ?? false
  }

  /// The one entity of these kinds with this id, or whose id begins so.
  /// - Throws: ``LedgerError``: `usage` where several begin so, `notFound`.
  public func entity(_ text: String, among kinds: [String], noun: String) throws(LedgerError) -> EntityName {
    let exact = kinds.filter { read($0, text) { _ in true } ?? false }
    let found =
      exact.isEmpty
      ? kinds.flatMap { kind in ids(of: kind, beginningWith: text).map { EntityName(kind: kind, id: $0) } }
      : exact.map { EntityName(kind: $0, id: text) }
    if found.count == 1 { return found[0] }
    guard !found.isEmpty else {
      throw LedgerError(
        .notFound, "there is no \(noun) '\(SyncText.cut(text))'",
        advice: "give an id as the lists show it, or at least four characters of its beginning")
    }
    throw LedgerError(
      .usage, "'\(SyncText.cut(text))' begins the ids of \(found.count) entities",
      advice: "give more of the id: \(found.prefix(3).map(\.id).joined(separator: ", "))")
  }
}

extension Span<UInt8> {
  fileprivate func begins(with prefix: [UInt8]) -> Bool {
    for index in prefix.indices where self[index] != prefix[index] { return false }
    return true
  }
}
