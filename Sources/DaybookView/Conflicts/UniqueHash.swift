import DaybookModel
import DaybookRecords

/// Hashes the values of fields that must be unique, in the form in which they are compared: equal values have equal
/// hashes. Most are read directly from the registers' bytes.
struct UniqueHash {
  let fields: [FieldPlan]
  private let ways: [Way]

  /// How to read one of the fields.
  private struct Way {
    var normalizer: KeyNormalizer
    /// The register whose bytes are the value.
    var register: FieldID?
    var isOptional: Bool
    /// Not if it is contested.
    var isMerged: Bool
  }

  init(_ fields: [FieldPlan], key: NaturalKey?) {
    self.fields = fields
    ways = fields.map { field in
      var way = Way(
        normalizer: .exact, isOptional: field.schema.isOptional, isMerged: field.merge != nil)
      if let key, key.field == field.schema.name { way.normalizer = key.normalizer }
      if case .stored = field.source, field.isPlain { way.register = field.ids.first }
      return way
    }
  }

  /// Nil where a field is empty, since empty fields do not count as equal; never 0.
  func hash(_ entity: EntityIndex, _ view: View, _ records: borrowing Records) -> UInt64? {
    var hash = ByteHash()
    for place in ways.indices {
      guard add(place, entity, view, records, to: &hash) else { return nil }
    }
    return hash.value
  }

  private func add(
    _ place: Int, _ entity: EntityIndex, _ view: View, _ records: borrowing Records, to hash: inout ByteHash
  ) -> Bool {
    let way = ways[place]
    if let id = way.register, !way.isMerged || !records.isContested(entity, id),
      let stored = records.value(entity, id)
    {
      if stored.isNull, way.isOptional { return false }
      let isAdded = records.withBytes(of: stored) { json in
        StoredText.withUTF8(json) { add($0, way.normalizer, to: &hash) }
      }
      if let isAdded { return isAdded }
    }
    let value = view.value(entity, fields[place], records)
    if value.isNull { return false }
    var text = value.string.map { way.normalizer.normalized($0) } ?? value.description
    return text.withUTF8 { add($0, .exact, to: &hash) }
  }

  /// False for an empty text.
  private func add(
    _ text: UnsafeBufferPointer<UInt8>, _ normalizer: KeyNormalizer, to hash: inout ByteHash
  ) -> Bool {
    var part = text[...]
    if normalizer != .exact {
      guard text.allSatisfy({ $0 < 0x80 }) else {
        var normalized = normalizer.normalized(String(decoding: text, as: UTF8.self))
        return normalized.withUTF8 { add($0, .exact, to: &hash) }
      }
      while let first = part.first, isSpace(first) { part.removeFirst() }
      while let last = part.last, isSpace(last) { part.removeLast() }
    }
    if part.isEmpty { return false }
    if normalizer == .trimmedLowercased {
      for byte in part { hash.add(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte) }
    } else {
      for byte in part { hash.add(byte) }
    }
    hash.end()
    return true
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
}

/// FNV-1a (Fowler, Noll and Vo). Texts constructed to collide only cost a comparison.
private struct ByteHash {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }

  /// Ends one value: no byte of UTF-8 is FF.
  mutating func end() { add(0xff) }

  var value: UInt64 {
    let mixed = (state ^ state >> 32) &* 0x9e37_79b9_7f4a_7c15
    return max(1, mixed ^ mixed >> 29)
  }
}
