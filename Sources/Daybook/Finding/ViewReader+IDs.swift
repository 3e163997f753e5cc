public import DaybookModel
public import DaybookView

/// An entity by its kind and id.
public struct EntityName: Sendable, Hashable {
  public var kind: String
  public var id: String

  public init(kind: String, id: String) { (self.kind, self.id) = (kind, id) }
}

extension ViewReader {
  /// Nobody types fewer characters of an id and means it.
  private static var idPrefixCountMin: Int { 4 }

  /// The ids of a kind that begin with a text of at least four characters, of entities that are there. A UUID's
  /// case does not count. O(entities of the kind).
  package func ids(of kind: String, beginningWith text: String) -> [String] {
    guard text.count >= Self.idPrefixCountMin else { return [] }
    let cases = [text, text.lowercased(), text.uppercased()].map { Array($0.utf8) }
    var found: [String] = []
    forEachID(of: kind) { id in
      guard cases.contains(where: { id.count >= $0.count && id.begins(with: $0) }) else { return }
      found.append(id.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
    }
    return found.filter { read(kind, $0) { _ in true } ?? false }.sorted()
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
        .notFound, "there is no \(noun) '\(OneLine.cut(text))'",
        advice: "give an id as the lists show it, or at least four characters of its beginning")
    }
    throw LedgerError(
      .usage, "'\(OneLine.cut(text))' begins the ids of \(found.count) entities",
      advice: "give more of the id: \(found.prefix(3).map(\.id).joined(separator: ", "))")
  }
}

extension Span<UInt8> {
  fileprivate func begins(with prefix: [UInt8]) -> Bool {
    for index in prefix.indices where self[index] != prefix[index] { return false }
    return true
  }
}
