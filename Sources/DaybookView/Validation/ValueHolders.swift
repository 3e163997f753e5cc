/// Which entities hold which value. O(1) to change and to ask.
package struct ValueHolders<Holder: Hashable & Sendable>: Sendable {
  /// Nearly every value has one holder.
  private var first: [String: Holder] = [:]
  private var others: [String: [Holder]] = [:]
  private var values: [Holder: String] = [:]

  package init() {}

  /// Sets the value that an entity holds; nil where it holds none. Returns its former one.
  @discardableResult
  package mutating func put(_ holder: Holder, _ value: String?) -> String? {
    let old = value.map { values.updateValue($0, forKey: holder) } ?? values.removeValue(forKey: holder)
    if old == value { return old }
    if let old { remove(holder, old) }
    guard let value else { return old }
    if first[value] == nil { first[value] = holder } else { others[value, default: []].append(holder) }
    return old
  }

  private mutating func remove(_ holder: Holder, _ value: String) {
    if first[value] == holder {
      first[value] = others[value]?.popLast()
    } else {
      others[value]?.removeAll { $0 == holder }
    }
    if others[value]?.isEmpty == true { others[value] = nil }
  }

  /// In no particular order.
  package func holders(of value: String) -> [Holder] {
    guard let first = first[value] else { return [] }
    return [first] + (others[value] ?? [])
  }
}
