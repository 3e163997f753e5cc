public import DaybookView

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
