import DaybookModel
public import DaybookView

extension ViewReader {
  /// Nobody types fewer characters of an id and means it.
  private static var idPrefixCountMin: Int { 4 }

  /// The ids of a kind that begin with a text of at least four characters, of the entities of a group. A UUID's
  /// case does not count. O(entities of the kind).
  public func ids(
    of kind: String, beginningWith text: String, _ group: EntityScope.Group = .shown
  ) -> [String] {
    guard text.count >= Self.idPrefixCountMin else { return [] }
    let cases = [text, text.lowercased(), text.uppercased()].map { Array($0.utf8) }
    var found: [String] = []
    forEachID(of: kind) { id in
      guard cases.contains(where: { id.count >= $0.count && id.begins(with: $0) }) else { return }
      found.append(id.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
    }
    return found.filter { id in
      readStored(kind, id) { group == .shown ? $0.isShown : $0.isMade && !$0.isShown } ?? false
    }.sorted()
  }

  /// The one entity of these kinds that a text means: by its id, the beginning of its id, its name or its address;
  /// see `Names`. A whole id also finds a deleted entity. O(1) for an id, otherwise O(entities of the kinds).
  /// - Throws: ``LedgerError``: `usage` if several entities match, `notFound`.
  public func entity(
    _ text: String, among kinds: [String], noun: String, advice: String? = nil, scope: EntityScope = .shown
  ) throws -> EntityName {
    let finder = KindFinder(kinds, noun: noun, advice: advice, scope: scope)
    let found = try finder.find(text, in: self)
    return EntityName(kind: found.kind, id: found.id)
  }
}

extension Span<UInt8> {
  fileprivate func begins(with prefix: [UInt8]) -> Bool {
    for index in prefix.indices where self[index] != prefix[index] { return false }
    return true
  }
}
