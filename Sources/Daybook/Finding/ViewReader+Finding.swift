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

extension ViewReader {
  /// Ids are long; of each of these a beginning that no other id of the kinds shares. All are equally long, as
  /// short as they can be, and have at least eight characters. O(entities of the kinds).
  public func shortIDs(_ ids: [String], among kinds: [String]) -> [String: String] {
    // Almost all ids differ in their first eight bytes: only those that do not are compared.
    var byHead: [UInt64: [(id: [UInt8], needed: Int)]] = [:]
    for id in Set(ids) {
      let bytes = Array(id.utf8)
      byHead[Self.head(bytes.span), default: []].append((bytes, 8))
    }
    for kind in kinds {
      forEachID(of: kind) { other in
        let head = Self.head(other)
        guard var alike = byHead[head] else { return }
        for index in alike.indices {
          guard let shared = Self.sharedCount(alike[index].id, other) else { continue }
          alike[index].needed = max(alike[index].needed, shared + 1)
        }
        byHead[head] = alike
      }
    }
    let needed = byHead.values.joined().map(\.needed).max() ?? 8
    var short: [String: String] = [:]
    for id in ids {
      var text = ""
      for character in id where text.utf8.count < needed { text.append(character) }
      short[id] = text
    }
    return short
  }

  /// The first eight bytes as a number.
  private static func head(_ id: Span<UInt8>) -> UInt64 {
    var head: UInt64 = 0
    for index in 0..<min(8, id.count) { head |= UInt64(id[index]) << UInt64(56 - index * 8) }
    return head
  }

  /// How many bytes both begin with; nil where they are the same.
  private static func sharedCount(_ left: [UInt8], _ right: Span<UInt8>) -> Int? {
    var count = 0
    while count < left.count, count < right.count, left[count] == right[count] { count += 1 }
    return count == left.count && count == right.count ? nil : count
  }
}
