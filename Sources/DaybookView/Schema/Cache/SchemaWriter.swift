import DaybookModel

/// Writes a schema as bytes: numbers of 8 bytes, little-endian; texts and lists with their count before them.
struct SchemaWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ number: Int64) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ isTrue: Bool) { bytes.append(isTrue ? 1 : 0) }

  mutating func write(_ text: String) { write(Array(text.utf8)) }

  mutating func write(_ part: [UInt8]) {
    write(Int64(part.count))
    bytes += part
  }

  mutating func write(_ text: String?) {
    write(text != nil)
    if let text { write(text) }
  }

  mutating func write(_ texts: [String]) { write(texts) { $0.write($1) } }

  mutating func write(_ value: JSONValue) { write(value.canonicalBytes) }

  mutating func write<Item>(_ items: [Item], _ one: (inout SchemaWriter, Item) -> Void) {
    write(Int64(items.count))
    for item in items { one(&self, item) }
  }
}

/// Reads them. The bytes are not trusted: whatever does not fit is ``Damaged``.
struct SchemaReader {
  struct Damaged: Error {}

  private let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  init(_ bytes: [UInt8], from position: Int, to end: Int) {
    (self.bytes, self.position, self.end) = (bytes, position, min(end, bytes.count))
  }

  var isAtEnd: Bool { position == end }

  mutating func number() throws(Damaged) -> Int64 {
    guard end - position >= 8 else { throw Damaged() }
    var value: UInt64 = 0
    for place in 0..<8 { value |= UInt64(bytes[position + place]) << UInt64(place * 8) }
    position += 8
    return Int64(bitPattern: value)
  }

  mutating func flag() throws(Damaged) -> Bool {
    guard position < end, bytes[position] < 2 else { throw Damaged() }
    position += 1
    return bytes[position - 1] == 1
  }

  /// The range of the next bytes, of the given count.
  mutating func part() throws(Damaged) -> Range<Int> {
    let count = try number()
    guard count >= 0, count <= end - position else { throw Damaged() }
    position += Int(count)
    return position - Int(count)..<position
  }

  mutating func text() throws(Damaged) -> String {
    guard let text = String(validating: bytes[try part()], as: UTF8.self) else { throw Damaged() }
    return text
  }

  mutating func textIfAny() throws(Damaged) -> String? { try flag() ? try text() : nil }

  mutating func texts() throws(Damaged) -> [String] {
    try list { reader throws(Damaged) in try reader.text() }
  }

  mutating func json() throws(Damaged) -> JSONValue {
    guard let value = try? JSONParser.parse(Array(bytes[try part()])) else { throw Damaged() }
    return value
  }

  mutating func object() throws(Damaged) -> JSONObject {
    guard let object = try json().object else { throw Damaged() }
    return object
  }

  mutating func list<Item>(
    _ one: (inout SchemaReader) throws(Damaged) -> Item
  ) throws(Damaged) -> [Item] {
    let count = try number()
    // Every item takes at least one byte.
    guard count >= 0, count <= end - position else { throw Damaged() }
    var items: [Item] = []
    for _ in 0..<count { items.append(try one(&self)) }
    return items
  }

  mutating func value<Value: RawRepresentable<String>>() throws(Damaged) -> Value {
    guard let value = Value(rawValue: try text()) else { throw Damaged() }
    return value
  }
}
