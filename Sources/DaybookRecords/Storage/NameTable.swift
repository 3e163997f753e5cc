import DaybookLog

/// Byte strings, each stored once and numbered in the order of arrival: kinds, fields, authors, link
/// targets. Numbers never leave the process; whatever is shown is ordered by the bytes.
struct NameTable: ~Copyable {
  struct Entry: BitwiseCopyable {
    var offset: Int
    var count: Int
  }

  private var bytes = Arena<UInt8>(capacity: 256)
  private var entries = Arena<Entry>()
  private var slots = SlotTable()
  private let key: HashKey

  /// The first `reserved` numbers belong to no name.
  init(key: HashKey, reserved: Int = 0) {
    self.key = key
    for _ in 0..<reserved { entries.append(Entry(offset: 0, count: 0)) }
  }

  init(_ file: SnapshotFile, _ name: String, key: HashKey, reserved: Int = 0) {
    self.key = key
    bytes = file.arena(name + ".bytes")
    entries = file.arena(name + ".entries")
    slots = SlotTable(file, name + ".slots", count: entries.count - reserved, indexMax: entries.count - 1)
  }

  func write(to writer: inout SnapshotWriter, _ name: String) throws(FileError) {
    try writer.add(name + ".bytes", bytes)
    try writer.add(name + ".entries", entries)
    try slots.write(to: &writer, name + ".slots", indexMax: entries.count - 1) { index in
      key.hash(bytes.base + entries[index].offset, entries[index].count)
    }
  }

  var count: Int { entries.count }

  @inline(__always)
  mutating func intern(_ name: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
    let hash = key.hash(name, count)
    if let found = find(name, count, hash) { return UInt32(found) }
    return add(name, count, hash)
  }

  @inline(never)
  private mutating func add(_ name: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt32) -> UInt32 {
    let offset = bytes.append(name, count: count)
    let index = entries.append(Entry(offset: offset, count: count))
    slots.insert(hash, index)
    return UInt32(index)
  }

  @inline(__always)
  private func find(_ name: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt32) -> Int? {
    slots.find(hash) { index in
      let entry = entries[index]
      return entry.count == count && equalBytes(bytes.base + entry.offset, name, count)
    }
  }

  func number(of name: String) -> UInt32? {
    var name = name
    return name.withUTF8 { text in
      guard let base = text.baseAddress else { return findEmpty() }
      return find(base, text.count, key.hash(base, text.count)).map { UInt32($0) }
    }
  }

  func number(of name: UnsafeBufferPointer<UInt8>) -> UInt32? {
    guard let base = name.baseAddress else { return findEmpty() }
    return find(base, name.count, key.hash(base, name.count)).map { UInt32($0) }
  }

  private func findEmpty() -> UInt32? {
    withUnsafePointer(to: 0 as UInt8) { find($0, 0, key.hash($0, 0)).map { UInt32($0) } }
  }

  func name(_ number: UInt32) -> String { String(decoding: text(number), as: UTF8.self) }

  /// Valid until the next `intern`.
  func text(_ number: UInt32) -> UnsafeBufferPointer<UInt8> {
    let entry = entries[Int(number)]
    return UnsafeBufferPointer(start: bytes.base + entry.offset, count: entry.count)
  }
}

/// Whether `left` comes before `right`, byte by byte.
func bytesPrecede(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
  let common = min(left.count, right.count)
  var index = 0
  while index < common {
    if left[index] != right[index] { return left[index] < right[index] }
    index += 1
  }
  return left.count < right.count
}
